// Says at the end of `npm test` what it has not run, and which script runs it.
import { readFileSync } from 'node:fs';

const left = {
  'test:hostile':
    'hostile input, faults and load; in full the random and racing tests, of which npm test does a part',
  'test:browser': 'attacks of web pages on the control API, in a real Chromium',
  'test:container': 'image, recipes and Testcontainers, with a Docker engine',
  'check:package': 'files, entries and types of the package as it would be published, after npm run build',
  'check:unused': 'nothing that nobody uses',
  lint: 'style, floors, cycles',
  types: 'TypeScript',
  soak: 'the hostile input for as long as one likes',
  mutation: 'whether the tests see a change of the code, for hours',
};

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const untold = Object.keys(scripts).filter((name) => /^(test|check):/.test(name) && !(name in left));
const gone = Object.keys(left).filter((name) => !(name in scripts));
if (untold.length + gone.length > 0) {
  console.error(`.ci/left-out.mjs does not fit package.json: ${[...untold, ...gone].join(', ')}`);
  process.exit(1);
}
console.log('Not run by npm test; `bash .ci/run` runs all but the last two:');
for (const [name, what] of Object.entries(left)) console.log(`  npm run ${name.padEnd(15)} ${what}`);
