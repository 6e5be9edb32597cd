import { expect, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator, stagingKey, testKey } from '../../support/open-test-simulator.ts';
import { header, request } from '../../support/raw-http.ts';

const accepted: readonly (readonly [what: string, headers: readonly string[]])[] = [
  ['the key as the specification writes it', [`Authorization: Bearer ${testKey}`]],
  ['a scheme in lower case (RFC 9110, 11.1)', [`authorization: bearer ${testKey}`]],
  ['several spaces before the key', [`Authorization: Bearer   ${testKey}`]],
  ['the second key of the environment', ['Authorization: Bearer another-key']],
];

const refused: readonly (readonly [what: string, headers: readonly string[], tokenSent: boolean])[] = [
  ['no header', [], false],
  ['a scheme alone', ['Authorization: Bearer'], false],
  ['the key alone', [`Authorization: ${testKey}`], false],
  ['another key', ['Authorization: Bearer wrong'], true],
  ['one character less', [`Authorization: Bearer ${testKey.slice(0, -1)}`], true],
  ['another case', [`Authorization: Bearer ${testKey.toUpperCase()}`], true],
  ["the other environment's key", [`Authorization: Bearer ${stagingKey}`], true],
  ['Basic', [`Authorization: Basic ${Buffer.from(`${testKey}:`).toString('base64')}`], false],
  ['a scheme that begins with Bearer', [`Authorization: Bearers ${testKey}`], false],
  ['a tab for the space', [`Authorization: Bearer\t${testKey}`], false],
  ['a key with a space inside', ['Authorization: Bearer test- api-key'], false],
  ['two keys in one header', [`Authorization: Bearer ${testKey}, Bearer ${testKey}`], false],
  ['two headers', [`Authorization: Bearer ${testKey}`, `Authorization: Bearer ${testKey}`], false],
  ['quotes', [`Authorization: Bearer "${testKey}"`], true],
  ['another header', [`X-API-Key: ${testKey}`], false],
  ['bytes beyond ASCII', ['Authorization: Bearer test-api-k\u00e9y'], false],
];

const start = () =>
  openTestSimulator({ orders: [placed(1n)], apiKeys: new Map([['production', ['another-key']]]) });

test.each(accepted)('accepts %s', async (_, headers) => {
  await using simulator = await start();
  expect((await request(simulator.serviceOrigin, 'GET', '/v1/store/orders', headers)).status).toBe(200);
  expect((await request(simulator.serviceOrigin, 'DELETE', '/v1/store/orders/1', headers)).status).toBe(204);
});

test.each(refused)(
  'refuses %s with 401, on every operation and without a word about orders',
  async (_, headers, tokenSent) => {
    await using simulator = await start();
    const { serviceOrigin } = simulator;
    const responses = [
      await request(serviceOrigin, 'GET', '/v1/store/orders', headers),
      await request(serviceOrigin, 'DELETE', '/v1/store/orders/1', headers),
      await request(serviceOrigin, 'DELETE', '/v1/store/orders/2', headers),
      await request(serviceOrigin, 'DELETE', '/v1/store/orders/abc', headers),
      await request(serviceOrigin, 'GET', '/v1/pets/1', headers),
      await request(serviceOrigin, 'POST', '/quickstart/messages', headers),
    ];
    for (const response of responses) {
      expect(response.status).toBe(401);
      expect(header(response, 'WWW-Authenticate')).toBe(
        tokenSent ? 'Bearer error="invalid_token"' : 'Bearer',
      );
      expect(response.body).toBe(
        '{"code":"unauthorized","message":"The API key is missing or invalid.","status":401}',
      );
    }
    const list = await request(serviceOrigin, 'GET', '/v1/store/orders', [
      `Authorization: Bearer ${testKey}`,
    ]);
    expect(list.body).toBe('[{"id":1}]');
  },
);
