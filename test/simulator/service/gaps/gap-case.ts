import { expect } from 'vitest';
import type { GapKey } from '../../../../src/simulator/environment/gaps/gaps.ts';
import { placed } from '../../../support/an-environment.ts';
import { type TestSimulatorOptions, testKey } from '../../../support/open-test-simulator.ts';
import type { RawResponse } from '../../../support/raw-http.ts';

/** Sends a request with the key, unless headers are given; the quickstart's with a good body. */
export type Ask = (method: string, target: string, ...headers: string[]) => Promise<RawResponse>;

/** One response of one gap: what to set, and what then holds on the wire. */
export type GapCase = {
  readonly choice: string;
  readonly holds: (ask: Ask) => Promise<void>;
  readonly given?: TestSimulatorOptions;
};

/** The cases of some gaps: a gap without a case does not compile. */
export type GapCases<Key extends GapKey> = Readonly<Record<Key, readonly GapCase[]>>;

export const key = `Authorization: Bearer ${testKey}`;
export const list = '/v1/store/orders';

/** The orders of a case that gives none. */
export const orders = [
  placed(2n, 'pending', { shipDate: '2026-01-20T10:00:00.5+02:00', quantity: 3n }),
  placed(1n, 'shipped'),
  placed(3n),
];

/** Cancels an order, which must succeed. */
export async function cancelled(ask: Ask, id: number): Promise<void> {
  expect((await ask('DELETE', `${list}/${id}`)).status).toBe(204);
}

/** The ids of a list, as small numbers. */
export function idsOf(response: RawResponse): number[] {
  return JSON.parse(response.body).map(({ id }: { id: number }) => id);
}
