// Says at the end of `npm test` what it has not run.
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const others = Object.keys(scripts).filter((name) => name.startsWith('test:'));
const left = [...others.map((name) => `npm run ${name}`), 'the checks of style, types and package'];
console.log(`Not run by npm test: ${left.join(', ')}. \`bash .ci/run\` runs everything.`);
