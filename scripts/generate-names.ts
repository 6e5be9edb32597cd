import { writeFileSync } from 'node:fs';
import { packageRoot } from '../src/version.ts';
import { currentNames, filesWithNames } from './published-names.ts';

// npm run generate:names [-- OWNER/NAME]
const current = currentNames();
const [repository = current.repository] = process.argv.slice(2);
if (/^[\w.-]+\/[\w.-]+$/.test(repository)) {
  for (const [file, text] of filesWithNames({ ...current, repository }))
    writeFileSync(new URL(file, packageRoot), text);
} else {
  console.error(`"${repository}" is not a repository on GitHub; expected OWNER/NAME`);
  process.exitCode = 2;
}
