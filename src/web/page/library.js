// The built-in puzzles: the folder `puzzles`, as its indexes list it.

const INDEXES = [
  ['sliding', 'Sliding blocks', ['index.csv', 'drawn.csv']],
  ['tiles', 'Sliding tiles', ['index.csv']],
  ['packing', 'Packing', ['index.csv']],
  ['exact', 'Exact covers', ['index.csv']],
];

// The rows of a CSV file, by the names in its first row.
export function rowsOf(text) {
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/g)];
  const rows = [[]];
  for (const [, cell, end] of cells) {
    rows.at(-1).push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== ',') rows.push([]);
  }
  const [head, ...body] = rows.filter((row) => row.some((cell) => cell !== ''));
  return body.map((row) => Object.fromEntries(head.map((name, column) => [name, row[column] ?? ''])));
}

// The known answer in words.
function answerOf({ expect, slide, step, length, packings, solutions, space }) {
  if (expect === 'unsolvable') return 'no solution';
  const known = [[slide, 'slides'], [step, 'steps'], [length, 'moves'], [packings, 'packings'], [solutions, 'solutions'], [space, 'positions']];
  const [number, noun] = known.find(([value]) => value) ?? [];
  return number === undefined ? '' : `${Number(number).toLocaleString('en')} ${noun}`;
}

async function fetchText(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.text();
}

// All puzzles: name, family, files, answer and source.
export async function library() {
  const lists = INDEXES.map(async ([folder, family, indexes]) => {
    const texts = await Promise.all(indexes.map((index) => fetchText(`puzzles/${folder}/${index}`)));
    return texts.flatMap(rowsOf).map((row) => {
      const [file] = Object.values(row);
      // A file, or the name of a goal of tiles.
      const goal = row.goal?.endsWith('.goal') ? `puzzles/${folder}/${row.goal}` : row.goal || null;
      return { name: file.replace(/\.[a-z]+$/, ''), folder, family, file: `puzzles/${folder}/${file}`, goal, answer: answerOf(row), source: row.source ?? '' };
    });
  });
  return (await Promise.all(lists)).flat();
}

export const readPuzzle = async ({ file, goal, name }) =>
  ({ name, text: await fetchText(file), goal: goal?.endsWith('.goal') ? await fetchText(goal) : goal, number: 0 });
