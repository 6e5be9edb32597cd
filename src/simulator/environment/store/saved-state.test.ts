import { expect, test } from 'vitest';
import { anEnvironment, placed } from '../../../../test/support/an-environment.ts';
import { Environment } from '../environment.ts';
import { readRecord, recordOf } from './saved-state.ts';

/** The environment as the next process claims it. */
function moved(environment: Environment): Environment {
  const { settings, state } = readRecord(recordOf(environment, undefined, true), environment.settings);
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
