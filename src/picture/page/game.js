// A game: the position, the steps made and those that may follow, and the solutions that are known from the start.
//
//   steps   s₁ s₂ s₃ │ s₄ s₅        `at` = 3: undo takes s₃ back, redo makes s₄; a new step takes the place of s₄ and s₅
//
// A step is a list of changes [piece, from, to], the last of the piece that it is about. Turning a piece of a packing puts
// another piece in its place, so it has two.

import { solutionOf } from './content.js';
import { DIRECTIONS, isSame, rulesOf } from './rules.js';

// Maximum number of places of pieces in a solution's positions: with more, a position is not looked for among them.
const MAX_LOOKED_THROUGH = 1000000;

// How many steps count as one move, by the unit of moves.
const COUNTS = {
  step: (steps) => steps.reduce((sum, { from, to }) => sum + Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]), 0),
  slide: (steps) => steps.length,
  'path move': (steps) => steps.filter(({ piece }, number) => number === 0 || steps[number - 1].piece !== piece).length,
  move: (steps) => steps.length,
  push: (steps) => steps.filter(({ way }, number) => number === 0 || !isSame(steps[number - 1].way, way)).length,
};

// The piece of a step, and its place before (null if it was not there) and after.
export function aboutOf(changes) {
  const [piece, from, to] = changes.at(-1);
  return { piece, from: changes.length > 1 ? changes[0][1] : from, to };
}

export class Game {
  // `changed` is called with the pieces that have moved, and with true if by more than one step.
  constructor(content, changed) {
    this.content = content;
    this.rules = rulesOf(content);
    this.places = content.start.map((place) => place);
    this.steps = [];
    this.at = 0;
    // The solution whose moves are the steps after the first `after`, from its move number `made` on.
    this.followed = null;
    this.changed = changed;
    this.positions = new Map();
  }

  get isPlayable() {
    return this.content.isPlayable;
  }

  isMet() {
    return this.rules.isMet(this.places);
  }

  apply(changes, isBack) {
    const inOrder = isBack ? changes.toReversed().map(([piece, from, to]) => [piece, to, from]) : changes;
    for (const [piece, , to] of inOrder) this.places[piece] = to;
    return inOrder.map(([piece]) => piece);
  }

  // Makes or takes back steps until `position` are made.
  goTo(position) {
    const target = Math.max(0, Math.min(this.steps.length, Math.trunc(position) || 0));
    const isJump = Math.abs(target - this.at) > 1;
    const moved = new Set();
    while (this.at < target) for (const piece of this.apply(this.steps[this.at++], false)) moved.add(piece);
    while (this.at > target) for (const piece of this.apply(this.steps[--this.at], true)) moved.add(piece);
    this.changed(moved, isJump);
  }

  // Forgets the steps that would follow, and the solution that they are of.
  cut() {
    this.steps.length = this.at;
    this.followed = null;
  }

  // Makes a new step; those that followed are gone.
  make(changes) {
    this.cut();
    this.steps.push(changes);
    this.goTo(this.at + 1);
  }

  // Moves a piece by one cell: null, or a sentence that says why it stays. Steps in one line are one move, as long as nothing
  // else moves.
  push(piece, direction) {
    const to = this.rules.step(this.places, piece, direction);
    if (typeof to === 'string') return to;
    const from = this.places[piece];
    const last = this.at > 0 ? this.steps[this.at - 1].at(-1) : null;
    const isInLine = last?.[0] === piece && last[1] !== null && (last[1][0] === to[0] || last[1][1] === to[1]);
    if (isInLine && this.content.handling === 'choose' && !this.isOfSolution(this.at)) {
      this.goTo(this.at - 1);
      if (isSame(last[1], to)) this.cut();
      else this.make([[piece, last[1], to]]);
    } else {
      this.make([[piece, from, to]]);
    }
    return null;
  }

  // True if step `at` (from 1) is a move of a solution that was asked for.
  isOfSolution(at) {
    return this.followed !== null && at > this.followed.after;
  }

  // Lays a piece of a packing: null, or a sentence that says why it cannot lie there.
  lay(piece, place) {
    if (isSame(this.places[piece], place)) return null;
    const misfit = this.rules.misfit(this.places, piece, place);
    if (misfit === null) this.make([[piece, this.places[piece], place]]);
    return misfit;
  }

  // Turns a piece of a packing by a quarter or flips it, about its middle if it fits there, or else near it: the piece that it
  // becomes, or a sentence that says why it cannot be turned.
  turn(piece, flips) {
    const { turns } = this.content.pieces[piece];
    const turned = turns?.[flips ? 1 : 0];
    if (turned === undefined || turned === piece) return `${this.rules.nameOf(piece)} looks the same turned that way.`;
    const [row, column] = this.places[piece];
    const [before, after] = [piece, turned].map((number) => this.content.shapes[this.content.pieces[number].shape]);
    const middle = [row + Math.trunc((before.height - after.height) / 2), column + Math.trunc((before.width - after.width) / 2)];
    const near = Array.from({ length: 49 }, (_, number) => [middle[0] + Math.floor(number / 7) - 3, middle[1] + (number % 7) - 3]);
    const distance = ([r, c]) => Math.abs(r - middle[0]) + Math.abs(c - middle[1]);
    const place = near.sort((one, other) => distance(one) - distance(other))
      .find((corner) => this.rules.misfit(this.places, turned, corner) === null);
    if (place === undefined) return `${this.rules.nameOf(piece)} has no room to be turned.`;
    this.make([[piece, this.places[piece], null], [turned, null, place]]);
    return turned;
  }

  // Takes solutions that were found from some places, to which these steps lead from the start.
  adopt(solutions, places, trail) {
    this.content.solutions = solutions.map((solution) => solutionOf(solution, places, trail));
    this.positions.clear();
    this.cut();
  }

  // The moves of solution `number` as steps from the position after `made` of its moves; equal pieces may stand for each other.
  stepsOf(number, made) {
    const places = [...this.places];
    const { moves, befores } = this.content.solutions[number];
    return moves.slice(made).map(([piece, to], index) => {
      const from = befores[made + index];
      if (this.content.handling === 'place') {
        const lying = this.rules.groups[piece].find((member) => places[member] !== null);
        const changes = lying === undefined || lying === piece ? [[piece, places[piece], to]] : [[lying, places[lying], null], [piece, null, to]];
        for (const [member, , place] of changes) places[member] = place;
        return changes;
      }
      const alike = places.findIndex((place, other) => isSame(place, from) && this.rules.classOf(other) === this.rules.classOf(piece));
      places[alike] = to;
      return [[alike, from, to]];
    });
  }

  // The moves of solution `number` that are made where the position is one of it; undefined elsewhere.
  placeIn(number) {
    const { moves, start, isStart } = this.content.solutions[number];
    if (this.at === 0 && isStart) return 0;
    if (this.content.handling === 'place') return undefined;
    if (this.followed?.number === number && this.at >= this.followed.after) return this.followed.made + this.at - this.followed.after;
    if (!this.positions.has(number)) {
      const known = new Map();
      if ((moves.length + 1) * this.places.length <= MAX_LOOKED_THROUGH) {
        const places = [...start];
        known.set(this.rules.key(places), 0);
        moves.forEach(([piece, to], made) => {
          places[piece] = to;
          known.set(this.rules.key(places), made + 1);
        });
      }
      this.positions.set(number, known);
    }
    return this.positions.get(number).get(this.rules.key(this.places));
  }

  // Lets solution `number` follow: from here, if the position is one of it, or else from where it begins.
  follow(number) {
    let made = this.placeIn(number);
    if (made === undefined) {
      const { trail } = this.content.solutions[number];
      this.goTo(0);
      this.cut();
      this.steps.push(...trail);
      this.goTo(trail.length);
      made = 0;
    }
    this.cut();
    this.steps.push(...this.stepsOf(number, made));
    this.followed = { number, after: this.at, made };
    this.changed([], true);
  }

  // Lengths of what was made so far, by the units in which the solution is counted.
  lengths(units) {
    const steps = this.steps.slice(0, this.at).map(aboutOf).map((step) => ({
      ...step, way: step.from && [Math.sign(step.to[0] - step.from[0]), Math.sign(step.to[1] - step.from[1])],
    }));
    return units.map((unit) => (COUNTS[unit] ?? COUNTS.move)(steps));
  }

  // The free directions of a piece.
  ways(piece) {
    return Object.keys(DIRECTIONS).filter((direction) => typeof this.rules.step(this.places, piece, direction) !== 'string');
  }
}
