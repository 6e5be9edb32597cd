import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const notes = ['new', 'ready', 'staying', 'failed', 'cut'] as const;

/**
 * What a probe leaves for the next one, which is another process:
 *
 * - `new`: the simulator was not ready yet
 * - `ready`: the simulator was ready
 * - `staying`: the probe is still running; if the next probe reads this, the engine killed it
 * - `failed`: the simulator was ready before, and then was not
 * - `cut`: the timeout of the engine is too short for a probe that stays
 */
export type ProbeNote = (typeof notes)[number];

/** The place of the note. `write` returns false if the file system is read-only. */
export type NotePlace = {
  read(): ProbeNote;
  write(note: ProbeNote): boolean;
};

/** Options of `checkAndStay`. */
export type StayOptions = {
  /** Checks once. Rejects if the simulator is not ready. */
  readonly check: () => Promise<void>;
  readonly note: NotePlace;
  /** The maximum number of checks after the first. */
  readonly turns: number;
  /** Waits between two checks. */
  readonly pause: () => Promise<void>;
};

/**
 * Runs a health probe that stays: the fast path of `healthcheck`. An engine that starts a probe every second makes a
 * container healthy soon, but starting a process costs far more than a check: 4 % of a core, against less than 1 % with
 * this probe (docs/maintainers/decisions/0007). The first probe returns as soon as the simulator is ready. Each later probe keeps
 * running, checks `turns` times, and rejects at once if the simulator is not ready.
 */
export async function checkAndStay({ check, note, turns, pause }: StayOptions): Promise<void> {
  const before = note.read();
  if (before === 'new') return waitUntilReady({ check, note, turns, pause });
  const leave = (next: ProbeNote): boolean =>
    note.write(before === 'cut' || before === 'staying' ? 'cut' : next);
  const checkOrFail = async (): Promise<void> => {
    await check().catch((error: unknown) => {
      leave('failed');
      throw error;
    });
  };
  await checkOrFail();
  if (before === 'ready' && leave('staying'))
    for (let turn = 0; turn < turns; turn += 1) {
      await pause();
      await checkOrFail();
    }
  leave('ready');
}

/** Retries, because a slow start is not a failure: a large scenario takes seconds to load. */
async function waitUntilReady({ check, note, turns, pause }: StayOptions): Promise<void> {
  const retries = note.write('new') ? turns : 0;
  for (let turn = 0; ; turn += 1) {
    try {
      await check();
      return void note.write('ready');
    } catch (error) {
      if (turn >= retries) throw error;
    }
    await pause();
  }
}

/** Returns a note in shared memory, which is writable even in a container with a read-only file system. */
export function sharedNote(url: string, folder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()): NotePlace {
  const file = join(folder, `store-orders-sim-${new URL(url).host.replace(/[^a-z0-9.]/gi, '-')}.health`);
  return {
    read: () => {
      try {
        const text = readFileSync(file, 'utf8');
        return notes.find((note) => note === text) ?? 'new';
      } catch {
        return 'new';
      }
    },
    write: (note) => {
      try {
        writeFileSync(file, note);
        return true;
      } catch {
        return false;
      }
    },
  };
}
