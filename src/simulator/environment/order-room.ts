import { getHeapStatistics } from 'node:v8';
import type { Environment } from './environment.ts';

const { heap_size_limit: heap } = getHeapStatistics();
/** An order takes about 300 bytes. Up to 192 MiB of the limit are for young objects, among which no order stays. */
const mostInHeap = Math.floor(Math.max(heap - 192 * 1024 ** 2, heap / 4) / 1024);

/** Says whether there is room for more orders in the environments of a process. */
export type OrderRoom = {
  /** Returns why so many more orders do not fit, as a sentence, or undefined if they do. */
  refusal(more?: number): string | undefined;
};

/** Environments that share orders count them once. */
export function createOrderRoom(
  environments: () => readonly Environment[],
  most: number = mostInHeap,
): OrderRoom {
  return {
    refusal: (more = 1) => {
      const lists = new Set(environments().map(({ state }) => state.store.list().orders));
      let count = 0;
      for (const { length } of lists) count += length;
      if (count + more <= most) return undefined;
      return `the environments have ${count} of the ${most} orders for which the heap has room; delete environments, or give the process more memory (node --max-old-space-size, docker run --memory)`;
    },
  };
}
