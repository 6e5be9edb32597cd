import { Command } from 'commander';
import { z } from 'zod';
import type { FlagsOf, OptionRow } from '../options/option-row.ts';
import { type SettingReading, value } from '../options/setting.ts';
import { invalidText } from '../options/setting-readers.ts';
import { type CoverageCounts, coverageGroups } from '../simulator/environment/coverage/coverage.ts';
import { mergeCoverage, viewCoverage } from '../simulator/environment/coverage/coverage-view.ts';
import { readYamlFile } from '../text/yaml-file.ts';
import { type CommandContext, processContext } from './command-context.ts';
import { belowLeast, type CoverageReport, coverageWriters, type LeastCoverage } from './coverage-report.ts';
import { withFlags } from './flags.ts';
import { openReportFiles } from './report-files.ts';

const help = `
A FILE is what GET /coverage of a simulator sends, as JSON. Several files, such as those of the shards of a CI job, are added up.

Examples:
  curl -H "Authorization: Bearer $TOKEN" http://localhost:4011/coverage > shard-1.json
  store-orders-sim coverage shard-*.json                       what no test met, and what provokes it
  store-orders-sim coverage shard-*.json --min outcomes=100    fail if no test met one of the outcomes

Exit codes: 0 success, 2 invalid usage or file, 3 a group is below its --min
`;

const coverageTable = {
  min: {
    argument: 'group=percent',
    repeatable: true,
    read: readLeast,
    description: `least coverage of one of ${coverageGroups.join(', ')}; repeatable`,
  },
  report: {
    argument: 'format=file',
    repeatable: true,
    description: `write a report: ${Object.keys(coverageWriters).join(', ')}; repeatable`,
  },
} as const satisfies Readonly<Record<string, OptionRow>>;

type CoverageFlags = FlagsOf<typeof coverageTable>;

export function coverageCommand(context: CommandContext = processContext()): Command {
  const command = new Command('coverage')
    .argument('<files...>', 'responses to GET /coverage')
    .addHelpText('after', help)
    .action((files: readonly string[], flags: CoverageFlags) => runCoverage(files, flags, context));
  return withFlags(command, coverageTable);
}

async function runCoverage(
  files: readonly string[],
  { min = [], report: reports = [] }: CoverageFlags,
  { env, out, err, setExitCode }: CommandContext,
): Promise<void> {
  const shards = await Promise.all(files.map((file) => readYamlFile(file, { schema: shard })));
  const outputs = await openReportFiles(reports, 'coverage', coverageWriters, env);
  const report: CoverageReport = {
    files: files.length,
    view: viewCoverage(mergeCoverage(shards)),
    least: min,
  };
  const problems = await outputs.write(report);
  out.write(coverageWriters.terminal(report, { colour: out.isTTY === true && !env.NO_COLOR }));
  for (const problem of problems) err.write(`error: ${problem}\n`);
  setExitCode(belowLeast(report).length > 0 ? 3 : problems.length > 0 ? 2 : 0);
}

const maxCount = BigInt(Number.MAX_SAFE_INTEGER);
const counts = z.record(z.string(), z.bigint().min(0n).max(maxCount).transform(Number));
const shard = z.strictObject({
  ...{ outcomes: counts, ids: counts, gaps: counts, faults: counts, actors: counts, races: counts },
  // Made again from the sums.
  ...{ percent: z.unknown().optional(), holes: z.unknown().optional() },
} satisfies Record<keyof CoverageCounts | 'percent' | 'holes', z.ZodType>);

function readLeast(text: string): SettingReading<LeastCoverage> {
  const [, name, digits] = /^([a-z]+)=(100|[1-9]?[0-9])$/.exec(text) ?? [];
  const group = coverageGroups.find((one) => one === name);
  if (group === undefined)
    return invalidText(text, `GROUP=PERCENT with one of ${coverageGroups.join(', ')}`, 'try outcomes=100');
  return value({ group, percent: Number(digits) });
}
