import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { packageRoot } from '../src/version.ts';
import { currentNames, filesOfRelease, filesWithNames } from './published-names.ts';

// npm run generate:names [-- [--check | --release] OWNER/NAME]: writes the names. With --check, fails where a file has others; with
// --release, writes the published image into what a release publishes.
const current = currentNames();
const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' }, release: { type: 'boolean' } },
  allowPositionals: true,
});
const [repository = current.repository] = positionals;
if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
  console.error(`"${repository}" is not a repository on GitHub; expected OWNER/NAME`);
  process.exitCode = 2;
} else if (values.check === true) {
  const others = [...filesWithNames({ ...current, repository })].filter(
    ([file, text]) => readFileSync(new URL(file, packageRoot), 'utf8') !== text,
  );
  if (others.length > 0) {
    const files = others.map(([file]) => file).join(', ');
    console.error(
      `These files name ${current.repository} or another version, expected ${repository} and ${current.version}: ${files}. ` +
        `Run npm run generate:names -- ${repository}, and commit the result`,
    );
    process.exitCode = 1;
  }
} else {
  const files = values.release === true ? filesOfRelease : filesWithNames;
  for (const [file, text] of files({ ...current, repository }))
    writeFileSync(new URL(file, packageRoot), text);
}
