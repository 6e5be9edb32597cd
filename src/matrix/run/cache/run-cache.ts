import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../../report/report-file.ts';
import { codeOf } from '../../../user-error.ts';
import type { Cell, EndedRun } from '../../model.ts';
import { type CacheInputs, changedInputs, digest } from './cache-inputs.ts';

export type CachedRun = Pick<EndedRun, 'outcome' | 'records' | 'ms'>;

/** The outcomes of earlier runs with the same inputs. No method rejects: a cache that fails only costs time. */
export type RunCache = Awaited<ReturnType<typeof openRunCache>>;

const keptGroups = 20;
const manifest = 'inputs.json';
const unwritten = 'cannot be written, so that the next matrix runs everything again';

/**
 * Opens the cache in a folder: one folder for each set of inputs, with one file for each run. Several processes can use it
 * at the same time.
 *
 * @param topic the inputs with which an earlier matrix is compared, to say what has changed: the command
 */
export async function openRunCache(folder: string, topic: string, inputs: CacheInputs) {
  const problems = new Map<string, string>();
  const own = join(folder, digest(JSON.stringify([topic, Object.entries(inputs).toSorted()])));
  const attempt = async <T>(what: string, action: () => Promise<T>): Promise<T | undefined> =>
    action().catch((error: unknown) => {
      problems.set(what, `The cache in ${folder} ${what} (${codeOf(error) ?? error}).`);
      return undefined;
    });
  const read = async (file: string): Promise<unknown> => {
    const text = await attempt('cannot be read', () =>
      readFile(file, 'utf8').catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }),
    );
    const [seal, content = ''] = text?.split(/\n(.*)/s) ?? [];
    if (seal === digest(content)) return JSON.parse(content);
    if (seal !== undefined)
      problems.set('broken', `The cache in ${folder} has damaged files, which are ignored.`);
    return undefined;
  };
  /** Writes a value as JSON below its digest. A reader sees the whole file or none. */
  const write = async (file: string, content: unknown): Promise<void> => {
    const text = JSON.stringify(content);
    await mkdir(own, { recursive: true });
    await replaceFile(file, `${digest(text)}\n${text}`);
  };
  const fileOf = (cell: Cell, repetition: number): string =>
    join(
      own,
      `${digest(JSON.stringify([Object.entries(cell.gaps).toSorted(), cell.faults]))}-${repetition}.json`,
    );

  const changed = await changeSince(folder, own, topic, inputs, read);
  await attempt(unwritten, async () => {
    await write(join(own, manifest), { topic, inputs });
    // The folders that were used last are kept.
    await utimes(own, new Date(), new Date());
    await removeOldest(folder, own);
  });
  return {
    /** Why runs are not in the cache: `tests/a.js changed`. Undefined if the inputs are those of an earlier matrix. */
    changed,
    /** Returns the run of a cell with this repetition, from 0, or undefined. */
    find: async (cell: Cell, repetition: number) =>
      (await read(fileOf(cell, repetition))) as CachedRun | undefined,
    keep: async (cell: Cell, repetition: number, run: CachedRun): Promise<void> => {
      await attempt(unwritten, () => write(fileOf(cell, repetition), run));
    },
    /** Returns a sentence for each kind of failure so far. */
    notes: (): readonly string[] => [...problems.values()],
  };
}

type Manifest = { readonly topic: string; readonly inputs: CacheInputs };

/** Compares the inputs with those of the last matrix of the same topic. */
async function changeSince(
  folder: string,
  own: string,
  topic: string,
  inputs: CacheInputs,
  read: (file: string) => Promise<unknown>,
): Promise<string | undefined> {
  const groups = await groupsIn(folder);
  if (groups.some(({ path }) => path === own)) return undefined;
  for (const { path } of groups) {
    const before = (await read(join(path, manifest))) as Manifest | undefined;
    if (before?.topic !== topic) continue;
    const names = changedInputs(before.inputs, inputs);
    const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
    return `${names.slice(0, 3).join(', ')}${more} changed since the last matrix`;
  }
  return 'there is no earlier matrix of this command';
}

/** Returns the folders of a cache, last used first. */
async function groupsIn(
  folder: string,
): Promise<readonly { readonly path: string; readonly usedAt: number }[]> {
  const names = await readdir(folder).catch(() => []);
  const groups = await Promise.all(
    names
      .filter((name) => /^[0-9a-f]{64}$/.test(name))
      .map(async (name) => {
        const path = join(folder, name);
        return { path, usedAt: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 };
      }),
  );
  return groups.toSorted((a, b) => b.usedAt - a.usedAt);
}

async function removeOldest(folder: string, own: string): Promise<void> {
  for (const { path } of (await groupsIn(folder)).slice(keptGroups))
    if (path !== own) await rm(path, { recursive: true, force: true });
}

/** Creates the folder `.store-orders-sim/matrix` below a folder, which Git ignores. Returns its path. */
export async function cacheFolder(cwd: string): Promise<string> {
  const own = join(cwd, '.store-orders-sim');
  const ignore = join(own, '.gitignore');
  const known = await readFile(ignore, 'utf8').catch(() => undefined);
  if (known === undefined) {
    // A failure shows again when the cache is opened, which reports it.
    await mkdir(own, { recursive: true }).catch(() => {});
    await replaceFile(ignore, '*\n').catch(() => {});
  }
  return join(own, 'matrix');
}
