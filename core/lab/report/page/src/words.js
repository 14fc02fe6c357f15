// What the page says of operations, times and numbers.

export function count(number, one) {
  return `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`;
}

/// As short as it can be: what stands at a bar.
export function labelOf(operation, withKey) {
  let text = operation.f;
  if (withKey && operation.key) {
    text += ` ${operation.key}`;
  }
  if (operation.input) {
    text += ` ${operation.input}`;
  }
  if (operation.outcome === 'unknown') {
    text += ' \u2192 ?';
  } else if (operation.outcome === 'fail') {
    text += ' \u2192 failed';
  } else if (operation.output) {
    text += ` \u2192 ${operation.output}`;
  }
  return text;
}

export function nameOf(operation) {
  let text = `#${operation.id} client ${operation.clientName}: ${operation.f}`;
  if (operation.input) {
    text += ` ${operation.input}`;
  }
  if (operation.key) {
    text += ` key ${operation.key}`;
  }
  const answer = { unknown: '?', fail: 'failed' }[operation.outcome] ?? operation.output;
  return answer ? `${text} \u2192 ${answer}` : text;
}

const units = [
  ['s', 1e9],
  ['ms', 1e6],
  ['\u00b5s', 1e3],
  ['ns', 1],
];

export function duration(nanoseconds) {
  const size = Math.abs(nanoseconds);
  const [name, factor] = units.find(([, each]) => size >= each) ?? units.at(-1);
  const number = nanoseconds / factor;
  const digits = Number.isInteger(number) ? 0 : Math.max(0, 3 - Math.floor(Math.log10(Math.abs(number))));
  return `${number.toFixed(Math.min(digits, 3))} ${name}`;
}

/// From the history's first event; nothing if the history has no times.
export function timeText(time, unit, timeStep) {
  if (unit === 'none') {
    return '';
  }
  const about = timeStep > 1 ? 'about ' : '';
  return unit === 'steps' ? `step ${about}${time}` : about + duration(time);
}

export function whenText(operation, unit) {
  const at = timeText(operation.at, unit, operation.timeStep);
  let text = `called at event ${operation.call + 1}${at && ` (${at})`}`;
  if (operation.ret === null) {
    return `${text}, never returned`;
  }
  const end = timeText(operation.at + operation.took, unit, operation.timeStep);
  text += `, returned at event ${operation.ret + 1}${end && ` (${end})`}`;
  return unit === 'ns' ? `${text}, took ${duration(operation.took)}` : text;
}

export const outcomeTexts = {
  ok: '',
  fail: 'It failed: it is certain that it did not happen.',
  unknown: 'Its outcome is unknown: it may have happened at any time after its call, or never.',
};
