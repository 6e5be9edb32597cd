import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/version.ts';

const root = fileURLToPath(packageRoot);
const read = (file: string): string => readFileSync(new URL(file, packageRoot), 'utf8');
const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
const repositoryFiles = globSync('{src,test,openapi,scenarios,docs,examples}/**/*.*', {
  cwd: root,
  exclude: ['**/node_modules'],
});
const fenced = /^```(\w*)\n([\s\S]*?)^```$/gm;
const pathInDiagram = /(?<![\w./{}-])[\w.-]+(?:\/[\w.-]+)*(?:\/|\.(?:ts|yaml|md))/g;
const code = repositoryFiles
  .filter((file) => file.startsWith('src/') && file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => withoutComments(read(file)))
  .join('\n');

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('every path, script and symbol in %s exists', (page) => {
  const text = read(page);
  expect(text).toMatch(/`[^`]+`/);
  expect(unknownNames(text)).toEqual([]);
});

test.each(globSync(['SECURITY.md', 'docs/**/*.md'], { cwd: root, exclude: ['**/node_modules'] }))(
  'every source path in %s exists',
  (page) => {
    const paths = [...read(page).matchAll(/`((?:src|test|scripts|bench)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(paths.filter((path) => !existsSync(new URL(path, packageRoot)))).toEqual([]);
  },
);

test('the layout in ARCHITECTURE.md lists every folder of two levels in src', () => {
  const listed = layoutPaths(read('ARCHITECTURE.md')).filter((path) => path.startsWith('src/'));
  const folders = globSync(['src/*/', 'src/*/*/'], { cwd: root }).filter((path) => !path.includes('.'));
  const missing = folders.filter((folder) => !listed.includes(`${folder}/`));
  expect(missing).toEqual([]);
});

test.each([
  ['a file', 'See `src/simulator/gone.ts`.', 'src/simulator/gone.ts'],
  ['a file by its end', 'Listed in `gone.ts`.', 'gone.ts'],
  ['a folder', 'See `src/gone/`.', 'src/gone/'],
  ['a folder by its end', 'See `gone/`.', 'gone/'],
  ['a file in a diagram', '```mermaid\nparticipant H as gone.ts\n```', 'gone.ts'],
  ['a path in the layout', '```\nsrc/\n  gone/   what it was\n```', 'src/gone/'],
  ['a second path in a line of the layout', '```\nsrc/\n  cli/ gone/   both\n```', 'src/gone/'],
  ['a symbol', 'It returns a `GoneOutcome`.', 'GoneOutcome'],
  ['a function', 'Call `goneFunction(exchange, key)`.', 'goneFunction'],
  ['a script', 'Run `npm run gone -- --quick`.', 'npm run gone'],
])('%s that does not exist is found', (_what, text, name) => {
  expect(unknownNames(text)).toEqual([name]);
});

/** The names in a page that do not exist: scripts, paths, and symbols of `src/`. */
function unknownNames(text: string): string[] {
  const prose = text.replace(fenced, '');
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
  const drawn = blocks(text, 'mermaid').flatMap((diagram) => diagram.match(pathInDiagram) ?? []);
  return [...spans.flatMap(unknownSpan), ...[...drawn, ...layoutPaths(text)].filter(isUnknownPath)];
}

function unknownSpan(span: string): string[] {
  const script = /^npm run ([\w:]+)/.exec(span)?.[1];
  if (script !== undefined) return scripts.includes(script) ? [] : [`npm run ${script}`];
  if (/^[\w.-]+(?:\/[\w.-]+)*(?:\/|\.(?:ts|json|yaml|md))$/.test(span))
    return isUnknownPath(span) ? [span] : [];
  const symbol = /^([A-Za-z_$][\w$]*)(?:\(.*\))?$/.exec(span)?.[1];
  return symbol === undefined || new RegExp(`\\b${symbol}\\b`).test(code) ? [] : [symbol];
}

/** A path is from the root of the repository, or the end of the path of some file or folder in it. */
function isUnknownPath(path: string): boolean {
  if (existsSync(new URL(path, packageRoot))) return false;
  const end = `/${path}`;
  return !repositoryFiles.some((file) =>
    path.endsWith('/') ? `/${file}`.includes(end) : file.endsWith(end),
  );
}

/** The paths of a layout: a block without a language, each level indented by two spaces, several paths a line. */
function layoutPaths(text: string): string[] {
  const open: string[] = [];
  return blocks(text, '').flatMap((block) =>
    block.split('\n').flatMap((line) => {
      const [, indent = '', names = ''] = /^( *)((?:[\w.-]+(?:\/|\.ts)(?: |$))+)/.exec(line) ?? [];
      const [first = '', ...others] = names.trim().split(' ');
      const parent = open.slice(0, indent.length / 2).join('');
      open.splice(indent.length / 2, open.length, first);
      return first === '' ? [] : [first, ...others].map((name) => parent + name);
    }),
  );
}

function blocks(text: string, language: string): string[] {
  return [...text.matchAll(fenced)]
    .filter(([, its]) => its === language)
    .map(([, , content = '']) => content);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
