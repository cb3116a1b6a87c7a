// The page: a game on the board, the steps made, and solutions for whoever asks for them.

import { readAddress, partsOf, resume, writeAddress } from './address.js';
import { at, Drawing } from './drawing.js';
import { aboutOf, Game } from './game.js';
import { Hands } from './hands.js';
import { MoveList } from './list.js';
import { cellsOf, isSame, plural } from './rules.js';

// Milliseconds from one move to the next at speed 1, and maximum milliseconds for which a piece glides.
const PACE = 650;
const GLIDE = 280;
// Maximum number of cells of a board that is read out.
const READ_OUT = 144;

const HOW_TO = {
  choose: 'Drag a block, or press its letter and then the arrow keys.',
  push: 'Tap a tile beside the blank cell, or use the arrow keys.',
  place: 'Drag the pieces onto the board. R turns the chosen piece, F flips it.',
};

export class Page {
  constructor() {
    this.game = null;
    this.chosen = null;
    // What the player asks for beyond the solutions of the page: set by a page that has a solver.
    this.advise = null;
    // False if solutions are found while the page is open, so that an address cannot count on them.
    this.keepsSolutions = true;
    this.address = () => ({});
    // True while the steps to come are played; the time when the next one is due.
    this.isPlaying = false;
    this.due = 0;
    this.list = new MoveList((position) => this.go(position));
    this.hands = new Hands(this);
    this.actions = {
      start: () => this.go(0),
      back: () => this.go(this.game.at - 1),
      play: () => this.play(!this.isPlaying),
      next: () => this.go(this.game.at + 1),
      end: () => this.go(this.game.steps.length),
      hint: () => this.hint(),
      reveal: () => this.reveal(),
      turn: () => this.turn(false),
      flip: () => this.turn(true),
      rulers: () => this.rule(at('rulers-button').getAttribute('aria-pressed') !== 'true'),
      'packing-back': () => this.show(this.game.followed.number - 1),
      'packing-next': () => this.show(this.game.followed.number + 1),
    };
    for (const [id, act] of Object.entries(this.actions)) at(id === 'rulers' ? 'rulers-button' : id).addEventListener('click', act);
    at('slider').addEventListener('input', () => this.go(Number(at('slider').value)));
    at('speed').addEventListener('change', () => this.setGlide());
    document.addEventListener('keydown', (event) => this.key(event));
    window.addEventListener('hashchange', () => this.follow());
    this.setGlide();
  }

  // Opens a puzzle where `parts` of an address have it.
  open(content, parts) {
    this.stop();
    this.chosen = null;
    const was = at('rulers-button').getAttribute('aria-pressed') === 'true';
    this.game = new Game(content, (moved, isJump) => {
      this.drawing.put(this.game.places, moved, isJump && content.handling !== 'place');
      this.tell();
    });
    this.drawing = new Drawing(content, this.game.rules);
    this.drawing.showRulers(was);
    document.title = content.title;
    at('title').textContent = content.title;
    at('task').textContent = content.task === '' ? '' : `Goal: ${content.task}.`;
    at('task').hidden = content.task === '';
    at('board').classList.toggle('playable', content.isPlayable);
    const isPacking = content.handling === 'place';
    for (const id of ['turn', 'flip']) at(id).hidden = !isPacking || !content.isPlayable;
    this.drawing.put(this.game.places, content.pieces.keys(), true);
    this.list.renew(this.game);
    resume(this.game, parts);
    this.drawing.put(this.game.places, content.pieces.keys(), true);
    this.tell();
  }

  // Follows the address after it was edited.
  follow() {
    if (this.game !== null) this.open(this.game.content, readAddress());
  }

  say(text) {
    at('told').textContent = text;
  }

  get solution() {
    const { followed, content } = this.game;
    return content.solutions[followed?.number ?? 0];
  }

  // True while the moves of a solution are shown.
  get isRevealed() {
    return this.game.followed !== null;
  }

  howTo() {
    const { content } = this.game;
    return content.isPlayable ? HOW_TO[content.handling] : 'The solution is shown on request.';
  }

  sentence() {
    const { game } = this;
    const { steps, at: made } = game;
    if (made === 0) return game.isMet() ? 'Solved already.' : steps.length === 0 ? this.howTo() : 'At the start.';
    const { piece, from, to } = aboutOf(steps[made - 1]);
    const of = this.isRevealed ? ` of ${steps.length.toLocaleString('en')}` : '';
    return `Move ${made.toLocaleString('en')}${of}: ${game.rules.words(piece, from, to)}.${game.isMet() ? ' Solved!' : ''}`;
  }

  // How many moves were made and how many are the fewest, in words.
  score() {
    const { game, solution } = this;
    const [fewest, unit] = (solution?.isStart && solution.fewest) || [null, game.content.unit];
    const counts = solution?.counts ?? [];
    if (this.isRevealed && counts.length > 0 && game.at >= game.followed.after) {
      const all = counts.map(([count, noun]) => plural(count, noun)).join(', ');
      return game.content.handling === 'place' ? all : `The solution: ${all}; ${fewest === null ? 'not necessarily the shortest' : `${plural(fewest, unit)} are the fewest, proven`}.`;
    }
    if (game.content.handling === 'place') {
      return game.isMet() ? `Solved${game.content.cover?.isWhole ?? true ? '' : ', but for the rules that this page does not check'}.` : `${game.rules.lacking(game.places)}.`;
    }
    const [own] = game.lengths([unit]);
    const best = fewest === null ? '' : ` · fewest ${fewest.toLocaleString('en')}`;
    return `${game.isMet() && game.at > 0 ? 'Solved: you' : 'You'} ${plural(own, unit)}${best}`;
  }

  // Updates everything that tells which position is shown.
  tell() {
    const { game } = this;
    const { steps, at: made, content } = game;
    const slider = at('slider');
    slider.max = steps.length;
    slider.value = made;
    slider.setAttribute('aria-valuetext', this.sentence());
    for (const [id, isOff] of [['start', made === 0], ['back', made === 0], ['next', made === steps.length], ['end', made === steps.length], ['play', steps.length === 0]]) {
      at(id).setAttribute('aria-disabled', isOff);
    }
    if (content.handling === 'place') this.drawing.frame(game.rules.hasBeside(game.places));
    const last = made > 0 ? aboutOf(steps[made - 1]).piece : null;
    if (this.chosen !== null && game.places[this.chosen] === null) this.chosen = null;
    this.drawing.outline(content.handling === 'place' ? null : last, this.chosen);
    at('board').setAttribute('aria-label', `${content.title}. ${this.sentence()} ${this.positionInWords()}`);
    at('score').textContent = this.score();
    at('score').classList.toggle('solved', game.isMet());
    for (const id of ['turn', 'flip']) at(id).setAttribute('aria-disabled', this.chosen === null);
    this.tellOfSolution();
    this.list.update(game);
    this.say(this.sentence());
    if (!this.isPlaying) writeAddress({ ...this.address(), ...partsOf(game, this.keepsSolutions) });
  }

  tellOfSolution() {
    const { isRevealed, game } = this;
    const { solutions } = game.content;
    const hasAny = solutions.length > 0;
    const canAsk = hasAny || this.advise !== null;
    at('hint').hidden = !game.content.isPlayable || game.content.handling === 'place' || !canAsk;
    at('reveal').hidden = !hasAny && !isRevealed;
    at('reveal').textContent = isRevealed ? 'Hide solution' : 'Show solution';
    at('watch').hidden = !isRevealed;
    at('moves').hidden = !isRevealed;
    at('packings').hidden = !isRevealed || solutions.length < 2;
    if (isRevealed && solutions.length > 1) {
      const { followed: { number }, content: { from = 0, note } } = game;
      at('packing').textContent = `Packing ${from + number + 1} of ${from + solutions.length}${note}`;
      at('packing-back').setAttribute('aria-disabled', number === 0);
      at('packing-next').setAttribute('aria-disabled', number + 1 === solutions.length);
    }
  }

  // The position as text; small boards are read out row by row.
  positionInWords() {
    const { content: { size: [height, width], board: [top, left, tall, wide], floor, pieces, shapes }, places, rules } = this.game;
    const size = `The board has ${plural(tall, 'row')} and ${plural(wide, 'column')}.`;
    if (tall * wide > READ_OUT) return `${size} It holds ${plural(places.filter(Boolean).length, 'piece')}.`;
    const names = { '.': 'free', '#': 'wall', '+': 'gate', '>': 'exit' };
    const cells = [...floor].map((kind) => names[kind]);
    places.forEach((place, piece) => {
      for (const [row, column] of place === null ? [] : cellsOf(shapes[pieces[piece].shape])) {
        if (place[0] + row < height) cells[(place[0] + row) * width + place[1] + column] = rules.nameOf(piece);
      }
    });
    const lines = Array.from({ length: tall }, (_, row) =>
      `Row ${row + 1}: ${cells.slice((top + row) * width + left, (top + row) * width + left + wide).join(', ')}.`);
    return [size, ...lines].join(' ');
  }

  // A step by hand stops the playing.
  go(position) {
    this.stop();
    this.game.goTo(position);
  }

  stop() {
    if (this.isPlaying) this.play(false);
  }

  play(isOn) {
    const { game } = this;
    this.isPlaying = isOn && game.steps.length > 0;
    // Each move is shown in the status, but not read out.
    at('told').setAttribute('aria-live', this.isPlaying ? 'off' : 'polite');
    if (this.isPlaying && game.at === game.steps.length) game.goTo(0);
    document.body.classList.toggle('playing', this.isPlaying);
    at('play').setAttribute('aria-label', this.isPlaying ? 'Pause' : 'Play');
    if (this.isPlaying) {
      this.due = performance.now() + this.interval() / 2;
      requestAnimationFrame((now) => this.tick(now));
    } else {
      this.tell();
    }
  }

  // Makes the number of moves for which the time since the last ones suffices.
  tick(now) {
    if (!this.isPlaying) return;
    // A page that was hidden resumes where it was.
    if (now - this.due > 1000) this.due = now;
    if (now >= this.due) {
      const moves = 1 + Math.floor((now - this.due) / this.interval());
      this.due += moves * this.interval();
      this.game.goTo(this.game.at + moves);
    }
    if (this.game.at === this.game.steps.length) this.play(false);
    else requestAnimationFrame((later) => this.tick(later));
  }

  interval() {
    return PACE / Number(at('speed').value);
  }

  setGlide() {
    document.documentElement.style.setProperty('--glide', `${Math.round(Math.min(GLIDE, 0.6 * this.interval()))}ms`);
  }

  // Chooses a piece; quietly: without a word about it.
  choose(piece, isQuiet) {
    this.chosen = this.game.content.pieces[piece].isFixed ? null : piece;
    this.tell();
    if (this.chosen === null) this.say(`${this.game.rules.nameOf(piece)} is fixed.`);
    else if (!isQuiet) this.say(`${this.game.rules.nameOf(piece)} is chosen: the arrow keys move it${this.game.content.handling === 'place' ? ', R turns it, F flips it' : ''}.`);
    at('board').focus({ preventScroll: true });
  }

  turn(flips) {
    if (this.chosen === null) {
      this.say('Choose a piece first: tap it or press its letter.');
      return;
    }
    this.stop();
    const turned = this.game.turn(this.chosen, flips);
    if (typeof turned === 'string') {
      this.hands.refuse(this.chosen, turned);
    } else {
      this.chosen = turned;
      this.tell();
    }
  }

  rule(isOn) {
    at('rulers-button').setAttribute('aria-pressed', isOn);
    this.drawing.showRulers(isOn);
    this.tell();
  }

  // Shows the next move of the solution, or the step to undo to get back to it.
  hint() {
    this.stop();
    const { game } = this;
    if (game.isMet()) return this.say('The goal is reached already.');
    const { solutions } = game.content;
    const made = solutions.length > 0 ? game.placeIn(0) : undefined;
    if (made === undefined && this.advise !== null) return this.advise();
    if (made === undefined && game.at === 0) return this.say('No move is known here.');
    if (made === undefined) {
      const { piece, from, to } = aboutOf(game.steps[game.at - 1]);
      this.drawing.point(piece, to, from);
      return this.say(`Back to the known solution: undo ${game.rules.words(piece, from, to)}.`);
    }
    return this.pointOut(game.stepsOf(0, made));
  }

  // Points to the first of some steps.
  pointOut(steps) {
    if (steps.length === 0) return this.say('No move is known here.');
    const { piece, from, to } = aboutOf(steps[0]);
    this.chosen = null;
    this.drawing.point(piece, from, to);
    return this.say(`Hint: ${this.game.rules.words(piece, from, to)} (${steps.length === 1 ? 'the last move' : `then ${(steps.length - 1).toLocaleString('en')} more`}).`);
  }

  // Lets the solution follow, or hides it again.
  reveal() {
    this.stop();
    const { game } = this;
    if (!this.isRevealed) {
      const { solutions, handling } = game.content;
      const isFromHere = game.placeIn(0) !== undefined;
      if (solutions.length > 1) this.show(0);
      else this.show(0, handling === 'place');
      if (!isFromHere) this.say(`The known solution, from ${solutions[0].isStart ? 'the start' : 'where it was found'}.`);
      return;
    }
    const own = Math.min(game.at, game.followed.after);
    game.goTo(own);
    game.steps.length = own;
    game.followed = null;
    this.list.renew(game);
    this.tell();
  }

  // Lets solution `number` follow; a packing is shown whole.
  show(number, isWhole = this.game.content.handling === 'place') {
    if (!(number in this.game.content.solutions)) return;
    this.stop();
    this.game.goTo(this.game.content.handling === 'place' ? 0 : this.game.at);
    this.game.follow(number);
    this.list.renew(this.game);
    if (isWhole) this.game.goTo(this.game.steps.length);
    else this.tell();
  }

  key(event) {
    const { tagName } = event.target;
    const isTyping = tagName === 'SELECT' || tagName === 'TEXTAREA' || (tagName === 'INPUT' && event.target.type !== 'range') || event.target.closest('dialog') !== null;
    if (this.game === null || event.altKey || event.ctrlKey || event.metaKey || isTyping) return;
    if (event.key === 'Escape' && this.chosen !== null) {
      this.chosen = null;
      this.tell();
    } else if (this.takesKey(event) || this.hands.key(event)) {
      event.preventDefault();
    }
  }

  // Takes a key that has a meaning wherever the focus is.
  takesKey(event) {
    const isOnBoard = event.target === at('board') && this.game.isPlayable && (this.chosen !== null || this.game.content.handling === 'push');
    const inList = at('rows').contains(event.target) && { ArrowUp: 'back', ArrowDown: 'next' }[event.key];
    const action = inList || { Home: 'start', ArrowLeft: 'back', ' ': 'play', ArrowRight: 'next', End: 'end', Backspace: 'back', '?': 'hint' }[event.key];
    const isOwn = event.key === ' ' ? ['BUTTON', 'SUMMARY'].includes(event.target.tagName) : event.target === at('slider');
    if (!action || isOwn || (isOnBoard && event.key.startsWith('Arrow')) || at(action).hidden) return false;
    this.actions[action]();
    return true;
  }
}
