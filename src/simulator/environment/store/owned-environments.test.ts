import { expect, test } from 'vitest';
import { anEnvironment } from '../../../../test/support/an-environment.ts';
import { createTestClock } from '../../../../test/support/test-clock.ts';
import type { Claim, EnvironmentStore } from './environment-store.ts';
import { OwnedEnvironments } from './owned-environments.ts';
import { recordOf } from './saved-state.ts';

/** Environments of one process, and the claims that it has sent to its store, which wait for their replies. */
function start() {
  const claims: PromiseWithResolvers<Claim | undefined>[] = [];
  const claim = (): Promise<Claim | undefined> => {
    const sent = Promise.withResolvers<Claim | undefined>();
    claims.push(sent);
    return sent.promise;
  };
  const { settings, state } = anEnvironment();
  const environments = new OwnedEnvironments({
    store: { claim } as Pick<EnvironmentStore, 'claim'> as EnvironmentStore,
    machine: createTestClock(),
    stopping: new AbortController().signal,
    first: [{ settings, initial: state.initial }],
    full: () => undefined,
  });
  return { environments, claims };
}

const turn = (): Promise<void> => new Promise(setImmediate);
const cart: Claim = {
  ...recordOf(anEnvironment({}, { name: 'cart' }), undefined, true),
  ...{ token: 'token', sequence: 1, endsAt: undefined },
};

test('requests for an environment that is not here share a claim', async () => {
  const { environments, claims } = start();
  const found = [environments.find('cart'), environments.find('cart')];
  await turn();
  found.push(environments.find('cart'));
  claims[0]?.resolve(cart);
  expect((await Promise.all(found)).map((one) => one?.name)).toEqual(['cart', 'cart', 'cart']);
  expect(claims).toHaveLength(1);
});

test('a request that arrives after a claim was sent claims again if that one finds nothing', async () => {
  const { environments, claims } = start();
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
