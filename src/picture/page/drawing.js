// The board as SVG: its floor, the pieces, the marks of goals, moves and hints.

// Side of a cell in drawing units.
export const CELL = 100;
// Maximum side of a board with labels, in cells: on larger boards they are illegible and double the drawing time.
const LABELLED = 128;
// Maximum side of a board with rulers, in cells.
const RULED = 40;
// Minimum number of cells of a board whose goal has no picture of its own.
const WITHOUT_PANEL = 401;

export const at = (id) => document.getElementById(id);

export function make(name, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// Font size of a label: usual for a cell, or smaller if the piece is too narrow for the number of characters.
function labelSize(label, room) {
  return Math.round(Math.min(36, (room * CELL * 0.82) / (0.62 * [...label].length)));
}

export class Drawing {
  constructor(content, rules) {
    this.content = content;
    this.rules = rules;
    this.board = at('board');
    this.elements = content.pieces.map((piece, number) => this.drawPiece(piece, number));
    this.drawBoard();
    this.drawGoal();
    at('pieces').replaceChildren(...this.elements);
  }

  drawBoard() {
    const { floors, openings, aims, shapes } = this.content;
    const paths = { frame: 'inside', floor: 'inside', gates: 'gates', 'gates-hatch': 'gates', exits: 'exits', 'grid-lines': 'inside', walls: 'walls' };
    for (const [id, name] of Object.entries(paths)) at(id).setAttribute('d', floors[name]);
    at('openings').replaceChildren(...openings.flatMap(([row, column]) => {
      const [x, y] = [(column + 1) * CELL, row * CELL];
      return [
        make('path', { class: 'opening', d: `M${x} ${y + 3}h20v94h-20z` }),
        make('path', { class: 'out', d: `M${x + 2} ${y + 34}l14 16l-14 16z` }),
      ];
    }));
    at('aims').replaceChildren(...aims.map(([shape, row, column]) =>
      make('path', { d: shapes[shape].aim, transform: `translate(${column * CELL} ${row * CELL})` })));
    this.showRulers(false);
  }

  // Numbers of rows and columns at the edge, as sentences count them.
  showRulers(isShown) {
    const { board: [firstRow, firstColumn, height, width] } = this.content;
    const numbers = isShown && Math.max(height, width) <= RULED;
    const text = (number, x, y) => {
      const element = make('text', { x, y });
      element.textContent = number;
      return element;
    };
    const rows = Array.from({ length: height }, (_, row) => text(row + 1, (firstColumn * CELL) - 42, (firstRow + row + 0.5) * CELL));
    const columns = Array.from({ length: width }, (_, column) => text(column + 1, (firstColumn + column + 0.5) * CELL, (firstRow * CELL) - 42));
    at('rulers').replaceChildren(...(numbers ? [...rows, ...columns] : []));
    this.margin = numbers ? 60 : 0;
    this.frame(true);
  }

  // Shows the whole picture, or only the board if nothing lies beside it.
  frame(isWhole) {
    const { board: [row, column, height, width], view } = this.content;
    const [left, top, wide, high] = isWhole ? view : [column * CELL - 20, row * CELL - 20, width * CELL + 40, height * CELL + 40];
    this.board.setAttribute('viewBox', [left - this.margin, top - this.margin, wide + this.margin, high + this.margin].join(' '));
  }

  drawPiece({ label, shape, colour, isFixed }, number) {
    const piece = make('g', { class: isFixed ? 'piece fixed' : 'piece', 'data-piece': number });
    piece.style.setProperty('--colour', this.content.colours[colour]);
    const { path, label: [x, y], room } = this.content.shapes[shape];
    piece.append(make('path', { d: path }));
    if (label !== '' && Math.max(...this.content.size) <= LABELLED) {
      const text = make('text', { x, y, 'font-size': labelSize(label, room) });
      text.textContent = label;
      piece.append(text);
    }
    return piece;
  }

  // Shows the legend and, if the board does not show the goal, a picture of it.
  drawGoal() {
    const { legend, aims, goals, size, view, floors, pieces } = this.content;
    const marks = aims.length > 0 ? [['aim', 'where blocks have to get'], ...legend] : legend;
    at('legend').replaceChildren(...marks.map(([mark, words]) => {
      const item = document.createElement('li');
      item.className = mark;
      item.textContent = words;
      return item;
    }));
    const goal = at('goal');
    goal.replaceChildren();
    goal.toggleAttribute('hidden', aims.length > 0 || goals.length !== 1 || goals[0].length === 0 || size[0] * size[1] >= WITHOUT_PANEL);
    if (goal.hasAttribute('hidden')) return;
    goal.setAttribute('viewBox', view.join(' '));
    goal.append(make('path', { class: 'ground', d: floors.inside }));
    const free = pieces.map((_, piece) => piece);
    for (const [kind, row, column] of goals[0]) {
      const place = free.findIndex((piece) => this.rules.classOf(piece) === kind);
      if (place < 0) continue;
      const [piece] = free.splice(place, 1);
      const drawn = this.drawPiece(pieces[piece], piece);
      drawn.setAttribute('class', 'there');
      drawn.setAttribute('transform', `translate(${column * CELL} ${row * CELL})`);
      goal.append(drawn);
    }
  }

  // Puts pieces where they are; `isJump`: at once, without gliding there.
  put(places, pieces, isJump) {
    this.board.classList.toggle('jump', isJump);
    for (const piece of pieces) {
      const { style, classList } = this.elements[piece];
      const [row, column] = places[piece] ?? [null, null];
      if (row !== null) style.translate = `${column * CELL}px ${row * CELL}px`;
      classList.toggle('absent', row === null);
    }
  }

  // Shows a piece where a finger holds it, off its place by some drawing units.
  hold(piece, [row, column], [down, right]) {
    this.board.classList.add('jump');
    this.elements[piece].style.translate = `${column * CELL + right}px ${row * CELL + down}px`;
    at('pieces').append(this.elements[piece]);
  }

  // Outlines the piece that moved last, and the chosen one.
  outline(moved, chosen) {
    this.elements.forEach((element, piece) => {
      element.classList.toggle('moved', piece === moved);
      element.classList.toggle('chosen', piece === chosen);
    });
    at('arrow').replaceChildren();
  }

  // Shakes a piece that cannot move.
  shake(piece) {
    const { classList } = this.elements[piece];
    classList.remove('shaken');
    requestAnimationFrame(() => classList.add('shaken'));
  }

  // Points from a piece's middle to its middle after a move.
  point(piece, from, to) {
    this.outline(piece, null);
    const { height, width } = this.content.shapes[this.content.pieces[piece].shape];
    const middle = ([row, column]) => [(column + width / 2) * CELL, (row + height / 2) * CELL];
    const [[x, y], [toX, toY]] = [middle(from), middle(to)];
    const [right, down] = [Math.sign(toX - x), Math.sign(toY - y)];
    const [headX, headY] = [toX - 26 * right, toY - 26 * down];
    const [fromX, fromY] = [x + 26 * right, y + 26 * down];
    const d = `M${fromX} ${fromY}L${toX} ${toY}M${headX - 20 * down} ${headY - 20 * right}L${toX} ${toY}L${headX + 20 * down} ${headY + 20 * right}`;
    at('arrow').replaceChildren(make('path', { class: 'casing', d }), make('path', { d }));
  }
}
