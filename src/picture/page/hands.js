// The player's hands: pointers and keys on the board.
//
// Pieces are dragged: blocks and tiles cell by cell over free cells, pieces of a packing anywhere, to be laid where they are let
// go. A tile that is tapped moves into the blank cell.

import { CELL } from './drawing.js';
import { DIRECTIONS, isSame } from './rules.js';

const ARROWS = { ArrowUp: 'u', ArrowDown: 'd', ArrowLeft: 'l', ArrowRight: 'r' };

export class Hands {
  // `page` has the game, the drawing, the chosen piece, and what to do: `say`, `choose`, `stop`.
  constructor(page) {
    this.page = page;
    this.board = document.getElementById('board');
    this.pressed = null;
    this.board.addEventListener('pointerdown', (event) => this.press(event));
    this.board.addEventListener('pointermove', (event) => this.drag(event));
    this.board.addEventListener('pointerup', () => this.release());
    this.board.addEventListener('pointercancel', () => this.letGo());
  }

  press(event) {
    const element = event.target.closest('.piece');
    const { game } = this.page;
    if (!event.isPrimary || event.button !== 0 || element === null || !game.isPlayable) return;
    const piece = Number(element.dataset.piece);
    this.page.stop();
    this.pressed = { piece, x: event.clientX, y: event.clientY, start: game.places[piece], side: this.board.getScreenCTM().a * CELL, off: [0, 0], moved: false, blocked: null };
    this.board.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.board.focus({ preventScroll: true });
  }

  drag(event) {
    if (this.pressed === null) return;
    const { piece, x, y, start, side } = this.pressed;
    const { game, drawing } = this.page;
    const off = [(event.clientY - y) / side, (event.clientX - x) / side];
    this.pressed.off = off;
    if (game.content.handling === 'place') {
      if (game.content.pieces[piece].isFixed) return;
      this.pressed.moved ||= Math.hypot(...off) > 0.2;
      if (this.pressed.moved) drawing.hold(piece, start, off.map((cells) => cells * CELL));
      return;
    }
    const target = [start[0] + Math.round(off[0]), start[1] + Math.round(off[1])];
    for (let steps = 0; steps < 512; steps += 1) {
      const [down, right] = [target[0] - game.places[piece][0], target[1] - game.places[piece][1]];
      const shifts = [[Math.abs(down), down > 0 ? 'd' : 'u'], [Math.abs(right), right > 0 ? 'r' : 'l']];
      const wanted = shifts.filter(([cells]) => cells > 0).sort(([one], [other]) => other - one);
      const reasons = [];
      const isMoved = wanted.some(([, direction]) => {
        const reason = game.push(piece, direction);
        if (reason !== null) reasons.push(reason);
        return reason === null;
      });
      if (!isMoved) {
        if (reasons.length > 0) this.refuse(piece, reasons[0]);
        break;
      }
      this.pressed.moved = true;
      this.pressed.blocked = null;
    }
  }

  // Says once in a drag why the piece stays.
  refuse(piece, reason) {
    if (this.pressed?.blocked === reason) return;
    if (this.pressed !== null) this.pressed.blocked = reason;
    this.page.drawing.shake(piece);
    this.page.say(reason);
  }

  // Puts a piece that was held back in its place.
  letGo() {
    if (this.pressed !== null) this.page.drawing.put(this.page.game.places, [this.pressed.piece], false);
    this.pressed = null;
  }

  release() {
    if (this.pressed === null) return;
    const { piece, start, off, moved, blocked } = this.pressed;
    const { game, page } = { game: this.page.game, page: this.page };
    this.pressed = null;
    if (game.content.handling === 'place' && moved) {
      const place = [start[0] + Math.round(off[0]), start[1] + Math.round(off[1])];
      const misfit = game.lay(piece, place);
      page.drawing.put(game.places, [piece], misfit !== null);
      if (misfit !== null) page.say(misfit);
      else page.choose(piece, true);
    } else if (game.content.handling === 'push' && !moved && blocked === null) {
      const [way] = game.ways(piece);
      if (way === undefined) this.refuse(piece, `${game.rules.nameOf(piece)} is not beside the blank cell.`);
      else game.push(piece, way);
    } else if (!moved && blocked === null) {
      page.choose(piece, false);
    }
  }

  // Takes an arrow key on the board, or a letter; true if it was of use.
  key(event) {
    const { game, chosen } = this.page;
    if (!game.isPlayable) return false;
    const direction = event.target === this.board ? ARROWS[event.key] : undefined;
    const { handling } = game.content;
    if (direction !== undefined && handling === 'push') {
      this.page.stop();
      const tile = game.places.findIndex((place, piece) => place !== null && game.ways(piece).includes(direction));
      if (tile >= 0) game.push(tile, direction);
      else this.page.say('No tile can go that way.');
      return true;
    }
    if (direction !== undefined && chosen !== null) {
      this.page.stop();
      if (handling === 'choose') {
        const reason = game.push(chosen, direction);
        if (reason !== null) this.refuse(chosen, reason);
      } else {
        this.carry(chosen, direction);
      }
      return true;
    }
    if (handling === 'place' && 'rRfF'.includes(event.key) && chosen !== null) {
      this.page.turn('fF'.includes(event.key));
      return true;
    }
    return handling !== 'push' && event.key.length === 1 && this.chooseNamed(event.key);
  }

  // Carries a piece of a packing to the nearest place in a direction where it fits.
  carry(piece, direction) {
    const { game } = this.page;
    const [down, right] = DIRECTIONS[direction];
    const [height, width] = game.content.size;
    let place = game.places[piece];
    let misfit = null;
    for (let cells = 0; cells < Math.max(height, width); cells += 1) {
      place = [place[0] + down, place[1] + right];
      misfit = game.rules.misfit(game.places, piece, place);
      if (misfit === null) {
        game.lay(piece, place);
        return;
      }
    }
    this.refuse(piece, misfit);
  }

  // Chooses the next piece of that name, in any case if no piece has it in this one.
  chooseNamed(name) {
    const { game, chosen } = this.page;
    const present = game.places.flatMap((place, piece) => (place === null ? [] : [piece]));
    const named = (isNamed) => present.filter((piece) => isNamed(game.content.pieces[piece].label));
    const exact = named((label) => label === name);
    const found = exact.length > 0 ? exact : named((label) => isSame(label.toLowerCase(), name.toLowerCase()));
    if (found.length === 0) {
      if (/\p{L}/u.test(name)) this.page.say(`No piece is named ${name}.`);
      return false;
    }
    this.page.choose(found.find((piece) => piece > (chosen ?? -1)) ?? found[0], false);
    return true;
  }
}
