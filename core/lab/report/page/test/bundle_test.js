// The bundle by itself: what kind of data it draws.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch, open } from './browser.js';

const dist = process.env.PAGE_DIST;
let browser, folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'oncelab-bundle-'));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

test('data of a kind that it does not know leaves the text alone', async () => {
  const file = join(folder, 'unknown.html');
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><details class="block" open><summary>Why</summary>
    <pre>text</pre></details><main id="app"></main>
    <script type="application/json" id="data">{"kind":"none of ours"}</script>
    <script>${readFileSync(join(dist, 'page.js'), 'utf8')}</script>`,
  );
  const { page, context, complaints } = await open(browser, pathToFileURL(file).href);
  assert.equal(await page.locator('pre').isVisible(), true);
  assert.equal(await page.locator('#app').innerHTML(), '');
  assert.deepEqual(complaints, []);
  await context.close();
});
