// Shows the playback in the page: a position is the number of moves that were made.
'use strict';
(() => {
  const SVG = 'http://www.w3.org/2000/svg';
  // Units of the drawing for the side of a cell.
  const CELL = 100;
  // Milliseconds from one move to the next at the speed 1, and for which a piece glides at most.
  const PACE = 650;
  const GLIDE = 280;
  // Cells of a board's side: on larger boards labels could not be read, and take as long to draw as all the rest.
  const LABELLED = 128;
  // Pixels: less is a tap, more is a swipe.
  const SWIPE = 30;

  const book = JSON.parse(document.getElementById('playback').textContent);
  const at = (id) => document.getElementById(id);
  const board = at('board');
  const slider = at('slider');
  const list = at('list');
  const rows = at('rows');

  // What is shown: one of the playbacks, the moves made in it, where each piece is, and the element of each.
  let playback = null;
  let playbackNumber = 0;
  let made = 0;
  let places = [];
  let elements = [];
  let marked = null;
  // Where the piece of each move stood before it, and where pieces that are not there yet will appear.
  let befores = [];
  let firstPlaces = new Map();
  // Whether the playback runs, and when its next move is due.
  let playing = false;
  let due = 0;
  // The rows of the list of moves that have an element, by their positions.
  const shown = new Map();

  const unit = book.places ? 'Piece' : 'Move';
  const length = () => playback.moves.length / 3;
  const plural = (number, noun) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

  function make(name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

  function drawBoard() {
    board.setAttribute('viewBox', book.view.join(' '));
    at('frame').setAttribute('d', book.floors.inside);
    at('floor').setAttribute('d', book.floors.inside);
    at('gates').setAttribute('d', book.floors.gates);
    at('gates-hatch').setAttribute('d', book.floors.gates);
    at('exits').setAttribute('d', book.floors.exits);
    at('grid-lines').setAttribute('d', book.floors.inside);
    at('walls').setAttribute('d', book.floors.walls);
    for (const [shape, row, column] of book.aims) {
      const transform = `translate(${column * CELL} ${row * CELL})`;
      at('aims').append(make('path', { d: book.shapes[shape].aim, transform }));
    }
  }

  // A label's size: of a cell, or less where the piece is too narrow for so many characters.
  function labelSize(label, room) {
    return Math.round(Math.min(36, (room * CELL * 0.82) / (0.62 * [...label].length)));
  }

  function drawPiece([label, shape, colour, fixed], number) {
    const piece = make('g', { class: fixed ? 'piece fixed' : 'piece', 'data-piece': number });
    piece.style.setProperty('--colour', book.colours[colour]);
    const { path, label: [x, y], room } = book.shapes[shape];
    piece.append(make('path', { d: path }));
    if (label !== '' && Math.max(...book.size) <= LABELLED) {
      const text = make('text', { x, y, 'font-size': labelSize(label, room) });
      text.textContent = label;
      piece.append(text);
    }
    return piece;
  }

  function put(piece) {
    const [row, column] = places[piece] ?? firstPlaces.get(piece) ?? [0, 0];
    const { style, classList } = elements[piece];
    style.translate = `${column * CELL}px ${row * CELL}px`;
    classList.toggle('absent', places[piece] === null);
  }

  function open(number) {
    playbackNumber = number;
    playback = book.playbacks[number];
    made = 0;
    marked = null;
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
    elements = playback.pieces.map(drawPiece);
    playback.pieces.forEach((_, piece) => put(piece));
    at('pieces').replaceChildren(...elements);
    slider.max = length();
    at('controls').hidden = length() === 0;
    at('moves').hidden = length() === 0;
    at('counts').textContent = playback.counts.map(([count, noun]) => plural(count, noun)).join(' · ');
    at('packings').hidden = book.playbacks.length === 1;
    at('packing').textContent = `Packing ${number + 1} of ${book.playbacks.length}${book.note}`;
    at('packing-back').setAttribute('aria-disabled', number === 0);
    at('packing-next').setAttribute('aria-disabled', number + 1 === book.playbacks.length);
    rows.replaceChildren();
    shown.clear();
    rows.style.height = `calc(var(--row) * ${length() + 1})`;
    tell();
  }

  function moveAt(move) {
    const [piece, row, column] = playback.moves.slice(3 * move, 3 * move + 3);
    return [piece, [row, column]];
  }

  // Makes moves, or takes them back, until so many are made.
  function show(position) {
    const target = Math.max(0, Math.min(length(), Math.trunc(position) || 0));
    const changed = new Set();
    board.classList.toggle('jump', Math.abs(target - made) > 1 && !book.places);
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
    if (made === 0 && length() === 0) return playback.met ? 'Solved already.' : 'Nothing is moved.';
    if (made === 0) return 'At the start.';
    const solved = made === length() && playback.met ? ' Solved.' : '';
    return `${unit} ${made} of ${length()}: ${playback.captions[made - 1]}.${solved}`;
  }

  // All that says which position is shown.
  function tell() {
    slider.value = made;
    slider.setAttribute('aria-valuetext', sentence());
    at('place').replaceChildren(...placeWords());
    for (const [id, off] of [['start', made === 0], ['back', made === 0], ['next', made === length()], ['end', made === length()]]) {
      at(id).setAttribute('aria-disabled', off);
    }
    marked?.classList.remove('moved');
    marked = made > 0 && !book.places ? elements[moveAt(made - 1)[0]] : null;
    marked?.classList.add('moved');
    board.setAttribute('aria-label', `${sentence()} ${positionInWords()}`);
    keepInView();
    drawRows();
    if (!playing) at('told').textContent = sentence();
  }

  function placeWords() {
    const number = document.createElement('b');
    number.textContent = made.toLocaleString('en');
    const solved = made === length() && playback.met ? ' · solved' : '';
    return [number, ` / ${length().toLocaleString('en')}${solved}`];
  }

  // Small boards are read out row by row.
  function positionInWords() {
    const [height, width] = book.size;
    const size = `The board has ${plural(height, 'row')} and ${plural(width, 'column')}.`;
    if (book.floor === null) return `${size} It holds ${plural(places.filter(Boolean).length, 'piece')}.`;
    const names = { '.': 'free', '#': 'wall', '+': 'gate', '>': 'exit' };
    const cells = [...book.floor].map((floor) => names[floor]);
    places.forEach((place, piece) => {
      if (place === null) return;
      const [label, shape] = playback.pieces[piece];
      // Pieces of a packing share their names.
      const name = label === '' ? `block ${piece + 1}` : book.places ? `${label} ${piece + 1}` : label;
      for (const [row, column] of cellsOf(book.shapes[shape])) {
        cells[(place[0] + row) * width + place[1] + column] = name;
      }
    });
    const lines = Array.from({ length: height }, (_, row) =>
      `Row ${row + 1}: ${cells.slice(row * width, (row + 1) * width).join(', ')}.`);
    return [size, ...lines].join(' ');
  }

  function cellsOf({ height, width, cells }) {
    if (cells !== null) return cells;
    return Array.from({ length: height * width }, (_, cell) => [Math.floor(cell / width), cell % width]);
  }

  // The list of moves has elements only for the rows in sight, since there may be a hundred thousand of them.
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
    words.textContent = position === 0 ? 'start' : playback.captions[position - 1];
    swatch.style.setProperty(
      '--colour', position === 0 ? 'transparent' : book.colours[playback.pieces[moveAt(position - 1)[0]][2]]);
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
    const wanted = Array.from({ length: last - first + 1 }, (_, row) => first + row);
    // The current row is there wherever the list stands, so that the tabulator reaches it.
    if (made < first || made > last) wanted.push(made);
    for (const position of wanted) {
      if (!shown.has(position)) {
        const item = drawRow(position);
        const after = [...rows.children].find((other) => Number(other.firstChild.dataset.position) > position);
        rows.insertBefore(item, after ?? null);
        shown.set(position, item);
      }
      const button = shown.get(position).firstChild;
      // One row is reached by the tabulator; from there the arrow keys go on.
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
    // A row out of sight comes to the middle, one at the edge a little inwards.
    if (Math.max(above, below) > 2 * height) list.scrollTop = top - (list.clientHeight - height) / 2;
    else if (above > 0) list.scrollTop -= above;
    else if (below > 0) list.scrollTop += below;
  }

  // Playing: as many moves as the time since the last ones has room for.
  const interval = () => PACE / Number(at('speed').value);

  function setPlaying(on) {
    playing = on && length() > 0;
    if (playing && made === length()) show(0);
    document.body.classList.toggle('playing', playing);
    at('play').setAttribute('aria-label', playing ? 'Pause' : 'Play');
    if (playing) {
      due = performance.now() + interval() / 2;
      requestAnimationFrame(tick);
    } else {
      at('told').textContent = sentence();
    }
  }

  function tick(now) {
    if (!playing) return;
    // A page that was out of sight goes on from where it was.
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

  // A step by hand stops the playing.
  function go(position) {
    if (playing) setPlaying(false);
    show(position);
  }

  function turn(number) {
    if (number < 0 || number >= book.playbacks.length) return;
    setPlaying(false);
    open(number);
    // Another packing is looked at whole.
    show(length());
  }

  const actions = {
    start: () => go(0),
    back: () => go(made - 1),
    play: () => setPlaying(!playing),
    next: () => go(made + 1),
    end: () => go(length()),
    'packing-back': () => turn(playbackNumber - 1),
    'packing-next': () => turn(playbackNumber + 1),
  };
  const keys = { Home: 'start', ArrowLeft: 'back', ' ': 'play', ArrowRight: 'next', End: 'end' };

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
    const inList = rows.contains(event.target) && { ArrowUp: 'back', ArrowDown: 'next' }[event.key];
    const action = inList || keys[event.key];
    const { tagName } = event.target;
    const isOwn = tagName === 'SELECT' || (event.key === ' ' ? tagName === 'BUTTON' : event.target === slider);
    if (!action || isOwn || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    actions[action]();
  });

  let pressed = null;
  board.addEventListener('pointerdown', (event) => { pressed = event.isPrimary ? event : null; });
  board.addEventListener('pointercancel', () => { pressed = null; });
  board.addEventListener('pointerup', (event) => {
    if (pressed === null || event.button !== 0) return;
    const [right, down] = [event.clientX - pressed.clientX, event.clientY - pressed.clientY];
    pressed = null;
    if (Math.abs(right) > SWIPE && Math.abs(right) > Math.abs(down)) {
      go(made + (right < 0 ? 1 : -1));
    } else if (Math.hypot(right, down) < SWIPE / 2) {
      const { left, width } = board.getBoundingClientRect();
      go(made + (event.clientX > left + width / 2 ? 1 : -1));
    }
  });

  document.title = book.title;
  at('title').textContent = book.title;
  at('moves-title').textContent = `${unit}s`;
  drawBoard();
  setGlide();
  open(0);

  // For tests, and for whoever builds on the page.
  window.traybit = {
    show: go,
    position: () => made,
    get length() { return length(); },
  };
})();
