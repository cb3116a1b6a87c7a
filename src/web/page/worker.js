// The worker of the solver: answers one request after another, and tells its progress while it searches.

import init, { Animation, answer } from './solver/traybit_web.js';

let id = 0;
self.traybit = {
  tell: (positions, layer, bytes) => self.postMessage({ id, progress: { positions, layer, bytes } }),
};

const ready = new Promise((begin) => {
  self.addEventListener('message', ({ data }) => begin(init({ module_or_path: data.module })), { once: true });
});

// The frames of an animation as a GIF.
function animated({ width, height, frames, delay }) {
  const animation = new Animation(width, height, delay);
  for (const frame of frames) animation.add(new Uint8Array(frame.buffer));
  return animation.finish();
}

self.addEventListener('message', async ({ data }) => {
  if (data.request === undefined) return;
  await ready;
  id = data.id;
  try {
    const answered = data.request.ask === 'animate' ? { gif: animated(data.request) } : JSON.parse(answer(JSON.stringify(data.request)));
    self.postMessage({ id, answered });
  } catch (error) {
    // A trap of WebAssembly: it is out of memory, as far as is known.
    self.postMessage({ id, answered: { refused: `the solver stopped: ${error.message}` }, isBroken: true });
  }
});
