// The rules by which pieces move in the page: one cell at a time, over free cells that admit the piece.
'use strict';
const DIRECTIONS = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };

// The cells of a shape, as rows and columns from its corner.
function cellsOf({ height, width, cells }) {
  if (cells !== null) return cells;
  return Array.from({ length: height * width }, (_, cell) => [Math.floor(cell / width), cell % width]);
}

// The rules for a playback: `places` are the corners of its pieces, null for a piece that is not on the board.
function rulesOf(content, playback) {
  const [height, width] = content.size;
  const shapeOf = (piece) => content.shapes[playback.pieces[piece][1]];
  const classOf = (piece) => playback.pieces[piece][4];
  const admitted = playback.pieces.map((piece) => new Set(piece[6]));

  // The numbers of a piece's cells; null if one is outside the box.
  function cellsAt(piece, [row, column]) {
    const cells = cellsOf(shapeOf(piece)).map(([down, right]) => [row + down, column + right]);
    const isIn = ([r, c]) => r >= 0 && c >= 0 && r < height && c < width;
    return cells.every(isIn) ? cells.map(([r, c]) => r * width + c) : null;
  }

  // The place of a piece after a step; null if it cannot move.
  function step(places, piece, direction) {
    const [, , , fixed, , lines] = playback.pieces[piece];
    const [down, right] = DIRECTIONS[direction];
    if (places[piece] === null || fixed || (lines === 'across' && down) || (lines === 'down' && right)) return null;
    const to = [places[piece][0] + down, places[piece][1] + right];
    const cells = cellsAt(piece, to);
    const admits = (cell) => content.floor[cell] === '.' || ('+>'.includes(content.floor[cell]) && admitted[piece].has(cell));
    if (cells === null || !cells.every(admits)) return null;
    const entered = new Set(cells);
    const blocked = places.some((place, other) =>
      place !== null && other !== piece && cellsAt(other, place).some((cell) => entered.has(cell)));
    return blocked ? null : to;
  }

  const standing = (places) => places.map((place, piece) => place && `${classOf(piece)}:${place}`);

  return {
    step,
    classOf,
    // A key of the position; equal pieces are interchangeable.
    name: (places) => standing(places).sort().join(' '),
    isMet(places) {
      const all = new Set(standing(places));
      return content.goals.some((goal) => goal.every(([kind, row, column]) => all.has(`${kind}:${row},${column}`)));
    },
  };
}
