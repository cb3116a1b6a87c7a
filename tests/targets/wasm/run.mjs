// Solves the puzzles of the library's check as WebAssembly: `node run.mjs MODULE`, a line `NAME,LENGTH,MILLISECONDS` for each.
import { readFile } from "node:fs/promises";

// The only thing that the library asks of its host is the clock (web-time). The functions that wasm-bindgen would write
// for it pass objects by number; all that is passed here is the global object and its clock, so any number will do. Their
// names end in a digest.
const host = {
  __wbg_now_: () => performance.now(),
  __wbindgen_is_undefined: () => 0,
  __wbg___wbindgen_is_undefined_: () => 0,
};
const imports = new Proxy({}, {
  get: (_, module) => new Proxy({}, {
    get: (_, name) => Object.entries(host).find(([start]) => name.startsWith(start))?.[1] ?? (() => 1),
    has: () => true,
  }),
});

const module = await WebAssembly.compile(await readFile(process.argv[2]));
const { exports: solver } = await WebAssembly.instantiate(module, imports);
for (let number = 0; number < solver.cases(); number++) {
  const bytes = new Uint8Array(solver.memory.buffer, solver.name(number), solver.name_length(number));
  const name = new TextDecoder().decode(bytes);
  // The first time much of it is compiled.
  solver.solve(number);
  const began = performance.now();
  const length = solver.solve(number);
  console.log(`${name},${length},${(performance.now() - began).toFixed(1)}`);
  if (length !== solver.known(number)) {
    console.error(`${name}: expected a solution of length ${solver.known(number)}, found ${length}`);
    process.exit(1);
  }
}
