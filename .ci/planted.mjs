// Plants a fault for a suite of .ci/nightly in a copy of the project: `node .ci/planted.mjs SUITE`. Exits with 0 if the suite finds
// it. A suite that cannot fail proves nothing.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An order that is cancelled can be cancelled again. */
const cancelledTwice = {
  file: 'src/simulator/orders/order.ts',
  from: "status === 'pending' ? 'cancelled'",
  to: "status !== 'shipped' ? 'cancelled'",
};

/** For each suite: what is replaced in which file, and the arguments of vitest that select the tests which have to fail. */
const faults = {
  browser: {
    file: 'src/simulator/control-api/console/console-routes.ts',
    from: "script-src 'self'",
    to: "script-src 'self' 'unsafe-inline'",
    tests: ['control-attacks', '-t', 'a link of another page'],
  },
  check: { ...cancelledTwice, tests: ['simulator.test', '-t', 'scenario mixed'] },
  docs: { file: 'docs/guides/checking.md', from: '--level probe', to: '--levle probe', tests: ['guides'] },
  examples: {
    file: 'examples/vitest/store-orders.ts',
    from: 'response.status === 204)',
    to: 'response.status === 204 || response.status === 409)',
    tests: ['examples.test', '-t', 'vitest > passes'],
  },
  archive: {
    file: 'scripts/archive/store-orders-sim',
    from: 'unset NODE_OPTIONS',
    to: ':',
    tests: ['archive.test'],
  },
  hostile: {
    file: 'src/http/error-catalogue.ts',
    from: 'message: given ?? message, status }',
    to: 'message: given ?? message, status: 0 }',
    tests: ['mutated', '-t', 'mutated requests'],
  },
  image: {
    file: 'Dockerfile',
    from: 'USER 10001:0',
    to: 'USER 0:0',
    tests: ['image.test', '-t', 'unprivileged'],
  },
  install: {
    file: 'package.json',
    from: './dist/client/index.cjs',
    to: './dist/client/none.cjs',
    tests: ['packed'],
  },
  matrix: {
    file: 'src/matrix/plan/choices.ts',
    from: '&& choice !== baseline',
    to: "&& choice !== baseline && choice !== 'remove'",
    tests: ['bench.test', '-t', 'break cancelled-in-list'],
  },
  modules: {
    file: 'modules/python/src/store_orders_sim/control.py',
    from: '/orders/{order}/ship"',
    to: '/orders/{order}/shop"',
    tests: ['modules', '-t', 'python'],
  },
  properties: { ...cancelledTwice, tests: ['linearizability', '-t', 'see one order of events'] },
  store: { ...cancelledTwice, tests: ['behind-haproxy'] },
};

const suite = process.argv[2];
const { file, from, to, tests } = faults[suite];
const folder = mkdtempSync(join(tmpdir(), 'planted-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const listed = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).stdout.split('\0').filter(Boolean);
for (const path of listed) cpSync(path, join(folder, path));
for (const path of ['node_modules', 'tools/node_modules'])
  symlinkSync(join(process.cwd(), path), join(folder, path));

const text = readFileSync(join(folder, file), 'utf8');
if (!text.includes(from)) throw new Error(`${file} does not contain ${from}: plant another fault`);
writeFileSync(join(folder, file), text.replaceAll(from, to));

const report = join(folder, 'report.json');
const run = ['.ci/test.mjs', `nightly:${suite}`, ...tests, '--reporter=json', `--outputFile.json=${report}`];
const { stdout } = spawnSync(process.execPath, run, {
  cwd: folder,
  encoding: 'utf8',
  maxBuffer: 1e8,
  timeout: 300_000,
});
const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(report, 'utf8'));
console.log(
  `${suite}: ${numFailedTests} of ${numFailedTests + numPassedTests} tests fail for the fault in ${file}`,
);
if (numFailedTests === 0) {
  console.log(stdout);
  process.exitCode = 1;
}
