import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { drawFraction } from '../../../src/draw.ts';
import { fail, type RunClient } from './bench-client.ts';
import { listCarefully } from './careful-http.ts';

/** A client whose test fails now and then, whatever the simulator does. */
export type FlakyOptions = {
  readonly seed: string;
  /** How often it fails, from 0 to 1. */
  readonly probability: number;
  /** Returns the number of this run. */
  readonly count: () => number;
};

/** Creates a flaky client. The same seed fails in the same runs. */
export function createFlakyClient({ seed, probability, count }: FlakyOptions): RunClient {
  return async (access) => {
    await listCarefully(access);
    if (drawFraction(seed, 'flaky', count()) < probability) fail('the weather is bad');
  };
}

/** Counts runs in a file, for a client that is a process of its own. */
export function countInFile(file: string): number {
  const next = existsSync(file) ? Number(readFileSync(file, 'utf8')) + 1 : 1;
  writeFileSync(file, `${next}`);
  return next;
}
