/** Fails unless the search of the built site finds the right page first for each question of a reader. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import MiniSearch from 'minisearch';
import { searchOptions } from '../../scripts/site/search.ts';

const questions: readonly (readonly [question: string, page: string])[] = [
  ['lost response', '/reference/faults.html'],
  ['port in use', '/start/index.html'],
  ['parallel tests', '/guides/testing.html'],
  ['mapped port', '/languages/index.html'],
  ['why 401', '/start/index.html'],
  ['latency', '/reference/faults.html'],
  ['scenario file', '/reference/scenarios.html'],
  ['unknown status', '/reference/scenarios.html'],
  ['what the specification leaves open', '/reference/gaps.html'],
  ['known findings baseline', '/guides/checking-gates.html'],
  ['testcontainers', '/guides/ci.html'],
  ['gitlab', '/guides/ci.html'],
  ['python fixture', '/languages/python.html'],
  ['jest', '/languages/typescript.html'],
  ['install the package', '/start/index.html'],
  ['capture real data', '/guides/deployment.html'],
  ['save traffic har', '/guides/proxy.html'],
  ['coding agents', '/guides/mcp.html'],
  ['simultaneous cancels', '/guides/races.html'],
  ['kubernetes', '/guides/scaling.html'],
  ['accepted findings', '/guides/checking-gates.html'],
];

const dist = fileURLToPath(new URL('dist/', import.meta.url));
const [file] = globSync('assets/chunks/@localSearchIndexroot*.js', { cwd: dist });
if (file === undefined) throw new Error(`${dist} has no index of the search; run npm run docs`);
const { default: index } = await import(pathToFileURL(dist + file).href);
const search = MiniSearch.loadJSON<{ id: string }>(index, {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  searchOptions,
});
const base = process.env.DOCS_BASE ?? '/';
const found = questions.map(([question, page]) => {
  const ids = search.search(question).map(({ id }) => `/${String(id).slice(base.length)}`.replace(/#.*/, ''));
  return { question, page, first: ids[0]?.replace(/\/$/, '/index.html'), ids };
});
const wrong = found.filter(({ page, first }) => first !== page);
for (const { question, page, ids } of wrong)
  console.error(`"${question}" finds ${[...new Set(ids)].slice(0, 3).join(', ')}; expected ${page} first`);
const llms = readFileSync(`${dist}llms.txt`, 'utf8');
if (!llms.includes('guides/testing') || llms.includes('maintainers/')) {
  console.error('llms.txt must list the pages for users, and no page for maintainers');
  process.exitCode = 1;
}
if (wrong.length > 0) process.exitCode = 1;
else console.log(`the search finds the right page first for ${questions.length} questions`);
