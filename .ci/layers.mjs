// Which folder of src/ may import which: `node .ci/layers.mjs`, a part of `npm run lint`. The longest folder that holds a
// file decides. A folder may always import itself and `base`; everything else that it imports must be in its row. An edge
// between two products that is in the nature of things is in `edges`, with its reason.
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

// The files in src/ itself, such as clock.ts, and the folders that know nothing of orders.
const base = ['src/*', 'src/json', 'src/text', 'src/secrets'];
const ground = [...base, 'src/http', 'src/options', 'src/report'];
const environment = ['src/faults', 'src/simulator/orders', 'src/simulator/environment'];

const layers = {
  'src/*': [],
  'src/json': [],
  'src/text': [],
  'src/secrets': [],
  'src/report': [],
  'src/http': [],
  'src/options': ['src/http'],
  'src/faults': [],
  'src/command': ['src/report'],
  'src/contract': ['src/report'],
  'src/client': [],
  'src/check': [...ground, 'src/contract'],
  'src/traffic': [...ground, 'src/contract'],
  'src/traffic/proxy/forward': [
    'src/contract/http1',
    'src/contract/exchange.ts',
    'src/http',
    'src/traffic/proxy/proxied-exchange.ts',
    'src/traffic/proxy/upstream.ts',
  ],
  'src/simulator': [...ground, ...environment],
  'src/simulator/orders': [],
  'src/simulator/environment': ['src/faults', 'src/simulator/orders'],
  'src/simulator/scenarios': environment,
  'src/simulator/service': ['src/http', ...environment],
  'src/simulator/control-api': ['src/http', 'src/simulator/scenarios', ...environment],
  'src/matrix': ['src/report', 'src/command', 'src/faults', 'src/simulator/environment'],
  'src/mcp': ['src/client', 'src/report', 'src/faults'],
  'src/testcontainers': ['src/client', 'src/check'],
  'src/console': ['src/client', 'src/faults', 'src/report/shell-words.ts'],
  'src/cli': ['src'],
};

const edges = [
  ['src/index.ts', 'src/simulator', 'the entry of the library'],
  ['src/matrix/run', 'src/simulator/start-simulator.ts', 'a run of the matrix starts a simulator'],
  ['src/simulator/start-simulator.ts', 'src/client', '`simulator.control` is a typed client'],
  ['src/mcp/tools/check-deployment.ts', 'src/contract', 'the tool reports a check'],
  ['src/mcp/tools/check-deployment.ts', 'src/check/reports', 'the tool reports a check'],
  ['src/testcontainers', 'src/options/process-variables.ts', 'a container takes part in a run of the matrix'],
  ['src/contract/gaps/gaps.ts', 'src/simulator/environment/gaps/gaps.ts', 'the type of the gap keys'],
  ['src/check/index.ts', 'src/traffic/har/check-har.ts', 'the entry of the library'],
  ['src/http', 'src/contract', 'reports why a connection failed'],
  ['src/options/setting-readers.ts', 'src/simulator/environment', 'reads the names of gaps and profiles'],
  ['src/traffic/capture', 'src/check', 'captures with the connection of a check'],
];

const inside = (file, folder) =>
  folder.endsWith('/*')
    ? posix.dirname(file) === folder.slice(0, -2)
    : file === folder || file.startsWith(`${folder}/`);
const layerOf = (file) =>
  Object.keys(layers)
    .filter((folder) => inside(file, folder))
    .sort((a, b) => b.length - a.length)[0];
const allowed = (file, target) => {
  const layer = layerOf(file);
  if (layer === undefined) return false;
  if ([layer, ...base, ...layers[layer]].some((folder) => inside(target, folder))) return true;
  return edges.some(([from, to]) => inside(file, from) && inside(target, to));
};

const used = new Set();
let failed = 0;
const fail = (text) => {
  failed++;
  console.error(text);
};
for (const file of globSync('src/**/*.{ts,tsx}').sort()) {
  if (/\.test\.tsx?$/.test(file)) continue;
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\(|import )'(\.[^']+)'/g)) {
    const target = posix.join(posix.dirname(file), path);
    if (!allowed(file, target)) fail(`${file} imports ${target}, which .ci/layers.mjs does not allow.`);
    for (const edge of edges) if (inside(file, edge[0]) && inside(target, edge[1])) used.add(edge);
  }
}
for (const edge of edges)
  if (!used.has(edge)) fail(`.ci/layers.mjs allows an edge that no file uses: ${edge.join(', ')}.`);
process.exit(failed === 0 ? 0 : 1);
