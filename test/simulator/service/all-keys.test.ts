import { expect, onTestFinished, test } from 'vitest';
import { summarize } from '../../../src/simulator/control-api/console/exchange-summary.ts';
import { recordExchange } from '../../../src/simulator/environment/record/exchange-record.ts';
import { openTestSimulator, stagingKey, testKey } from '../../helpers/open-test-simulator.ts';
import { request } from '../../helpers/raw-http.ts';

const keys = ['key/with=all:(of)"these\\chars', '(a+)+$', 'pass:wörd/1', 'a"b\\c', stagingKey];

const inLatin1 = (text: string) => Buffer.from(text).toString('latin1');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const formsOf = (key: string) => [
  inLatin1(key),
  encodeURIComponent(key),
  encodeURI(key),
  Buffer.from(key).toString('base64'),
  Buffer.from(key).toString('hex'),
];

/** Sends a key in a form wherever a client can put it, once with the key itself and once with another one. */
async function sendEverywhere(origin: string, key: string, form: string) {
  const coded = encodeURIComponent(form);
  for (const credential of [testKey, inLatin1(key)]) {
    const headers = [`Authorization: Bearer ${credential}`, `X-Echo: ${form}`, `Accept: ${form}; q=1`];
    await request(origin, 'DELETE', `/v1/store/orders/${coded}`, [
      ...headers,
      `Referer: http://a/b?c=${form}`,
    ]);
    const body = JSON.stringify({ message: form });
    const json = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
    await request(origin, 'POST', `/quickstart/messages?note=${coded}`, [...headers, ...json], body);
  }
}

test.each(keys)(
  'a key of staging that is sent to production, %s, is in no journal, log, event or record',
  async (key) => {
    const logged: string[] = [];
    const sim = await openTestSimulator({ onRequest: ({ target }) => void logged.push(target) });
    onTestFinished(() => sim.stop(0));
    const { state } = sim.environments.production;
    sim.environments.get('staging')?.state.keys.add(key);
    for (const form of formsOf(key)) await sendEverywhere(sim.serviceOrigin, key, form);
    const ended = [...state.journal.entries()].map((entry) => ({
      environment: 'production',
      state,
      entry,
      seconds: 0,
    }));
    const { exchanges } = await state.journal.find();
    const all = [exchanges, logged, ended.map(summarize), ended.map((one) => recordExchange(one, 0))];
    const shown = JSON.stringify(all, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
    expect(exchanges).toHaveLength(20);
    expect([key, inJson(key), ...formsOf(key)].filter((form) => shown.includes(inJson(form)))).toEqual([]);
  },
);
