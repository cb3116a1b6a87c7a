// The drawing board for sliding blocks: a tray of letters, and the places that some of them have to reach.
//
//   tray  a b b c        goal  . . . .       Each stroke of the block tool is a block with the next free letter.
//         a b b c              . b b .       The goal tool picks a block up, and puts its goal down.
//         . . d d              . b b .

import { Grid } from './grid.js';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const COLOURS = 12;

const filled = (height, width, mark) => Array.from({ length: height }, () => Array(width).fill(mark));

// A drawing's rows as marks, filled up with walls on the right.
function marksOf(rows) {
  const width = Math.max(...rows.map((row) => [...row].length));
  return rows.map((row) => [...row.padEnd(width, '#')].map((mark) => (mark === ' ' ? '#' : mark)));
}

// The sections of a drawing: those with one key, or null. The others stay as they are.
function sectionsOf(text) {
  const sections = [];
  for (const line of text.split('\n')) {
    const isRow = sections.length > 0 && line.trim() !== '' && !line.includes(':') && !line.startsWith(';');
    if (isRow) sections.at(-1).rows.push(line);
    else if (line.trim() !== '') sections.push({ head: line, rows: [] });
  }
  return sections;
}

export class BlockEditor {
  constructor(element, changed) {
    this.changed = changed;
    this.tool = 'block';
    this.picked = null;
    this.grid = new Grid(element, { paint: (...cell) => this.paint(...cell), look: (...cell) => this.look(...cell) });
    this.clear(5, 4);
  }

  clear(height, width) {
    this.tray = filled(height, width, '.');
    this.goal = filled(height, width, '.');
    this.others = [];
    this.grid.resize(height, width);
  }

  // Takes over a drawing; false if it has more than the board can show.
  read(text) {
    const sections = sectionsOf(text);
    const tray = sections.find(({ head }) => head.trim() === 'tray:');
    if (tray === undefined || tray.rows.length === 0) return false;
    const goals = sections.filter(({ head }) => head.startsWith('goal:'));
    const drawn = goals.length === 1 && goals[0].head.trim() === 'goal:' ? goals[0] : null;
    this.tray = marksOf(tray.rows);
    const [height, width] = [this.tray.length, this.tray[0].length];
    this.goal = filled(height, width, '.');
    const marks = drawn === null ? [] : marksOf(drawn.rows);
    marks.forEach((row, r) => row.forEach((mark, c) => {
      if (r < height && c < width && LETTERS.includes(mark)) this.goal[r][c] = mark;
    }));
    this.others = sections.filter((section) => section !== tray && section !== drawn).map(({ head, rows }) => [head, ...rows].join('\n'));
    this.grid.resize(height, width);
    return true;
  }

  resize(height, width) {
    const fit = (marks) => filled(height, width, '.').map((row, r) => row.map((mark, c) => marks[r]?.[c] ?? mark));
    this.tray = fit(this.tray);
    this.goal = fit(this.goal);
    this.grid.resize(height, width);
  }

  text() {
    const rows = (marks) => marks.map((row) => row.join('')).join('\n');
    const hasGoal = this.goal.flat().some((mark) => mark !== '.');
    const parts = [...this.others, `tray:\n${rows(this.tray)}`, ...(hasGoal ? [`goal:\n${rows(this.goal)}`] : [])];
    return `${parts.join('\n\n')}\n`;
  }

  cellsOf(marks, letter) {
    return marks.flatMap((row, r) => row.flatMap((mark, c) => (mark === letter ? [[r, c]] : [])));
  }

  // Takes a block off, and its goal with it.
  remove(letter) {
    if (!LETTERS.includes(letter) || this.cellsOf(this.tray, letter).length > 0) return;
    this.replaceGoal(letter, []);
  }

  replaceGoal(letter, cells) {
    for (const row of this.goal) row.forEach((mark, c) => { if (mark === letter) row[c] = '.'; });
    for (const [r, c] of cells) this.goal[r][c] = letter;
  }

  paint(row, column, begins) {
    const before = this.tray[row][column];
    if (this.tool === 'goal') {
      if (begins) this.placeGoal(row, column, before);
    } else {
      const next = () => LETTERS.find((letter) => this.cellsOf(this.tray, letter).length === 0) ?? '.';
      if (begins) this.stroke = next();
      this.tray[row][column] = { block: this.stroke, wall: '#', erase: '.' }[this.tool];
      this.remove(before);
    }
    this.changed(this.picked === null ? '' : `Where is ${this.picked} to go? Press the cell of its top left corner; itself takes its goal away.`);
  }

  // Picks a block up, or puts the goal of the block that was picked down with its top left corner here.
  placeGoal(row, column, mark) {
    if (this.picked === null) {
      this.picked = LETTERS.includes(mark) ? mark : null;
      return;
    }
    const block = this.cellsOf(this.tray, this.picked);
    const [top, left] = [0, 1].map((axis) => Math.min(...block.map((cell) => cell[axis])));
    const cells = block.map(([r, c]) => [r - top + row, c - left + column]);
    const isFree = ([r, c]) => r < this.tray.length && c < this.tray[0].length && this.tray[r][c] !== '#' && ['.', this.picked].includes(this.goal[r][c]);
    this.replaceGoal(this.picked, mark !== this.picked && cells.every(isFree) ? cells : []);
    this.picked = null;
  }

  choose(tool) {
    this.tool = tool;
    this.picked = null;
  }

  look(row, column) {
    const [mark, goal] = [this.tray[row][column], this.goal[row][column]];
    const colour = LETTERS.includes(mark) ? `var(--block-${LETTERS.indexOf(mark) % COLOURS})` : undefined;
    const kind = { '#': 'wall', '.': 'open' }[mark] ?? (LETTERS.includes(mark) ? 'block' : 'gate');
    const own = mark === '.' || mark === '#' ? '' : mark;
    const text = goal === '.' ? own : `${own}${own === '' ? '' : ' '}${goal}′`;
    const name = `${{ '#': 'wall', '.': goal === '.' ? 'free' : text }[mark] ?? text}${goal === '.' ? '' : `, goal of ${goal}`}`;
    return { text, kind: `${kind}${goal === '.' ? '' : ' aimed'}${mark === this.picked && mark !== '.' ? ' picked' : ''}`, name, colour };
  }
}
