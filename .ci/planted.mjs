// Plants a fault for a suite of .ci/nightly in a copy of the project, and exits with 0 if the suite finds it:
// `node .ci/planted.mjs SUITE`. A suite that cannot fail proves nothing.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Cancels of orders that have shipped succeed. */
const shippedCancelled = {
  file: 'src/simulator/service/operations/cancel-order.ts',
  from: "return conflict(exchange, 'order_already_shipped', 'already-shipped');",
  to: 'return noContent;',
};

/** For each suite: what to replace in which file, and the tests that have to find it. */
const faults = {
  browser: {
    file: 'src/http/host-guard.ts',
    from: '',
    to: '',
    tests: ['control-attacks'],
  },
  check: { ...shippedCancelled, tests: ['simulator-levels'] },
};

const suite = process.argv[2];
const { file, from, to, tests } = faults[suite];
const folder = mkdtempSync(join(tmpdir(), 'planted-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const listed = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).stdout.split('\0').filter(Boolean);
for (const path of listed) cpSync(path, join(folder, path));
for (const path of ['node_modules', 'tools/node_modules', 'dist'])
  symlinkSync(join(process.cwd(), path), join(folder, path));

const text = readFileSync(join(folder, file), 'utf8');
if (!text.includes(from)) throw new Error(`${file} does not contain ${from}: plant another fault`);
writeFileSync(join(folder, file), text.replace(from, to));

const report = join(folder, 'report.json');
spawnSync(
  process.execPath,
  ['.ci/test.mjs', `nightly:${suite}`, ...tests, '--reporter=json', `--outputFile.json=${report}`],
  { cwd: folder, stdio: 'ignore' },
);
const { numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
console.log(`${suite}: ${numFailedTests} tests fail for the fault in ${file}`);
if (numFailedTests === 0) process.exitCode = 1;
