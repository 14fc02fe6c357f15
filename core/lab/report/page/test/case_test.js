// The page of failing runs, as explore and check write it, and of a long run that none has.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch, open } from './browser.js';
import { longRun, packed, pageOf } from './case_data.js';

let browser, folder;
const url = (name) => pathToFileURL(join(folder, name)).href;

/// Runs oncelab, which exits with 1 where something failed.
function oncelab(...args) {
  try {
    execFileSync(process.env.ONCELAB, args, { cwd: folder, stdio: 'pipe' });
  } catch (error) {
    assert.equal(error.status, 1, error.stderr?.toString());
  }
}

/// A page of oncelab with other data in it: head, policy, style and script stay.
function withData(name, data) {
  const html = readFileSync(join(folder, 'naive.html'), 'utf8');
  const begin = html.indexOf('id="data">') + 'id="data">'.length;
  const end = html.indexOf('</script>', begin);
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  writeFileSync(join(folder, name), html.slice(0, begin) + text + html.slice(end));
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'oncelab-case-'));
  oncelab('explore', 'inbox', '--variant', 'naive', '--html', 'naive.html');
  oncelab('explore', 'inbox', '--html', 'held.html', '--schedules-max', '20');
  oncelab('check', 'redelivery', '--html', 'check.html');
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

async function withPage(name, options, use) {
  const { page, context, complaints } = await open(browser, url(name), options);
  await use(page);
  assert.deepEqual(complaints, []);
  await context.close();
}

const slider = (page) => page.getByRole('slider', { name: 'Steps done' });
const position = async (page) => Number(await slider(page).inputValue());
/// Waits until what was asked for is drawn.
const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
const current = (page) => page.locator('[aria-current=step]');
const header = (page, column) => page.getByRole('columnheader').nth(column + 1).innerText();

test('without JavaScript the page says verdict, coverage, commands and the run', async () => {
  await withPage('naive.html', { javaScriptEnabled: false }, async (page) => {
    const text = await page.locator('body').innerText();
    for (const part of [
      'violated: linearizability, after 2 schedules',
      'message m1 had its effect 2 times',
      'random: stopped after 2 schedules',
      'explore inbox --variant naive --html naive.html',
      'replay oncelab-cases/',
      '-- preempted here --',
      '| critical window: client 0 was preempted after step 1 and went on with step 6',
      'answered delivered, but message m1 was already handled',
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.match(text, /Seed\s+1\n/);
    assert.equal(await page.locator('pre').isVisible(), true);
  });
});

test('the run opens where the critical window does', async () => {
  await withPage('naive.html', {}, async (page) => {
    assert.equal(await position(page), 2);
    assert.match(await page.getByRole('status').innerText(), /step 1, client 0: unlock mutex #1/);
    assert.match(await page.getByRole('status').innerText(), /in the critical window/);
    assert.match(await page.getByRole('status').innerText(), /memory_mark_store\.cpp:8/);
    assert.match(await current(page).innerText(), /^1\s+unlock mutex #1/);
    assert.equal(await page.locator('.rows .critical').count(), 11);
    assert.match(await header(page, 0), /client 0\s+in handle m1\s+next: lock mutex #1/);
    assert.match(await header(page, 1), /client 1\s+next: lock mutex #1/);
  });
});

test('the slider moves through the steps', async () => {
  await withPage('naive.html', {}, async (page) => {
    assert.equal(await slider(page).getAttribute('max'), '8');
    await slider(page).fill('5');
    await drawn(page);
    assert.match(await current(page).innerText(), /^4\s/);
    assert.equal(await page.locator('.rows .done').count(), 10);
    const words = await slider(page).getAttribute('aria-valuetext');
    assert.equal(words, 'step 4, client 1: lock mutex #1');
    await slider(page).focus();
    await page.keyboard.press('ArrowRight');
    await drawn(page);
    assert.equal(await position(page), 6);
    await page.keyboard.press('Home');
    await drawn(page);
    assert.equal(await position(page), 0);
    assert.equal(await current(page).count(), 0);
    assert.equal(await page.locator('.rows .done').count(), 0);
    await page.keyboard.press('End');
    await drawn(page);
    assert.equal(await position(page), 8);
    assert.equal(await page.locator('.rows .to-come').count(), 0);
    assert.match(await header(page, 1), /no more steps/);
  });
});

test('keys move through the steps, to the window and to the marks', async () => {
  await withPage('naive.html', {}, async (page) => {
    const press = async (key, expected) => {
      await page.keyboard.press(key);
      await drawn(page);
      assert.equal(await position(page), expected, key);
    };
    await press('ArrowRight', 3);
    await press('ArrowLeft', 2);
    await press('ArrowLeft', 1);
    await press('n', 2);
    await press('n', 2);
    await press('ArrowRight', 3);
    await press('p', 2);
    await press('Control+ArrowRight', 2);
    await page.getByRole('table', { name: 'The steps of the run' }).focus();
    await press('End', 8);
    await press('ArrowDown', 8);
    await press('ArrowUp', 7);
    await press('w', 2);
    await press('Home', 0);
    await press('ArrowUp', 0);
  });
});

test('keys that come faster than the page is drawn all count', async () => {
  await withPage('naive.html', {}, async (page) => {
    await page.evaluate(() => {
      for (let i = 0; i < 5; ++i) {
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
      }
    });
    await page.locator('[aria-current=step]', { hasText: /^6/ }).waitFor();
    assert.equal(await position(page), 7);
  });
});

test('buttons and rows move too, and say where they lead', async () => {
  await withPage('naive.html', {}, async (page) => {
    await page.getByRole('button', { name: 'One step on' }).click();
    await drawn(page);
    assert.equal(await position(page), 3);
    await page.getByRole('button', { name: 'To the critical window' }).click();
    await drawn(page);
    assert.equal(await position(page), 2);
    assert.equal(await page.getByRole('button', { name: 'To the next mark' }).isDisabled(), true);
    await page.locator('.rows .row').last().click();
    await drawn(page);
    assert.equal(await position(page), 8);
    assert.equal(await page.getByRole('button', { name: 'One step on' }).isDisabled(), true);
  });
});

test('what held says so and has no run', async () => {
  await withPage('held.html', {}, async (page) => {
    const text = await page.locator('body').innerText();
    assert.match(text, /held: sampled 20 schedules/);
    assert.match(text, /No run failed/);
    assert.equal(await slider(page).count(), 0);
  });
});

test('a page of several verdicts shows one failing run after the other', async () => {
  await withPage('check.html', {}, async (page) => {
    assert.equal(await page.locator('.verdicts tr').count(), 3);
    assert.match(await page.locator('h2').first().innerText(), /variant mark-first/);
    // The crash is a mark, and its row goes across all columns.
    assert.match(await page.getByRole('status').innerText(), /process 1 crashes/);
    const crash = await page.locator('.row.crash .across').boundingBox();
    const row = await page.locator('.row.crash').boundingBox();
    assert.ok(crash.width > row.width * 0.8);
    const name = 'Show the failing run of redelivery two-writes';
    await page.getByRole('button', { name }).click();
    await drawn(page);
    assert.match(await page.locator('h2').first().innerText(), /variant two-writes/);
    assert.match(await page.locator('.run').innerText(), /message m2 had its effect 2 times/);
    assert.match(await page.locator('.row.fault').innerText(), /no space/);
  });
});

test('of a long run only what is in sight is in the document', async () => {
  const long = longRun();
  withData('long.html', pageOf(packed(long)));
  await withPage('long.html', {}, async (page) => {
    await page.locator('.table').waitFor();
    assert.equal(await page.locator('.table').getAttribute('aria-rowcount'), `${long.count + 1}`);
    const rows = page.locator('.rows .row');
    assert.ok((await rows.count()) < 100);
    await page.keyboard.press('n');
    await drawn(page);
    assert.equal(await position(page), 10_000);
    assert.equal(await current(page).isVisible(), true);
    await slider(page).fill('49999');
    await drawn(page);
    assert.equal(await current(page).isVisible(), true);
    assert.match(await current(page).innerText(), /^49998\s/);
    assert.ok((await rows.count()) < 100);
    await page.locator('.table').evaluate((table) => table.scrollTo(0, 0));
    await page.locator('[aria-rowindex="2"]').waitFor();
    assert.ok((await rows.count()) < 100);
  });
});

test('a run that cannot be unpacked is said to be so', async () => {
  withData('broken.html', pageOf({ ...packed(longRun({ steps: 10 })), packed: 'AAAA' }));
  await withPage('broken.html', {}, async (page) => {
    await page.getByText('cannot unpack the run').waitFor();
    assert.equal(await slider(page).count(), 0);
  });
});

test('of many clients the one that makes the step is in sight', async () => {
  withData('wide.html', pageOf(longRun({ steps: 200, clients: 16, turn: 10 })));
  await withPage('wide.html', {}, async (page) => {
    await slider(page).fill('155');
    await drawn(page);
    const cell = await current(page).locator('.what').boundingBox();
    const table = await page.locator('.table').boundingBox();
    assert.ok(cell.x >= table.x && cell.x + cell.width <= table.x + table.width);
  });
});

test('a run that the page does not have is named all the same', async () => {
  const { run, ...rest } = longRun({ steps: 10 });
  withData('left-out.html', pageOf({ ...rest, count: 300_000 }));
  await withPage('left-out.html', {}, async (page) => {
    assert.match(await page.locator('.run').innerText(), /300000 rows, too many for this page/);
  });
});

test('hostile texts are shown, not obeyed', async () => {
  const hostile = '</script><img src=x onerror="document.title=1">';
  const data = longRun({ steps: 20, clients: 2, turn: 5 });
  data.run.texts = data.run.texts.map((text) => text && hostile + text);
  data.run.columns = [hostile, hostile];
  withData('hostile.html', pageOf({ ...data, title: hostile, explanation: hostile }));
  await withPage('hostile.html', {}, async (page) => {
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.locator('h2').first().innerText(), hostile);
    assert.ok((await current(page).innerText()).includes(hostile));
    assert.match(await page.title(), /^oncelab explore/);
  });
});

test('light and dark differ, and text stands out in both', async () => {
  const grounds = [];
  for (const colorScheme of ['light', 'dark']) {
    await withPage('naive.html', { colorScheme }, async (page) => {
      // Of every text, the contrast with what lies behind it (WCAG): at least 4.5.
      const { worst, ground } = await page.evaluate(() => {
        const parse = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
        const luminance = ([r, g, b]) => {
          const [x, y, z] = [r, g, b].map((v) => {
            const share = v / 255;
            return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * x + 0.7152 * y + 0.0722 * z;
        };
        const groundOf = (element) => {
          for (let at = element; at; at = at.parentElement) {
            const color = parse(getComputedStyle(at).backgroundColor);
            if (color.length === 3 || color[3] === 1) {
              return color;
            }
          }
          return [255, 255, 255];
        };
        const result = { worst: { contrast: 99 }, ground: groundOf(document.body).join() };
        for (const element of document.querySelectorAll('#app *')) {
          const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== '');
          if (!own || element.closest('button:disabled, svg')) {
            continue;
          }
          const a = luminance(parse(getComputedStyle(element).color));
          const b = luminance(groundOf(element));
          const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          if (contrast < result.worst.contrast) {
            result.worst = { contrast, text: element.textContent, name: element.className };
          }
        }
        return result;
      });
      assert.ok(worst.contrast >= 4.5, JSON.stringify(worst));
      grounds.push(ground);
    });
  }
  assert.notEqual(grounds[0], grounds[1]);
});
