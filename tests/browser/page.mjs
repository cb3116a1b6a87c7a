// Drives pages of `traybit … --html` in headless Chromium: `node page.mjs FOLDER`.
//
// The folder has each page beside what it must agree with, which is read here and not from the page:
//
//   klotski.html   klotski.moves, as `traybit solve` wrote them; klotski, the tray; klotski.goal
//   eight.html     eight.moves, as `traybit solve` wrote them; the goal is in order, the gap last
//   packed.html    packed.txt, one packing as `traybit solve` drew it
//   several.html   several.txt, some packings
//   titled.html    a puzzle whose title is `</script><b>bold</b>`
//
// Ends with status 77 where the browser or its driver is missing.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { browser, runAll } from './chromium.mjs';

const folder = resolve(process.argv[2]);
const read = (name) => readFileSync(join(folder, name), 'utf8');
const numbers = (name) => read(name).trim().split('\n').map((line) => line.split(' ').map(Number));

// Opens a page, uses it, and sees that it said nothing on the console and asked for nothing.
async function visit(name, settings, use) {
  const context = await browser.newContext({
    viewport: { width: 1100, height: 900 }, reducedMotion: 'reduce', offline: true, ...settings,
  });
  const page = await context.newPage();
  const [complaints, requests] = [[], []];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => { complaints.push(`a dialog: ${dialog.message()}`); dialog.dismiss(); });
  context.on('request', (request) => requests.push(request.url()));
  const url = pathToFileURL(join(folder, name)).href;
  await page.goto(url);
  await use(page, context);
  assert.deepEqual(complaints, [], `${name}: the console stays empty`);
  assert.deepEqual(requests.filter((request) => request !== url && !request.startsWith('data:')), []);
  await context.close();
}

const position = (page) => page.evaluate(() => window.traybit.game.at);
const length = (page) => page.evaluate(() => window.traybit.game.steps.length);
const show = (page, move) => page.evaluate((move) => window.traybit.go(move), move);
const told = (page) => page.textContent('#told');
// The solution is hidden until it is asked for.
async function reveal(page) {
  assert.equal(await length(page), 0);
  assert(await page.isHidden('#moves') && await page.isHidden('#slider'));
  await page.click('#reveal');
  assert(await length(page) > 0);
  // A button in focus would take the space bar.
  await page.locator('#board').focus();
}
const settled = (page) => page.evaluate(() =>
  Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));

// Runs in the page: where each piece in sight is, in cells from the board's corner: top, left, height, width.
function measure(columns) {
  const floor = document.querySelector('#floor').getBoundingClientRect();
  const cell = floor.width / columns;
  const pieces = [...document.querySelectorAll('.piece:not(.absent)')].map((piece) => {
    const { top, left, height, width } = piece.querySelector('path').getBoundingClientRect();
    return [piece.dataset.piece, [(top - floor.top) / cell, (left - floor.left) / cell, height / cell, width / cell]];
  });
  return Object.fromEntries(pieces.map(([piece, box]) => [piece, box.map(Math.round)]));
}
const boxes = (page, columns) => page.evaluate(measure, columns);

// The same before the first of some moves and after each, made with the button.
const walk = (page, columns, moves) => page.evaluate(`(() => {
  ${measure}
  const seen = [measure(${columns})];
  for (let move = 0; move < ${moves}; move += 1) {
    document.querySelector('#next').click();
    seen.push(measure(${columns}));
  }
  return seen;
})()`);

// The piece that is seen in the middle of each cell, row by row: its number and its label.
const seen = (page, rows, columns) => page.evaluate(([rows, columns]) => {
  document.querySelector('#board').scrollIntoView();
  const floor = document.querySelector('#floor').getBoundingClientRect();
  return Array.from({ length: rows * columns }, (_, cell) => {
    const across = floor.left + (floor.width * ((cell % columns) + 0.5)) / columns;
    const down = floor.top + (floor.height * (Math.floor(cell / columns) + 0.5)) / rows;
    const piece = document.elementFromPoint(across, down)?.closest('.piece');
    return piece ? [piece.dataset.piece, piece.textContent] : null;
  });
}, [rows, columns]);

// The only piece whose box differs, before and after.
function moved(before, after) {
  const changed = Object.keys(after).filter((piece) => `${before[piece]}` !== `${after[piece]}`);
  assert.equal(changed.length, 1, `one piece moves, not ${changed.length}`);
  return [...before[changed[0]].slice(0, 2), ...after[changed[0]].slice(0, 2)];
}

async function meetsGoal(page, [rows, columns]) {
  const cells = await seen(page, rows, columns);
  const standing = Object.values(await boxes(page, columns)).map(String);
  for (const [top, left, bottom, right] of numbers('klotski.goal')) {
    assert(standing.includes(`${[top, left, bottom - top + 1, right - left + 1]}`), 'a block fills the goal');
    const within = cells.filter((_, cell) => {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      return top <= row && row <= bottom && left <= column && column <= right;
    });
    assert.equal(new Set(within.map((piece) => piece?.[0])).size, 1, 'one block is seen in the goal');
  }
}

async function stepsThrough(page) {
  const [moves, [size]] = [numbers('klotski.moves'), numbers('klotski')];
  await reveal(page);
  assert.equal(await length(page), moves.length);
  const before = await boxes(page, size[1]);
  await page.click('#next');
  assert.deepEqual(moved(before, await boxes(page, size[1])), moves[0]);
  await page.click('#back');
  const frames = await walk(page, size[1], moves.length);
  moves.forEach((move, made) => assert.deepEqual(moved(frames[made], frames[made + 1]), move));
  await meetsGoal(page, size);
  assert.match(await told(page), /Solved!/);
  assert.match(await page.textContent('#score'), /90 slides are the fewest, proven/);
  assert.match(await page.getAttribute('#board', 'aria-label'), /Solved! The board has 5 rows and 4 columns\. Row 1: /);
  // All the way back is the tray as it was.
  await page.click('#start');
  const blocks = numbers('klotski').slice(1).map(([top, left, bottom, right]) =>
    `${[top, left, bottom - top + 1, right - left + 1]}`);
  assert.deepEqual(Object.values(await boxes(page, size[1])).map(String).sort(), blocks.sort());
  await page.click('#reveal');
  assert.equal(await length(page), 0, 'the solution is hidden again');
  // From the middle, too: what is left are the player's own moves, none.
  await page.click('#reveal');
  await show(page, 7);
  await page.click('#reveal');
  assert.deepEqual([await length(page), await position(page)], [0, 0]);
}

// A move of one's own in the middle of the solution ends it, and an address has all moves.
async function leavesTheSolution(page) {
  await reveal(page);
  await show(page, 5);
  await page.evaluate(() => {
    const { game } = window.traybit;
    const [last, next] = [game.steps[4], game.steps[5]].map((changes) => changes.at(-1)[0]);
    const other = game.places.findIndex((_, piece) => piece !== last && piece !== next && game.ways(piece).length > 0);
    game.push(other, game.ways(other)[0]);
  });
  assert(await page.isHidden('#moves'));
  const places = () => page.evaluate(() => window.traybit.game.places);
  const before = await places();
  await page.reload();
  assert.deepEqual(await places(), before);
  assert.deepEqual([await length(page), await position(page)], [6, 6]);
}

async function takesKeys(page) {
  await reveal(page);
  const last = await length(page);
  for (const [key, expected] of [
    ['ArrowRight', 1], ['ArrowRight', 2], ['ArrowLeft', 1], ['End', last], ['ArrowRight', last], ['ArrowLeft', last - 1],
    ['Home', 0], ['ArrowLeft', 0],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await position(page), expected, key);
  }
  await page.selectOption('#speed', '50');
  await page.locator('#speed').blur();
  await page.keyboard.press(' ');
  await page.waitForFunction(() => window.traybit.game.at === window.traybit.game.steps.length);
  await page.waitForSelector('#play[aria-label="Play"]');
  // From the end it plays once more; a second stroke stops it.
  await page.selectOption('#speed', '0.5');
  await page.locator('#speed').blur();
  await page.keyboard.press(' ');
  assert.equal(await page.getAttribute('#play', 'aria-label'), 'Pause');
  assert.equal(await position(page), 0);
  await page.keyboard.press(' ');
  assert.equal(await page.getAttribute('#play', 'aria-label'), 'Play');
}

async function slidesAndLists(page) {
  await reveal(page);
  const last = await length(page);
  await page.locator('#slider').fill('7');
  assert.equal(await position(page), 7);
  await page.locator('#slider').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await position(page), 8);
  assert.match(await page.getAttribute('#slider', 'aria-valuetext'), /^Move 8 of \d+: /);
  await page.keyboard.press('End');
  assert.equal(await position(page), last);
  const current = page.locator('#list [aria-current]');
  assert.equal(await current.getAttribute('data-position'), `${last}`);
  assert(await current.evaluate((row) => {
    const [inner, outer] = [row, row.closest('#list')].map((element) => element.getBoundingClientRect());
    return inner.top >= outer.top && inner.bottom <= outer.bottom + 1;
  }), 'the current move is in sight');
  await show(page, 5);
  await page.click('#list [data-position="6"]');
  assert.equal(await position(page), 6);
  assert.match(await told(page), /^Move 6 of /);
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.position), '7');
  const names = await page.$$eval('button, input, select', (controls) => controls.map((control) =>
    control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? control.textContent));
  assert(names.every((name) => name.trim() !== ''), 'every control has a name');
}

// The middle of a piece on the screen, and the side of a cell there.
async function middle(page, label) {
  const piece = page.locator('.piece').filter({ hasText: new RegExp(`^${label}$`) });
  const box = await piece.locator('path').boundingBox();
  const side = await page.evaluate(() => document.querySelector('#board').getScreenCTM().a * 100);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, side };
}

// A block follows a finger as far as it can.
async function takesTouches(page, context) {
  const { x, y, side } = await middle(page, 'g');
  const driver = await context.newCDPSession(page);
  const touch = (type, down) => driver.send('Input.dispatchTouchEvent', {
    type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + down * side }],
  });
  await touch('touchStart', 0);
  // At a finger's pace: after a throw the browser takes the next tap for its end.
  for (const part of [0.3, 0.6, 1, 2, 2, 2, 2]) {
    await touch('touchMove', part);
    await page.waitForTimeout(40);
  }
  await touch('touchEnd', 2);
  await page.waitForFunction(() => window.traybit.game.at === 1);
  assert.equal(await told(page), 'g cannot go down: the edge is in the way.');
  await page.tap('#back');
  await page.waitForFunction(() => document.querySelector('#told').textContent === 'At the start.');
}

// Played by hand: with the mouse and with keys, undone and made again, and led back to the solution.
async function playsByHand(page) {
  assert.match(await told(page), /^Drag a block, or press its letter/, 'how to play is said first');
  const { x, y, side } = await middle(page, 'g');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 0.6 * side);
  await page.mouse.up();
  assert.equal(await told(page), 'Move 1: g down.');
  assert.match(await page.textContent('#score'), /^You 1 slide · fewest 90$/);
  // A letter in the other case will do; a letter of no block is told.
  await page.keyboard.press('H');
  assert.match(await told(page), /^h is chosen/);
  await page.keyboard.press('q');
  assert.equal(await told(page), 'No piece is named q.');
  await page.keyboard.press('ArrowDown');
  assert.equal(await told(page), 'Move 2: h down.');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await told(page), 'h cannot go left: g is in the way.');
  assert.equal(new URL(page.url()).hash, '#at=2&own=6d.7d');
  await page.click('#hint');
  assert.match(await told(page), /^(Back to the known solution: undo h down|Hint: )/);
  assert.equal(await page.locator('#arrow path').count(), 2);
  const outlined = await page.locator('.piece.moved').allTextContents();
  assert.deepEqual(outlined, [/undo (\w)|Hint: (\w)/.exec(await told(page)).slice(1).find(Boolean)], 'the hint outlines its own block');
  await page.click('#back');
  await page.click('#next');
  assert.equal(await told(page), 'Move 2: h down.');
  await page.keyboard.press('Backspace');
  await page.click('#start');
  assert.equal(await position(page), 0);
  assert.match(await told(page), /^At the start/);
  // A link leads to the same position and moves.
  await page.evaluate(() => { location.hash = '#at=2&own=6d.7d'; });
  await page.waitForFunction(() => document.querySelector('#told').textContent === 'Move 2: h down.');
  await page.evaluate(() => { location.hash = '#at=5&solution=1'; });
  await page.waitForFunction(() => window.traybit.game.at === 5);
  assert.match(await page.textContent('#task'), /^Goal: Get b to rows 4 and 5, columns 2 and 3\./);
}

// The status, the outline and the position are of one move while the page plays, and of the hint's after that.
async function agreesWhilePlaying(page) {
  const state = () => page.evaluate(() => [
    document.querySelector('#told').textContent, window.traybit.game.at, document.querySelector('.piece.moved')?.textContent,
  ]);
  await reveal(page);
  await page.click('#play');
  await page.waitForFunction(() => window.traybit.game.at > 1);
  const [words, made, outlined] = await state();
  assert(words.startsWith(`Move ${made} of `) && words.includes(`: ${outlined} `), `${words} (${made}, ${outlined})`);
  await page.click('#hint');
  const [hint, , pointed] = await state();
  assert(hint.startsWith(`Hint: ${pointed} `), `${hint} (${pointed})`);
  assert.equal(await page.getAttribute('#play', 'aria-label'), 'Play', 'a hint stops the playing');
}

// The hints of the page, made by hand with keys, lead to the goal in as few moves.
async function followsHints(page) {
  for (let move = 0; move < 90; move += 1) {
    await page.keyboard.press('?');
    const hint = await told(page);
    const [, block, ways] = /^Hint: (\S+) (.+) \(/.exec(hint) ?? assert.fail(hint);
    await page.keyboard.press(block);
    for (const part of ways.split(', ')) {
      const [way, cells] = part.split(' ');
      for (let cell = 0; cell < Number(cells ?? 1); cell += 1) {
        await page.keyboard.press(`Arrow${way[0].toUpperCase()}${way.slice(1)}`);
      }
    }
    if (/Solved!/.test(await told(page))) break;
  }
  assert.match(await page.textContent('#score'), /^Solved: you 90 slides · fewest 90$/);
}

// A tile beside the blank cell is tapped or pushed.
async function pushesTiles(page) {
  await page.locator('#board').focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  assert(await position(page) > 0, 'tiles move');
  await page.keyboard.press('Home');
  assert.equal(await position(page), 0);
}

async function glides(page) {
  await reveal(page);
  const running = () => page.evaluate(() => {
    document.querySelector('#next').click();
    return document.getAnimations().length;
  });
  assert(await running() > 0, 'blocks glide');
  await settled(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.equal(await running(), 0, 'blocks do not glide where motion is to be reduced');
}

// The board is large, and board, status and steps are in sight together.
async function fits(page) {
  const { width, height } = page.viewportSize();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert(wide <= width, `the page is ${wide} pixels wide on a screen of ${width}`);
  const places = await page.evaluate(() => ['#board', '#told', '#steps'].map((id) => {
    const { bottom, height } = document.querySelector(id).getBoundingClientRect();
    return { bottom, height };
  }));
  const [board] = places;
  assert(board.height >= Math.min(0.45 * height, 0.6 * width), `the board is ${board.height} high on a screen of ${width} by ${height}`);
  const lowest = Math.max(...places.map(({ bottom }) => bottom));
  assert(lowest <= height + 2, `board and steps end at ${lowest} on a screen of ${height}`);
  const outside = await page.$$eval('#controls *, #packings *, #board', (elements, width) =>
    elements.filter((element) => element.getBoundingClientRect().right > width).map((element) => element.id), width);
  assert.deepEqual(outside, []);
}

// In order, the gap last, after every tile has moved as the solution has it.
async function movesTiles(page) {
  const moves = read('eight.moves').trim().split('\n').map((line) => line.split(' '));
  const ways = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };
  await reveal(page);
  assert.equal(await length(page), moves.length);
  const labels = await page.$$eval('.piece', (pieces) => pieces.map((piece) => piece.textContent));
  const frames = await walk(page, 3, moves.length);
  moves.forEach(([tile, way], made) => {
    const [top, left, ...to] = moved(frames[made], frames[made + 1]);
    assert.deepEqual(to, [top + ways[way][0], left + ways[way][1]]);
    assert.deepEqual(frames[made + 1][labels.indexOf(tile)].slice(0, 2), to, `tile ${tile} moves`);
  });
  const labelled = (await seen(page, 3, 3)).map((piece) => piece?.[1] ?? '');
  assert.deepEqual(labelled, ['1', '2', '3', '4', '5', '6', '7', '8', '']);
}

// Each drawing of a file as the labels of its cells, null for those that are not covered.
function drawings(name) {
  return read(name).trimEnd().split('\n\n').map((drawing) => {
    const lines = drawing.split('\n');
    const columns = Math.ceil(Math.max(...lines.map((line) => line.length)) / 2);
    return lines.map((line) => Array.from({ length: columns }, (_, column) => {
      const cell = line.slice(2 * column, 2 * column + 2).trim();
      return ['', '.', '##'].includes(cell) ? null : cell;
    }));
  });
}

async function agrees(page, drawing) {
  const cells = await seen(page, drawing.length, drawing[0].length);
  const [labels, pieces] = [drawing.flat(), cells.map((piece) => piece?.[0] ?? null)];
  const pairs = new Set(labels.map((label, cell) => `${label} ${pieces[cell]}`));
  const kinds = (list) => new Set(list).size;
  assert.deepEqual([pairs.size, pairs.size], [kinds(labels), kinds(pieces)], 'the packing is as it was drawn');
}

// The pieces lie beside the board, and stand as they were drawn once the packing is asked for.
async function packs(page) {
  const [drawing] = drawings('packed.txt');
  const count = await page.locator('.piece:not(.absent)').count();
  assert.equal(count, 11);
  await reveal(page);
  assert.equal(await position(page), count);
  await agrees(page, drawing);
  await page.click('#start');
  for (let laid = 1; laid <= count; laid += 1) {
    await page.click('#next');
    assert.equal(new Set((await seen(page, drawing.length, drawing[0].length)).filter(Boolean).map(([piece]) => piece)).size, laid);
  }
  await agrees(page, drawing);
  const colours = await page.$$eval('.piece:not(.absent)', (pieces) => pieces.map((piece) => piece.style.getPropertyValue('--colour')));
  assert.equal(new Set(colours).size, 1, 'equal pieces have one colour');
}

// A piece is dragged onto the board, turned, flipped, and refused where another one lies.
async function laysByHand(page) {
  const { x, y, side } = await page.evaluate(() => {
    const { x, y } = document.querySelector('.piece:not(.absent) path').getBoundingClientRect();
    return { x: x + 5, y: y + 5, side: document.querySelector('#board').getScreenCTM().a * 100 };
  });
  const floor = await page.locator('#floor').boundingBox();
  const drag = async (fromX, fromY, toX, toY) => {
    await page.mouse.move(fromX, fromY);
    await page.mouse.down();
    await page.mouse.move((fromX + toX) / 2, (fromY + toY) / 2);
    await page.mouse.move(toX, toY);
    await page.mouse.up();
  };
  await drag(x, y, floor.x + 2 * side + 5, floor.y + 2 * side + 5);
  assert.match(await told(page), /^Move 1: J to row 3, column 3\.$/);
  await page.keyboard.press('r');
  await page.keyboard.press('f');
  assert.equal(await position(page), 3);
  assert.equal(await page.locator('.piece:not(.absent)').count(), 11);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  const next = await page.locator('.piece:not(.absent) path').nth(1).boundingBox();
  await drag(next.x + 5, next.y + 5, floor.x + 2 * side + 5, floor.y + 2 * side + 5);
  assert.equal(await told(page), 'J lies there.');
  assert.equal(await position(page), 1);
  assert.match(await page.textContent('#score'), /cells free\.$/);
}

async function turnsOver(page) {
  const all = drawings('several.txt');
  await reveal(page);
  for (const [number, drawing] of all.entries()) {
    assert.match(await page.textContent('#packing'), new RegExp(`^Packing ${number + 1} of ${all.length}`));
    await agrees(page, drawing);
    if (number + 1 < all.length) await page.click('#packing-next');
  }
  for (const _ of all.slice(1)) await page.click('#packing-back');
  await agrees(page, all[0]);
}

async function isHarmless(page) {
  const title = '</script><b>bold</b>';
  assert.equal(await page.textContent('h1'), title);
  assert.equal(await page.title(), title);
  assert.equal(await page.locator('b', { hasText: 'bold' }).count(), 0);
  await reveal(page);
  await page.keyboard.press('End');
  assert.equal(await position(page), await length(page));
}

const sizes = [[320, 568], [812, 375], [360, 740]];
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const visits = [
  ['steps through', 'klotski.html', {}, stepsThrough],
  ['takes keys', 'klotski.html', {}, takesKeys],
  ['leaving the solution', 'klotski.html', {}, leavesTheSolution],
  ['slider and list', 'klotski.html', {}, slidesAndLists],
  ['gliding', 'klotski.html', { reducedMotion: 'no-preference' }, glides],
  ['touches', 'klotski.html', phone, takesTouches],
  ['in the dark', 'klotski.html', { colorScheme: 'dark' }, takesKeys],
  ['by hand', 'klotski.html', {}, playsByHand],
  ['playing', 'klotski.html', {}, agreesWhilePlaying],
  ['hints', 'klotski.html', {}, followsHints],
  ['tiles by hand', 'eight.html', {}, pushesTiles],
  ...['klotski', 'eight', 'packed', 'several', 'titled'].flatMap((name) => sizes.map(([width, height]) =>
    [`fits ${width} by ${height}`, `${name}.html`, { ...phone, viewport: { width, height } }, fits])),
  ['tiles', 'eight.html', {}, movesTiles],
  ['a packing', 'packed.html', {}, packs],
  ['laying by hand', 'packed.html', {}, laysByHand],
  ['several packings', 'several.html', {}, turnsOver],
  ['a title', 'titled.html', {}, isHarmless],
];
await runAll(visits.map(([what, ...rest]) => [`${rest[0]}: ${what}`, ...rest]), visit);
