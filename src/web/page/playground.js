// The playground: the page with the solver beside it, with puzzles to choose, to draw and to paste.

import { readAddress, writeAddress } from './address.js';
import { contentOf } from './content.js';
import { at } from './drawing.js';
import { Editor } from './editor.js';
import { library, readPuzzle } from './library.js';
import { packed, unpacked } from './link.js';
import { Page } from './page.js';
import { plural } from './rules.js';
import { download, gif, MAX_FRAMES, png, svg } from './save.js';
import { Solver } from './solver.js';

const FIRST = 'klotski';
// Packings on a page.
const PACKINGS = 50;
const AIMS = {
  sliding: [['slides', 'Fewest slides'], ['steps', 'Fewest steps'], ['paths', 'Fewest path moves'], ['any', 'Any solution']],
  tiles: [['moves', 'Fewest moves'], ['pushes', 'Fewest pushes'], ['any', 'Any solution']],
  packing: [['any', 'Packings']],
  exact: [['any', 'A solution']],
};
const DRAWN = { sliding: 'drawn', tiles: 'rows', packing: 'text' };
const ENDINGS = { tiles: 'txt', sliding: 'txt', packing: 'txt', exact: 'dlx' };

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
// A sentence with its full stop, which stands before the line that an error shows.
const ended = (sentence) => sentence.replace(/\n|$/, (rest) => `.${rest}`);

class Playground {
  constructor() {
    at('header').append(at('tools'));
    at('watch').before(at('solving'));
    this.page = new Page();
    this.page.keepsSolutions = false;
    this.page.advise = () => this.hint();
    this.page.address = () => this.link;
    this.page.follow = () => this.start();
    this.solver = new Solver((progress) => this.progress(progress));
    this.editor = new Editor((puzzle) => this.open(puzzle, {}), () => this.drawn());
    this.puzzles = library();
    this.link = {};
    // Number of the last request.
    this.asks = 0;
    this.bind();
  }

  bind() {
    const clicks = {
      choose: () => this.showPuzzles(),
      draw: () => this.editor.show(this.opened?.family),
      edit: () => this.showText(),
      share: () => this.share(),
      take: () => this.showSaving(),
      solve: () => this.solve(),
      count: () => this.count(),
      more: () => this.solve(this.from + PACKINGS),
      cancel: () => this.solver.cancel(),
      'text-open': () => this.openText(),
      'save-svg': () => download(`${this.fileName()}.svg`, svg(this.page.game), 'image/svg+xml'),
      'save-png': async () => download(`${this.fileName()}.png`, await png(this.page.game), 'image/png'),
      'save-gif': () => this.saveGif(),
    };
    for (const [id, act] of Object.entries(clicks)) at(id).addEventListener('click', act);
    at('find').addEventListener('input', () => this.listPuzzles());
    // Another text does not have the goal of this one.
    at('text').addEventListener('input', () => { if (at('goal-text').value === this.puzzle.goal) at('goal-text').value = ''; });
    at('file').addEventListener('change', () => this.openFile());
    at('number').addEventListener('change', () => this.open({ ...this.puzzle, number: Math.max(0, Math.trunc(at('number').value) - 1) }, {}));
    // Enter in a field of a dialog would press its only button that submits, which closes it.
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.target.tagName !== 'INPUT' || event.target.closest('dialog') === null) return;
      event.preventDefault();
      event.target.blur();
    });
  }

  // Opens the puzzle of the address, or the first one.
  async start() {
    const parts = readAddress();
    const inAddress = parts.puzzle === undefined ? null : await unpacked(parts.puzzle);
    const { name = FIRST } = parts;
    const known = (await this.puzzles).find((puzzle) => puzzle.name === name);
    const number = Math.max(0, Number(parts.board ?? 1) - 1);
    const puzzle = inAddress ?? { ...(await readPuzzle(known ?? (await this.puzzles)[0])), number };
    const sentence = await this.open(puzzle, known === undefined && inAddress === null ? {} : parts);
    if (sentence !== null) this.tell(`The puzzle of the address cannot be opened: ${sentence}.`);
  }

  // Opens a puzzle, { name, text, goal, number }: null, or a sentence that says why it cannot be opened.
  async open(puzzle, parts) {
    const opened = await this.solver.ask({ ask: 'open', ...this.asked(puzzle) });
    if (opened === null) return 'another puzzle was opened meanwhile';
    if (opened.refused !== undefined) return opened.refused;
    const { name, text, goal } = puzzle;
    // A list has no board after its last one.
    const number = Math.min(puzzle.number, opened.boards - 1);
    this.puzzle = { ...puzzle, number };
    this.opened = opened;
    this.link = name === null ? { puzzle: await packed({ name, text, goal, number }) } : { name, ...(number > 0 ? { board: number + 1 } : {}) };
    at('aim').replaceChildren(...AIMS[opened.family].map(([value, words]) => new Option(words, value)));
    at('aim').hidden = AIMS[opened.family].length === 1;
    at('count').hidden = !['packing', 'exact'].includes(opened.family);
    at('more').hidden = true;
    at('solve').textContent = opened.family === 'packing' ? 'Find packings' : 'Solve';
    at('board-number').hidden = opened.boards === 1;
    at('number').max = opened.boards;
    at('number').value = number + 1;
    at('boards').textContent = opened.boards;
    document.body.classList.toggle('without-board', opened.content === null);
    this.tell(opened.hasGoal || opened.family !== 'sliding' ? '' : 'This puzzle has no goal: it can be played, not solved.');
    at('solve').disabled = opened.family === 'sliding' && !opened.hasGoal;
    if (opened.content === null) this.showExact(name);
    else this.page.open(this.titled(contentOf(opened.content)), parts);
    return null;
  }

  titled(content) {
    const { name } = this.puzzle;
    const hasOwn = !['Sliding blocks', 'Sliding tiles', 'Packing', 'Marks on a board'].includes(content.title) || name === null;
    const words = hasOwn ? content.title : name.replaceAll('-', ' ');
    return { ...content, title: capital(words) };
  }

  // An exact cover without a board has nothing to play.
  showExact(name) {
    this.page.stop();
    this.page.game = null;
    writeAddress(this.link);
    at('title').textContent = capital((name ?? 'an exact cover').replaceAll('-', ' '));
    at('task').textContent = 'Choose options so that every item is covered as often as it has to be.';
    at('told').textContent = '';
    at('score').textContent = '';
  }

  asked({ text, goal, number }) {
    return { text, goal, number };
  }

  limits() {
    return { time: Math.max(1, Number(at('limit-time').value) || 60), memory: Math.max(16, Number(at('limit-memory').value) || 1000) * 1000000 };
  }

  tell(words) {
    at('found').textContent = words;
  }

  progress(progress) {
    at('cancel').hidden = progress === null;
    if (progress === null) return;
    const seconds = (performance.now() - this.began) / 1000;
    const rate = progress.positions / Math.max(seconds, 0.001);
    this.tell(`Searching for ${seconds.toFixed(0)} s: ${plural(progress.positions, 'position')}, ${plural(Math.round(rate), 'position')} a second, ${(progress.bytes / 1e6).toFixed(0)} MB.`);
  }

  // Asks the solver; null if it was cancelled or refused, which is said.
  async ask(request) {
    this.began = performance.now();
    this.tell('Searching …');
    const [puzzle, own] = [this.puzzle, ++this.asks];
    const asking = this.solver.ask({ ...request, ...this.asked(puzzle), ...this.limits() });
    at('cancel').hidden = false;
    const answered = await asking;
    if (this.puzzle !== puzzle || this.asks !== own) return null;
    at('cancel').hidden = true;
    if (answered === null) this.tell('Cancelled.');
    else if (answered.refused !== undefined) this.tell(ended(capital(answered.refused)));
    return answered === null || answered.refused !== undefined ? null : answered;
  }

  seconds() {
    return `${((performance.now() - this.began) / 1000).toFixed(2)} s`;
  }

  // Finds a solution from where the pieces stand; true if there is one.
  async find() {
    const { game } = this.page;
    const trail = game.steps.slice(0, game.at);
    const corners = game.places.map((place) => place);
    const answered = await this.ask({ ask: 'solve', aim: at('aim').value, corners });
    if (answered === null) return false;
    game.adopt(answered.solutions, corners, trail);
    this.page.tell();
    this.tell(`${trail.length === 0 ? '' : 'From here: '}${answered.worth}; found in ${this.seconds()}.`);
    return true;
  }

  async solve(from = 0) {
    const { family } = this.opened;
    if (family === 'exact') {
      const answered = await this.ask({ ask: 'solve', aim: 'any' });
      if (answered === null) return;
      if (answered.content !== null) this.page.open(this.titled(contentOf(answered.content)), {});
      this.tell(`Found in ${this.seconds()}${answered.content === null ? `:\n${answered.text}` : '.'}`);
    } else if (family === 'packing') {
      const answered = await this.ask({ ask: 'packings', from, most: PACKINGS });
      if (answered === null) return;
      this.from = from;
      const content = { ...this.titled(contentOf(answered.content)), from };
      this.page.open(content, {});
      at('more').hidden = !answered.hasMore;
      const [first, last] = [from + 1, from + content.solutions.length];
      const others = answered.hasMore ? ', and there are more' : answered.cut ? `, and perhaps others: ${answered.cut}` : ', and no others';
      this.tell(`${first === last ? `Packing ${first}` : `Packings ${first} to ${last}`}${others}; found in ${this.seconds()}.`);
    } else {
      await this.find();
    }
  }

  async hint() {
    if (await this.find()) this.page.hint();
  }

  async count() {
    const answered = await this.ask({ ask: 'count' });
    if (answered !== null) this.tell(`${answered.count}; counted in ${this.seconds()}.`);
  }

  // The puzzle in the format of its drawing board; null if it has none.
  async drawn() {
    const format = DRAWN[this.opened?.family];
    if (format === undefined) return null;
    const answered = await this.solver.ask({ ask: 'write', format, ...this.asked(this.puzzle) });
    return answered?.files?.[0] ?? null;
  }

  async showPuzzles() {
    await this.listPuzzles();
    at('chooser').showModal();
    at('find').focus();
  }

  async listPuzzles() {
    const word = at('find').value.toLowerCase();
    const found = (await this.puzzles).filter(({ name, family, source }) => `${name} ${family} ${source}`.toLowerCase().includes(word));
    const families = Map.groupBy(found, ({ family }) => family);
    at('puzzles').replaceChildren(...[...families].flatMap(([family, puzzles]) => {
      const head = document.createElement('h3');
      head.textContent = family;
      const list = document.createElement('ul');
      list.append(...puzzles.map((puzzle) => {
        const [item, button, rest] = ['li', 'button', 'span'].map((name) => document.createElement(name));
        button.type = 'button';
        button.textContent = puzzle.name.replaceAll('-', ' ');
        button.addEventListener('click', async () => {
          const sentence = await this.open(await readPuzzle(puzzle), {});
          if (sentence === null) at('chooser').close();
        });
        rest.textContent = [puzzle.answer, puzzle.source].filter(Boolean).join(' · ');
        item.append(button, rest);
        return item;
      }));
      return [head, list];
    }));
    if (found.length === 0) at('puzzles').textContent = 'No puzzle has that in its name, its family or its source.';
  }

  async openFile() {
    const [file] = at('file').files;
    if (file === undefined) return;
    at('text').value = await file.text();
    at('goal-text').value = '';
    at('file').value = '';
    at('chooser').close();
    at('texts').showModal();
    await this.openText();
  }

  showText() {
    at('text').value = this.puzzle?.text ?? '';
    at('goal-text').value = this.puzzle?.goal ?? '';
    at('text-error').textContent = '';
    at('texts').showModal();
  }

  async openText() {
    const goal = at('goal-text').value.trim() === '' ? null : at('goal-text').value;
    const sentence = await this.open({ name: null, text: at('text').value, goal, number: 0 }, {});
    at('text-error').textContent = sentence === null ? '' : ended(sentence);
    if (sentence === null) at('texts').close();
  }

  async share() {
    const address = location.href;
    try {
      await navigator.clipboard.writeText(address);
      this.tell('The address of this position is copied: whoever opens it has the puzzle and the moves.');
    } catch {
      this.tell(`The address of this position: ${address}`);
    }
  }

  fileName() {
    return this.puzzle.name ?? 'puzzle';
  }

  showSaving() {
    const { family, formats } = this.opened;
    const save = async (format) => {
      const answered = await this.solver.ask({ ask: 'write', format, ...this.asked(this.puzzle) });
      at('saved').textContent = answered?.refused === undefined ? '' : `Not in this format: ${answered.refused}.`;
      answered?.files?.forEach((text, number) => download(`${this.fileName()}.${number === 1 ? 'goal' : ENDINGS[family]}`, text, 'text/plain'));
    };
    const button = (words, act) => {
      const element = document.createElement('button');
      Object.assign(element, { type: 'button', textContent: words });
      element.addEventListener('click', act);
      return element;
    };
    const asIs = button('Text as it is', () => {
      download(`${this.fileName()}.${ENDINGS[family]}`, this.puzzle.text, 'text/plain');
      if (this.puzzle.goal !== null) download(`${this.fileName()}.goal`, this.puzzle.goal, 'text/plain');
    });
    at('formats').replaceChildren(asIs, ...formats.map(([name, help]) => button(help, () => save(name))));
    for (const id of ['save-svg', 'save-png', 'save-gif']) at(id).disabled = this.opened.content === null;
    at('saved').textContent = '';
    at('saving').showModal();
  }

  async saveGif() {
    at('saved').textContent = 'Painting …';
    const { game } = this.page;
    const answered = await gif(game, (request) => this.solver.ask(request)).catch(() => null);
    const isMade = answered?.gif?.length > 0;
    if (isMade) download(`${this.fileName()}.gif`, answered.gif, 'image/gif');
    const cut = game.steps.length > MAX_FRAMES ? `The animation ends after ${MAX_FRAMES} steps.` : '';
    at('saved').textContent = isMade ? cut : 'The animation could not be made.';
  }
}

const playground = new Playground();
// For tests, and for programs that drive the page.
window.traybit = playground.page;
window.playground = playground;
await playground.start();
document.body.dataset.ready = '';
