import { Command, InvalidArgumentError, Option } from 'commander';
import { type Problem, UserError } from '../shared/user-error.ts';
import { createCatalog } from '../simulator/scenarios/catalog.ts';
import { resolveScenario } from '../simulator/scenarios/resolve-scenario.ts';
import { type ShowForm, showScenario } from '../simulator/scenarios/show-scenario.ts';

/** What the command stands on; the defaults are those of the command line. */
export type ScenariosCommandOptions = {
  /** Where results go; `process.stdout` where left out. */
  readonly stdout?: { write(text: string): unknown };
  /** The folder of own scenarios where `--scenarios` is not given, from the settings. */
  readonly folder?: string | undefined;
  /** The most orders of a scenario, from the settings. */
  readonly maxOrders?: number;
};

type Flags = { readonly scenarios?: string };
type ShowFlags = Flags & { readonly seed: number; readonly format: ShowForm };

/**
 * The command `scenarios`: `list`, `show NAME` and `validate FILE…`. Bad names and files reject with a UserError that
 * has every problem (exit code 2).
 */
export function scenariosCommand(options: ScenariosCommandOptions = {}): Command {
  const { stdout = process.stdout, folder, ...limits } = options;
  const catalogOf = (flags: Flags) =>
    createCatalog({ folder: flags.scenarios ?? folder, allowPaths: true, ...limits });
  const write = (text: string) => {
    stdout.write(text);
  };
  const command = new Command('scenarios').description('list, show and validate scenarios');
  command
    .command('list')
    .description('list the scenarios with what each is for')
    .addOption(folderOption())
    .action(async (flags: Flags) => write(await listing(catalogOf(flags))));
  command
    .command('show')
    .description('print a scenario as it is served: orders generated, nothing left to draw')
    .argument('<name>', 'the name of a scenario, or a file')
    .addOption(folderOption())
    .addOption(
      new Option('--seed <number>', 'where generated orders are drawn from').default(1).argParser(readSeed),
    )
    .addOption(new Option('--format <form>', 'how to write it').choices(['yaml', 'json']).default('yaml'))
    .action(async (name: string, { seed, format, ...flags }: ShowFlags) => {
      const state = await resolveScenario(await catalogOf(flags).open(name), { seed });
      write(await showScenario(state, format));
    });
  command
    .command('validate')
    .description('check scenario files, and tell every problem of each')
    .argument('<file...>', 'scenario files, or names of scenarios')
    .addOption(folderOption())
    .action(async (files: readonly string[], flags: Flags) => validate(files, catalogOf(flags), write));
  return command;
}

function folderOption(): Option {
  return new Option('--scenarios <folder>', 'a folder of own scenarios, over the built-in ones');
}

function readSeed(text: string): number {
  const seed = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(seed))
    throw new InvalidArgumentError('Expected a whole number from 0 to 9007199254740991.');
  return seed;
}

type OpenCatalog = ReturnType<typeof createCatalog>;

/** One line for each name; a file that cannot be read says so instead of hiding the others. */
async function listing(catalog: OpenCatalog): Promise<string> {
  const entries = await catalog.entries();
  const names = new Map(entries.map((entry) => [entry.name, entry.source]));
  const width = Math.max(...[...names.keys()].map((name) => name.length));
  let lines = '';
  for (const [name, source] of names) {
    const what = await descriptionOf(name, catalog);
    lines += `${name.padEnd(width)}  ${source.padEnd('built-in'.length)}  ${what}`.trimEnd();
    lines += '\n';
  }
  return lines;
}

async function descriptionOf(name: string, catalog: OpenCatalog): Promise<string> {
  try {
    return oneLine((await catalog.open(name)).content.description ?? '');
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const count = error.problems.length;
    return `(not usable: ${count} ${count === 1 ? 'problem' : 'problems'}; see scenarios validate ${name})`;
  }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

async function validate(
  files: readonly string[],
  catalog: OpenCatalog,
  write: (text: string) => void,
): Promise<void> {
  const problems: Problem[] = [];
  for (const file of files) {
    try {
      const { content, packed } = await catalog.open(file);
      const generated = (content.generate ?? []).reduce((sum, block) => sum + block.count, 0n);
      const orders = BigInt(packed?.count ?? content.orders?.length ?? 0) + generated;
      write(`${file}: fine, ${orders} ${orders === 1n ? 'order' : 'orders'}\n`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new UserError(problems);
}
