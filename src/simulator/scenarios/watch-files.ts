import { stat } from 'node:fs/promises';
import type { Clock } from '../../clock.ts';

/** How often the files are looked at, in milliseconds. A change is reported after the second look at the latest. */
export const lookIntervalMs = 250;

export type WatchOptions = {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with the paths that changed, appeared or disappeared. The next look is after it has resolved. */
  readonly onChange: (paths: readonly string[]) => Promise<void>;
};

/**
 * Starts to watch files. `list` returns their paths, and may return others at every look. It polls, because events of the
 * file system do not reach a bind mount of a virtual machine or a network file system, and because a file that an editor
 * replaces by a rename is another file. A change counts once two looks see the same, so that a file is not read while it
 * is written or replaced.
 */
export async function startFileWatch(list: () => Promise<readonly string[]>) {
  const look = async (): Promise<ReadonlyMap<string, string>> => {
    const paths = await list();
    const marks = await Promise.all(paths.map(markOf));
    return new Map(paths.flatMap((path, at) => (marks[at] === undefined ? [] : [[path, marks[at]]])));
  };
  const reported = new Map(await look());
  let before: ReadonlyMap<string, string> = reported;
  const settledChanges = (now: ReadonlyMap<string, string>): readonly string[] =>
    [...new Set([...reported.keys(), ...now.keys()])].filter(
      (path) => now.get(path) !== reported.get(path) && now.get(path) === before.get(path),
    );
  return {
    /** Resolves when the signal aborts. Rejects with the error of `onChange`. */
    run: async ({ clock, signal, onChange }: WatchOptions): Promise<void> => {
      for (;;) {
        await clock.sleep(lookIntervalMs, signal);
        if (signal.aborted) return;
        const now = await look();
        const changes = settledChanges(now);
        before = now;
        for (const path of changes) {
          const mark = now.get(path);
          if (mark === undefined) reported.delete(path);
          else reported.set(path, mark);
        }
        if (changes.length > 0) await onChange(changes);
      }
    },
  };
}

/** A text that changes with the file; undefined if there is none. Links are followed, as in a mounted ConfigMap. */
async function markOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.dev}:${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}`;
}
