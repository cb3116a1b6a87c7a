// The content of a page, as its JSON has it (`src/picture/page.rs`), with pieces, places and moves as values of their own.

function pieceOf([label, shape, colour, fixed, kind, lines, admitted, turns]) {
  return { label, shape, colour, isFixed: fixed === 1, class: kind, lines, admitted, turns };
}

function placesOf(numbers) {
  return Array.from({ length: numbers.length / 2 }, (_, piece) => (numbers[2 * piece] < 0 ? null : [numbers[2 * piece], numbers[2 * piece + 1]]));
}

// A solution: its moves [piece, place], the place of each move's piece before it, and the steps that lead to where it begins.
export function solutionOf({ moves: numbers, ...rest }, start, trail = []) {
  const moves = Array.from({ length: numbers.length / 3 }, (_, move) => [numbers[3 * move], [numbers[3 * move + 1], numbers[3 * move + 2]]]);
  const places = [...start];
  const befores = moves.map(([piece, to]) => {
    const before = places[piece];
    places[piece] = to;
    return before;
  });
  return { ...rest, moves, befores, start: [...start], trail, isStart: trail.length === 0 };
}

export function contentOf(json) {
  const start = placesOf(json.start);
  return {
    ...json,
    pieces: json.pieces.map(pieceOf),
    start,
    solutions: json.solutions.map((solution) => solutionOf(solution, start)),
  };
}
