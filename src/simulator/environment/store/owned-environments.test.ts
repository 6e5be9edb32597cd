import { expect, test } from 'vitest';
import { anEnvironment, placed } from '../../../../test/support/an-environment.ts';
import { Environment } from '../environment.ts';
import type { Claim, EnvironmentStore } from './environment-store.ts';
import { createOwnedEnvironments } from './owned-environments.ts';
import { readRecord, recordOf } from './saved-state.ts';

/** Environments of one process, and the claims that it has sent to its store, which wait for their replies. */
async function start() {
  const claims: PromiseWithResolvers<Claim | undefined>[] = [];
  const claim = (): Promise<Claim | undefined> => {
    const sent = Promise.withResolvers<Claim | undefined>();
    claims.push(sent);
    return sent.promise;
  };
  const create = async () => ({ kind: 'exists', token: '' }) as const;
  const store = { claim, create } as Pick<EnvironmentStore, 'claim' | 'create'> as EnvironmentStore;
  const { settings, state } = anEnvironment();
  const environments = await createOwnedEnvironments(
    { store, first: [settings], full: () => undefined },
    [{ name: 'production', initial: state.initial }],
    new AbortController().signal,
  );
  return { environments, claims };
}

const turn = (): Promise<void> => new Promise(setImmediate);
const cart: Claim = {
  ...recordOf(anEnvironment({}, { name: 'cart' }), true),
  ...{ token: 'token', sequence: 1 },
};

test('requests for an environment that is not here share a claim', async () => {
  const { environments, claims } = await start();
  const found = [environments.find('cart'), environments.find('cart')];
  await turn();
  found.push(environments.find('cart'));
  claims[0]?.resolve(cart);
  expect((await Promise.all(found)).map((one) => one?.name)).toEqual(['cart', 'cart', 'cart']);
  expect(claims).toHaveLength(1);
});

test('a request that arrives after a claim was sent claims again if that one finds nothing', async () => {
  const { environments, claims } = await start();
  const before = environments.find('cart');
  await turn();
  const after = [environments.find('cart'), environments.find('cart')];
  claims[0]?.resolve(undefined);
  expect(await before).toBeUndefined();
  await turn();
  claims[1]?.resolve(cart);
  expect((await Promise.all(after)).map((one) => one?.name)).toEqual(['cart', 'cart']);
  expect(claims).toHaveLength(2);
});

/** The environment as the next process claims it. */
function moved(environment: Environment): Environment {
  const { settings, state } = readRecord(recordOf(environment, true), environment.settings);
  return new Environment(settings, state);
}

test('an environment that moves several times keeps its orders, also those that were placed', () => {
  const environment = anEnvironment({ orders: [1n, 2n].map((id) => placed(id)) });
  environment.state.store.cancel(1n);
  const second = moved(environment);
  second.state.store.put(placed(3n));
  const third = moved(second);
  third.state.store.cancel(2n);
  expect(moved(third).state.store.list().orders).toEqual([
    placed(1n, 'cancelled'),
    placed(2n, 'cancelled'),
    placed(3n),
  ]);
});
