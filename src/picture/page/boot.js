// A page with its puzzle and its solutions inside.

import { readAddress } from './address.js';
import { contentOf } from './content.js';
import { Page } from './page.js';

const page = new Page();
page.open(contentOf(JSON.parse(document.getElementById('content').textContent)), readAddress());
// For tests, and for programs that drive the page.
window.traybit = page;
