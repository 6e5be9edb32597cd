import { getHeapStatistics } from 'node:v8';
import type { Environment } from './environment.ts';

const { heap_size_limit: heap } = getHeapStatistics();
/** KiB. Up to 192 MiB of the limit are for young objects, among which no order stays. */
const mostInHeap = Math.floor(Math.max(heap - 192 * 1024 ** 2, heap / 4) / 1024);

/** KiB. An order takes about 300 bytes, and an environment 16 KiB, which grow as it is used. */
const ofOrder = 1;
const ofEnvironment = 32;

export type OrderRoom = ReturnType<typeof createOrderRoom>;

/** Counts the orders of the environments of a process. Environments that share orders count them once. */
export function createOrderRoom(environments: () => readonly Environment[], most: number = mostInHeap) {
  return {
    /** Returns why so many more orders do not fit, as a sentence, or undefined if they do. */
    refusal: (more = 1): string | undefined => {
      const all = environments();
      const lists = new Set(all.map(({ state }) => state.store.list().orders));
      let orders = 0;
      for (const { length } of lists) orders += length;
      if (ofEnvironment * all.length + ofOrder * (orders + more) <= most) return undefined;
      return `${all.length} environments with ${orders} orders fill the ${most} KiB that the heap has for them; delete environments, or give the process more memory (node --max-old-space-size, docker run --memory)`;
    },
  };
}
