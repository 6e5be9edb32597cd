import { expect, test } from 'vitest';
import { anEntry } from '../../../../test/simulator/environment/journal/an-entry.ts';
import { anEnvironment } from '../../../../test/support/an-environment.ts';
import { LocalEnvironments } from '../../environment/environments.ts';
import { createChanges } from './changes.ts';

function collected() {
  const staging = anEnvironment({}, { name: 'staging' });
  const environments = new LocalEnvironments([anEnvironment(), staging]);
  const changes = createChanges(environments);
  const exchanges = (environment: string, count: number): void => {
    const { state } = environments.get(environment) ?? environments.production;
    for (let number = 1; number <= count; number++)
      changes.exchange({
        environment,
        state,
        entry: anEntry('DELETE /v1/store/orders/1', { number }),
        seconds: 0.001,
      });
  };
  const take = () =>
    changes
      .take()
      .flatMap((event) => (event.kind === 'exchanges' ? [event.data] : []))
      .map(({ exchanges: shown, dropped }) => [shown.length, dropped, shown.at(-1)?.number]);
  return { environments, changes, exchanges, take };
}

test('of the exchanges of one interval, the newest 200 of all environments are shown', () => {
  const { exchanges, take } = collected();
  exchanges('production', 1_000);
  exchanges('staging', 30);
  expect(take()).toEqual([
    [100, 900, 1_000],
    [30, 0, 30],
  ]);
  expect(take()).toEqual([]);
});

test('in a second, at most 1,200 exchanges are shown after the first 200', () => {
  const { exchanges, take } = collected();
  const shown = Array.from({ length: 11 }, () => {
    exchanges('production', 500);
    return take()[0]?.[0];
  });
  expect(shown).toEqual([200, ...Array(10).fill(120)]);
});

test('a thousand exchanges in a second are all shown', () => {
  const { exchanges, take } = collected();
  for (const count of [100, 150, 50, 130, 70, 100, 160, 40, 100, 100]) {
    exchanges('production', count);
    expect(take()[0]).toEqual([count, 0, count]);
  }
});
