import { expect, test } from 'vitest';
import { ask, openTestSimulator, type TestSimulator } from '../../support/open-test-simulator.ts';
import type { RawResponse } from '../../support/raw-http.ts';

const json = 'Content-Type: application/json';

const post = (
  simulator: TestSimulator,
  type: string | undefined,
  body: string | Buffer,
): Promise<RawResponse> =>
  ask(simulator, 'POST /quickstart/messages', type === undefined ? [] : [type], Buffer.from(body));

test.each([
  ['an empty text', json, '{"message":""}', ''],
  ['more fields', json, '{"message":"a","to":"b"}', 'a'],
  ['a charset', 'Content-Type: application/json; charset=utf-8', '{"message":"\u00e4"}', 'ä'],
  ['another case of the type', 'content-type: APPLICATION/JSON', '{"message":"a"}', 'a'],
])('accepts %s', async (_, type, body, message) => {
  await using simulator = await openTestSimulator();
  const response = await post(simulator, type, body);
  expect(response.status).toBe(200);
  expect(Buffer.from(JSON.parse(response.body).message, 'latin1').toString()).toBe(message);
});

test.each([
  ['invalid JSON', json, '{"message":'],
  ['no field message', json, '{}'],
  ['a message that is no text', json, '{"message":1}'],
  ['an inherited message', json, '{"__proto__":{"message":"hi"}}'],
  ['no Content-Type', undefined, '{"message":"hi"}'],
  ['plain text', 'Content-Type: text/plain', '{"message":"hi"}'],
  ['a type that begins alike', 'Content-Type: application/jsonp', '{"message":"hi"}'],
  ['null', json, 'null'],
  ['bytes that are no UTF-8', json, Buffer.from('{"message":"\u00ff"}', 'latin1')],
])('refuses %s with 400', async (_, type, body) => {
  await using simulator = await openTestSimulator();
  expect(await post(simulator, type, body)).toMatchObject({ status: 400, body: '' });
});
