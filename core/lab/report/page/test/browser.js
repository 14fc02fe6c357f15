// Headless Chromium for the tests: no network, a fresh profile, everything the page complains about.
import { chromium } from 'playwright-core';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/// A browser whose profile is a fresh temporary folder.
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args,
  });
}

/// Opens a page; `complaints` collects console errors, exceptions, requests and refusals of the
/// content security policy. `init` is run in the page before its own script.
export async function open(browser, url, options = {}, init = null) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  if (init) {
    await context.addInitScript(init);
  }
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complaints.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    if (request.url() !== url) {
      complaints.push(`request: ${request.url()}`);
    }
  });
  await page.goto(url);
  return { page, context, complaints };
}
