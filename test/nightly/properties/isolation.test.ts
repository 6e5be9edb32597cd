import { expect, test } from 'vitest';
import type { ControlClient, OpenEnvironment } from '../../../src/client/index.ts';
import { startSimulator } from '../../../src/index.ts';
import { call } from '../../simulator/control-api/open-control.ts';

/** Sends twenty requests whose responses depend on the whole state of an environment. */
async function useEnvironment(environment: OpenEnvironment, seed: number): Promise<readonly string[]> {
  const transcript: string[] = [];
  const note = (what: unknown): void => {
    transcript.push(
      typeof what === 'string'
        ? what
        : JSON.stringify(what, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
    );
  };
  const pending = (await environment.orders.list('pending')).flatMap(({ id }) =>
    id === undefined ? [] : [id],
  );
  for (let step = 0; step < 5; step++) {
    const id = pending[(seed * 7 + step * 3) % pending.length];
    note(await call(environment, 'DELETE', `/store/orders/${id}`));
    note(await call(environment, 'GET', '/store/orders'));
    note(await environment.orders.put(BigInt(step + 1), { quantity: BigInt(seed) }));
    note((await environment.show()).orders);
  }
  const { exchanges } = await environment.journal.find();
  note(exchanges.map(({ number, operation, answer }) => [number, operation, answer?.status]));
  return transcript;
}

async function play(control: ControlClient, at: number): Promise<readonly string[]> {
  const scenario = at % 2 === 0 ? 'mixed' : 'ships-while-you-look';
  const profile = at % 3 === 0 ? 'vary' : 'least-promise';
  await using environment = await control.createEnvironment({ scenario, profile, seed: at });
  return await useEnvironment(environment, at);
}

const count = 50;

test(`${count} environments used in parallel have the same transcripts as when used one by one`, async () => {
  await using alone = await startSimulator();
  await using together = await startSimulator();
  const players = Array.from({ length: count }, (_, at) => at);
  const expected: (readonly string[])[] = [];
  for (const at of players) expected.push(await play(alone.control as ControlClient, at));
  const transcripts = await Promise.all(players.map((at) => play(together.control as ControlClient, at)));
  expect(transcripts).toEqual(expected);
  expect(new Set(transcripts.map((transcript) => transcript.join())).size).toBe(count);
});

const loads = 100;

test(`every list is of one scenario while 20 clients list and scenarios are loaded ${loads} times`, async () => {
  await using simulator = await startSimulator({ scenario: 'mixed' });
  const control = simulator.control as ControlClient;
  const environment = await control.createEnvironment({ name: 'swapped', scenario: 'mixed' });
  const names = ['mixed', 'int64-edges', 'dates', 'sparse', 'empty'];
  const whole = new Set<string>();
  for (const name of names) {
    await environment.load(name);
    whole.add((await call(environment, 'GET', '/store/orders')).body);
  }
  expect(whole.size).toBe(names.length);

  let swapping = true;
  const seen = new Set<string>();
  const listUntilDone = async (): Promise<void> => {
    while (swapping) {
      const { status, body } = await call(environment, 'GET', '/store/orders');
      seen.add(`${status} ${body}`);
    }
  };
  const clients = Array.from({ length: 20 }, listUntilDone);
  for (let at = 0; at < loads; at++) await environment.load(names[at % names.length] ?? '');
  swapping = false;
  await Promise.all(clients);
  expect([...seen].filter((response) => !whole.has(response.replace(/^200 /, '')))).toEqual([]);
  expect(seen.size).toBeGreaterThan(1);
});
