// Histories for the tests, and the pages that oncelab makes of them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/// Runs verify, which writes folder/NAME.html; `status` is its exit code. A history is the path of
/// a file, or a list of events for one.
export function verify(folder, name, history, status, ...flags) {
  let file = history;
  if (Array.isArray(history)) {
    file = join(folder, `${name}.jsonl`);
    writeFileSync(file, history.map((event) => `${JSON.stringify(event)}\n`).join(''));
  }
  const html = join(folder, `${name}.html`);
  const ran = spawnSync(process.env.ONCELAB, ['verify', file, '--html', html, ...flags]);
  assert.equal(ran.status, status, ran.stdout.toString() + ran.stderr.toString());
  return html;
}

/// Every outcome, every kind of event, one client with two operations at once.
export const everything = [
  { 'oncelab-history': 1, time: 'nanoseconds' },
  { call: 0, client: 0, f: 'write', input: 1, at: 1000 },
  { return: 0, at: 2000 },
  { call: 1, client: 1, f: 'write', input: 2, at: 2500 },
  { return: 1, outcome: 'fail', at: 3000 },
  { call: 2, client: 2, f: 'write', input: 3, at: 3100 },
  { crash: 4, at: 3200 },
  { call: 3, client: 2, f: 'write', input: 4, at: 3300 },
  { return: 3, outcome: 'unknown', at: 3400 },
  { effect: 'sent', client: 0, key: 'mail', at: 3500 },
  { restart: 4, at: 1003600 },
  { clock: -500, at: 1003700 },
  { call: 4, client: 3, f: 'read', at: 1004000 },
  { return: 4, output: 2, at: 2506000 },
];

export const attack = '</script></title><img src=x onerror="document.title=\'taken\'">';
export const hostile = [
  { 'oncelab-history': 1 },
  { call: 0, client: `${attack}\u202e\u0007${'n'.repeat(10000)}`, f: 'write', input: 1 },
  { return: 0 },
  { effect: `${attack}${'e'.repeat(10000)}`, client: 0, key: attack },
  { call: 1, client: 0, f: 'read' },
  { return: 1, output: 7 },
];

/// `count` operations on a register by 8 clients, some at the same time; the last read is stale.
export function long(count) {
  let state = 7;
  const random = (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  const events = [{ 'oncelab-history': 1, time: 'nanoseconds' }];
  let now = 1000;
  let value = 0;
  const at = () => (now += 500 + random(100000));
  for (let call = 0; call < count - 2; call += 2) {
    const client = random(4) * 2;
    value = random(50);
    events.push({ call, client, f: 'write', input: value, at: at() });
    events.push({ return: call, at: at() });
    events.push({ call: call + 1, client: client + 1, f: 'read', at: at() });
    events.push({ return: call + 1, output: value, at: at() });
  }
  events.push({ call: count - 2, client: 0, f: 'write', input: 99, at: at() });
  events.push({ return: count - 2, at: at() });
  events.push({ call: count - 1, client: 1, f: 'read', at: at() });
  events.push({ return: count - 1, output: 98, at: at() });
  return events;
}
