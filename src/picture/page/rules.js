// The rules for a player, on the content of a page: pieces slide over free cells, one cell at a time; the pieces of a packing
// are laid wherever they fit, on the board or beside it.
//
//   places   the corner [row, column] of each piece, null for one that is not there

export const DIRECTIONS = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };
const WORDS = { u: 'up', d: 'down', l: 'left', r: 'right' };

// The cells of a shape, as rows and columns from its corner.
export function cellsOf({ height, width, cells }) {
  if (cells !== null) return cells;
  return Array.from({ length: height * width }, (_, cell) => [Math.floor(cell / width), cell % width]);
}

export const isSame = (one, other) => `${one}` === `${other}`;

export function plural(number, noun) {
  const ending = number === 1 ? '' : noun.endsWith('h') ? 'es' : 's';
  return `${number.toLocaleString('en')} ${noun}${ending}`;
}

// `board` is the box of the cells that are not walls: its first row and column, height and width.
export function rulesOf({ size: [height, width], board: [top, left, tall, wide], floor, pieces, shapes, goals, cover, handling, solutions }) {
  const shapeOf = (piece) => shapes[pieces[piece].shape];
  const classOf = (piece) => pieces[piece].class;
  const admitted = pieces.map((piece) => new Set(piece.admitted));
  const nameOf = (piece) => pieces[piece].label || `block ${piece + 1}`;
  // For each piece, all that are the same piece turned, itself among them.
  const groups = pieces.map((_, piece) => {
    const group = new Set([piece]);
    for (const member of group) for (const turned of pieces[member].turns ?? []) group.add(turned);
    return [...group];
  });

  const at = (piece, [row, column]) => cellsOf(shapeOf(piece)).map(([down, right]) => [row + down, column + right]);
  const isInBox = ([row, column]) => row >= 0 && column >= 0 && row < height && column < width;
  const number = ([row, column]) => row * width + column;

  // The numbers of a piece's cells; null if one is outside the box.
  function cellsAt(piece, place) {
    const cells = at(piece, place);
    return cells.every(isInBox) ? cells.map(number) : null;
  }

  // A piece that covers one of the cells, apart from those that are left out; -1 if there is none.
  function pieceOn(places, cells, leftOut) {
    const entered = new Set(cells);
    return places.findIndex((place, other) =>
      place !== null && !leftOut.includes(other) && cellsAt(other, place).some((cell) => entered.has(cell)));
  }

  // The place of a piece after a step, or a sentence that says why it stays.
  function step(places, piece, direction) {
    const { isFixed, lines } = pieces[piece];
    const [down, right] = DIRECTIONS[direction];
    const stays = (reason) => `${nameOf(piece)} cannot go ${WORDS[direction]}: ${reason}.`;
    if (isFixed) return `${nameOf(piece)} is fixed.`;
    if (lines === 'across' && down) return stays('it keeps to its row');
    if (lines === 'down' && right) return stays('it keeps to its column');
    const to = [places[piece][0] + down, places[piece][1] + right];
    const cells = cellsAt(piece, to);
    if (cells === null) return stays('the edge is in the way');
    if (cells.some((cell) => floor[cell] === '#')) return stays('a wall is in the way');
    if (cells.some((cell) => floor[cell] !== '.' && !admitted[piece].has(cell))) return stays('the gate does not admit it');
    const other = pieceOn(places, cells, [piece]);
    return other < 0 ? to : stays(`${nameOf(other)} is in the way`);
  }

  const isOnBoard = (piece, place) => at(piece, place).every((cell) => isInBox(cell) && floor[number(cell)] !== '#');

  // Null if a piece of a packing can be laid there, or a sentence that says why not.
  function misfit(places, piece, place) {
    const cells = cellsAt(piece, place);
    const isBeside = ([row, column]) => row < top || column < left || row >= top + tall || column >= left + wide;
    if (cells === null) return `${nameOf(piece)} would leave the picture.`;
    if (!isOnBoard(piece, place) && !at(piece, place).every(isBeside)) return `${nameOf(piece)} would lie across the edge or a wall.`;
    const other = pieceOn(places, cells, groups[piece]);
    return other < 0 ? null : `${nameOf(other)} lies there.`;
  }

  // True if a piece lies beside the board.
  const hasBeside = (places) => places.some((place, piece) => place !== null && !isOnBoard(piece, place));

  const standing = (places) => places.map((place, piece) => place && `${classOf(piece)}:${place}`);

  // What a packing still lacks, in words; null if it is complete.
  function lacking(places) {
    // Marks on a board are placed by a solution only.
    const absent = places.filter((place) => place === null).length;
    if (cover === null && absent + solutions.length === 0) return 'not solved yet';
    if (cover === null) return absent > 0 ? `${plural(absent, 'mark')} to be placed` : null;
    const lying = places.flatMap((place, piece) => (place !== null && isOnBoard(piece, place) ? [piece] : []));
    const covered = new Set(lying.flatMap((piece) => cellsAt(piece, places[piece])));
    const uncovered = cover.full.filter((cell) => !covered.has(number(cell))).length;
    const open = [...floor].filter((cell) => cell !== '#').length - covered.size;
    const count = (kind) => lying.filter((piece) => classOf(piece) === kind).length;
    if (open > cover.empty[1]) return `${plural(open, 'cell')} free`;
    if (open < cover.empty[0]) return 'too many cells covered';
    if (uncovered > 0) return `${plural(uncovered, 'cell')} still to be covered`;
    const wrong = cover.counts.findIndex(([least, most], kind) => count(kind) < least || count(kind) > most);
    if (wrong < 0) return null;
    // Of a piece that may be laid many times the page shows some, perhaps none.
    const one = pieces.findIndex((piece) => piece.class === wrong);
    return one < 0 ? 'more pieces to be laid' : `${plural(count(wrong), 'piece')} ${nameOf(one)} laid`;
  }

  return {
    step,
    misfit,
    lacking,
    hasBeside,
    classOf,
    nameOf,
    groups,
    // A key of the position; equal pieces are interchangeable.
    key: (places) => standing(places).sort().join(' '),
    isMet(places) {
      if (handling === 'place') return lacking(places) === null;
      const all = new Set(standing(places));
      return goals.some((goal) => goal.every(([kind, row, column]) => all.has(`${kind}:${row},${column}`)));
    },
    // A move in words: a piece goes from a place, or from nowhere (`null`), to another.
    words(piece, from, [toRow, toColumn]) {
      if (handling === 'place') return `${nameOf(piece)} to row ${toRow + 1 - top}, column ${toColumn + 1 - left}`;
      const [row, column] = from;
      const shifts = [[toRow - row, 'down'], [row - toRow, 'up'], [toColumn - column, 'right'], [column - toColumn, 'left']];
      const parts = shifts.filter(([cells]) => cells > 0).map(([cells, way]) => (cells === 1 ? way : `${way} ${cells}`));
      return `${nameOf(piece)} ${parts.join(', ') || 'stays'}`;
    },
  };
}
