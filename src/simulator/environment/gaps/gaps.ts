import type { Gap } from './gap.ts';
import { httpGaps } from './http-gaps.ts';
import { orderGaps } from './order-gaps.ts';
import { otherEndpointGaps } from './other-endpoint-gaps.ts';

export type GapKey = (typeof orderGaps | typeof httpGaps | typeof otherEndpointGaps)[number]['key'];

/** The table of gaps. */
export const gaps: readonly (Gap & { readonly key: GapKey })[] = [
  ...orderGaps,
  ...httpGaps,
  ...otherEndpointGaps,
];

export function gapOf(key: GapKey): (typeof gaps)[number] {
  const row = gaps.find((gap) => gap.key === key);
  if (row === undefined) throw new Error(`there is no gap ${key}`);
  return row;
}

/** Every key, in the order of the table. */
export const gapKeys: readonly GapKey[] = gaps.map((gap) => gap.key);

export function isGapKey(text: string): text is GapKey {
  return gapKeys.some((key) => key === text);
}
