import { expect, onTestFinished, test } from 'vitest';
import { recordExchange } from '../../../src/simulator/environment/record/exchange-record.ts';
import { openTestSimulator, stagingKey, testKey } from '../../support/open-test-simulator.ts';
import { request } from '../../support/raw-http.ts';

/** Valid keys with characters that have a meaning in paths, headers, JSON and regular expressions. */
const unusualKeys = ['key/with=all:(of)"these\\chars', '(a+)+$', 'pass:wörd/1', 'a"b\\c'];

const inLatin1 = (text: string): string => Buffer.from(text).toString('latin1');
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const formsOf = (key: string): readonly string[] => [
  inLatin1(key),
  encodeURIComponent(key),
  encodeURI(key),
  Buffer.from(key).toString('base64'),
];

/** Sends a key in each form wherever a client can put it, once beside a valid key and once beside the key itself: 16 requests. */
async function sendKeyEverywhere(origin: string, key: string, validKey: string): Promise<void> {
  for (const form of formsOf(key)) {
    const coded = encodeURIComponent(form);
    for (const credential of [validKey, inLatin1(key)]) {
      const headers = [`Authorization: Bearer ${credential}`, `X-Echo: ${form}`, `Accept: ${form}; q=1`];
      await request(origin, 'DELETE', `/v1/store/orders/${coded}`, [
        ...headers,
        `Referer: http://a/b?c=${form}`,
      ]);
      const body = JSON.stringify({ message: form });
      const json = 'Content-Type: application/json';
      await request(origin, 'POST', `/quickstart/messages?note=${coded}`, [...headers, json], body);
    }
  }
}

/** Returns the forms of a key that are in a text of JSON. */
function formsShown(key: string, text: string): readonly string[] {
  return [key, inJson(key), ...formsOf(key)].filter((form) => text.includes(inJson(form)));
}

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
