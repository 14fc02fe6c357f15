// Where everything of a history is drawn, in units of events and rows; no pixels, no elements.

/// One step to an event that belongs to something drawn. Events between them are a gap.
function makeAxis(history) {
  const events = new Set();
  for (const operation of history.operations) {
    events.add(operation.call);
    if (operation.ret !== null) {
      events.add(operation.ret);
    }
  }
  for (const mark of history.marks) {
    events.add(mark.event);
  }
  const drawn = [...events].sort((a, b) => a - b);
  const rankOf = new Map(drawn.map((event, rank) => [event, rank]));
  const gaps = [];  // { rank: it lies before, events: how many }
  let before = -1;
  drawn.forEach((event, rank) => {
    if (event > before + 1) {
      gaps.push({ rank, events: event - before - 1 });
    }
    before = event;
  });
  if (drawn.length > 0 && before + 1 < history.events) {
    gaps.push({ rank: drawn.length, events: history.events - before - 1 });
  }
  return { drawn, rankOf, gaps, end: drawn.length };
}

/// A row for each client, and one more for each operation of its own that it overlaps.
function makeRows(bars) {
  const clients = new Map();
  for (const bar of bars) {
    const { client, clientName } = bar.operation;
    if (!clients.has(client)) {
      clients.set(client, { client, name: clientName, lanes: [] });
    }
    const { lanes } = clients.get(client);
    let lane = lanes.findIndex((last) => last.to < bar.from);
    if (lane < 0) {
      lane = lanes.length;
      lanes.push(bar);
    } else {
      lanes[lane].free = bar.from;
      lanes[lane] = bar;
    }
    bar.lane = lane;
  }
  const rows = [...clients.values()].sort((a, b) => a.client - b.client);
  let next = 0;
  for (const [i, row] of rows.entries()) {
    row.striped = i % 2 === 1;
    row.first = next;
    next += row.lanes.length;
  }
  for (const bar of bars) {
    bar.row = clients.get(bar.operation.client).first + bar.lane;
  }
  return { clients: rows, count: next };
}

/// bars: { operation, index, from, to (ranks), returned, free (rank of the next bar in its row), row }, by call.
export function makeLayout(history) {
  const axis = makeAxis(history);
  const bars = history.operations.map((operation, index) => ({
    operation,
    index,
    from: axis.rankOf.get(operation.call),
    to: operation.outcome === 'unknown' ? axis.end : axis.rankOf.get(operation.ret),
    returned: operation.ret === null ? null : axis.rankOf.get(operation.ret),
    free: axis.end + 8,
    row: 0,
  }));
  const rows = makeRows(bars);
  const marks = history.marks.map((mark) => ({ mark, at: axis.rankOf.get(mark.event) }));
  return {
    axis,
    bars,
    marks,
    clients: rows.clients,
    rowCount: rows.count,
    barOf: new Map(bars.map((bar) => [bar.operation.id, bar])),
    prefixRank: prefixRank(history, axis),
  };
}

function prefixRank(history, axis) {
  return history.prefix === null ? null : (axis.rankOf.get(history.prefix - 1) ?? null);
}

/// Where the points of an order may lie: each after its operation's call and all points before it.
/// They all lie before the returns, as the order is one.
export function placePoints(order, layout) {
  const groups = new Map();
  let latest = 0;
  for (const row of order) {
    const bar = layout.barOf.get(row.id);
    if (bar) {
      latest = Math.max(latest, bar.from);
      const group = groups.get(latest) ?? [];
      groups.set(latest, group);
      group.push({ ...row, bar });
    }
  }
  return [...groups].flatMap(([rank, rows]) =>
    rows.map((row, i) => ({ ...row, at: rank + (i + 1) / (rows.length + 1) })),
  );
}

/// The nearest bar in the rows above (-1) or below (1) that is there when `bar` begins.
export function neighbour(layout, bar, direction) {
  const distance = (other) =>
    other.from <= bar.from && bar.from <= other.to
      ? 0
      : Math.min(Math.abs(other.from - bar.from), Math.abs(other.to - bar.from));
  let best = null;
  for (let row = bar.row + direction; row >= 0 && row < layout.rowCount && !best; row += direction) {
    for (const other of layout.bars) {
      if (other.row === row && (!best || distance(other) < distance(best))) {
        best = other;
      }
    }
  }
  return best;
}
