import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What a probe leaves for the next one. `new`: not ready yet. `ready`: the last probe found it ready. `staying`: a probe
 * stays; read by the next probe, it means that the engine cut that one off. `failed`: it has been ready and is not any
 * more. `cut`: the engine's time-out is shorter than a stay, so that no probe stays.
 */
export type ProbeNote = 'new' | 'ready' | 'staying' | 'failed' | 'cut';

const notes: readonly ProbeNote[] = ['new', 'ready', 'staying', 'failed', 'cut'];

/** Where probes, which are processes of their own, leave their note. */
export type NotePlace = {
  read(): ProbeNote;
  /** Whether the note was kept: on a file system that cannot be written to it is not. */
  write(note: ProbeNote): boolean;
};

/** What a probe that stays is made of. */
export type Stay = {
  /** Asks once; rejects when the simulator is not ready. */
  readonly ask: () => Promise<void>;
  readonly note: NotePlace;
  /** How often it asks after the first time. */
  readonly turns: number;
  readonly pause: () => Promise<void>;
};

/**
 * A probe that costs little although the engine starts one every second, which it has to so that a container is healthy
 * soon: starting a process in a container costs far more than asking. The first probe ends as soon as the simulator is
 * ready; each later one stays, asks now and then, and ends at once when it is not. See docs/decisions.
 */
export async function askAndStay({ ask, note, turns, pause }: Stay): Promise<void> {
  const before = note.read();
  const keep = (next: ProbeNote): boolean =>
    note.write(before === 'cut' || before === 'staying' ? 'cut' : next);
  const failing = (error: unknown): never => {
    keep('failed');
    throw error;
  };
  if (before === 'new') return waitUntilReady(ask, note, turns, pause);
  await ask().catch(failing);
  if (before !== 'ready' || !keep('staying')) return void keep('ready');
  for (let turn = 0; turn < turns; turn += 1) {
    await pause();
    await ask().catch(failing);
  }
  keep('ready');
}

/** A slow start is not a failure: large scenarios take seconds to load. */
async function waitUntilReady(
  ask: Stay['ask'],
  note: NotePlace,
  turns: number,
  pause: Stay['pause'],
): Promise<void> {
  const kept = note.write('new');
  for (let turn = 0; ; turn += 1) {
    const ready = await ask().then(
      () => true,
      (error: unknown) => {
        if (turn >= turns || !kept) throw error;
        return false;
      },
    );
    if (ready) return void note.write('ready');
    await pause();
  }
}

/** A note in memory, which can be written to in a container with a read-only file system too. */
export function sharedNote(url: string, folder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()): NotePlace {
  const file = join(folder, `store-orders-sim-${new URL(url).host.replace(/[^a-z0-9.]/gi, '-')}.health`);
  return {
    read: () => {
      try {
        const text = readFileSync(file, 'utf8');
        return notes.find((one) => one === text) ?? 'new';
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
