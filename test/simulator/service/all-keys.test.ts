import { expect, onTestFinished, test } from 'vitest';
import { recordExchange } from '../../../src/simulator/environment/record/exchange-record.ts';
import { formsShown, sendKeyEverywhere, unusualKeys } from '../../support/keys-everywhere.ts';
import { openTestSimulator, stagingKey, testKey } from '../../support/open-test-simulator.ts';

test.each([...unusualKeys, stagingKey])(
  'a key of staging that is sent to production, %s, is in no journal, log or record',
  async (key) => {
    const logged: string[] = [];
    const sim = await openTestSimulator({ onRequest: ({ target }) => void logged.push(target) });
    onTestFinished(() => sim.stop(0));
    const { state } = sim.environments.production;
    sim.environments.here.get('staging')?.state.keys.add(key);
    await sendKeyEverywhere(sim.serviceOrigin, key, testKey);
    const ended = [...state.journal.entries()].map((entry) => ({
      environment: 'production',
      state,
      entry,
      seconds: 0,
    }));
    const { exchanges } = state.journal.find();
    const all = [exchanges, logged, ended.map((one) => recordExchange(one, 0))];
    const shown = JSON.stringify(all, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
    expect(exchanges).toHaveLength(16);
    expect(formsShown(key, shown)).toEqual([]);
  },
);
