import { Command, Option } from 'commander';
import { settingsTable } from '../options/settings-table.ts';
import { count } from '../report/amounts.ts';
import { type Catalog, createCatalog } from '../simulator/scenarios/catalog.ts';
import type { Scenario } from '../simulator/scenarios/read-scenario.ts';
import { resolveScenario } from '../simulator/scenarios/resolve-scenario.ts';
import { type ShowForm, showScenario } from '../simulator/scenarios/show-scenario.ts';
import { gather, type Problem, UserError } from '../user-error.ts';
import type { CommandContext } from './command-context.ts';
import { withFlags } from './flags.ts';

/** Where the command prints, and the folder of scenarios and their size if no flag says otherwise. */
export type ScenariosContext = Partial<Pick<CommandContext, 'out'>> & {
  readonly folder?: string | undefined;
  readonly maxOrders?: number;
};

type Flags = { readonly scenarios?: string };
type ShowFlags = Flags & {
  readonly seed: number;
  readonly format: ShowForm;
};

/**
 * The command `scenarios` with its subcommands `list`, `show NAME` and `validate FILE…`. Rejects with a UserError that
 * has every problem of a name or a file.
 */
export function scenariosCommand(options: ScenariosContext = {}): Command {
  const { out = process.stdout, folder, ...limits } = options;
  const catalogOf = ({ scenarios = folder }: Flags): Catalog =>
    createCatalog({ folder: scenarios, allowPaths: true, ...limits });
  const command = new Command('scenarios');
  const addSubcommand = (usage: string, description: string): Command =>
    command
      .command(usage)
      .description(description)
      .option('--scenarios <folder>', 'folder of scenarios, which override the built-in ones');
  addSubcommand('list', 'List all scenarios with their descriptions').action(async (flags: Flags) => {
    out.write(await listing(catalogOf(flags)));
  });
  const { read, default: usual } = settingsTable.seed;
  const seed = { argument: 'number', read, default: usual, description: 'seed of generated orders' };
  withFlags(addSubcommand('show', 'Print a scenario with its generated orders'), { seed })
    .argument('<name>', 'name or file of a scenario')
    .addOption(new Option('--format <format>', 'output format').choices(['yaml', 'json']).default('yaml'))
    .action(async (name: string, { seed, format, ...flags }: ShowFlags) => {
      const state = await resolveScenario(await catalogOf(flags).open(name), { seed });
      out.write(await showScenario(state, format));
    });
  addSubcommand('validate', 'Validate scenario files and print every problem')
    .argument('<file...>', 'files or names of scenarios')
    .action((files: readonly string[], flags: Flags) => validateScenarios(files, catalogOf(flags), out));
  return command;
}

/** Formats one line for each scenario: its name, its source and its description. */
async function listing(catalog: Catalog): Promise<string> {
  const sources = new Map((await catalog.entries()).map(({ name, source }) => [name, source]));
  const width = Math.max(...[...sources.keys()].map((name) => name.length));
  let lines = '';
  for (const [name, source] of sources) {
    const description = await descriptionOf(name, catalog);
    lines += `${name.padEnd(width)}  ${source.padEnd('built-in'.length)}  ${description}`.trimEnd();
    lines += '\n';
  }
  return lines;
}

/** Returns the description of a scenario, or a remark if its file is invalid. */
async function descriptionOf(name: string, catalog: Catalog): Promise<string> {
  try {
    const { description = '' } = (await catalog.open(name)).content;
    return description.replaceAll(/\s+/g, ' ').trim();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return `(invalid: ${count(error.problems.length, 'problem')}; see scenarios validate ${name})`;
  }
}

/** Prints a line for every valid scenario. Throws one UserError with the problems of all scenarios. */
async function validateScenarios(
  files: readonly string[],
  catalog: Catalog,
  out: CommandContext['out'],
): Promise<void> {
  const problems: Problem[] = [];
  for (const file of files) {
    const scenario = await gather(catalog.open(file), problems);
    if (scenario !== undefined) out.write(`${file}: valid, ${count(countOrders(scenario), 'order')}\n`);
  }
  if (problems.length > 0) throw new UserError(problems);
}

function countOrders({ content }: Scenario): bigint {
  const generated = (content.generate ?? []).reduce((sum, block) => sum + block.count, 0n);
  return BigInt(content.orders?.length ?? 0) + generated;
}
