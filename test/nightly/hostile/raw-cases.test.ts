import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { parseResponse, request, sendRaw } from '../../support/raw-http.ts';
import { beginnings, h1spec, whole } from './raw-cases/h1spec.ts';
import { rawCases } from './raw-cases/raw-cases.ts';

const orders = [placed(1n), placed(2n)];
const key = `Authorization: Bearer ${testKey}`;

function statusesOf(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** A request may change only order 1. */
async function listAfter(origin: string): Promise<string> {
  const cancelled = await request(origin, 'DELETE', '/v1/store/orders/2', [key]);
  const list = await request(origin, 'GET', '/v1/store/orders', [key]);
  return `${cancelled.status} ${list.status} ${list.body}`;
}

test.each(rawCases)(
  'responds to $what with $expected, changes nothing else, and keeps running',
  async (one) => {
    const faults: unknown[] = [];
    await using simulator = await openTestSimulator({ orders, onError: (fault) => faults.push(fault) });
    const text = await sendRaw(simulator.serviceOrigin, one.bytes);
    expect(statusesOf(text)).toEqual(one.expected);
    const last = parseResponse(text.slice(text.lastIndexOf('HTTP/1.1 ')));
    if (last.status >= 400) {
      expect(last.head).toMatch(/^Content-Type: application\/json$/m);
      expect(JSON.parse(last.body)).toEqual({
        code: expect.stringMatching(/^[a-z_]+$/),
        message: expect.stringMatching(/^[A-Z][^<]*\.$/),
        status: last.status,
      });
    }
    expect(await listAfter(simulator.serviceOrigin)).toBe('204 200 [{"id":1},{"id":2}]');
    expect(faults).toEqual([]);
  },
);

test.each(beginnings)(
  'waits for the rest of %j, and responds as if it had arrived at once',
  async (beginning) => {
    await using simulator = await openTestSimulator({ orders });
    const { hostname, port } = new URL(simulator.serviceOrigin);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    onTestFinished(() => void socket.destroy());
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    await once(socket, 'connect');
    socket.write(beginning);
    // A response on another connection shows that the server had its turn.
    for (let turn = 0; turn < 3; turn++)
      await request(simulator.serviceOrigin, 'GET', '/v1/store/orders', [key]);
    expect(text).toBe('');
    socket.write(whole.slice(beginning.length));
    await once(socket, 'close');
    expect(statusesOf(text)).toEqual([200]);
  },
);

test('the control API responds to a target without a path as its document says, and shows no page', async () => {
  await using simulator = await openTestSimulator();
  const bytes = 'GET file://?a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  const answer = parseResponse(await sendRaw(simulator.controlUrl, bytes));
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'bad_request', status: 400 });
  expect(answer.status).toBe(400);
});

test('the table holds the 33 requests of h1spec and more than 60 in all', () => {
  const ofH1spec = h1spec.length + beginnings.length - 1;
  const all = rawCases.length + beginnings.length;
  expect(ofH1spec).toBe(33);
  expect(all).toBeGreaterThanOrEqual(60);
});
