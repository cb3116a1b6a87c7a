// A game in the address, `#at=5&own=3r2.0d&solution=1`: how many steps are made, the player's own steps, and the solution that
// follows them. A step is the number of its piece and a way (`3r2`: two cells to the right) or a place (`3@2-5`).

import { DIRECTIONS, isSame } from './rules.js';

// Maximum number of the player's steps in an address.
const MAX_OWN = 4000;

// Pieces of a packing do not move in steps.
function written(changes, handling) {
  const [piece, from, to] = changes.at(-1);
  const [down, right] = handling === 'place' ? [1, 1] : [to[0] - from[0], to[1] - from[1]];
  const direction = Object.keys(DIRECTIONS).find((way) => isSame(DIRECTIONS[way], [Math.sign(down), Math.sign(right)]));
  if (direction === undefined) return `${piece}@${to.join('-')}`;
  const cells = Math.abs(down + right);
  return `${piece}${direction}${cells === 1 ? '' : cells}`;
}

// The parts of an address that tell how a game stands; without `keepsSolutions` all steps count as the player's own.
export function partsOf(game, keepsSolutions) {
  const { at, steps } = game;
  const followed = keepsSolutions ? game.followed : null;
  const own = steps.slice(0, Math.min(followed?.after ?? steps.length, MAX_OWN));
  const parts = {};
  if (at > 0) parts.at = at;
  if (own.length > 0) parts.own = own.map((changes) => written(changes, game.content.handling)).join('.');
  if (followed !== null && at > followed.after) parts.solution = followed.number + 1;
  if (parts.solution === undefined && followed !== null) parts.at = Math.min(at, own.length) || undefined;
  return parts;
}

function read(game, text) {
  const [, piece, direction, cells, row, column] = /^(\d+)(?:([udlr])(\d*)|@(\d+)-(\d+))$/.exec(text) ?? [];
  const number = Number(piece);
  if (!(number < game.places.length)) return false;
  if (direction === undefined) {
    const lying = game.rules.groups[number].find((member) => game.places[member] !== null);
    const place = [Number(row), Number(column)];
    if (!game.content.isPlayable || game.rules.misfit(game.places, number, place) !== null) return false;
    const changes = lying === number || lying === undefined ? [] : [[lying, game.places[lying], null]];
    game.make([...changes, [number, lying === number ? game.places[number] : null, place]]);
    return true;
  }
  if (game.places[number] === null) return false;
  // As one step, also where the step before it is in the same line.
  const places = [...game.places];
  for (let cell = 0; cell < Number(cells || 1); cell += 1) {
    const to = game.rules.step(places, number, direction);
    if (typeof to === 'string') return false;
    places[number] = to;
  }
  game.make([[number, game.places[number], places[number]]]);
  return true;
}

// Brings a new game to where an address has it, as far as its steps are possible.
export function resume(game, { at, own, solution }) {
  (own ?? '').split('.').filter((step) => step !== '').every((step) => read(game, step));
  const number = Number(solution) - 1;
  if (number in game.content.solutions) game.follow(number);
  game.goTo(at === undefined ? 0 : Number(at));
}

export const readAddress = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

// Replaces the address without a new entry in the history.
export function writeAddress(parts) {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  const fragment = given.map(([key, value]) => `${key}=${value}`).join('&');
  if (fragment !== location.hash.slice(1)) history.replaceState(null, '', fragment === '' ? location.pathname + location.search : `#${fragment}`);
}
