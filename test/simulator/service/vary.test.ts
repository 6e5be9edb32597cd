import { expect, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { request } from '../../support/raw-http.ts';

const key = `Authorization: Bearer ${testKey}`;

/** The bytes of forty responses to the same requests, without the time of day. */
async function transcript(seed: string): Promise<string[]> {
  const orders = [
    placed(1n, 'pending', { quantity: 2n, shipDate: '2026-01-20T10:00:00Z' }),
    placed(2n, 'shipped'),
    placed(3n),
  ];
  await using simulator = await openTestSimulator({
    orders,
    profile: 'vary',
    seed,
    clock: { at: 0, frozen: true },
  });
  const responses: string[] = [];
  for (let round = 0; round < 8; round++) {
    for (const [method, target] of [
      ['GET', '/v1/store/orders'],
      ['DELETE', '/v1/store/orders/1'],
      ['DELETE', '/v1/store/orders/2'],
      ['DELETE', '/v1/store/orders/x'],
      ['GET', '/v1/pets/1'],
    ] as const) {
      const { head, body } = await request(simulator.serviceOrigin, method, target, [key]);
      responses.push(head.replace(/Date: .*/, '') + body);
    }
  }
  return responses;
}

test('responds to the same requests with the same bytes for the same seed', async () => {
  expect(await transcript('7')).toEqual(await transcript('7'));
});

test('responds differently for another seed', async () => {
  expect(await transcript('7')).not.toEqual(await transcript('8'));
});
