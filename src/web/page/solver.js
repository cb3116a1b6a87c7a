// The solver, in a worker of its own. One request is under way at a time: another one ends it, and so does `cancel`.

// Bytes above which a worker is given up after an answer, since WebAssembly gives no memory back.
const LARGE = 256 * 1024 * 1024;

export class Solver {
  // `told` is called with the progress of a search, and with null when there is none any more.
  constructor(told) {
    this.told = told;
    this.next = 0;
    this.module = WebAssembly.compileStreaming(fetch('solver/traybit_web_bg.wasm'));
    this.waiting = null;
    this.begin();
  }

  begin() {
    const worker = new Worker('worker.js', { type: 'module' });
    worker.addEventListener('message', ({ data }) => this.hear(worker, data));
    this.worker = worker;
    this.began = this.module.then((module) => worker.postMessage({ module }));
    this.bytes = 0;
  }

  // The answer to a request; null if it was cancelled.
  async ask(request) {
    this.cancel();
    const id = ++this.next;
    const answered = new Promise((resolve) => { this.waiting = { id, resolve }; });
    await this.began;
    if (this.waiting?.id === id) this.worker.postMessage({ id, request });
    return answered;
  }

  hear(worker, { id, progress, answered, isBroken }) {
    if (worker !== this.worker || this.waiting?.id !== id) return;
    if (progress !== undefined) {
      this.bytes = progress.bytes;
      this.told(progress);
      return;
    }
    const { resolve } = this.waiting;
    this.waiting = null;
    this.told(null);
    if (isBroken || this.bytes > LARGE) this.renew();
    resolve(answered);
  }

  renew() {
    this.worker.terminate();
    this.begin();
  }

  // Ends the request under way, if there is one.
  cancel() {
    if (this.waiting === null) return;
    const { resolve } = this.waiting;
    this.waiting = null;
    this.renew();
    this.told(null);
    resolve(null);
  }
}
