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
