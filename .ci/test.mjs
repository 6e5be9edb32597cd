// `npm test`: the unit tests and the tests with sockets. Prints first what it does not run, and which script runs it;
// a `posttest` would not run, because .npmrc refuses install scripts.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const left = {
  'test:hostile':
    'hostile input, faults and load, the commands of four guides, checks beside other clients, processes that share a store (if there is a redis-server or valkey-server), all runs of random tests',
  'test:browser': 'attacks of web pages on the control API, in a real Chromium, after npm run tools',
  'test:container': 'image, recipes and Testcontainers, with a Docker engine',
  'test:executable':
    'the executable without Node.js, on this machine and on one without anything else, after npm run tools',
  'test:examples': 'projects in examples/ with their own tools: JDK, Python, Go and Jest',
  'test:modules': 'the packages for Python, Java and Go, with their own tools',
  'test:install': 'the packed package on Node 22 and 24; the projects that init writes',
  'check:package':
    'files, entries and types of the package as it would be published, after npm run build and npm run tools',
  'check:unused': 'unused files, exports and dependencies, after npm run tools',
  lint: 'format, style, import rules, cycles',
  types: 'TypeScript',
  'test:store':
    'service, control API, console and MCP with three processes of a store in turn, if there is a redis-server or valkey-server',
};

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const untold = Object.keys(scripts).filter((name) => /^(test|check):/.test(name) && !(name in left));
const gone = Object.keys(left).filter((name) => !(name in scripts));
if (untold.length + gone.length > 0) {
  console.error(`.ci/test.mjs does not fit package.json: ${[...untold, ...gone].join(', ')}`);
  process.exit(1);
}

console.log('Left out by npm test; `bash .ci/run` runs all of these but the last:');
for (const [name, what] of Object.entries(left)) console.log(`  npm run ${name.padEnd(15)} ${what}`);

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'sockets'];
// A dot for each test, failures in full, the sum last. What a passing test prints is hidden.
const brief = ['--reporter=dot', '--silent=passed-only'];
const { status } = spawnSync(process.execPath, [...vitest, ...brief, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
