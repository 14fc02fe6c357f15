// Data of pages of failing runs, as case_page.cpp makes it, for what no scenario gives.
import { deflateSync } from 'node:zlib';

/// A run of so many steps in which clients take turns; every `turn` steps one is preempted.
export function longRun({ steps = 50_000, clients = 4, turn = 5_000 } = {}) {
  const columns = Array.from({ length: clients }, (_, i) => `client ${i}`);
  const texts = ['', 'preempted here'];
  const kinds = [];
  const numbers = new Map();
  const number = (kind, column, text, at) => {
    const key = [kind, column, text, at].join();
    if (!numbers.has(key)) {
      numbers.set(key, kinds.length);
      const place = (value) => (texts.includes(value) || texts.push(value), texts.indexOf(value));
      kinds.push([kind, column, place(text), place(at)]);
    }
    return numbers.get(key);
  };
  const rows = [];
  const critical = [];
  for (let step = 0; step < steps; ++step) {
    const column = Math.floor(step / turn) % clients;
    if (step > 0 && step % turn === 0) {
      critical.push(rows.length - 1, rows.length + 11);
      rows.push(number('preemption', (column + clients - 1) % clients, 'preempted here', ''));
    }
    rows.push(number('step', column, `lock mutex #${step % 7}`, `src/a/file.cpp:${step % 90}`));
  }
  return {
    title: `${clients} clients, ${steps} steps`,
    failure: 'lost: an update was lost',
    explanation: '',
    replay: 'oncelab replay x.json',
    count: rows.length,
    run: {
      columns,
      windows: critical.flatMap((row, i) => (i % 2 === 0 ? [`critical window: row ${row}`] : [])),
      texts,
      kinds,
      rows,
      critical,
    },
  };
}

/// The same with its rows packed, as those of long runs are.
export function packed({ run, ...rest }) {
  return { ...rest, packed: deflateSync(JSON.stringify(run)).toString('base64') };
}

/// The data of a page with one verdict.
export function pageOf(run) {
  return {
    kind: 'case',
    judged: [
      {
        name: run.title,
        verdict: 'violated',
        expected: 'held',
        standing: 'other',
        coverage: 'sampled',
        message: run.failure,
        case: 0,
      },
    ],
    cases: [run],
  };
}
