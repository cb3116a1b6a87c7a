// Times of the solver in the browser beside those of the program on one thread: `node times.mjs FOLDER TRAYBIT`.
//
// FOLDER is what `src/web/build` made, TRAYBIT the program `traybit` of a release build. Each line has a puzzle, the milliseconds of
// the program (the whole process) and of the solver in headless Chromium (from the question to the answer, on a fresh page), and
// their ratio: medians of five, taken in turn. The last line has the milliseconds from a press on Cancel to the word that it is done.
// Not a part of the gate.

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

import { browser } from './chromium.mjs';
import { serve } from './server.mjs';

const [folder, program] = process.argv.slice(2).map((path) => resolve(path));
const { home } = await serve(folder);
const context = await browser.newContext();

const CASES = [
  ['Klotski, slides', 'klotski', 'solve', { aim: 'slides' }, ['solve', 'klotski', '--metric', 'slide']],
  ['Klotski, steps', 'klotski', 'solve', { aim: 'steps' }, ['solve', 'klotski', '--metric', 'step']],
  ['Klotski, path moves', 'klotski', 'solve', { aim: 'paths' }, ['solve', 'klotski', '--metric', 'path']],
  ['Rush Hour 51', 'rush-hour-51', 'solve', { aim: 'slides' }, ['solve', 'rush-hour-51']],
  ['8-puzzle, 31 moves', 'eight-31', 'solve', { aim: 'moves' }, ['solve', 'eight-31']],
  ['15-puzzle, 80 moves', 'fifteen-80', 'solve', { aim: 'moves' }, ['solve', 'fifteen-80', '--goal', 'blank-first']],
  ['Popinjay', 'popinjay', 'packings', { from: 0, most: 1 }, ['solve', 'popinjay']],
  ['pentominoes 6×10, first', 'pentominoes-6x10', 'packings', { from: 0, most: 1 }, ['solve', 'pentominoes-6x10']],
  ['pentominoes 6×10, counted', 'pentominoes-6x10', 'count', {}, ['count', 'pentominoes-6x10']],
];

function native(words) {
  const began = performance.now();
  const { status, stderr } = spawnSync(program, [...words, '--threads', '1', '--quiet']);
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
  return performance.now() - began;
}

async function inBrowser(name, ask, rest) {
  const page = await context.newPage();
  await page.goto(`${home}#name=${name}`);
  await page.waitForSelector('body[data-ready]');
  const took = await page.evaluate(async (request) => {
    const { puzzle: { text, goal, number }, solver } = window.playground;
    const began = performance.now();
    const answered = await solver.ask({ ...request, text, goal, number, time: 600, memory: 2000000000 });
    if (answered.refused !== undefined) throw new Error(answered.refused);
    return performance.now() - began;
  }, { ask, ...rest });
  await page.close();
  return took;
}

async function cancelling() {
  const page = await context.newPage();
  await page.goto(`${home}#name=fifteen-80`);
  await page.waitForSelector('body[data-ready]');
  await page.selectOption('#aim', 'moves');
  await page.click('#solve');
  await page.waitForFunction(() => /positions a second/.test(document.querySelector('#found').textContent));
  const took = await page.evaluate(async () => {
    const began = performance.now();
    document.querySelector('#cancel').click();
    while (document.querySelector('#found').textContent !== 'Cancelled.') await new Promise((resolve) => { setTimeout(resolve, 1); });
    return performance.now() - began;
  });
  await page.close();
  return took;
}

const median = (times) => times.sort((one, other) => one - other)[2];
for (const [title, name, ask, rest, words] of CASES) {
  const times = { native: [], browser: [] };
  for (let turn = 0; turn < 5; turn += 1) {
    times.native.push(native(words));
    times.browser.push(await inBrowser(name, ask, rest));
  }
  const [one, other] = [median(times.native), median(times.browser)];
  console.log(`${title.padEnd(28)}${one.toFixed(1).padStart(10)}${other.toFixed(1).padStart(10)}${(other / one).toFixed(2).padStart(8)}`);
}
const presses = [];
for (let turn = 0; turn < 5; turn += 1) presses.push(await cancelling());
console.log(`${'cancelling'.padEnd(38)}${median(presses).toFixed(1).padStart(10)}`);
await browser.close();
process.exit(0);
