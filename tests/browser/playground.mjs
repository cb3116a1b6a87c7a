// Drives the playground in headless Chromium: `node playground.mjs FOLDER`, the folder that `src/web/build` made.
//
// With a second argument it writes screenshots there. Ends with status 77 where the browser or its driver is missing.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { browser, runAll } from './chromium.mjs';
import { serve } from './server.mjs';

const pictures = process.argv[3];
const { home, server } = await serve(resolve(process.argv[2]));

async function visit(address, settings, use) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', acceptDownloads: true, ...settings });
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(home + address);
  await page.waitForSelector('body[data-ready]');
  await use(page, context);
  assert.deepEqual(complaints, [], 'the console stays empty');
  await context.close();
}

const told = (page) => page.textContent('#told');
const found = (page) => page.textContent('#found');
const solved = (page, pattern) => page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector('#found').textContent), pattern, { timeout: 120000 });

// Plays what the hints of the solver say, until the puzzle is solved.
async function followHints(page, most) {
  for (let move = 0; move < most; move += 1) {
    if (/^Solved/.test(await page.textContent('#score'))) return;
    await page.click('#hint');
    await page.waitForFunction(() => document.querySelector('#told').textContent.startsWith('Hint: '));
    const [, piece, ways] = /^Hint: (\S+) (.+) \(/.exec(await told(page));
    await page.locator('#board').focus();
    const isTile = /^\d+$/.test(piece);
    if (!isTile) await page.keyboard.press(piece);
    for (const part of ways.split(', ')) {
      const [way, cells] = part.split(' ');
      for (let cell = 0; cell < Number(cells ?? 1); cell += 1) await page.keyboard.press(`Arrow${way[0].toUpperCase()}${way.slice(1)}`);
    }
  }
  assert.match(await page.textContent('#score'), /^Solved/);
}

// The position that an address leads to, in a page of its own.
async function openedAgain(page, context) {
  const again = await context.newPage();
  await again.goto(page.url());
  await again.waitForSelector('body[data-ready]');
  const state = (one) => one.evaluate(() => [window.traybit.game.places, window.traybit.game.at, document.querySelector('#title').textContent]);
  assert.deepEqual(await state(again), await state(page));
  await again.close();
}

const cell = (page, row, column) => page.locator(`#cells [data-row="${row}"][data-column="${column}"]`);

// Presses on a cell and runs over others.
async function stroke(page, cells) {
  const middles = [];
  for (const [row, column] of cells) {
    const box = await cell(page, row, column).boundingBox();
    middles.push([box.x + box.width / 2, box.y + box.height / 2]);
  }
  await page.mouse.move(...middles[0]);
  await page.mouse.down();
  for (const middle of middles.slice(1)) await page.mouse.move(...middle, { steps: 4 });
  await page.mouse.up();
}

async function size(page, rows, columns) {
  for (const [id, number] of [['#rows-count', rows], ['#columns-count', columns]]) {
    await page.fill(id, `${number}`);
    await page.locator(id).blur();
  }
}

async function drawsBlocks(page, context) {
  await page.click('#draw');
  await page.selectOption('#kind', 'blocks');
  await page.click('#anew');
  await size(page, 3, 4);
  await stroke(page, [[0, 0], [1, 0]]);
  await stroke(page, [[0, 1], [0, 2]]);
  await page.check('[name=tool][value=wall]');
  await stroke(page, [[2, 3]]);
  await page.check('[name=tool][value=goal]');
  await stroke(page, [[0, 0]]);
  await stroke(page, [[0, 3]]);
  await page.click('#draw-open');
  await page.waitForSelector('#editor:not([open])', { state: 'attached' });
  assert.match(await page.textContent('#task'), /Get a to rows 1 and 2, column 4/);
  await page.selectOption('#aim', 'steps');
  await page.click('#solve');
  await solved(page, 'shortest solution, proven');
  await followHints(page, 30);
  await openedAgain(page, context);
}

async function drawsTiles(page, context) {
  await page.click('#draw');
  await page.selectOption('#kind', 'tiles');
  await size(page, 3, 3);
  await cell(page, 0, 0).click();
  await cell(page, 0, 1).click();
  await cell(page, 1, 0).click();
  await cell(page, 1, 1).click();
  await page.click('#draw-open');
  await page.waitForSelector('#editor:not([open])', { state: 'attached' });
  await page.click('#solve');
  await solved(page, 'moves, the shortest solution, proven');
  await page.selectOption('#aim', 'pushes');
  await page.click('#solve');
  await solved(page, 'pushes, the shortest solution, proven');
  await page.selectOption('#aim', 'moves');
  await page.click('#solve');
  await solved(page, 'moves, the shortest solution, proven');
  await followHints(page, 60);
  await openedAgain(page, context);
}

async function drawsPieces(page, context) {
  await page.click('#draw');
  await page.selectOption('#kind', 'pieces');
  await size(page, 3, 4);
  await page.fill('#piece-list input >> nth=1', '4');
  await page.click('#draw-open');
  await page.waitForSelector('#editor:not([open])', { state: 'attached' });
  await page.click('#count');
  await solved(page, '4 packings, 2 up to symmetry');
  await page.click('#solve');
  await solved(page, 'Packings 1 to 4, and no others');
  assert.equal(await page.evaluate(() => window.traybit.game.content.solutions.length), 4);
  // Laid by hand, as the first packing has it.
  const isLaid = await page.evaluate(() => {
    const { game } = window.traybit;
    for (const changes of game.stepsOf(0, 0)) game.make(changes);
    return game.isMet();
  });
  assert(isLaid);
  assert.match(await page.textContent('#score'), /^Solved\.$/);
  await openedAgain(page, context);
}

// Built-in puzzles: name, what to find, and what the solver says.
const KNOWN = [
  ['klotski', 'slides', '^90 slides, the shortest'], ['klotski', 'steps', '^116 steps, the shortest'], ['klotski', 'paths', '^81 path moves, the shortest'],
  ['rush-hour-51', 'slides', '^51 slides, the shortest'], ['eight-31', 'moves', '^31 moves, the shortest'],
];

async function solvesKnown(page) {
  for (const [name, aim, answer] of KNOWN) {
    await page.click('#choose');
    await page.fill('#find', name.replaceAll('-', '-'));
    await page.locator('#puzzles button', { hasText: new RegExp(`^${name.replaceAll('-', ' ')}$`) }).first().click();
    await page.waitForSelector('#chooser:not([open])', { state: 'attached' });
    await page.selectOption('#aim', aim);
    await page.click('#solve');
    await solved(page, answer);
  }
}

async function provesImpossible(page) {
  await page.click('#edit');
  await page.fill('#text', 'tray:\naab.\n\ngoal: b 0 0\n');
  await page.click('#text-open');
  await page.click('#solve');
  await solved(page, 'No solution exists: ');
  await page.click('#edit');
  await page.fill('#text', 'nothing');
  await page.click('#text-open');
  await page.waitForFunction(() => document.querySelector('#text-error').textContent.startsWith('the text, line 1, column 1: expected'));
  await page.keyboard.press('Escape');
}

// The 24-puzzle as sliding blocks, which no search finishes here.
const ENDLESS = `labels: ${[...'abcdefghijklmnopqrstuvwx'].join(' ')}

tray:
abcde
fghij
klmno
pqrst
uvwx.

goal:
xwvut
srqpo
nmlkj
ihgfe
dcba.
`;

async function cancelsAndKeepsLimits(page) {
  await page.click('#edit');
  await page.fill('#text', ENDLESS);
  await page.click('#text-open');
  await page.waitForSelector('#texts:not([open])', { state: 'attached' });
  await page.click('#solve');
  await page.waitForFunction(() => /positions a second/.test(document.querySelector('#found').textContent));
  await page.click('#cancel');
  await page.waitForFunction(() => document.querySelector('#found').textContent === 'Cancelled.');
  await page.click('.solving summary');
  await page.fill('#limit-time', '1');
  await page.click('#solve');
  await solved(page, 'Time limit reached');
  await page.fill('#limit-time', '60');
  await page.fill('#limit-memory', '40');
  await page.click('#solve');
  await solved(page, 'Memory limit reached');
}

async function saves(page) {
  for (const [button, ending, start] of [['#save-svg', 'svg', '<svg'], ['#save-png', 'png', '\x89PNG'], ['#save-gif', 'gif', 'GIF89a']]) {
    await page.click('#take');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
    assert.equal(download.suggestedFilename(), `klotski.${ending}`);
    const content = readFileSync(await download.path(), 'latin1');
    assert(content.startsWith(start), ending);
    await page.keyboard.press('Escape');
  }
  await page.click('#take');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=The CommonCode of a Huarong board')]);
  assert.equal(readFileSync(await download.path(), 'utf8').trim(), '1A9BF0C00');
}

// A solution from elsewhere is played from there, and an address leads to its position.
async function solvesFromElsewhere(page, context) {
  // Moves by pieces of which each is another one than the last, the first or the last that can.
  const by = (moves, find) => page.evaluate(([moves, find]) => {
    const { game } = window.traybit;
    for (let made = 0; made < moves; made += 1) {
      const piece = game.places[find]((_, piece) => piece !== game.steps[game.at - 1]?.at(-1)[0] && game.ways(piece).length > 0);
      game.push(piece, game.ways(piece)[0]);
    }
  }, [moves, find]);
  await by(3, 'findIndex');
  await page.click('#solve');
  await solved(page, '^From here: .*proven');
  await page.click('#start');
  await by(3, 'findLastIndex');
  await page.click('#reveal');
  assert.equal(await told(page), 'The known solution, from where it was found.');
  await openedAgain(page, context);
  assert(await page.evaluate(() => {
    const { game } = window.traybit;
    game.goTo(game.steps.length);
    return game.isMet() && game.steps.every(([[piece, from]]) => piece >= 0 && from !== null);
  }));
  await openedAgain(page, context);
}

// A field of a dialog is left by Enter, and an exact cover without a board has an address of its own.
async function keepsDialogs(page) {
  await page.click('#choose');
  await page.fill('#find', 'klotski');
  await page.keyboard.press('Enter');
  assert(await page.isVisible('#chooser'));
  await page.keyboard.press('Escape');
  const before = page.url();
  await page.click('#edit');
  await page.fill('#text', 'a b\n\na\nb\na b\n');
  await page.click('#text-open');
  await page.waitForSelector('#texts:not([open])', { state: 'attached' });
  assert.notEqual(page.url(), before);
  await page.keyboard.press('ArrowRight');
  await page.click('#count');
  await solved(page, '^2 solutions');
}

// Everything is reached and done with the keyboard.
async function takesKeys(page) {
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'choose');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#editor[open]');
  await page.selectOption('#kind', 'blocks');
  await page.click('#anew');
  await cell(page, 0, 0).focus();
  await page.keyboard.press(' ');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const names = [await cell(page, 0, 0), await cell(page, 0, 1), await cell(page, 1, 1)];
  assert.deepEqual(await Promise.all(names.map((one) => one.textContent())), ['a', 'a', 'b']);
  assert.match(await cell(page, 0, 1).getAttribute('aria-label'), /^Row 1, column 2: a$/);
}

async function hasNames(page) {
  const { default: axe } = await import('axe-core').catch(() => ({ default: null }));
  assert(axe !== null, 'axe-core: npm ci --prefix tests/browser');
  await page.evaluate(axe.source);
  for (const open of [null, '#choose', '#draw', '#edit', '#take']) {
    if (open !== null) await page.click(open);
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), [], `${open}`);
    if (open !== null) await page.keyboard.press('Escape');
  }
}

async function fits(page) {
  const { width, height } = page.viewportSize();
  for (const name of ['klotski', 'fifteen-80', 'pentominoes-6x10']) {
    await page.goto(`${home}#name=${name}`);
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= width, `${name}: the page is ${wide} pixels wide on a screen of ${width}`);
    const board = await page.locator('#board').boundingBox();
    assert(board.height >= Math.min(0.45 * height, 0.6 * width), `${name}: the board is ${board.height} high`);
    assert(board.y + board.height <= height, `${name}: the board ends at ${board.y + board.height}`);
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}-${width}x${height}-${await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))}.png`) });
  }
}

const SIZES = [[320, 568], [812, 375], [1280, 800]];
await runAll([
  ['blocks are drawn, solved, played and shared', '', {}, drawsBlocks],
  ['tiles are drawn, solved, played and shared', '', {}, drawsTiles],
  ['pieces are drawn, packed, laid and shared', '', {}, drawsPieces],
  ['known puzzles', '', {}, solvesKnown],
  ['impossible and wrong puzzles', '', {}, provesImpossible],
  ['cancelling and limits', '', {}, cancelsAndKeepsLimits],
  ['saving', '', {}, saves],
  ['keys', '', {}, takesKeys],
  ['solving from elsewhere', '', {}, solvesFromElsewhere],
  ['dialogs and exact covers', '', {}, keepsDialogs],
  ['names, by axe-core', '', {}, hasNames],
  ...SIZES.flatMap(([width, height]) => ['light', 'dark'].map((colorScheme) =>
    [`fits ${width} by ${height}, ${colorScheme}`, '', { viewport: { width, height }, colorScheme }, fits])),
], visit).finally(() => server.close());
