// A server of the files of a folder, on this machine only.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

// The server, and its address.
export async function serve(folder) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, 'http://localhost').pathname);
    const file = path === '/' ? 'index.html' : path;
    try {
      const content = readFileSync(join(folder, file));
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain; charset=utf-8' });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => { server.listen(0, '127.0.0.1', ready); });
  return { home: `http://127.0.0.1:${server.address().port}/`, server };
}
