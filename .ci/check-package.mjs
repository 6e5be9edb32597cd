// Checks the files that `npm pack` would put into the package: none is missing, and none is surplus.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [{ files, size }] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json'], { encoding: 'utf8' }),
);
const paths = files.map(({ path }) => path);
const { bin, exports } = JSON.parse(readFileSync('package.json', 'utf8'));

const pathsIn = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(pathsIn));
const entries = [...Object.values(bin), ...pathsIn(exports)];
const named = entries.filter((path) => path.startsWith('./dist') || path.startsWith('dist'));
const wanted = [
  'LICENSE',
  'CHANGELOG.md',
  'openapi/store-orders.yaml',
  'dist/licences.txt',
  'dist/console/index.html',
  ...named.map((path) => path.replace('./', '')),
];
const missing = wanted.filter((path) => !paths.includes(path));
// The tests of the examples are what users copy.
const ours = paths.filter((path) => !path.startsWith('examples/') || path.includes('node_modules'));
const surplus = ours.filter((path) => /(^|\/)(test|bench|node_modules|\.ci)\/|\.test\.|^src\//.test(path));

console.log(`${paths.length} files, ${size} bytes packed`);
for (const path of missing) console.error(`missing from the package: ${path}`);
for (const path of surplus) console.error(`should not be in the package: ${path}`);
process.exitCode = missing.length + surplus.length === 0 ? 0 : 1;
