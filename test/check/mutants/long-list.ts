import type { Twist } from './honest-server.ts';
import { lists, rebody } from './mutant.ts';

/** A service with a list of `count` orders, which is built once. */
export function longList(count: number, orderOf: (index: number) => string): Twist {
  const orders = Array.from({ length: count }, (_, index) => orderOf(index));
  return rebody(lists, Buffer.from(`[${orders.join(',')}]`));
}
