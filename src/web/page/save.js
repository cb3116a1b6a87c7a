// The puzzle to take along: as text in its formats, as a picture, as an animation.

import { at, CELL } from './drawing.js';

const STYLED = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'stroke-linecap', 'opacity', 'font-size', 'font-family', 'font-weight', 'text-anchor', 'dominant-baseline', 'visibility'];
// Pixels of a cell, and the maximum side of a picture.
const PIXELS = 64;
const MAX_SIDE = 1600;
// Maximum number of steps of an animation.
export const MAX_FRAMES = 600;

export function download(name, content, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// The board as a document of its own, with the colours that it has on the page; `places` says where pieces are.
function standalone(places) {
  const board = at('board');
  const copy = board.cloneNode(true);
  const [originals, copies] = [board, copy].map((root) => [...root.querySelectorAll('*')]);
  originals.forEach((element, number) => {
    const style = getComputedStyle(element);
    for (const name of STYLED) copies[number].style.setProperty(name, style.getPropertyValue(name));
    const piece = element.dataset?.piece;
    if (piece === undefined) return;
    const place = places[piece];
    copies[number].style.translate = '';
    copies[number].style.visibility = place === null ? 'hidden' : 'visible';
    copies[number].style.opacity = 1;
    for (const inner of copies[number].children) inner.style.visibility = '';
    if (place !== null) copies[number].setAttribute('transform', `translate(${place[1] * CELL} ${place[0] * CELL})`);
  });
  for (const name of ['role', 'tabindex', 'aria-label', 'class', 'id']) copy.removeAttribute(name);
  const [, , width, height] = board.getAttribute('viewBox').split(' ').map(Number);
  const scale = Math.min(PIXELS / CELL, MAX_SIDE / Math.max(width, height));
  const size = [Math.round(width * scale), Math.round(height * scale)];
  copy.setAttribute('width', size[0]);
  copy.setAttribute('height', size[1]);
  return { text: new XMLSerializer().serializeToString(copy), size };
}

async function painted(places) {
  const { text, size: [width, height] } = standalone(places);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--card');
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0);
  return { canvas, context, width, height };
}

export const svg = (game) => standalone(game.places).text;

export async function png(game) {
  const { canvas } = await painted(game.places);
  return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
}

// All steps of a game, one frame each; `animate` makes a GIF of them.
export async function gif(game, animate) {
  const places = [...game.content.start];
  const frames = [];
  const add = async () => {
    const { context, width, height } = await painted(places);
    frames.push(context.getImageData(0, 0, width, height).data);
    return { width, height };
  };
  const { width, height } = await add();
  for (const changes of game.steps.slice(0, MAX_FRAMES)) {
    for (const [piece, , to] of changes) places[piece] = to;
    await add();
  }
  return animate({ ask: 'animate', width, height, delay: 40, frames });
}
