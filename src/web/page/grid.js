// A grid of cells to be painted, with the mouse, a finger or the keyboard.

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Grid {
  // `paint` is called with a row, a column and whether a stroke begins; `look` gives a cell's text, class and spoken name.
  constructor(element, { paint, look }) {
    this.element = element;
    this.paint = paint;
    this.look = look;
    this.current = [0, 0];
    this.stroke = null;
    element.setAttribute('role', 'grid');
    element.addEventListener('pointerdown', (event) => this.press(event));
    element.addEventListener('pointermove', (event) => this.drag(event));
    for (const name of ['pointerup', 'pointercancel']) element.addEventListener(name, () => { this.stroke = null; });
    element.addEventListener('keydown', (event) => this.key(event));
  }

  resize(height, width) {
    this.height = height;
    this.width = width;
    this.current = [Math.min(this.current[0], height - 1), Math.min(this.current[1], width - 1)];
    this.element.style.setProperty('--columns', width);
    const rows = Array.from({ length: height }, (_, row) => {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      line.append(...Array.from({ length: width }, (__, column) => {
        const cell = document.createElement('button');
        cell.type = 'button';
        cell.setAttribute('role', 'gridcell');
        Object.assign(cell.dataset, { row, column });
        return cell;
      }));
      return line;
    });
    this.element.replaceChildren(...rows);
    this.draw();
  }

  cellAt(row, column) {
    return this.element.children[row].children[column];
  }

  draw() {
    for (let row = 0; row < this.height; row += 1) {
      for (let column = 0; column < this.width; column += 1) {
        const { text, kind, name, colour } = this.look(row, column);
        const cell = this.cellAt(row, column);
        cell.textContent = text;
        cell.className = `cell ${kind}`;
        cell.style.setProperty('--colour', colour ?? '');
        cell.setAttribute('aria-label', `Row ${row + 1}, column ${column + 1}: ${name}`);
        cell.tabIndex = row === this.current[0] && column === this.current[1] ? 0 : -1;
      }
    }
  }

  touch(row, column, begins) {
    this.current = [row, column];
    this.paint(row, column, begins);
    this.draw();
  }

  press(event) {
    const cell = event.target.closest('.cell');
    if (cell === null || event.button !== 0) return;
    event.preventDefault();
    cell.focus();
    // The cells that a finger runs over are to be told, not the first one.
    if (cell.hasPointerCapture?.(event.pointerId)) cell.releasePointerCapture(event.pointerId);
    this.stroke = cell;
    this.touch(Number(cell.dataset.row), Number(cell.dataset.column), true);
  }

  drag(event) {
    if (this.stroke === null) return;
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest('.cell');
    if (cell === null || cell === undefined || cell === this.stroke || !this.element.contains(cell)) return;
    this.stroke = cell;
    this.touch(Number(cell.dataset.row), Number(cell.dataset.column), false);
  }

  // Arrows move; with Shift they paint on in the same stroke. Space and Enter paint.
  key(event) {
    const [row, column] = this.current;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      this.touch(row, column, true);
    } else if (event.key in MOVES) {
      event.preventDefault();
      const [down, right] = MOVES[event.key];
      const next = [Math.max(0, Math.min(this.height - 1, row + down)), Math.max(0, Math.min(this.width - 1, column + right))];
      this.current = next;
      if (event.shiftKey) this.paint(...next, false);
      this.draw();
    }
    this.cellAt(...this.current).focus();
  }
}
