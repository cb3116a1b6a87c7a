// The dialog in which puzzles are drawn: one drawing board for each family, which makes a text that the solver reads.

import { at } from './drawing.js';
import { BlockEditor } from './draw-blocks.js';
import { PieceEditor } from './draw-pieces.js';
import { TileEditor } from './draw-tiles.js';

const KINDS = { sliding: 'blocks', tiles: 'tiles', packing: 'pieces' };
const SIZES = { blocks: [5, 4], tiles: [4, 4], pieces: [5, 6] };

export class Editor {
  // `open` opens a text, and says in a sentence why it cannot; `known` gives the present puzzle in the editor's format.
  constructor(open, known) {
    this.open = open;
    this.known = known;
    at('kind').addEventListener('change', () => this.begin(at('kind').value, null));
    for (const id of ['rows-count', 'columns-count']) at(id).addEventListener('change', () => this.resize());
    at('anew').addEventListener('click', () => this.begin(at('kind').value, null));
    for (const tool of document.querySelectorAll('[name=tool]')) {
      tool.addEventListener('change', () => { this.board.choose(tool.value); this.board.grid.draw(); });
    }
    at('scramble').addEventListener('click', () => this.board.scramble());
    at('order').addEventListener('click', () => this.board.order(...this.size()));
    at('add-piece').addEventListener('click', () => this.board.addOne());
    for (const set of ['pentominoes', 'tetrominoes']) at(set).addEventListener('click', () => this.board.addSet(set));
    at('draw-open').addEventListener('click', () => this.finish());
  }

  // Shows the present puzzle, if it can be drawn, or an empty board of its family.
  async show(family) {
    const kind = KINDS[family] ?? 'blocks';
    this.begin(kind, await this.known());
    at('editor').showModal();
  }

  begin(kind, text) {
    at('kind').value = kind;
    for (const other of ['blocks', 'tiles', 'pieces']) at(`for-${other}`).hidden = other !== kind;
    at('piece-list').replaceChildren();
    const cells = at('cells').cloneNode(false);
    at('cells').replaceWith(cells);
    const changed = (words) => { at('drawing-told').textContent = words; };
    if (kind === 'blocks') this.board = new BlockEditor(cells, changed);
    else if (kind === 'tiles') this.board = new TileEditor(cells, changed);
    else this.board = new PieceEditor(cells, at('piece-list'), changed);
    document.querySelector('[name=tool][value=block]').checked = true;
    changed('');
    if (text !== null && !this.board.read(text)) changed('The puzzle at hand has more than can be drawn here; this is an empty board.');
    const { height, width } = text === null ? { height: SIZES[kind][0], width: SIZES[kind][1] } : this.board.grid;
    if (text === null) this.board.resize(height, width);
    at('rows-count').value = this.board.grid.height;
    at('columns-count').value = this.board.grid.width;
  }

  size() {
    return ['rows-count', 'columns-count'].map((id) => Math.max(1, Math.min(24, Math.trunc(at(id).value) || 1)));
  }

  resize() {
    this.board.resize(...this.size());
  }

  async finish() {
    const sentence = await this.open({ name: null, text: this.board.text(), goal: null, number: 0 });
    if (sentence === null) at('editor').close();
    else at('drawing-told').textContent = `Not yet a puzzle: ${sentence}.`;
  }
}
