import { expect, test } from 'vitest';
import { ChoiceSource } from '../../../src/simulator/environment/gaps/choices.ts';
import { gaps } from '../../../src/simulator/environment/gaps/gaps.ts';
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

test('does not change its mind about what the service is like between two requests', () => {
  const source = new ChoiceSource({ profile: 'vary', gaps: {}, seed: '3' });
  const stateful = gaps.filter((gap) => gap.scope === 'state').map((gap) => gap.key);
  const first = source.forRequest(1);
  for (let number = 2; number < 50; number++) {
    const responses = source.forRequest(number);
    for (const gap of stateful) expect(responses[gap]).toBe(first[gap]);
  }
});

test('draws every response that may be drawn, and none that contradicts the specification', () => {
  const all = Array.from({ length: 200 }, (_, seed) =>
    new ChoiceSource({ profile: 'vary', gaps: {}, seed: `${seed}` }).forRequest(seed),
  );
  for (const gap of gaps) {
    const seen = new Set<string>(all.map((choices) => choices[gap.key]));
    const drawn = gap.drawn ?? Object.keys(gap.choices).filter((name) => !/N|…/.test(name));
    expect([...seen].sort(), gap.key).toEqual([...drawn].sort());
  }
  expect(gaps.find((gap) => gap.key === 'cancel-again')?.drawn).not.toContain('no-content');
});

test('keeps an response that was given, whatever the profile draws', () => {
  const source = new ChoiceSource({
    profile: 'vary',
    gaps: { 'conflict-body': 'text', 'list-order': 'by-id' },
    seed: '1',
  });
  for (let number = 1; number < 30; number++)
    expect(source.forRequest(number)).toMatchObject({ 'conflict-body': 'text', 'list-order': 'by-id' });
});

test('responds as most services do with profile typical', () => {
  expect(new ChoiceSource({ profile: 'typical', gaps: {}, seed: '1' }).forRequest(1)).toMatchObject({
    'conflict-body': 'error',
    'content-type': 'charset',
    'cancelled-in-list': 'keep',
  });
});

test('treats a second cancel as unknown where cancelled orders leave the list, unless told otherwise', () => {
  const responses = (gaps: Record<string, string>) =>
    new ChoiceSource({ profile: 'least-promise', gaps, seed: '1' }).forRequest(1);
  expect(responses({ 'cancelled-in-list': 'remove' })['cancel-again']).toBe('not-found');
  expect(responses({ 'cancelled-in-list': 'remove', 'cancel-again': 'conflict' })['cancel-again']).toBe(
    'conflict',
  );
});
