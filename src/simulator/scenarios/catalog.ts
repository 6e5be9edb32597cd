import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearestHint } from '../../text/nearest.ts';
import { fileError } from '../../text/text-file.ts';
import { isFilePath, readNamedText } from '../../text/yaml-file.ts';
import { gather, type Problem, UserError } from '../../user-error.ts';
import { packageRoot } from '../../version.ts';
import {
  defaultMaxOrders,
  openChecked,
  readScenario,
  type Scenario,
  type ScenarioSource,
} from './read-scenario.ts';

export type CatalogOptions = {
  /** A folder of scenarios, in addition to the built-in ones; a name that both have means the folder's. */
  readonly folder?: string | undefined;
  /** Whether `open` accepts paths. Only for the command line: a name from the network is never a path. */
  readonly allowPaths?: boolean;
  readonly maxOrders?: number | undefined;
};

/** A scenario that can be opened by its name. */
export type CatalogEntry = {
  readonly name: string;
  readonly source: ScenarioSource;
  readonly path: string;
};

/** The scenarios by name. Every call looks for the files again, so that changes of the folder take effect. */
export type Catalog = ReturnType<typeof createCatalog>;

const nameForm = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const extension = /\.(?:yaml|yml|json)$/;
const builtInFolder = fileURLToPath(new URL('scenarios', packageRoot));

/** Creates a catalog of the built-in scenarios and those of a folder. */
export function createCatalog({
  folder,
  allowPaths = false,
  maxOrders = defaultMaxOrders,
}: CatalogOptions = {}) {
  /** Returns the entries sorted by name. Throws a UserError if the folder cannot be read. */
  const entries = async (): Promise<readonly CatalogEntry[]> =>
    mergeEntries(
      await entriesOf(builtInFolder, 'built-in'),
      folder === undefined ? [] : await entriesOf(folder, 'folder'),
    );
  /** Finds the file of a scenario. Throws a UserError for an invalid or unknown name. */
  const find = async (nameOrPath: string): Promise<CatalogEntry> =>
    allowPaths && isFilePath(nameOrPath)
      ? { name: nameOfFile(nameOrPath), source: 'file', path: nameOrPath }
      : findNamed(nameOrPath, await entries());
  return {
    entries,
    names: async (): Promise<readonly string[]> => (await entries()).map(({ name }) => name),
    find,
    /** Opens a scenario. Throws a UserError like `find`, and for a bad file. */
    open: async (nameOrPath: string): Promise<Scenario> => {
      const entry = await find(nameOrPath);
      const checked = entry.source === 'built-in' ? openChecked(entry.name, maxOrders) : undefined;
      return checked ?? openFile(entry, maxOrders);
    },
  };
}

function nameOfFile(path: string): string {
  return basename(path).replace(extension, '');
}

/** Returns the paths of the files in a folder. Throws a UserError if it cannot be read. */
export async function readFolder(folder: string): Promise<readonly string[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw fileError(folder, error);
  });
  return files.map((file) => join(folder, file));
}

async function entriesOf(folder: string, source: ScenarioSource): Promise<CatalogEntry[]> {
  return (await readFolder(folder))
    .filter((path) => extension.test(path) && !path.endsWith('.schema.json'))
    .map((path) => ({ name: nameOfFile(path), source, path }))
    .filter(({ name }) => nameForm.test(name));
}

/** A name in the folder hides the built-in one. `findNamed` rejects two files with the same name. */
function mergeEntries(builtIn: readonly CatalogEntry[], own: readonly CatalogEntry[]): CatalogEntry[] {
  const hidden = new Set(own.map(({ name }) => name));
  const all = [...builtIn.filter(({ name }) => !hidden.has(name)), ...own];
  // By code units, as in every locale.
  const keyOf = ({ name, path }: CatalogEntry) => `${name} ${path}`;
  return all.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function findNamed(name: string, entries: readonly CatalogEntry[]): CatalogEntry {
  if (!nameForm.test(name)) {
    const expected = 'lower-case letters, digits, dots, hyphens and underscores, at most 64';
    throw new UserError({
      what: `${JSON.stringify(name.slice(0, 80))} is not a valid scenario name`,
      expected,
    });
  }
  const [entry, other] = entries.filter((one) => one.name === name);
  if (entry === undefined) {
    const names = entries.map((one) => one.name);
    throw new UserError({ what: `there is no scenario "${name}"`, hint: nearestHint(name, names) });
  }
  if (other === undefined) return entry;
  const what = `there are two scenarios "${name}": ${basename(entry.path)} and ${basename(other.path)}`;
  throw new UserError({ what, hint: 'remove one of them' });
}

async function openFile({ name, source, path }: CatalogEntry, maxOrders: number): Promise<Scenario> {
  const { text } = await readNamedText(path);
  const file = source === 'built-in' ? `scenarios/${basename(path)}` : path;
  return readScenario({ name: file, text }, { scenario: name, source, maxOrders });
}

/** Reads every scenario of the user's folder. Throws one UserError with all problems, at the start instead of later. */
export async function validateFolder(catalog: Catalog): Promise<void> {
  const own = (await catalog.entries()).filter(({ source }) => source === 'folder');
  const problems: Problem[] = [];
  for (const name of new Set(own.map((entry) => entry.name))) await gather(catalog.open(name), problems);
  if (problems.length > 0) throw new UserError(problems);
}
