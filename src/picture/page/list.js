// The list of moves, which has elements only for the rows in sight, since there may be a hundred thousand.

import { at } from './drawing.js';
import { aboutOf } from './game.js';

const rowHeight = () => 2.25 * parseFloat(getComputedStyle(document.documentElement).fontSize);

export class MoveList {
  // `go` is called with the position of a row that was chosen.
  constructor(go) {
    this.list = at('list');
    this.rows = at('rows');
    // The rows that have an element, by position.
    this.shown = new Map();
    this.list.addEventListener('scroll', () => this.drawRows(), { passive: true });
    new ResizeObserver(() => this.update(this.game)).observe(this.list);
    this.rows.addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (button) go(Number(button.dataset.position));
    });
  }

  // Forgets the rows of other moves.
  renew(game) {
    this.rows.replaceChildren();
    this.shown.clear();
    this.rows.style.height = `calc(var(--row) * ${game.steps.length + 1})`;
    this.update(game);
  }

  update(game) {
    this.game = game;
    if (game === undefined || this.list.offsetParent === null) return;
    this.keepInView();
    this.drawRows();
  }

  drawRow(position) {
    const { steps, rules, content } = this.game;
    const item = document.createElement('li');
    const button = document.createElement('button');
    const [number, swatch, words] = ['number', 'swatch', 'words'].map((name) => {
      const part = document.createElement('span');
      part.className = name;
      return part;
    });
    item.style.top = `calc(var(--row) * ${position})`;
    item.setAttribute('aria-setsize', steps.length + 1);
    item.setAttribute('aria-posinset', position + 1);
    number.textContent = position;
    const { piece, from, to } = position === 0 ? {} : aboutOf(steps[position - 1]);
    words.textContent = position === 0 ? 'start' : rules.words(piece, from, to);
    swatch.style.setProperty('--colour', position === 0 ? 'transparent' : content.colours[content.pieces[piece].colour]);
    button.type = 'button';
    button.dataset.position = position;
    button.append(number, swatch, words);
    item.append(button);
    return item;
  }

  drawRows() {
    const { rows, list, shown, game: { at: made, steps } } = this;
    const height = rowHeight();
    const first = Math.max(0, Math.floor(list.scrollTop / height) - 4);
    const last = Math.min(steps.length, Math.ceil((list.scrollTop + list.clientHeight) / height) + 4);
    const hadFocus = rows.contains(document.activeElement);
    for (const [position, item] of shown) {
      if (position !== made && (position < first || position > last)) {
        item.remove();
        shown.delete(position);
      }
    }
    const needed = Array.from({ length: Math.max(0, last - first + 1) }, (_, row) => first + row);
    // The current row exists wherever the list is scrolled to, so that the Tab key reaches it.
    if (made < first || made > last) needed.push(made);
    for (const position of needed) {
      if (!shown.has(position)) {
        const item = this.drawRow(position);
        const after = [...rows.children].find((other) => Number(other.firstChild.dataset.position) > position);
        rows.insertBefore(item, after ?? null);
        shown.set(position, item);
      }
      const button = shown.get(position).firstChild;
      // The Tab key reaches only the current row; from there the arrow keys move.
      button.tabIndex = position === made ? 0 : -1;
      if (position === made) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    }
    if (hadFocus) shown.get(made)?.firstChild.focus({ preventScroll: true });
  }

  keepInView() {
    const { list, game: { at: made } } = this;
    const height = rowHeight();
    const top = made * height;
    const margin = Math.min(height, list.clientHeight / 3);
    const [above, below] = [list.scrollTop + margin - top, top + height + margin - list.scrollTop - list.clientHeight];
    // A row out of sight is scrolled to the middle, one at the edge just into view.
    if (Math.max(above, below) > 2 * height) list.scrollTop = top - (list.clientHeight - height) / 2;
    else if (above > 0) list.scrollTop -= above;
    else if (below > 0) list.scrollTop += below;
  }
}
