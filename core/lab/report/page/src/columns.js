// Reads the columns that ../../history_columns.cpp writes. Plain functions over plain data.

function column(columns, name, index) {
  return columns[name] ? columns[name][index] : 0;
}

/// Calls `row(get, sum)` for each row: `get` reads a number, `sum` adds up a column of differences.
function eachRow(columns, row) {
  const sums = {};
  for (let index = 0; index < columns.rows; ++index) {
    const get = (name) => column(columns, name, index);
    const sum = (name) => (sums[name] = (sums[name] ?? 0) + get(name));
    row(get, sum);
  }
}

export function readOperations(columns, texts, names, timeStep = 1) {
  const operations = [];
  eachRow(columns, (get, sum) => {
    const client = get('client');
    const call = sum('call');
    const span = get('span');
    operations.push({
      id: sum('id'),
      client,
      clientName: names[client] ?? String(client),
      call,
      ret: span > 0 ? call + span : null,
      outcome: ['ok', 'fail', 'unknown'][get('outcome')],
      f: texts[get('f')],
      input: texts[get('in')],
      key: texts[get('key')],
      output: texts[get('out')],
      at: sum('at') * timeStep,
      took: get('took') * timeStep,
      timeStep,
    });
  });
  return operations;
}

const markKinds = ['crash', 'restart', 'clock', 'effect', 'note'];

export function readMarks(columns, texts, timeStep = 1) {
  const marks = [];
  eachRow(columns, (get, sum) => {
    marks.push({
      event: sum('event'),
      kind: markKinds[get('kind')],
      text: texts[get('text')],
      at: sum('at') * timeStep,
      timeStep,
    });
  });
  return marks;
}

export function readOrder(columns, texts) {
  const rows = [];
  eachRow(columns, (get, sum) => {
    rows.push({
      place: sum('place'),
      id: sum('id'),
      point: get('point'),
      points: get('more') + 1,
      state: texts[get('state')],
    });
  });
  return rows;
}
