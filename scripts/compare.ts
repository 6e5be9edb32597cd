import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { packageRoot } from '../src/version.ts';
import { judgeTargets } from './compare/judge-targets.ts';
import { installOthers, otherServers } from './compare/others.ts';
import { comparisonPage } from './compare/page.ts';
import { type Results, readResults, resultsFile } from './compare/results.ts';
import { targets } from './compare/targets.ts';
import { dredd } from './compare/tools/dredd.ts';
import { ownCheck } from './compare/tools/own-check.ts';
import { prism } from './compare/tools/prism.ts';
import { schemathesis } from './compare/tools/schemathesis.ts';
import { specmatic } from './compare/tools/specmatic.ts';

/**
 * Judges the broken and legal servers of the tests with several tools, and writes the results and their page:
 * `npm run compare -- --minutes 30`. With `--only TOOL` (the beginning of its name), that tool judges, and the recorded results of the others stay. With
 * `--page`, only the page is written.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string' }, only: { type: 'string' }, page: { type: 'boolean' } },
});

const minutes = Number(values.minutes ?? 30);
if (!(minutes >= 1))
  throw new Error(`--minutes cannot be ${values.minutes}; expected a number of minutes, 1 or more`);

const only = values.only?.toLowerCase();
// The tools of a lane run one after the other. The quick ones judge every target, the last of a lane as many as time allows.
const all = [[ownCheck, prism, schemathesis], [dredd], [specmatic]];
const lanes = all.map((lane) => lane.filter(({ name }) => name.toLowerCase().startsWith(only ?? '')));
if (lanes.flat().length === 0)
  throw new Error(
    `--only ${only} is none of ${all
      .flat()
      .map(({ name }) => name)
      .join(', ')}`,
  );

async function compare(): Promise<Results> {
  const startedAt = Date.now();
  await installOthers();
  const deadline = startedAt + minutes * 60_000;
  const judged = (await Promise.all(lanes.map((lane) => judgeTargets(lane, deadline, console.log)))).flat();
  const tools =
    only === undefined
      ? judged
      : readResults().tools.map((tool) => judged.find(({ name }) => name === tool.name) ?? tool);
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${availableParallelism()} cores, Node ${process.version}`,
    minutes,
    targets: targets.map(({ name, rule }) => [name, rule ?? null]),
    others: otherServers.map(({ name, setUp }) => [name, setUp]),
    tools,
  };
}

const results = values.page === true ? readResults() : await compare();
if (values.page !== true) {
  const { tools, targets: names, ...rest } = results;
  // One row in a line, so that a change of a verdict is a change of a line.
  const lines = (rows: readonly unknown[]): string =>
    `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`;
  const toolTexts = tools.map(
    ({ rows, ...tool }) => `${JSON.stringify(tool).slice(0, -1)},"rows":${lines(rows)}}`,
  );
  writeFileSync(
    resultsFile,
    `${JSON.stringify(rest).slice(0, -1)},"targets":${lines(names)},"tools":[\n${toolTexts.join(',\n')}\n]}\n`,
  );
}
writeFileSync(new URL('docs/maintainers/comparison.md', packageRoot), comparisonPage(results));
process.exit(0);
