// The run as a table: a column for each thread, a row for each step. Only the rows in sight are in
// the document, so that a run of a hundred thousand steps is as quick as one of ten.
import { h } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isOfWorld, isStep } from './case_run.js';

const rowHeight = 26; // in pixels; case.css has the same
const rowsBeyond = 12; // drawn above and below what is in sight
const rowsOfContext = 3; // kept in sight around the current one

/// "core/stores/store.cpp:6, from core/inbox.cpp:9" without the folders.
export const shortPlace = (at) => at.replace(/[^\s,]*\//g, '');

function Header({ run, position, rowsDone }) {
  return (
    <div class="row head" role="row" aria-rowindex="1">
      <div role="columnheader" class="number">
        step
      </div>
      {run.columns.map((name, column) => {
        const operation = run.operation(column, rowsDone);
        const next = run.nextStep(column, position);
        return (
          <div role="columnheader">
            <span class="name">{name}</span>
            <span class="doing">{operation === null ? '\u00a0' : `in ${operation}`}</span>
            <span class="next" title={next?.text}>
              {next === null ? 'no more steps' : `next: ${next.text}`}
            </span>
          </div>
        );
      })}
      <div role="columnheader" class="at">
        at
      </div>
    </div>
  );
}

function Row({ run, row, done, current, onMove }) {
  const { kind, column, text, at } = run.at(row);
  const classes = ['row', kind];
  if (run.isCritical(row)) {
    classes.push('critical');
  }
  classes.push(done ? 'done' : 'to-come');
  if (current) {
    classes.push('current');
  }
  const number = isStep(kind) ? run.positionOf(row) - 1 : null;
  const cells = isOfWorld(kind) ? (
    <div role="cell" class="across" aria-colspan={run.columns.length + 1}>
      {text}
    </div>
  ) : (
    run.columns.map((name, own) => {
      const busy = run.operation(own, row + 1) !== null || (own === column && kind === 'return');
      return (
        <div role="cell" class={busy ? 'lane busy' : 'lane'} title={own === column ? text : null}>
          {own === column ? <span class="what">{text}</span> : null}
        </div>
      );
    })
  );
  return (
    <div
      class={classes.join(' ')}
      role="row"
      aria-rowindex={row + 2}
      aria-current={current ? 'step' : null}
      style={{ top: `${row * rowHeight}px` }}
      onClick={() => onMove(run.positionOf(row))}
    >
      <div role="cell" class="number">
        {number}
      </div>
      {cells}
      {isOfWorld(kind) ? null : (
        <div role="cell" class="at" title={at}>
          {shortPlace(at)}
        </div>
      )}
    </div>
  );
}

export function Rows({ run, position, onMove }) {
  const table = useRef(null);
  const [sight, setSight] = useState({ top: 0, height: 600 });
  const rowsDone = run.rowsDone(position);
  const currentRow = run.currentRow(position);

  const look = () => {
    if (table.current !== null) {
      setSight({ top: table.current.scrollTop, height: table.current.clientHeight });
    }
  };
  useLayoutEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(table.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const box = table.current;
    const inSight = box.clientHeight - box.firstElementChild.offsetHeight;
    const top = (currentRow - rowsOfContext) * rowHeight;
    const bottom = (Math.max(rowsDone, currentRow + 1) + rowsOfContext) * rowHeight;
    if (top < box.scrollTop) {
      box.scrollTop = top;
    } else if (bottom > box.scrollTop + inSight) {
      box.scrollTop = bottom - inSight;
    }
    if (currentRow >= 0 && !isOfWorld(run.at(currentRow).kind)) {
      const cell = box.firstElementChild.children[run.at(currentRow).column + 1];
      if (cell.offsetLeft < box.scrollLeft) {
        box.scrollLeft = cell.offsetLeft;
      } else if (cell.offsetLeft + cell.offsetWidth > box.scrollLeft + box.clientWidth) {
        box.scrollLeft = cell.offsetLeft + cell.offsetWidth - box.clientWidth;
      }
    }
    look();
  }, [run, position]);

  const first = Math.max(0, Math.floor(sight.top / rowHeight) - rowsBeyond);
  const last = Math.min(
    run.rows.length,
    Math.ceil((sight.top + sight.height) / rowHeight) + rowsBeyond,
  );
  const shown = [];
  for (let row = first; row < last; ++row) {
    shown.push(
      <Row
        key={row}
        run={run}
        row={row}
        done={row < rowsDone}
        current={row === currentRow}
        onMove={onMove}
      />,
    );
  }
  return (
    <div
      class="table"
      role="table"
      aria-label="The steps of the run"
      aria-rowcount={run.rows.length + 1}
      aria-colcount={run.columns.length + 2}
      tabIndex={0}
      ref={table}
      style={{ '--columns': run.columns.length }}
      onScroll={look}
    >
      <Header run={run} position={position} rowsDone={rowsDone} />
      <div class="rows" role="rowgroup" style={{ height: `${run.rows.length * rowHeight}px` }}>
        {shown}
      </div>
    </div>
  );
}
