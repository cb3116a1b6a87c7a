// The drawing board for sliding tiles: two cells that are pressed one after the other exchange their tiles.

import { Grid } from './grid.js';

export class TileEditor {
  constructor(element, changed) {
    this.changed = changed;
    this.first = null;
    this.grid = new Grid(element, { paint: (...cell) => this.paint(...cell), look: (...cell) => this.look(...cell) });
    this.order(4, 4);
  }

  // All tiles in order, the blank last.
  order(height, width) {
    const count = height * width;
    this.tiles = Array.from({ length: height }, (_, row) => Array.from({ length: width }, (__, column) => (row * width + column + 1) % count));
    this.first = null;
    this.grid.resize(height, width);
  }

  resize(height, width) {
    this.order(height, width);
  }

  // Makes random moves, so that there is a solution.
  scramble() {
    const [height, width] = [this.tiles.length, this.tiles[0].length];
    let blank = this.cellOf(0);
    for (let move = 0; move < 40 * height * width; move += 1) {
      const [down, right] = [[-1, 0], [1, 0], [0, -1], [0, 1]][Math.floor(4 * Math.random())];
      const from = [blank[0] + down, blank[1] + right];
      if (from[0] >= 0 && from[1] >= 0 && from[0] < height && from[1] < width) {
        this.exchange(blank, from);
        blank = from;
      }
    }
    this.first = null;
    this.grid.draw();
    this.changed('');
  }

  cellOf(tile) {
    const row = this.tiles.findIndex((line) => line.includes(tile));
    return [row, this.tiles[row].indexOf(tile)];
  }

  exchange([row, column], [otherRow, otherColumn]) {
    const tile = this.tiles[row][column];
    this.tiles[row][column] = this.tiles[otherRow][otherColumn];
    this.tiles[otherRow][otherColumn] = tile;
  }

  // Takes over rows of integers.
  read(text) {
    const rows = text.trim().split('\n').map((line) => line.trim().split(/\s+/).map(Number));
    if (rows.length > 1 && rows[0].length === 1) rows.shift();
    const width = rows[0].length;
    if (rows.some((row) => row.length !== width || row.some(Number.isNaN))) return false;
    this.tiles = rows;
    this.first = null;
    this.grid.resize(rows.length, width);
    return true;
  }

  text() {
    const [height, width] = [this.tiles.length, this.tiles[0].length];
    const rows = this.tiles.map((row) => row.join(' ')).join('\n');
    return `${height === 1 || width === 1 ? `${height}x${width}\n` : ''}${rows}\n`;
  }

  paint(row, column, begins) {
    if (!begins) return;
    if (this.first === null) {
      this.first = [row, column];
    } else {
      this.exchange(this.first, [row, column]);
      this.first = null;
    }
    this.changed(this.first === null ? '' : 'Press the cell to exchange it with.');
  }

  look(row, column) {
    const tile = this.tiles[row][column];
    const isFirst = this.first !== null && this.first[0] === row && this.first[1] === column;
    return { text: tile === 0 ? '' : tile, kind: `${tile === 0 ? 'open' : 'block'}${isFirst ? ' picked' : ''}`, name: tile === 0 ? 'blank' : `tile ${tile}`, colour: 'var(--block-1)' };
  }
}
