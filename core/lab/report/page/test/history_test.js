// The page of a recorded history, as verify writes it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch, open } from './browser.js';
import { attack, everything, hostile, long, verify } from './histories.js';

const etcd = 'models/histories/etcd/etcd_001.log'; // operation 37 of 86 is the first error
const files = {};
let browser, folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'oncelab-history-'));
  files.etcd = verify(folder, 'etcd', etcd, 1, '--model', 'cas-register');
  files.everything = verify(folder, 'everything', everything, 1, '--model', 'register');
  files.hostile = verify(folder, 'hostile', hostile, 1, '--model', 'register');
  files.long = verify(folder, 'long', long(10000), 1, '--model', 'register');
  files.held = verify(folder, 'held', everything.slice(0, -2), 0, '--model', 'register');
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

async function withPage(name, options, use) {
  const { init, ...rest } = options;
  const { page, context, complaints } = await open(
    browser,
    pathToFileURL(files[name]).href,
    rest,
    init,
  );
  await use(page);
  assert.deepEqual(complaints, []);
  await context.close();
}

/// Waits until what was asked for is drawn.
const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
const press = async (page, key) => {
  await page.keyboard.press(key);
  await drawn(page);
};
const details = (page) => page.locator('.details').innerText();
const active = (page) => page.locator('.plot').getAttribute('aria-activedescendant');
const isInView = (page, id) =>
  page.evaluate((of) => {
    const box = document.getElementById(of)?.querySelector('.bar').getBoundingClientRect();
    const view = document.querySelector('.chart').getBoundingClientRect();
    return (
      box !== undefined &&
      box.left < view.right &&
      box.right > view.left &&
      box.top < view.bottom &&
      box.bottom > view.top
    );
  }, id);

test('without JavaScript the page says verdict, first error, coverage, command and why', async () => {
  await withPage('etcd', { javaScriptEnabled: false }, async (page) => {
    const text = await page.locator('body').innerText();
    for (const part of [
      'violated: no order of the operations explains every answer',
      'event 74, the return of #37 client 7: read -> 4: read 4, but the register held 1',
      '86 operations',
      `verify ${etcd} --model cas-register`,
      'What cannot follow:',
      'The drawing needs JavaScript',
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.equal(await page.locator('pre').isVisible(), true);
  });
});

test('clients are rows, and the first error is marked, in view, and explained', async () => {
  await withPage('etcd', {}, async (page) => {
    assert.deepEqual((await page.locator('.client').allInnerTexts()).slice(0, 3), [
      'client 0',
      'client 1',
      'client 2',
    ]);
    assert.equal(await page.locator('.plot .op.culprit').getAttribute('id'), 'op-37');
    assert.equal(await isInView(page, 'op-37'), true);
    assert.ok((await page.locator('.plot .op.core').count()) > 0);
    assert.equal(await page.locator('.plot .badge').count() > 10, true);
    const text = await details(page);
    assert.match(text, /#37 client 7: read \u2192 4/);
    assert.match(text, /Cannot be placed: read 4, but the register held 1/);
    assert.equal(await page.locator('details.block').getAttribute('open'), null);
    assert.match(await page.locator('.toolbar').innerText(), /86 of 86 operations drawn/);
  });
});

test('pointing at an operation shows the order through it and the state after it', async () => {
  await withPage('etcd', {}, async (page) => {
    await page.locator('#op-35 .bar').hover();
    await drawn(page);
    const text = await details(page);
    assert.match(text, /#35 client 5: write 1/);
    assert.match(text, /Place \d+ in the order; then the register holds 1/);
    assert.equal(await page.locator('.badge.active').count(), 1);
    await page.locator('h1').hover();
    await drawn(page);
    assert.match(await details(page), /#37 client 7/);
  });
});

test('keys move between operations; the active one is named, drawn and in view', async () => {
  await withPage('etcd', {}, async (page) => {
    await page.locator('.plot').focus();
    for (const [key, id] of [
      ['ArrowRight', 'op-38'],
      ['ArrowLeft', 'op-37'],
      ['Home', 'op-0'],
      ['ArrowLeft', 'op-0'],
      ['ArrowDown', 'op-1'],
      ['ArrowUp', 'op-0'],
      ['End', 'op-85'],
      ['ArrowRight', 'op-85'],
      ['e', 'op-37'],
    ]) {
      await press(page, key);
      assert.equal(await active(page), id, key);
      assert.equal(await isInView(page, id), true, key);
      assert.equal(await page.locator(`#${id}`).getAttribute('aria-selected'), 'true', key);
    }
    assert.match(
      await page.locator('#op-37').getAttribute('aria-label'),
      /^#37 client 7: read \u2192 4; first error; .*cannot be placed: read 4, but the register held 1/,
    );
    const ring = await page.locator('#op-37 .hit').evaluate((rect) => getComputedStyle(rect).stroke);
    assert.notEqual(ring, 'none');
    await press(page, 'Escape');
    assert.equal(await active(page), null);
  });
});

test('the first error is found from everywhere, by button and by key', async () => {
  await withPage('etcd', {}, async (page) => {
    const away = () =>
      page.evaluate(() => {
        document.querySelector('.chart').scrollLeft = 0;
        window.scrollTo(0, document.body.scrollHeight);
      });
    await away();
    await drawn(page);
    assert.equal(await isInView(page, 'op-37'), false);
    await press(page, 'e');
    assert.equal(await isInView(page, 'op-37'), true);
    await page.locator('.plot').press('Home');
    await away();
    await page.getByRole('button', { name: 'First error' }).click();
    await drawn(page);
    assert.equal(await isInView(page, 'op-37'), true);
    assert.equal(await active(page), 'op-37');
  });
});

test('help opens with ? and closes with Escape', async () => {
  await withPage('etcd', {}, async (page) => {
    await press(page, '?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    assert.match(await help.innerText(), /the first error/);
    await press(page, 'Escape');
    assert.equal(await help.isVisible(), false);
    await press(page, '?');
    assert.equal(await help.isVisible(), true);
  });
});

test('what cannot follow, the facts and the order lead to their operations', async () => {
  await withPage('etcd', {}, async (page) => {
    const section = (name) => page.locator('section', { has: page.getByRole('heading', { name }) });
    const fact = section('Facts that are enough').getByRole('button').first();
    const number = (await fact.innerText()).match(/^#(\d+)/)[1];
    await fact.click();
    await drawn(page);
    assert.equal(await active(page), `op-${number}`);
    assert.equal(await isInView(page, `op-${number}`), true);
    await section('What cannot follow').getByRole('button', { name: '#37' }).click();
    await drawn(page);
    assert.equal(await active(page), 'op-37');
    await press(page, 'Escape');
    const order = section(/^The longest order/);
    assert.match(await order.innerText(), /the register holds 1/);
    await order.getByRole('button', { name: '#35 ' }).click();
    await drawn(page);
    assert.equal(await active(page), 'op-35');
  });
});

test('outcomes, times and events of every kind are told apart', async () => {
  await withPage('everything', {}, async (page) => {
    assert.equal(await page.locator('.plot .op').count(), 5);
    const right = (id) =>
      page.locator(`#${id} .bar`).evaluate((rect) => rect.getBoundingClientRect().right);
    assert.equal(await right('op-2'), await right('op-3'));
    assert.ok((await right('op-2')) > (await right('op-4')));
    assert.equal(await page.locator('.plot .op.unknown').count(), 2);
    const looks = (id, part, property) =>
      page.locator(`#${id} ${part}`).evaluate((e, name) => getComputedStyle(e)[name], property);
    assert.notEqual(await looks('op-2', '.bar', 'strokeDasharray'), 'none');
    assert.equal(await page.locator('#op-1 text').textContent(), '\u25c6 write 2 \u2192 failed');
    assert.notEqual(await looks('op-1', '.bar', 'fill'), await looks('op-0', '.bar', 'fill'));
    assert.equal(await page.locator('.corner').innerText(), 'event\nfaults\neffects');
    assert.deepEqual(await page.locator('.mark title').allTextContents(), [
      'process 4 crashed (event 6)',
      'process 4 restarted (event 10)',
      'clock moved by -500 ns (event 11)',
      'client 0: effect sent mail (event 9)',
    ]);
    const top = (id) =>
      page.locator(`#${id} .bar`).evaluate((rect) => rect.getBoundingClientRect().top);
    assert.notEqual(await top('op-2'), await top('op-3')); // one client, two at once
    await page.locator('#op-4 .bar').hover();
    await drawn(page);
    assert.match(
      await details(page),
      /called at event 12 \(1\.003 ms\), returned at event 13 \(2\.505 ms\), took 1\.502 ms/,
    );
    await page.locator('#op-1 .bar').hover();
    await drawn(page);
    assert.match(await details(page), /it is certain that it did not happen/);
  });
});

test('of ten thousand operations the page draws a window, and all when asked', async () => {
  assert.ok(statSync(files.long).size <= 200_000);
  await withPage('long', {}, async (page) => {
    assert.match(await page.locator('.toolbar').innerText(), /400 of 10,000 operations drawn/);
    assert.equal(await isInView(page, 'op-9999'), true);
    await page.getByRole('button', { name: 'Draw the 9,600 other operations' }).click();
    await page.getByText('10,000 of 10,000 operations drawn').waitFor();
    await drawn(page);
    assert.equal(await isInView(page, 'op-9999'), true);
    await page.locator('.plot').focus();
    await press(page, 'Home');
    assert.equal(await active(page), 'op-0');
    assert.equal(await isInView(page, 'op-0'), true);
    assert.match(await details(page), /client \d: write \d+/);
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    assert.ok(elements < 4000, `${elements} elements`);
  });
});

test('a browser that cannot unpack says so and goes on', async () => {
  const init = () => delete window.DecompressionStream;
  await withPage('long', { init }, async (page) => {
    await page.getByRole('button', { name: 'Draw the 9,600 other operations' }).click();
    await page.getByText('This browser cannot unpack them').waitFor();
    await press(page, 'e');
    assert.equal(await isInView(page, 'op-9999'), true);
  });
});

test('what held shows its order and has no error to go to', async () => {
  await withPage('held', {}, async (page) => {
    assert.match(await page.locator('.verdict.held').innerText(), /^held: /);
    assert.equal(await page.getByRole('button', { name: 'First error' }).count(), 0);
    assert.ok((await page.locator('.plot .badge').count()) > 0);
    assert.equal(await page.getByRole('heading', { name: /An order that explains/ }).count(), 1);
    await press(page, 'e');
    assert.equal(await active(page), null);
  });
});

test('hostile names are shown, cut, and not obeyed', async () => {
  await withPage('hostile', {}, async (page) => {
    assert.equal(await page.locator('img').count(), 0);
    assert.match(await page.title(), /^oncelab verify: /);
    const html = await page.content();
    assert.ok(!html.includes('\u202e'));
    const client = await page.locator('.client').last().innerText();
    assert.ok(client.includes(attack.slice(0, 20)));
    assert.ok(client.length < 400);
    assert.ok((await page.locator('.mark title').textContent()).length < 400);
  });
});

/// Relative luminance and contrast as WCAG defines them.
function contrast(a, b) {
  const luminance = (color) => {
    const [r, g, blue] = color
      .match(/[\d.]+/g)
      .map((part) => Number(part) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
  };
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

test('light and dark differ, and what is written stands out in both', async () => {
  const grounds = [];
  for (const colorScheme of ['light', 'dark']) {
    await withPage('etcd', { colorScheme }, async (page) => {
      const color = (selector, property) =>
        page.locator(selector).first().evaluate((e, name) => getComputedStyle(e)[name], property);
      const ground = await color('body', 'backgroundColor');
      grounds.push(ground);
      for (const [ink, inkName, under, underName] of [
        ['.plot .op.ok:not(.later) text', 'fill', 'body', 'backgroundColor'],
        ['.plot .op.culprit text', 'fill', 'body', 'backgroundColor'],
        ['.plot .badge text', 'fill', '.plot .badge rect', 'fill'],
        ['.details .note', 'color', '.details', 'backgroundColor'],
        ['.details .reason', 'color', '.details', 'backgroundColor'],
        ['.axis .number', 'fill', '.axis', 'backgroundColor'],
        ['.client span', 'color', '.clients', 'backgroundColor'],
        ['button.link', 'color', 'body', 'backgroundColor'],
        ['.verdict', 'color', '.verdict', 'backgroundColor'],
      ]) {
        const ratio = contrast(await color(ink, inkName), await color(under, underName));
        assert.ok(ratio >= 4.5, `${colorScheme}: ${ink} has ${ratio.toFixed(2)}`);
      }
    });
  }
  assert.notEqual(grounds[0], grounds[1]);
});
