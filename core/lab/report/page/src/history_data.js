// A history as the page knows it: what was near from the start, and the rest once it is unpacked.
import { readMarks, readOperations, readOrder } from './columns.js';
import { unpack } from './unpack.js';

export function readHistory(data) {
  const objections = new Map(
    (data.objections ?? []).map((each) => [
      each.id,
      { ...each, reason: data.texts[each.reason], untilText: data.texts[each.until_text ?? 0] },
    ]),
  );
  const partials = (data.partials ?? []).map((columns) => readOrder(columns, data.texts));
  const through = new Map();
  for (let i = 0; i < (data.through ?? []).length; i += 2) {
    through.set(data.through[i], data.through[i + 1]);
  }
  return withOperations(
    {
      verdict: data.verdict,
      unit: data.unit,
      events: data.events,
      total: data.operations,
      prefix: data.prefix ?? null,
      prefixIsShortest: data.prefix_is_shortest,
      culprit: data.culprit ?? null,
      partition: data.partition === undefined ? null : data.texts[data.partition],
      core: new Set(data.core ?? []),
      coreFacts: data.core_facts ?? 0,
      coreIsMinimal: data.core_is_minimal,
      objections,
      initial: data.initial === undefined ? '' : data.texts[data.initial],
      longest: data.longest,
      partials,
      through,
      far: data.far ?? null,
    },
    readOperations(data.near, data.texts, data.names),
    readMarks(data.marks, data.texts),
  );
}

function withOperations(history, operations, marks) {
  const keys = new Set(operations.map((operation) => operation.key));
  return {
    ...history,
    operations,
    marks,
    byId: new Map(operations.map((operation) => [operation.id, operation])),
    manyKeys: keys.size > 1,
  };
}

/// The same with everything that the page holds.
export async function withFar(history) {
  const far = await unpack(history.far.packed);
  const texts = ['', ...far.texts];
  const step = far.time_step || 1;
  const merged = (a, b, by) => [...a, ...b].sort((x, y) => x[by] - y[by]);
  const order = readOrder(far.order, texts);
  return withOperations(
    {
      ...history,
      far: { ...history.far, packed: null },
      partials: history.partials.map((rows, i) => (i === 0 ? merged(rows, order, 'place') : rows)),
    },
    merged(history.operations, readOperations(far.operations, texts, far.names, step), 'id'),
    merged(history.marks, readMarks(far.marks, texts, step), 'event'),
  );
}

/// The order to be shown with an operation: the longest that was found through it.
export function orderThrough(history, id) {
  const own = history.through.get(id);
  return history.partials[own ?? 0] ?? [];
}
