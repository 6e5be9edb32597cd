/** The smallest and the largest int64: the range of an order id. Spec 2 and 4.2. */
export const smallestInt64: bigint = -(2n ** 63n);
export const largestInt64: bigint = 2n ** 63n - 1n;

/** Whether an integer fits an int64. */
export function isInt64(value: bigint): boolean {
  return value >= smallestInt64 && value <= largestInt64;
}

/** The result of reading an order id: the id, or why the text is not one. */
export type OrderIdReading =
  | { readonly kind: 'order-id'; readonly id: bigint }
  | { readonly kind: 'malformed'; readonly reason: string };

const canonicalDecimal = /^(?:0|-?[1-9][0-9]{0,18})$/;

/**
 * Reads the canonical decimal form of an int64: an optional minus, no leading zero, ASCII digits only. One id has one
 * spelling, so two different paths never name the same order. Spec 4.2, path parameter orderId.
 */
export function readOrderId(text: string): OrderIdReading {
  if (text === '') return { kind: 'malformed', reason: 'the order id is empty' };
  if (!canonicalDecimal.test(text))
    return { kind: 'malformed', reason: 'the order id is not a canonical decimal integer' };
  const id = BigInt(text);
  return isInt64(id)
    ? { kind: 'order-id', id }
    : { kind: 'malformed', reason: 'the order id is beyond int64' };
}
