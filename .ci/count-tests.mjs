// Reads the JSON report of a vitest run and its exit code; prints `passed N`, and `failed NAME` for each failed test.
// A run that failed without a failed test (a file that does not load, an uncaught error) counts as one.
import { readFileSync } from 'node:fs';

const [file, code] = process.argv.slice(2);

function readReport() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const report = readReport();
const files = report?.testResults ?? [];
const tests = files.flatMap((one) => one.assertionResults);
const passed = tests.filter(({ status }) => status === 'passed').length;
const failed = [
  ...tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  ...files
    .filter(
      (one) => one.status === 'failed' && !one.assertionResults.some(({ status }) => status === 'failed'),
    )
    .map(({ name }) => `${name} did not run to its end`),
];
if (failed.length === 0 && (code !== '0' || passed === 0)) failed.push(`the run ended with ${code}`);

console.log(`passed ${passed}`);
for (const name of failed) console.log(`failed ${name.replaceAll('\n', ' ')}`);
