// A failing run as the page's data has it, made ready for looking things up. A position is a number
// of steps that are done: from 0, nothing yet, to as many as there are.

const worldKinds = ['crash', 'clock'];
const stepKinds = ['step', 'fault', ...worldKinds];
const markedKinds = ['preemption', 'fault', ...worldKinds];

/// What of a row belongs to the step before it, not to the one after it.
const follows = (kind) => kind === 'return' || kind === 'effect' || kind === 'preemption';

export const isStep = (kind) => stepKinds.includes(kind);
export const isOfWorld = (kind) => worldKinds.includes(kind);

/// The number of elements of an ascending list that are below `value`.
export function countBelow(list, value) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

export class Run {
  constructor(data) {
    this.columns = data.columns;
    this.windows = data.windows; // in words
    this.rows = data.rows;
    this.kinds = data.kinds.map(([kind, column, text, at]) => ({
      kind,
      column,
      text: data.texts[text],
      at: data.texts[at],
    }));
    this.critical = data.critical; // begin, end, begin, end, …
    this.stepRows = []; // the row of each step
    this.marks = []; // positions that n and p go to
    this.ofColumn = this.columns.map(() => ({ steps: [], calls: [], returns: [] }));
    for (let row = 0; row < this.rows.length; ++row) {
      this.#note(row);
    }
    this.spans = this.#spans();
  }

  #note(row) {
    const { kind, column } = this.at(row);
    const own = this.ofColumn[column];
    if (isStep(kind)) {
      this.stepRows.push(row);
      if (!isOfWorld(kind)) {
        own.steps.push(row);
      }
    } else if (kind === 'call') {
      own.calls.push(row);
    } else if (kind === 'return') {
      own.returns.push(row);
    }
    if (markedKinds.includes(kind) && this.marks.at(-1) !== this.stepRows.length) {
      this.marks.push(this.stepRows.length);
    }
  }

  /// First and last position of each run of critical rows.
  #spans() {
    const spans = [];
    for (let i = 0; i < this.critical.length; i += 2) {
      spans.push({
        first: countBelow(this.stepRows, this.critical[i]) + 1,
        last: countBelow(this.stepRows, this.critical[i + 1]),
      });
    }
    return spans;
  }

  get steps() {
    return this.stepRows.length;
  }

  at(row) {
    return this.kinds[this.rows[row]];
  }

  isCritical(row) {
    return countBelow(this.critical, row + 1) % 2 === 1;
  }

  /// How many rows are done at a position.
  rowsDone(position) {
    let row = position === 0 ? 0 : this.stepRows[position - 1] + 1;
    while (position > 0 && row < this.rows.length && follows(this.at(row).kind)) {
      ++row;
    }
    return position === this.steps ? this.rows.length : row;
  }

  /// The position at which a row is the last thing that was done.
  positionOf(row) {
    return countBelow(this.stepRows, row + 1);
  }

  /// The row of the step that was done last; -1: none.
  currentRow(position) {
    return position === 0 ? -1 : this.stepRows[position - 1];
  }

  /// What happened with the last step, but is no step.
  consequences(position) {
    const rows = [];
    for (let row = this.currentRow(position) + 1; row < this.rowsDone(position); ++row) {
      rows.push(this.at(row));
    }
    return position === 0 ? [] : rows;
  }

  /// The operation that a column is in after so many rows, as its call names it.
  operation(column, rowsDone) {
    const { calls, returns } = this.ofColumn[column];
    const called = countBelow(calls, rowsDone);
    if (called === 0) {
      return null;
    }
    const call = calls[called - 1];
    const returned = countBelow(returns, rowsDone);
    const isOver = returned > 0 && returns[returned - 1] > call;
    return isOver ? null : this.at(call).text.replace(/^call /, '');
  }

  /// The step that a column makes next; null: none.
  nextStep(column, position) {
    const { steps } = this.ofColumn[column];
    const next = steps[countBelow(steps, this.currentRow(position) + 1)];
    return next === undefined ? null : this.at(next);
  }

  nextMark(position) {
    return this.marks[countBelow(this.marks, position + 1)] ?? null;
  }

  previousMark(position) {
    return this.marks[countBelow(this.marks, position) - 1] ?? null;
  }

  /// Where the next critical window opens; after the last one, the first one again.
  nextWindow(position) {
    const next = this.spans.find(({ first }) => first > position) ?? this.spans[0];
    return next === undefined ? null : next.first;
  }
}
