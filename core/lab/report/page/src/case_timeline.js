// The whole run at a glance: a lane for each column, a block for each step, critical windows and
// marks behind and above them. Nothing in it that the table does not say: it is hidden from screen
// readers, and the slider below it does the same.
import { h } from 'preact';
import { useMemo } from 'preact/hooks';
import { isOfWorld } from './case_run.js';

const widthUnits = 1000;
const laneHeight = 14;
const marksHeight = 8;
const blocksMax = 1000; // more cannot be told apart

function pathsOf(run) {
  const buckets = Math.min(run.steps, blocksMax);
  const width = widthUnits / buckets;
  const gap = run.steps <= 120 ? width * 0.03 : 0;
  const paths = run.columns.map(() => '');
  const last = run.columns.map(() => -1);
  run.stepRows.forEach((row, step) => {
    const { kind, column } = run.at(row);
    const bucket = Math.floor((step * buckets) / run.steps);
    if (!isOfWorld(kind) && last[column] !== bucket) {
      last[column] = bucket;
      const top = marksHeight + column * laneHeight + 2;
      const left = (bucket * width + gap).toFixed(2);
      const right = ((bucket + 1) * width - gap).toFixed(2);
      paths[column] += `M${left} ${top}H${right}V${top + laneHeight - 4}H${left}Z`;
    }
  });
  return paths;
}

/// Marks as one path for each kind; those at the same place only once.
function marksOf(run, height) {
  const paths = { preemption: '', fault: '', crash: '', clock: '' };
  const seen = new Set();
  for (let row = 0; row < run.rows.length; ++row) {
    const { kind } = run.at(row);
    if (kind in paths) {
      const x = ((run.positionOf(row) / run.steps) * widthUnits).toFixed(1);
      if (!seen.has(kind + x)) {
        seen.add(kind + x);
        paths[kind] += `M${x} 0V${height}`;
      }
    }
  }
  return paths;
}

export function Timeline({ run, position, onMove }) {
  const height = marksHeight + run.columns.length * laneHeight;
  const blocks = useMemo(() => pathsOf(run), [run]);
  const marks = useMemo(() => marksOf(run, height), [run]);
  const x = (at) => (at / run.steps) * widthUnits;
  const move = (event) => {
    if (event.buttons === 1) {
      const box = event.currentTarget.getBoundingClientRect();
      const share = (event.clientX - box.left) / box.width;
      onMove(Math.round(Math.min(1, Math.max(0, share)) * run.steps));
    }
  };
  return (
    <div class="timeline" aria-hidden="true">
      <div class="lanes">
        {run.columns.map((name) => (
          <span class="lane">{name}</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${widthUnits} ${height}`}
        preserveAspectRatio="none"
        height={height}
        onPointerDown={move}
        onPointerMove={move}
      >
        {run.spans.map(({ first, last }) => (
          <rect class="window" x={x(first - 1)} y="0" width={x(last - first + 1)} height={height} />
        ))}
        {blocks.map((path) => (
          <path class="steps" d={path} />
        ))}
        {Object.entries(marks).map(([kind, path]) => (
          <path class={`mark ${kind}`} d={path} />
        ))}
        <path class="cursor" d={`M${x(position)} ${marksHeight}V${height}`} />
      </svg>
    </div>
  );
}
