// Shows the playback in the page. A position is the number of its moves made, and the player's own moves after them.
(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  // Side of a cell in drawing units.
  const CELL = 100;
  // Milliseconds from one move to the next at speed 1, and maximum milliseconds for which a piece glides.
  const PACE = 650;
  const GLIDE = 280;
  // Maximum side of a board with labels, in cells: on larger boards they are illegible and double the drawing time.
  const LABELLED = 128;
  // Maximum number of places of pieces that are searched for the player's position.
  const MAX_LOOKED_THROUGH = 1000000;
  // Maximum number of cells of a board that is read out.
  const READ_OUT = 144;
  // Minimum length of a swipe in pixels; anything shorter is a tap.
  const SWIPE = 30;

  const content = JSON.parse(document.getElementById('playback').textContent);
  const at = (id) => document.getElementById(id);
  const board = at('board');
  const slider = at('slider');
  const list = at('list');
  const rows = at('rows');

  // The position shown: one of the playbacks, the number of its moves made, the place of each piece, and its element.
  let playback = null;
  let playbackNumber = 0;
  let made = 0;
  let places = [];
  let elements = [];
  let marked = null;
  // The place of each move's piece before the move, and the places where pieces not on the board yet will appear.
  let befores = [];
  // True if the goal holds after all moves, or all pieces of a packing are placed.
  let met = false;
  let firstPlaces = new Map();
  // The player's own moves after those, the chosen piece, the rules, and the indices of the solution's positions.
  let own = [];
  let chosen = null;
  let rules = null;
  let known = null;
  // True while the playback runs; the time when its next move is due.
  let playing = false;
  let due = 0;
  // The rows of the move list that have an element, by position.
  const shown = new Map();

  const unit = content.places ? 'Piece' : 'Move';
  const length = () => playback.moves.length / 3;
  const plural = (number, noun) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

  function make(name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

  function drawBoard() {
    board.setAttribute('viewBox', content.view.join(' '));
    at('frame').setAttribute('d', content.floors.inside);
    at('floor').setAttribute('d', content.floors.inside);
    at('gates').setAttribute('d', content.floors.gates);
    at('gates-hatch').setAttribute('d', content.floors.gates);
    at('exits').setAttribute('d', content.floors.exits);
    at('grid-lines').setAttribute('d', content.floors.inside);
    at('walls').setAttribute('d', content.floors.walls);
    for (const [row, column] of content.openings) {
      const [x, y] = [(column + 1) * CELL, row * CELL];
      at('openings').append(
        make('path', { class: 'opening', d: `M${x} ${y + 3}h20v94h-20z` }),
        make('path', { class: 'out', d: `M${x + 2} ${y + 34}l14 16l-14 16z` }));
    }
    for (const [shape, row, column] of content.aims) {
      const transform = `translate(${column * CELL} ${row * CELL})`;
      at('aims').append(make('path', { d: content.shapes[shape].aim, transform }));
    }
  }

  // Font size of a label: usual for a cell, or smaller if the piece is too narrow for the number of characters.
  function labelSize(label, room) {
    return Math.round(Math.min(36, (room * CELL * 0.82) / (0.62 * [...label].length)));
  }

  function drawPiece([label, shape, colour, fixed], number) {
    const piece = make('g', { class: fixed ? 'piece fixed' : 'piece', 'data-piece': number });
    piece.style.setProperty('--colour', content.colours[colour]);
    const { path, label: [x, y], room } = content.shapes[shape];
    piece.append(make('path', { d: path }));
    if (label !== '' && Math.max(...content.size) <= LABELLED) {
      const text = make('text', { x, y, 'font-size': labelSize(label, room) });
      text.textContent = label;
      piece.append(text);
    }
    return piece;
  }

  // Shows the goal in words, the legend and, if the board does not show the goal, a separate drawing of it.
  function drawGoal() {
    at('task').textContent = content.task === '' ? '' : `Goal: ${content.task}.`;
    at('task').hidden = content.task === '';
    at('legend').replaceChildren(...content.legend.map(([mark, words]) => {
      const item = document.createElement('li');
      item.className = mark;
      item.textContent = words;
      return item;
    }));
    const goal = at('goal');
    goal.toggleAttribute('hidden', content.aims.length > 0 || content.goals.length === 0 || content.size[0] * content.size[1] > 400);
    if (goal.hasAttribute('hidden')) return;
    goal.setAttribute('viewBox', content.view.join(' '));
    goal.append(make('path', { class: 'ground', d: content.floors.inside }));
    const free = playback.pieces.map((_, piece) => piece);
    for (const [kind, row, column] of content.goals[0]) {
      const place = free.findIndex((piece) => rules.classOf(piece) === kind);
      if (place < 0) continue;
      const [piece] = free.splice(place, 1);
      const drawn = drawPiece(playback.pieces[piece], piece);
      drawn.setAttribute('class', 'there');
      drawn.setAttribute('transform', `translate(${column * CELL} ${row * CELL})`);
      goal.append(drawn);
    }
  }

  function put(piece) {
    const [row, column] = places[piece] ?? firstPlaces.get(piece) ?? [0, 0];
    const { style, classList } = elements[piece];
    style.translate = `${column * CELL}px ${row * CELL}px`;
    classList.toggle('absent', places[piece] === null);
  }

  function open(number) {
    playbackNumber = number;
    playback = content.playbacks[number];
    made = 0;
    marked = null;
    [own, chosen, known] = [[], null, null];
    rules = rulesOf(content, playback);
    places = playback.pieces.map((_, piece) => {
      const row = playback.start[2 * piece];
      return row < 0 ? null : [row, playback.start[2 * piece + 1]];
    });
    firstPlaces = new Map();
    const running = [...places];
    befores = new Array(length());
    for (let move = 0; move < length(); move += 1) {
      const [piece, to] = moveAt(move);
      befores[move] = running[piece];
      running[piece] = to;
      if (places[piece] === null && !firstPlaces.has(piece)) firstPlaces.set(piece, to);
    }
    met = content.places ? running.every((place) => place !== null) : rules.isMet(running);
    elements = playback.pieces.map(drawPiece);
    playback.pieces.forEach((_, piece) => put(piece));
    at('pieces').replaceChildren(...elements);
    slider.max = length();
    at('controls').hidden = length() === 0 && !content.playable;
    for (const id of ['slider', 'steps', 'pace', 'hint']) at(id).hidden = length() === 0;
    for (const id of ['undo', 'hint']) at(id).toggleAttribute('hidden', !content.playable || at(id).hidden);
    board.classList.toggle('playable', content.playable);
    at('moves').hidden = length() === 0;
    const counts = playback.counts.map(([count, noun]) => plural(count, noun));
    at('counts').textContent = [...counts, ...(playback.claim ? [playback.claim] : [])].join(' · ');
    at('packings').hidden = content.playbacks.length === 1;
    at('packing').textContent = `Packing ${number + 1} of ${content.playbacks.length}${content.note}`;
    at('packing-back').setAttribute('aria-disabled', number === 0);
    at('packing-next').setAttribute('aria-disabled', number + 1 === content.playbacks.length);
    rows.replaceChildren();
    shown.clear();
    rows.style.height = `calc(var(--row) * ${length() + 1})`;
    tell();
  }

  function moveAt(move) {
    const [piece, row, column] = playback.moves.slice(3 * move, 3 * move + 3);
    return [piece, [row, column]];
  }

  // Makes or undoes moves until `position` moves are made.
  function show(position) {
    const target = Math.max(0, Math.min(length(), Math.trunc(position) || 0));
    const changed = new Set();
    board.classList.toggle('jump', Math.abs(target - made) + own.length > 1 && !content.places);
    for (const { piece, from } of own.splice(0).reverse()) {
      places[piece] = from;
      changed.add(piece);
    }
    while (made < target) {
      const [piece, to] = moveAt(made);
      places[piece] = to;
      changed.add(piece);
      made += 1;
    }
    while (made > target) {
      made -= 1;
      const [piece] = moveAt(made);
      places[piece] = befores[made];
      changed.add(piece);
    }
    changed.forEach(put);
    tell();
  }

  function sentence() {
    if (own.length > 0) {
      const { piece, from, to } = own.at(-1);
      const solved = rules.isMet(places) ? ' Solved.' : '';
      return `${plural(own.length, 'move')} of your own: ${words(piece, from, to)}.${solved}`;
    }
    if (made === 0 && length() === 0) return met ? 'Solved already.' : 'Nothing is moved.';
    if (made === 0) return 'At the start.';
    const solved = made === length() && met ? ' Solved.' : '';
    return `${unit} ${made} of ${length()}: ${caption(made - 1)}.${solved}`;
  }

  // Updates everything that tells which position is shown.
  function tell() {
    slider.value = made;
    slider.setAttribute('aria-valuetext', sentence());
    at('place').replaceChildren(...placeWords());
    for (const [id, off] of [['start', made === 0], ['back', made === 0], ['next', made === length()], ['end', made === length()]]) {
      at(id).setAttribute('aria-disabled', off);
    }
    const last = own.length > 0 ? own.at(-1).piece : made > 0 ? moveAt(made - 1)[0] : null;
    mark(content.places ? null : last);
    board.setAttribute('aria-label', `${sentence()} ${positionInWords()}`);
    keepInView();
    drawRows();
    elements.forEach((element, piece) => element.classList.toggle('chosen', piece === chosen));
    at('undo').setAttribute('aria-disabled', own.length === 0);
    at('arrow').replaceChildren();
    at('told').textContent = sentence();
    if (!playing) writeAddress();
  }

  // Outlines the piece whose move the status describes.
  function mark(piece) {
    marked?.classList.remove('moved');
    marked = piece === null ? null : elements[piece];
    marked?.classList.add('moved');
  }

  function placeWords() {
    const number = document.createElement('b');
    number.textContent = made.toLocaleString('en');
    const solved = own.length > 0 ? rules.isMet(places) : made === length() && met;
    const all = length() > 0 ? ` / ${length().toLocaleString('en')}` : '';
    const hand = own.length > 0 ? ` + ${own.length}` : '';
    return [number, `${all}${hand}${solved ? ' · solved' : ''}`];
  }

  // The position as text; small boards are read out row by row.
  function positionInWords() {
    const [height, width] = content.size;
    const size = `The board has ${plural(height, 'row')} and ${plural(width, 'column')}.`;
    if (height * width > READ_OUT) return `${size} It holds ${plural(places.filter(Boolean).length, 'piece')}.`;
    const names = { '.': 'free', '#': 'wall', '+': 'gate', '>': 'exit' };
    const cells = [...content.floor].map((floor) => names[floor]);
    places.forEach((place, piece) => {
      if (place === null) return;
      const [label, shape] = playback.pieces[piece];
      // Pieces of a packing share their names.
      const name = label === '' ? `block ${piece + 1}` : content.places ? `${label} ${piece + 1}` : label;
      for (const [row, column] of cellsOf(content.shapes[shape])) {
        cells[(place[0] + row) * width + place[1] + column] = name;
      }
    });
    const lines = Array.from({ length: height }, (_, row) =>
      `Row ${row + 1}: ${cells.slice(row * width, (row + 1) * width).join(', ')}.`);
    return [size, ...lines].join(' ');
  }

  // The move list has elements only for the visible rows, since there may be a hundred thousand.
  const rowHeight = () => 2.25 * parseFloat(getComputedStyle(document.documentElement).fontSize);

  function drawRow(position) {
    const item = document.createElement('li');
    const button = document.createElement('button');
    const [number, swatch, words] = ['number', 'swatch', 'words'].map((name) => {
      const part = document.createElement('span');
      part.className = name;
      return part;
    });
    item.style.top = `calc(var(--row) * ${position})`;
    item.setAttribute('aria-setsize', length() + 1);
    item.setAttribute('aria-posinset', position + 1);
    number.textContent = position;
    words.textContent = position === 0 ? 'start' : caption(position - 1);
    swatch.style.setProperty(
      '--colour', position === 0 ? 'transparent' : content.colours[playback.pieces[moveAt(position - 1)[0]][2]]);
    button.type = 'button';
    button.dataset.position = position;
    button.append(number, swatch, words);
    item.append(button);
    return item;
  }

  function drawRows() {
    const height = rowHeight();
    const first = Math.max(0, Math.floor(list.scrollTop / height) - 4);
    const last = Math.min(length(), Math.ceil((list.scrollTop + list.clientHeight) / height) + 4);
    const hadFocus = rows.contains(document.activeElement);
    for (const [position, item] of shown) {
      if (position !== made && (position < first || position > last)) {
        item.remove();
        shown.delete(position);
      }
    }
    const needed = Array.from({ length: last - first + 1 }, (_, row) => first + row);
    // The current row exists wherever the list is scrolled to, so that the Tab key reaches it.
    if (made < first || made > last) needed.push(made);
    for (const position of needed) {
      if (!shown.has(position)) {
        const item = drawRow(position);
        const after = [...rows.children].find((other) => Number(other.firstChild.dataset.position) > position);
        rows.insertBefore(item, after ?? null);
        shown.set(position, item);
      }
      const button = shown.get(position).firstChild;
      // The Tab key reaches only the current row; from there the arrow keys move.
      button.tabIndex = position === made ? 0 : -1;
      if (position === made) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    }
    if (hadFocus) shown.get(made)?.firstChild.focus({ preventScroll: true });
  }

  function keepInView() {
    const height = rowHeight();
    const top = made * height;
    const margin = Math.min(height, list.clientHeight / 3);
    const [above, below] = [list.scrollTop + margin - top, top + height + margin - list.scrollTop - list.clientHeight];
    // A row out of sight is scrolled to the middle, one at the edge just into view.
    if (Math.max(above, below) > 2 * height) list.scrollTop = top - (list.clientHeight - height) / 2;
    else if (above > 0) list.scrollTop -= above;
    else if (below > 0) list.scrollTop += below;
  }

  // A move in words: a piece goes from a place, or from nowhere (`null`), to another.
  function words(piece, from, [toRow, toColumn]) {
    const name = playback.pieces[piece][0] || `block ${piece + 1}`;
    if (from === null) return `${name} is placed`;
    const [row, column] = from;
    const shifts = [[toRow - row, 'down'], [row - toRow, 'up'], [toColumn - column, 'right'], [column - toColumn, 'left']];
    const parts = shifts.filter(([cells]) => cells > 0).map(([cells, direction]) => (cells === 1 ? direction : `${direction} ${cells}`));
    return `${name} ${parts.join(', ') || 'stays'}`;
  }

  function caption(move) {
    const [piece, to] = moveAt(move);
    return words(piece, befores[move], to);
  }

  // Moves a piece by one cell, if possible; consecutive pushes in one direction are one move.
  function push(piece, direction) {
    const to = rules.step(places, piece, direction);
    if (to === null) return false;
    if (playing) setPlaying(false);
    const last = own.at(-1);
    const continues = last?.piece === piece && (last.from[0] === to[0] || last.from[1] === to[1]);
    if (!continues) own.push({ piece, from: places[piece], to });
    else if (`${last.from}` === `${to}`) own.pop();
    else last.to = to;
    places[piece] = to;
    board.classList.remove('jump');
    put(piece);
    tell();
    return true;
  }

  function undo() {
    const last = own.pop();
    if (last === undefined) return;
    places[last.piece] = last.from;
    put(last.piece);
    tell();
  }

  // The index of the player's position in the solution, if it is part of it.
  function onSolution() {
    if (own.length === 0) return made;
    if (known === null && (length() + 1) * places.length <= MAX_LOOKED_THROUGH) {
      known = new Map();
      const running = playback.pieces.map((_, piece) => playback.start.slice(2 * piece, 2 * piece + 2));
      known.set(rules.name(running), 0);
      for (let move = 0; move < length(); move += 1) {
        const [piece, to] = moveAt(move);
        running[piece] = to;
        known.set(rules.name(running), move + 1);
      }
    }
    return known?.get(rules.name(places));
  }

  // Shows the next move of the solution, or the move that leads back to it.
  function hint() {
    if (playing) setPlaying(false);
    if (rules.isMet(places)) return say('The goal is reached already.');
    const position = onSolution();
    if (position === undefined) {
      const { piece, from, to } = own.at(-1);
      point(piece, to, from);
      return say(`Back to the solution: undo ${words(piece, from, to)}.`);
    }
    if (position === length()) return say('No move is known here.');
    const [first, to] = moveAt(position);
    const from = befores[position];
    const there = (place, piece) => `${place}` === `${from}` && rules.classOf(piece) === rules.classOf(first);
    const piece = places.findIndex(there);
    point(piece, from, to);
    return say(`Hint: ${words(piece, from, to)} (move ${position + 1} of ${length()}).`);
  }

  function say(text) {
    at('told').textContent = text;
  }

  // Outlines a piece, with an arrow from its middle to its middle after the move.
  function point(piece, from, to) {
    mark(piece);
    const { height, width } = content.shapes[playback.pieces[piece][1]];
    const middle = ([row, column]) => [(column + width / 2) * CELL, (row + height / 2) * CELL];
    const [[x, y], [toX, toY]] = [middle(from), middle(to)];
    const [right, down] = [Math.sign(toX - x), Math.sign(toY - y)];
    const [headX, headY] = [toX - 26 * right, toY - 26 * down];
    const [fromX, fromY] = [x + 26 * right, y + 26 * down];
    const d = `M${fromX} ${fromY}L${toX} ${toY}M${headX - 20 * down} ${headY - 20 * right}L${toX} ${toY}L${headX + 20 * down} ${headY + 20 * right}`;
    at('arrow').replaceChildren(make('path', { class: 'casing', d }), make('path', { d }));
  }

  function choose(piece) {
    chosen = playback.pieces[piece][3] ? null : piece;
    tell();
    board.focus({ preventScroll: true });
    if (chosen !== null) say(`${playback.pieces[piece][0] || 'The block'} is chosen: the arrow keys move it.`);
  }

  // An arrow key on the board moves the chosen piece, or a tile into the blank cell.
  function arrow(direction) {
    if (!content.pushes) return chosen !== null && push(chosen, direction);
    return places.some((_, piece) => push(piece, direction));
  }

  // The address contains the position: `#12` after 12 moves, `#12/3r2,0d` with two moves of the player, by the numbers
  // of their pieces; with several packings it begins with their number, as in `#2:`.
  const letter = { '1,0': 'd', '-1,0': 'u', '0,1': 'r', '0,-1': 'l' };
  function writeAddress() {
    const moves = own.map(({ piece, from, to }) => {
      const [down, right] = [to[0] - from[0], to[1] - from[1]];
      const cells = Math.abs(down + right);
      return `${piece}${letter[[Math.sign(down), Math.sign(right)]]}${cells === 1 ? '' : cells}`;
    });
    const packing = playbackNumber > 0 ? `${playbackNumber + 1}:` : '';
    const fragment = `${packing}${made}${moves.length > 0 ? `/${moves.join(',')}` : ''}`;
    const current = location.hash.slice(1);
    if (fragment !== current && (fragment !== '0' || current !== '')) history.replaceState(null, '', `#${fragment}`);
  }

  function follow() {
    const parts = /^#(?:(\d+):)?(\d+)(?:\/([\dudlr,]+))?$/.exec(location.hash);
    if (parts === null) return;
    const number = Number(parts[1] ?? 1) - 1;
    if (number !== playbackNumber && number < content.playbacks.length) open(number);
    show(Number(parts[2]));
    if (!content.playable) return;
    for (const move of parts[3]?.split(',') ?? []) {
      const [, piece, direction, cells] = /^(\d+)([udlr])(\d*)$/.exec(move) ?? [];
      for (let cell = 0; cell < Number(cells || 1); cell += 1) {
        if (!(Number(piece) < places.length) || !push(Number(piece), direction)) return;
      }
    }
  }

  // Playing makes the number of moves for which the time since the last ones suffices.
  const interval = () => PACE / Number(at('speed').value);

  function setPlaying(on) {
    playing = on && length() > 0;
    // Each move is shown in the status, but not read out.
    at('told').setAttribute('aria-live', playing ? 'off' : 'polite');
    if (playing && made === length()) show(0);
    document.body.classList.toggle('playing', playing);
    at('play').setAttribute('aria-label', playing ? 'Pause' : 'Play');
    if (playing) {
      due = performance.now() + interval() / 2;
      requestAnimationFrame(tick);
    } else {
      tell();
    }
  }

  function tick(now) {
    if (!playing) return;
    // A page that was hidden resumes where it was.
    if (now - due > 1000) due = now;
    if (now >= due) {
      const moves = 1 + Math.floor((now - due) / interval());
      due += moves * interval();
      show(made + moves);
    }
    if (made === length()) setPlaying(false);
    else requestAnimationFrame(tick);
  }

  function setGlide() {
    document.documentElement.style.setProperty('--glide', `${Math.round(Math.min(GLIDE, 0.6 * interval()))}ms`);
  }

  // A step by hand stops playback.
  function go(position) {
    if (playing) setPlaying(false);
    show(position);
  }

  function turn(number) {
    if (number < 0 || number >= content.playbacks.length) return;
    setPlaying(false);
    open(number);
    // Another packing is shown complete.
    show(length());
  }

  const actions = {
    start: () => go(0),
    back: () => (own.length > 0 ? undo() : go(made - 1)),
    play: () => setPlaying(!playing),
    // Continues from the player's own position, if it is part of the solution.
    next: () => (onSolution() === undefined ? hint() : go(onSolution() + 1)),
    undo,
    hint,
    end: () => go(length()),
    'packing-back': () => turn(playbackNumber - 1),
    'packing-next': () => turn(playbackNumber + 1),
  };
  const keys = {
    Home: 'start', ArrowLeft: 'back', ' ': 'play', ArrowRight: 'next', End: 'end', Backspace: 'undo', '?': 'hint',
  };
  const arrows = { ArrowUp: 'u', ArrowDown: 'd', ArrowLeft: 'l', ArrowRight: 'r' };

  for (const [id, act] of Object.entries(actions)) at(id).addEventListener('click', act);
  slider.addEventListener('input', () => go(Number(slider.value)));
  at('speed').addEventListener('change', setGlide);
  list.addEventListener('scroll', drawRows, { passive: true });
  new ResizeObserver(() => { keepInView(); drawRows(); }).observe(list);
  rows.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) go(Number(button.dataset.position));
  });

  document.addEventListener('keydown', (event) => {
    const { tagName } = event.target;
    if (event.altKey || event.ctrlKey || event.metaKey || tagName === 'SELECT') return;
    if (content.playable && event.target === board && event.key in arrows && (content.pushes || chosen !== null)) {
      event.preventDefault();
      arrow(arrows[event.key]);
      return;
    }
    const named = content.playable ? playback.pieces.findIndex(([label]) => label === event.key) : -1;
    if (event.key === 'Escape' && chosen !== null) {
      chosen = null;
      tell();
    } else if (named >= 0 && !content.pushes) {
      choose(named);
    } else {
      const inList = rows.contains(event.target) && { ArrowUp: 'back', ArrowDown: 'next' }[event.key];
      const action = inList || keys[event.key];
      const isOwn = event.key === ' ' ? tagName === 'BUTTON' : event.target === slider;
      const isOff = !action || isOwn || (at(action).hidden && !['start', 'back', 'play', 'next', 'end'].includes(action));
      if (isOff || (event.shiftKey && event.key !== '?') || (length() === 0 && action !== 'undo')) return;
      event.preventDefault();
      actions[action]();
    }
  });

  // Pieces are dragged; where nothing can be dragged, a tap or a swipe steps.
  let pressed = null;
  board.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    const element = content.playable && event.target.closest('.piece');
    const piece = element ? Number(element.dataset.piece) : null;
    pressed = { x: event.clientX, y: event.clientY, piece, start: piece === null ? null : places[piece], moved: false };
    if (piece !== null) board.setPointerCapture(event.pointerId);
  });
  board.addEventListener('pointermove', (event) => {
    if (pressed === null || pressed.piece === null) return;
    const { piece, start, x, y } = pressed;
    const side = board.getScreenCTM().a * CELL;
    const target = [start[0] + Math.round((event.clientY - y) / side), start[1] + Math.round((event.clientX - x) / side)];
    for (let steps = 0; steps < 512; steps += 1) {
      const [down, right] = [target[0] - places[piece][0], target[1] - places[piece][1]];
      const shifts = [[Math.abs(down), down > 0 ? 'd' : 'u'], [Math.abs(right), right > 0 ? 'r' : 'l']];
      const open = shifts.filter(([cells]) => cells > 0).sort(([one], [other]) => other - one);
      if (!open.some(([, direction]) => push(piece, direction))) break;
      pressed.moved = true;
    }
  });
  board.addEventListener('pointercancel', () => { pressed = null; });
  board.addEventListener('pointerup', (event) => {
    if (pressed === null) return;
    const { piece, moved } = pressed;
    const [right, down] = [event.clientX - pressed.x, event.clientY - pressed.y];
    pressed = null;
    if (piece !== null) {
      if (!moved && content.pushes) Object.keys(DIRECTIONS).some((direction) => push(piece, direction));
      else if (!moved) choose(piece);
    } else if (content.places && Math.abs(right) > SWIPE && Math.abs(right) > Math.abs(down)) {
      go(made + (right < 0 ? 1 : -1));
    } else if (content.places && Math.hypot(right, down) < SWIPE / 2) {
      const { left, width } = board.getBoundingClientRect();
      go(made + (event.clientX > left + width / 2 ? 1 : -1));
    }
  });
  window.addEventListener('hashchange', follow);

  document.title = content.title;
  at('title').textContent = content.title;
  at('moves-title').textContent = `${unit}s`;
  drawBoard();
  setGlide();
  const handling = content.pushes
    ? 'Tap a tile, or use the arrow keys on the board, to move it into the blank cell'
    : 'Drag a block, or press its letter and the arrow keys';
  at('handling').textContent = content.playable ? `${handling}. Backspace undoes.` : '';
  const address = location.hash;
  open(0);
  drawGoal();
  if (address !== '') {
    history.replaceState(null, '', address);
    follow();
  }

  // For tests, and for programs that drive the page.
  window.traybit = {
    show: go,
    position: () => made,
    get length() { return length(); },
  };
})();
