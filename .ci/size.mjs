// Prints the lines of each room of the project beside their limits in size.json: `npm run size`. Fails above a limit. With
// `-- --lower` it writes the figures of today where they are lower; a limit is never raised.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const isTest = (path) => /\.test\.tsx?$/.test(path) || path.startsWith('test/');
const isCode = (path) => /\.(?:[cm]?[jt]sx?|sh|py|lua|grit)$/.test(path) || /^\.ci\/\w+$/.test(path);
const inSource = (...folders) => {
  const places = folders.map((folder) => `src/${folder}/`);
  return (path) => isCode(path) && !isTest(path) && places.some((place) => path.startsWith(place));
};

/** The rooms, the first that matches wins. */
const rooms = {
  core: (path) => inSource('simulator')(path) && !inSource('simulator/control-api')(path),
  'control-api': inSource('simulator/control-api'),
  checker: inSource('contract', 'check', 'report'),
  traffic: inSource('traffic'),
  matrix: inSource('matrix'),
  faults: inSource('faults'),
  secrets: inSource('secrets'),
  console: inSource('console'),
  'console, CSS': (path) => path.startsWith('src/') && path.endsWith('.css'),
  'client and testcontainers': inSource('client', 'testcontainers'),
  mcp: inSource('mcp'),
  json: inSource('json'),
  cli: inSource('cli'),
  'ground floor': (path) => path.startsWith('src/') && isCode(path) && !isTest(path),
  tests: (path) => /^(?:src|scripts|test)\//.test(path) && isTest(path),
  'scripts, tools, bench and .ci': (path) => /^(?:scripts|tools|bench|\.ci)\//.test(path) && isCode(path),
};

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
const figures = Object.fromEntries(Object.keys(rooms).map((room) => [room, 0]));
for (const path of files) {
  const room = Object.keys(rooms).find((name) => rooms[name](path));
  if (room !== undefined) figures[room] += readFileSync(path, 'utf8').split('\n').length - 1;
}
figures['files in src'] = files.filter(
  (path) => path.startsWith('src/') && isCode(path) && !isTest(path),
).length;
figures['files in the repository'] = files.length;

const place = new URL('../size.json', import.meta.url);
const limits = JSON.parse(readFileSync(place, 'utf8'));
const above = Object.keys(figures).filter((room) => !(figures[room] <= limits[room]));
for (const [room, figure] of Object.entries(figures))
  console.log(`${room.padEnd(30)} ${String(figure).padStart(6)} of ${String(limits[room]).padStart(6)}`);
if (process.argv.includes('--lower')) {
  const lowered = Object.entries(figures).map(([room, figure]) => [
    room,
    Math.min(figure, limits[room] ?? figure),
  ]);
  writeFileSync(place, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
} else if (above.length > 0) {
  console.error(
    `Above size.json: ${above.join(', ')}. Delete something, or say in size.json and in the commit why not.`,
  );
  process.exitCode = 1;
}
