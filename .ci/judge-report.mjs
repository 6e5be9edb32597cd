// Reads the JSON report of a vitest run and its exit code: `node .ci/judge-report.mjs STAGE FILE CODE`. Prints `passed N`, and
// `failed WHY` for each failed test, for each skipped one unless the suite is a nightly one, for a file that did not run to its
// end, and for fewer tests than .ci/minimum.json says.
import { readFileSync } from 'node:fs';

const [stage, file, code] = process.argv.slice(2);
const least = JSON.parse(readFileSync(new URL('minimum.json', import.meta.url), 'utf8'))[stage];

function readReport() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { testResults: [] };
  }
}

const { testResults } = readReport();
const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
const passed = tests.filter(({ status }) => status === 'passed').length;
const isGate = !/^nightly:|^seeds$/.test(stage);
const failed = tests
  .filter(({ status }) => status === 'failed' || (isGate && status !== 'passed'))
  .map(({ fullName, status }) => (status === 'failed' ? fullName : `${status}: ${fullName}`));
for (const { name, status, assertionResults } of testResults)
  if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed'))
    failed.push(`${name} did not run to its end`);
if (failed.length === 0 && code !== '0') failed.push(`the run ended with ${code}`);
if (!(passed >= least)) failed.push(`${passed} tests passed, and .ci/minimum.json wants at least ${least}`);

console.log(`passed ${passed}`);
for (const why of failed) console.log(`failed ${why.replaceAll('\n', ' ')}`);
