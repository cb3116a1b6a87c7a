// The drawing board for packing: a board, and pieces on small boards of their own.

import { Grid } from './grid.js';

const KINDS = ['.', '#', '*'];
const NAMES = { '.': 'open', '#': 'wall', '*': 'to be covered' };
// Side of the board of a piece.
const SIDE = 5;
// The twelve pentominoes by their usual letters, and the five tetrominoes.
const SETS = {
  pentominoes: 'F:.XX/XX./.X. I:XXXXX L:XXXX/X... P:XX/XX/X. N:XX../.XXX T:XXX/.X./.X. U:X.X/XXX V:X../X../XXX W:X../XX./.XX X:.X./XXX/.X. Y:XXXX/.X.. Z:XX./.X./.XX',
  tetrominoes: 'I:XXXX O:XX/XX T:XXX/.X. L:XXX/X.. S:.XX/XX.',
};

const filled = (height, width, mark) => Array.from({ length: height }, () => Array(width).fill(mark));

export class PieceEditor {
  // `list` is the element of the pieces.
  constructor(element, list, changed) {
    this.changed = changed;
    this.list = list;
    this.others = [];
    this.grid = new Grid(element, { paint: (...cell) => this.paint(...cell), look: (...cell) => this.look(...cell) });
    this.board = filled(5, 6, '.');
    this.pieces = [];
    this.grid.resize(5, 6);
    this.add('A', ['XX', 'X.']);
  }

  resize(height, width) {
    this.board = filled(height, width, '.').map((row, r) => row.map((mark, c) => this.board[r]?.[c] ?? mark));
    this.grid.resize(height, width);
  }

  add(name, rows, count = '1', freedom = '') {
    const side = Math.max(SIDE, rows.length, ...rows.map((row) => row.length));
    const cells = filled(side, side, false).map((row, r) => row.map((_, c) => ![undefined, '.', ' '].includes(rows[r]?.[c])));
    const piece = { name, cells, count, freedom };
    this.pieces.push(piece);
    this.list.append(this.form(piece));
  }

  addSet(name) {
    this.clearPieces();
    for (const piece of SETS[name].split(' ')) {
      const [letter, rows] = piece.split(':');
      this.add(letter, rows.split('/'));
    }
    this.changed('');
  }

  addOne() {
    const names = this.pieces.map(({ name }) => name);
    this.add([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((letter) => !names.includes(letter)) ?? `P${names.length}`, ['X']);
    this.changed('');
  }

  clearPieces() {
    this.pieces = [];
    this.list.replaceChildren();
  }

  // The form of a piece: its name, its number, how it may be turned, and its cells.
  form(piece) {
    const item = document.createElement('li');
    const labelled = (text, control) => {
      const label = document.createElement('label');
      label.append(text, control);
      return label;
    };
    const input = (key, size) => {
      const field = document.createElement('input');
      Object.assign(field, { value: piece[key], size });
      field.addEventListener('input', () => { piece[key] = field.value.trim(); this.changed(''); });
      return field;
    };
    const freedom = document.createElement('select');
    for (const [value, words] of [['', 'turned and flipped'], ['turn', 'turned'], ['fixed', 'as drawn']]) freedom.add(new Option(words, value));
    freedom.value = piece.freedom;
    freedom.addEventListener('change', () => { piece.freedom = freedom.value; this.changed(''); });
    const cells = document.createElement('div');
    cells.className = 'grid small';
    cells.setAttribute('aria-label', `Cells of piece ${piece.name}`);
    const away = document.createElement('button');
    Object.assign(away, { type: 'button', textContent: 'Remove' });
    away.setAttribute('aria-label', `Remove piece ${piece.name}`);
    away.addEventListener('click', () => {
      this.pieces.splice(this.pieces.indexOf(piece), 1);
      item.remove();
      this.changed('');
    });
    let mark = true;
    const grid = new Grid(cells, {
      paint: (row, column, begins) => {
        if (begins) mark = !piece.cells[row][column];
        piece.cells[row][column] = mark;
        this.changed('');
      },
      look: (row, column) => ({ text: '', kind: piece.cells[row][column] ? 'block' : 'open', name: piece.cells[row][column] ? 'cell' : 'nothing', colour: `var(--block-${this.pieces.indexOf(piece) % 12})` }),
    });
    grid.resize(piece.cells.length, piece.cells[0].length);
    item.append(labelled('Name ', input('name', 4)), labelled('Number ', input('count', 4)), labelled('May be ', freedom), away, cells);
    return item;
  }

  // Takes over the text format, as the program writes it; false if it is another one.
  read(text) {
    const sections = text.split(/\n\s*\n/).map((part) => part.split('\n').filter((line) => line.trim() !== '' && !line.startsWith(';'))).filter((lines) => lines.length > 0);
    const board = sections.find(([head]) => head.startsWith('board:'));
    if (board === undefined) return false;
    const [, height, width] = /board:\s*(\d+)x(\d+)/.exec(board[0]) ?? [];
    const rows = board.slice(1);
    const side = height === undefined ? [rows.length, Math.max(...rows.map((row) => row.length))] : [Number(height), Number(width)];
    this.board = filled(...side, height === undefined ? '#' : '.');
    rows.forEach((row, r) => [...row].forEach((mark, c) => { if (KINDS.includes(mark)) this.board[r][c] = mark; }));
    this.clearPieces();
    this.others = [];
    for (const [head, ...drawing] of sections) {
      const [, name, count, freedom] = /^piece (.+?):\s*(any|[\d.]*)\s*(turn|fixed)?\s*$/.exec(head) ?? [];
      if (name !== undefined) this.add(name, drawing, count || '1', freedom ?? '');
      else if (!head.startsWith('board:')) this.others.push([head, ...drawing].join('\n'));
    }
    this.grid.resize(...side);
    return this.pieces.length > 0;
  }

  text() {
    const trimmed = (cells) => {
      const rows = cells.map((row) => row.map((cell) => (cell ? 'X' : '.')).join(''));
      const [first, last] = [rows.findIndex((row) => row.includes('X')), rows.findLastIndex((row) => row.includes('X'))];
      const columns = rows[0].length - 1;
      const used = Array.from({ length: columns + 1 }, (_, column) => rows.some((row) => row[column] === 'X'));
      return rows.slice(first, last + 1).map((row) => row.slice(used.indexOf(true), used.lastIndexOf(true) + 1)).join('\n');
    };
    const pieces = this.pieces.map(({ name, count, freedom, cells }) => `piece ${name}: ${[count, freedom].filter(Boolean).join(' ')}\n${trimmed(cells)}`);
    const board = `board:\n${this.board.map((row) => row.join('')).join('\n')}`;
    return `${[...this.others, ...pieces, board].join('\n\n')}\n`;
  }

  // A stroke changes cells from open to wall, from wall to covered, and from covered to open, as its first one.
  paint(row, column, begins) {
    if (begins) this.mark = KINDS[(KINDS.indexOf(this.board[row][column]) + 1) % KINDS.length];
    this.board[row][column] = this.mark;
    this.changed('');
  }

  look(row, column) {
    const mark = this.board[row][column];
    return { text: mark === '*' ? '*' : '', kind: mark === '#' ? 'wall' : 'open', name: NAMES[mark] };
  }
}
