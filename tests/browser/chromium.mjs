// A headless Chromium, or the end of the program with status 77 where it or its driver is missing.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const SKIPPED = 77;

export function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(SKIPPED);
}

function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'chromium')).find(existsSync) ?? skip('chromium was not found');
}

const { chromium } = await import('playwright-core').catch(() =>
  skip('playwright-core is not installed: npm ci --prefix tests/browser'));

export const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync',
  ],
});

// Runs visits, [what, ...arguments], and ends the program: with status 1 if one of them failed.
export async function runAll(visits, visit) {
  let failed = 0;
  for (const [what, ...rest] of visits) {
    try {
      await visit(...rest);
      console.log(`ok      ${what}`);
    } catch (error) {
      failed += 1;
      console.log(`failed  ${what}\n${error.stack}`);
    }
  }
  await browser.close();
  process.exit(failed === 0 ? 0 : 1);
}
