import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { dial, parseResponse, request, sendRaw } from '../../support/raw-http.ts';
import { rawCases, whole } from './raw-cases.ts';

const orders = [placed(1n), placed(2n)];
const key = `Authorization: Bearer ${testKey}`;

const statusesOf = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

test.each(rawCases)(
  'responds to %s as expected, changes nothing else, and keeps running',
  async (_, bytes, expected) => {
    const faults: unknown[] = [];
    await using simulator = await openTestSimulator({ orders, onError: (fault) => faults.push(fault) });
    const text = await sendRaw(simulator.serviceOrigin, Buffer.from(bytes, 'latin1'));
    expect(statusesOf(text)).toEqual(expected);
    const last = parseResponse(text.slice(text.lastIndexOf('HTTP/1.1 ')));
    if (last.status >= 400) {
      expect(last.head).toMatch(/^Content-Type: application\/json$/m);
      expect(JSON.parse(last.body)).toMatchObject({ code: expect.any(String), status: last.status });
    }
    // A request may change only order 1.
    expect((await request(simulator.serviceOrigin, 'DELETE', '/v1/store/orders/2', [key])).status).toBe(204);
    expect(faults).toEqual([]);
  },
);

test('waits for the rest of a request that arrives byte by byte', async () => {
  await using simulator = await openTestSimulator({ orders });
  const { socket, closed } = dial(simulator.serviceOrigin, '');
  socket.setNoDelay();
  for (const byte of whole) {
    socket.write(byte);
    await nextTurn();
  }
  expect(statusesOf((await closed).text)).toEqual([200]);
});
