import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { limitYoungGeneration } from '../../../src/http/young-generation.ts';

/** Keeps the newest of many objects, as a journal does, and prints the bytes of the young generation: `limited` with its limit. */
if (process.argv[2] === 'limited') limitYoungGeneration();
const kept: string[][] = [];
for (let turn = 0; turn < 600; turn += 1) {
  for (let at = 0; at < 1_000; at += 1)
    kept[(turn * 1_000 + at) % 100_000] = Array.from({ length: 20 }, String);
  await setImmediate();
}
console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size);
