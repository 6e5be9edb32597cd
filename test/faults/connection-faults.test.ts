import { expect, test } from 'vitest';
import type { Fault } from '../../src/faults/fault.ts';
import { ask, type TestSimulator } from '../support/open-test-simulator.ts';
import { dial, header, parseResponse } from '../support/raw-http.ts';
import { cancelRequest, listRequest, openWithFaults, requestBytes } from './open-with-faults.ts';

const state = (sim: TestSimulator) => sim.environments.production.state;
const statusOf = async (sim: TestSimulator) => state(sim).store.get(1n)?.status;
const newest = async (sim: TestSimulator) => state(sim).journal.find().exchanges[0];

test.each<[Fault, string, RegExp, string | undefined, string, string]>([
  [
    { kind: 'reset', when: 'before-commit' },
    ...(['pending', /^$/, 'ECONNRESET', 'reset', 'reset the connection'] as const),
  ],
  [
    { kind: 'close', when: 'after-commit' },
    ...(['cancelled', /^$/, undefined, 'closed', 'closed the connection'] as const),
  ],
  [
    { kind: 'garbage', bytes: 99, when: 'after-commit' },
    ...(['cancelled', /^(?!HTTP).{99}$/s, undefined, 'garbled', 'sent 99 bytes of garbage'] as const),
  ],
])(
  'the fault %j leaves the client without a response, and the order %s',
  async (fault, status, text, error, end, did) => {
    const sim = await openWithFaults([{ ...fault, id: 'f' }]);
    const received = await dial(sim.serviceOrigin, cancelRequest).closed;
    expect(received.text).toMatch(text);
    expect(received.error?.code).toBe(error);
    expect(await statusOf(sim)).toBe(status);
    expect(await newest(sim)).toMatchObject({
      end,
      faults: [{ id: 'f', did }],
      answer: undefined,
      order: { id: 1n, after: status === 'cancelled' ? 'cancelled' : undefined },
      refused: { step: 'fault' },
    });
  },
);

test('a fault after the commit disturbs only cancels', async () => {
  const sim = await openWithFaults([{ kind: 'reset', when: 'after-commit', times: 1 }]);
  expect((await ask(sim, 'DELETE /v1/store/orders/2')).status).toBe(409);
  expect((await ask(sim, 'DELETE /v1/store/orders/9')).status).toBe(404);
  expect((await ask(sim, 'DELETE /v1/store/orders/1', ['Authorization: none'])).status).toBe(401);
  expect((await dial(sim.serviceOrigin, cancelRequest).closed).error?.code).toBe('ECONNRESET');
  // The client retries: the response was lost, the cancel was not.
  expect((await ask(sim, 'DELETE /v1/store/orders/1')).status).toBe(409);
});

test('promises the whole body and sends a part of it', async () => {
  const whole = '[{"id":1},{"id":2}]';
  const sim = await openWithFaults([
    { kind: 'truncate', times: 1 },
    { kind: 'truncate', bytes: 3, times: 2 },
  ]);
  const half = parseResponse((await dial(sim.serviceOrigin, listRequest).closed).text);
  expect(half.body).toBe(whole.slice(0, 3));
  const { head, body } = parseResponse((await dial(sim.serviceOrigin, listRequest).closed).text);
  expect([head.match(/Content-Length: (\d+)/)?.[1], body]).toEqual(['19', '[{"']);
  expect((await newest(sim))?.end).toBe('cut');
  expect(parseResponse((await dial(sim.serviceOrigin, listRequest).closed).text).body).toBe(whole);
});

test('an Error body is cut like a list, and a body of which nothing is sent has its head', async () => {
  const sim = await openWithFaults([{ kind: 'truncate', bytes: 9 }]);
  const refused = requestBytes('DELETE /v1/store/orders/9', 'Connection: close');
  const response = parseResponse((await dial(sim.serviceOrigin, refused).closed).text);
  expect([response.status, response.body]).toEqual([404, '{"code":"']);
  const none = await openWithFaults([{ kind: 'truncate', bytes: 0 }]);
  const head = parseResponse((await dial(none.serviceOrigin, listRequest).closed).text);
  expect([head.status, header(head, 'Content-Length'), head.body]).toEqual([200, '19', '']);
});

test('faults of the body do not disturb responses without a body', async () => {
  const sim = await openWithFaults([
    { id: 't', kind: 'truncate' },
    { id: 'd', kind: 'drip', bytes: 1, interval: 60_000 },
  ]);
  const response = parseResponse((await dial(sim.serviceOrigin, cancelRequest).closed).text);
  expect(response.status).toBe(204);
  const head = await dial(sim.serviceOrigin, requestBytes('HEAD /v1/store/orders', 'Connection: close'))
    .closed;
  expect(parseResponse(head.text)).toMatchObject({ status: 200, body: '' });
  expect(state(sim).faults.list()).toMatchObject([{ matched: 0 }, { matched: 0 }]);
});
