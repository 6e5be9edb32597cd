import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestSimulator, order, testKey } from '../open-test-simulator.ts';
import { sendRaw } from '../raw-http.ts';

const target = fc.constantFrom(
  '/v1/store/orders',
  '/v1/store/orders?status=pending',
  '/v1/store/orders/1',
  '/v1/store/orders/2',
  '/v1/store/orders/3',
  '/v1/store/orders/x',
  '/v1/pets/1',
  '/quickstart/messages',
  '/nowhere',
);
const request = fc.record({
  method: fc.constantFrom('GET', 'GET', 'DELETE', 'DELETE', 'POST', 'HEAD', 'OPTIONS'),
  target,
  key: fc.constantFrom(testKey, testKey, testKey, 'wrong'),
  header: fc.constantFrom('Accept: */*', 'Accept-Encoding: gzip', 'Origin: http://x', 'If-None-Match: *'),
  body: fc.constantFrom('', '', '{"message":"hi"}', '{'),
});
type Request = { method: string; target: string; key: string; header: string; body: string };

const bytesOf = ({ method, target: path, key, header, body }: Request): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    'Content-Type: application/json',
    `Authorization: Bearer ${key}`,
    header,
    ...(body === '' ? [] : [`Content-Length: ${body.length}`]),
    '',
    body,
  ].join('\r\n');

const common = {
  orders: [order(1n, 'pending', { petId: 7n }), order(2n, 'shipped'), order(3n)],
  clock: { at: 0, frozen: true },
  profile: 'vary',
} as const;

test('journal, faults and gates that do nothing change no byte of any answer', async () => {
  await using plain = await openTestSimulator({ ...common, journalSize: 0 });
  await using watched = await openTestSimulator({
    ...common,
    journalSize: 5,
    faults: [
      { kind: 'reset', orderId: 999n },
      { kind: 'status', status: 500, probability: 0 },
      { kind: 'truncate', key: 'key-9' },
      { kind: 'latency', ms: 1, times: 1, every: 1_000_000 },
    ],
  });
  const sent = async (origin: string, bytes: string) =>
    (await sendRaw(origin, bytes)).replace(/^Date: .*$/m, '');
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 12 }), async (requests) => {
      for (const sim of [plain, watched]) sim.environments.production.reset();
      watched.environments.production.state.gates.open({ orderId: 998n, timeoutMs: 60_000 });
      for (const one of requests) {
        const bytes = bytesOf(one);
        expect(await sent(watched.serviceOrigin, bytes)).toBe(await sent(plain.serviceOrigin, bytes));
      }
    }),
    { numRuns: 150 },
  );
});
