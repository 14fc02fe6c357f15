// The row of events on top of a history, and the row of faults below it.
import { Fragment, h } from 'preact';
import { size } from './geometry.js';
import { count } from './words.js';

const signs = { crash: '\u2716', restart: '\u21bb', clock: '\u25f7', effect: '\u25cf', note: '\u25b2' };
const heights = { events: 22, marks: 22 };

/// Numbers of events, as many as there is room for: round ones, and the first after a gap.
function ticks(layout, x, chunk) {
  const { drawn, end } = layout.axis;
  const unit = x(1) - x(0);
  const every = [1, 2, 5, 10, 20, 50].find((step) => step * unit >= 44) ?? 100;
  const first = Math.max(0, Math.floor(x.invert(chunk.x.from)));
  const last = Math.min(end - 1, Math.ceil(x.invert(chunk.x.to)));
  const found = [];
  let free = 0; // where the next number may stand
  for (let rank = first; rank <= last; ++rank) {
    const afterGap = rank > 0 && drawn[rank] > drawn[rank - 1] + 1;
    if ((afterGap || (drawn[rank] + 1) % every === 0) && x(rank) >= free) {
      found.push({ rank, event: drawn[rank] + 1 });
      free = x(rank) + 40;
    }
  }
  return found;
}

function Gap({ gap, x }) {
  const middle = x(gap.rank - 0.5);
  return (
    <g class="gap-mark">
      <title>{`${count(gap.events, 'event')} of operations that are not drawn`}</title>
      <text x={middle} y="15">
        {'\u22ef'}
      </text>
    </g>
  );
}

export function markRows(layout) {
  const rows = [
    { name: 'faults', marks: layout.marks.filter(({ mark }) => mark.kind !== 'effect') },
    { name: 'effects', marks: layout.marks.filter(({ mark }) => mark.kind === 'effect') },
  ];
  return rows.filter((row) => row.marks.length > 0);
}

function MarkRow({ row, top, x, chunk }) {
  const inView = row.marks.filter(({ at }) => x(at) >= chunk.x.from && x(at) <= chunk.x.to);
  return inView.map(({ mark, at }) => (
    <g
      key={mark.event}
      class={`mark ${mark.kind}`}
      role="img"
      aria-label={`${mark.text} (event ${mark.event + 1})`}
    >
      <title>{`${mark.text} (event ${mark.event + 1})`}</title>
      <text x={x(at)} y={top + 15}>
        {signs[mark.kind]}
      </text>
    </g>
  ));
}

export function Axis({ layout, chunk, x, width }) {
  const rows = markRows(layout);
  const height = heights.events + rows.length * heights.marks;
  const drawn = Math.max(1, Math.min(chunk.x.to, width) - chunk.x.from);
  return (
    <div class="axis" style={{ width: `${width}px`, height: `${height}px` }}>
      <svg
        role="presentation"
        style={{ left: `${chunk.x.from}px` }}
        width={drawn}
        height={height}
        viewBox={`${chunk.x.from} 0 ${drawn} ${height}`}
      >
        {ticks(layout, x, chunk).map(({ rank, event }) => (
          <Fragment key={event}>
            <line class="tick" x1={x(rank)} x2={x(rank)} y1="17" y2="22" />
            <text class="number" x={x(rank)} y="14">
              {event}
            </text>
          </Fragment>
        ))}
        {layout.axis.gaps.map((gap) => (
          <Gap key={gap.rank} gap={gap} x={x} />
        ))}
        {rows.map((row, i) => (
          <MarkRow key={row.name} row={row} top={heights.events + i * heights.marks} x={x} chunk={chunk} />
        ))}
      </svg>
    </div>
  );
}
