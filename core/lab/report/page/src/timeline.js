// The drawing of a history: axis on top, clients on the left, operations as bars. Only what is in
// view is drawn.
import { line } from 'd3-shape';
import { Fragment, h } from 'preact';
import { useMemo } from 'preact/hooks';
import { Axis, markRows } from './axis.js';
import { Bar } from './bar.js';
import { useChunk } from './chunk.js';
import { geometry, size } from './geometry.js';

const middleOf = (point, y) => y(point.bar.row) + size.barTop + size.bar / 2;

/// The points in view, and one more at each end for the line.
function pointsIn(points, chunk, x) {
  const first = points.findIndex((point) => x(point.at) >= chunk.x.from);
  const after = points.findIndex((point) => x(point.at) > chunk.x.to);
  const from = Math.max(0, (first < 0 ? points.length : first) - 1);
  return points.slice(from, after < 0 ? points.length : after + 1);
}

function Order({ points, x, y }) {
  const path = line(
    (point) => x(point.at),
    (point) => middleOf(point, y),
  );
  return points.length > 1 && <path class="order" d={path(points)} aria-hidden="true" />;
}

function Badges({ points, x, y, active }) {
  return points.map((point) => {
    const text = String(point.place);
    const width = text.length * 6.2 + 6;
    const cx = x(point.at);
    const cy = middleOf(point, y);
    return (
      <g
        key={point.place}
        class={point.id === active ? 'badge active' : 'badge'}
        data-place={point.place}
        aria-hidden="true"
      >
        <rect x={cx - width / 2} y={cy - 7} width={width} height="14" rx="7" />
        <text x={cx} y={cy + 3.5}>
          {text}
        </text>
      </g>
    );
  });
}

function clientsIn(layout, chunk, y) {
  return layout.clients.filter(
    (row) => y(row.first + row.lanes.length) >= chunk.y.from && y(row.first) <= chunk.y.to,
  );
}

function Clients({ layout, chunk, y }) {
  return clientsIn(layout, chunk, y).map((row) => (
    <div
      class="client"
      key={row.client}
      title={`client ${row.name}`}
      style={{ top: `${y(row.first)}px`, height: `${row.lanes.length * size.row}px` }}
    >
      <span>client </span>
      {row.name}
    </div>
  ));
}

function Stripes({ layout, chunk, y }) {
  return clientsIn(layout, chunk, y)
    .filter((row) => row.striped)
    .map((row) => (
      <rect
        key={row.client}
        class="stripe"
        x={chunk.x.from}
        width={chunk.x.to - chunk.x.from}
        y={y(row.first)}
        height={row.lanes.length * size.row}
      />
    ));
}

function Lines({ layout, chunk, x, height }) {
  const gaps = layout.axis.gaps.filter(
    ({ rank }) => x(rank) >= chunk.x.from && x(rank - 1) <= chunk.x.to,
  );
  const prefix = layout.prefixRank;
  return (
    <Fragment>
      {gaps.map(({ rank }) => (
        <line key={rank} class="gap" x1={x(rank - 0.5)} x2={x(rank - 0.5)} y1="0" y2={height} />
      ))}
      {prefix !== null && (
        <line class="prefix" x1={x(prefix)} x2={x(prefix)} y1="0" y2={height} />
      )}
    </Fragment>
  );
}

function barsIn(layout, chunk, x, y) {
  return layout.bars.filter(
    (bar) =>
      x(bar.to) + size.edge >= chunk.x.from &&
      x(bar.from) <= chunk.x.to &&
      y(bar.row) + size.row >= chunk.y.from &&
      y(bar.row) <= chunk.y.to,
  );
}

/// At the bar's begin, or at the left edge of the view if that is out of it.
function labelLeft(bar, left, x) {
  const begin = x(bar.from);
  return Math.max(begin, Math.min(left + 4, x(bar.to) - 40));
}

/// `view`: { unit, active, points }; `on`: { hover, choose, key }; `scroller`: a ref of the element
/// that scrolls.
export function Timeline({ history, layout, view, on, scroller }) {
  const [chunk, look] = useChunk(scroller);
  const { x, y, width, height } = useMemo(() => geometry(layout, view.unit), [layout, view.unit]);
  const bars = useMemo(() => barsIn(layout, chunk, x, y), [layout, chunk.x.from, chunk.x.to, chunk.y.from, chunk.y.to, x, y]);
  const points = pointsIn(view.points, chunk, x);
  const idAt = (event) => {
    const element = event.target.closest?.('[data-op]');
    return element ? Number(element.dataset.op) : null;
  };
  const drawnWidth = Math.max(1, Math.min(chunk.x.to, width) - chunk.x.from);
  const drawnHeight = Math.max(1, Math.min(chunk.y.to, height) - chunk.y.from);
  return (
    <div class="chart" ref={scroller} onScroll={look}>
      <div class="corner">
        {['event', ...markRows(layout).map((row) => row.name)].map((name) => (
          <div key={name}>{name}</div>
        ))}
      </div>
      <Axis layout={layout} chunk={chunk} x={x} width={width} />
      <div class="clients" style={{ height: `${height}px` }}>
        <Clients layout={layout} chunk={chunk} y={y} />
      </div>
      <div
        class="plot"
        role="listbox"
        tabindex="0"
        aria-label="Operations in the order of their calls"
        aria-activedescendant={view.active === null ? undefined : `op-${view.active}`}
        style={{ width: `${width}px`, height: `${height}px` }}
        onMouseOver={(event) => on.hover(idAt(event))}
        onMouseLeave={() => on.hover(null)}
        onClick={(event) => on.choose(idAt(event))}
        onKeyDown={on.key}
      >
        <svg
          role="presentation"
          style={{ left: `${chunk.x.from}px`, top: `${chunk.y.from}px` }}
          width={drawnWidth}
          height={drawnHeight}
          viewBox={`${chunk.x.from} ${chunk.y.from} ${drawnWidth} ${drawnHeight}`}
        >
          <Stripes layout={layout} chunk={chunk} y={y} />
          <Lines layout={layout} chunk={chunk} x={x} height={height} />
          <Order points={points} x={x} y={y} />
          {bars.map((bar) => (
            <Bar
              key={bar.operation.id}
              bar={bar}
              history={history}
              active={bar.operation.id === view.active}
              x={x}
              y={y}
              labelLeft={labelLeft(bar, chunk.left, x)}
            />
          ))}
          <Badges points={points} x={x} y={y} active={view.active} />
        </svg>
      </div>
    </div>
  );
}
