import { readdir, realpath } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearestHint } from '../../shared/nearest.ts';
import { fileError, readTextFile } from '../../shared/text-file.ts';
import { UserError } from '../../shared/user-error.ts';
import { packageRoot } from '../../shared/version.ts';
import { isJsonName, maxJsonBytes, maxYamlBytes } from '../../shared/yaml-file.ts';
import { openChecked } from './open-checked.ts';
import { readPlainScenario } from './read-plain-scenario.ts';
import { readScenario } from './read-scenario.ts';
import type { Scenario, ScenarioSource } from './scenario.ts';

/** What a catalog is made of. */
export type CatalogOptions = {
  /** A folder whose scenarios override and extend the built-in ones. */
  readonly folder?: string | undefined;
  /** Whether `open` takes paths too. For the command line alone: a name from the network is never a path. */
  readonly allowPaths?: boolean;
  /** The most orders of a scenario. */
  readonly maxOrders?: number;
};

/** A scenario that can be opened by its name. */
export type CatalogEntry = {
  readonly name: string;
  readonly source: ScenarioSource;
  /** Where the file stands. */
  readonly path: string;
};

/** The scenarios that have a name. Files are looked for at every call, so that a changed folder shows. */
export type Catalog = {
  /** Sorted by name. Throws a UserError where the folder cannot be read. */
  entries(): Promise<readonly CatalogEntry[]>;
  /** The names of the entries. */
  names(): Promise<readonly string[]>;
  /** Opens a scenario. Throws a UserError for a name that is none, is unknown or leads out of its folder, and for a bad file. */
  open(nameOrPath: string): Promise<Scenario>;
};

const nameForm = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const ending = /\.(?:yaml|yml|json)$/;
const builtInFolder = fileURLToPath(new URL('scenarios', packageRoot));

/** Makes a catalog of the built-in scenarios and, over them, those of a folder. */
export function createCatalog({ folder, allowPaths = false, maxOrders }: CatalogOptions = {}): Catalog {
  const limits = maxOrders === undefined ? {} : { maxOrders };
  const entries = async () =>
    mergeEntries(await entriesOf(builtInFolder, 'built-in'), await folderEntries(folder));
  return {
    entries,
    names: async () => (await entries()).map(({ name }) => name),
    open: async (nameOrPath) => {
      const path = allowPaths && isPath(nameOrPath) ? nameOrPath : undefined;
      if (path !== undefined) return openFile({ name: nameOfFile(path), source: 'file', path }, limits);
      const entry = find(nameOrPath, await entries());
      const checked = entry.source === 'built-in' ? openChecked(entry.name, limits.maxOrders) : undefined;
      if (checked !== undefined) return checked;
      await refuseEscape(entry);
      return openFile(entry, limits);
    },
  };
}

/** Whether a value means a file: it has a slash, or an ending that scenario files have. */
function isPath(text: string): boolean {
  return /[/\\]/.test(text) || ending.test(text);
}

function nameOfFile(path: string): string {
  return basename(path).replace(ending, '');
}

async function folderEntries(folder: string | undefined): Promise<CatalogEntry[]> {
  return folder === undefined ? [] : entriesOf(folder, 'folder');
}

async function entriesOf(folder: string, source: ScenarioSource): Promise<CatalogEntry[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw fileError(folder, error);
  });
  return files
    .filter((file) => ending.test(file) && !file.endsWith('.schema.json'))
    .map((file) => ({ name: nameOfFile(file), source, path: join(folder, file) }))
    .filter(({ name }) => nameForm.test(name));
}

/** A name of the folder hides the built-in one; two files of one name in a folder are refused when it is opened. */
function mergeEntries(builtIn: readonly CatalogEntry[], own: readonly CatalogEntry[]): CatalogEntry[] {
  const hidden = new Set(own.map(({ name }) => name));
  const all = [...builtIn.filter(({ name }) => !hidden.has(name)), ...own];
  return all.sort((a, b) => compare(a.name, b.name) || compare(a.path, b.path));
}

/** By code units: the same in every locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function find(name: string, entries: readonly CatalogEntry[]): CatalogEntry {
  if (!nameForm.test(name)) {
    const expected = 'lower-case letters, digits, dots, hyphens and underscores, at most 64';
    throw new UserError({ what: `${JSON.stringify(name.slice(0, 80))} is no name of a scenario`, expected });
  }
  const [entry, other] = entries.filter((one) => one.name === name);
  if (entry === undefined) {
    const names = entries.map((one) => one.name);
    throw new UserError({ what: `there is no scenario "${name}"`, hint: nearestHint(name, names) });
  }
  if (other === undefined) return entry;
  const what = `there are two scenarios "${name}": ${basename(entry.path)} and ${basename(other.path)}`;
  throw new UserError({ what, hint: 'take one of them away' });
}

/** Links may lead to other places of the folder, as those of a mounted ConfigMap do, but never out of it. */
async function refuseEscape({ name, path }: CatalogEntry): Promise<void> {
  const file = await realPath(path);
  const folder = await realPath(join(path, '..'));
  if (file.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return;
  throw new UserError({
    what: `the scenario "${name}" is a link that leads out of its folder`,
    hint: 'copy the file',
  });
}

async function realPath(path: string): Promise<string> {
  return realpath(path).catch((error: unknown) => {
    throw fileError(path, error);
  });
}

async function openFile(
  { name, source, path }: CatalogEntry,
  limits: { maxOrders?: number },
): Promise<Scenario> {
  const options = { scenario: name, source, ...limits };
  const plain = isJsonName(path) ? await readPlainScenario(path, options) : undefined;
  if (plain !== undefined) return plain;
  const text = await readTextFile(path, isJsonName(path) ? maxJsonBytes : maxYamlBytes);
  return readScenario({ name: source === 'built-in' ? `scenarios/${basename(path)}` : path, text }, options);
}
