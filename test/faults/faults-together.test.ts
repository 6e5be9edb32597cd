import { expect, test } from 'vitest';
import type { TestSimulator } from '../support/open-test-simulator.ts';
import { header, parseResponse } from '../support/raw-http.ts';
import { createTestClock } from '../support/test-clock.ts';
import { dial, listRequest, requestBytes } from './a-connection.ts';
import { openWithFaults } from './open-with-faults.ts';

const body = '[{"id":1},{"id":2}]';

const state = (sim: TestSimulator) => sim.environments.production.state;
const list = async (sim: TestSimulator) =>
  parseResponse((await dial(sim.serviceOrigin, listRequest).closed).text);

test('a stale list stays one if another fault fires after it, and only a latency waits', async () => {
  const machine = createTestClock({ impatient: true });
  const sim = await openWithFaults(
    [
      { kind: 'stale-list' },
      { kind: 'latency', delay: 77 },
      { kind: 'status', status: 500, operation: 'cancelOrder' },
    ],
    { machine },
  );
  state(sim).store.remove(1n);
  expect((await list(sim)).body).toBe(body);
  expect(machine.asked.filter((ms) => ms !== 77)).toEqual([]);
});

test('ends a connection only after an earlier response that is still to come', async () => {
  const machine = createTestClock();
  const sim = await openWithFaults(
    [
      { kind: 'latency', delay: 500, operation: 'listOrders' },
      { id: 'close', kind: 'close', operation: 'cancelOrder' },
    ],
    { machine },
  );
  const both = requestBytes('GET /v1/store/orders') + requestBytes('DELETE /v1/store/orders/1');
  const connection = dial(sim.serviceOrigin, both);
  await machine.begun(500);
  while (state(sim).journal.counts().length < 2) await new Promise((resolve) => setImmediate(resolve));
  await machine.advance(500);
  expect(parseResponse((await connection.closed).text)).toMatchObject({ status: 200, body });
});

test('an Error body is cut like a list, and a body of which nothing is sent has its head', async () => {
  const sim = await openWithFaults([{ kind: 'truncate', bytes: 9 }]);
  const refused = requestBytes('DELETE /v1/store/orders/9', 'Connection: close');
  const response = parseResponse((await dial(sim.serviceOrigin, refused).closed).text);
  expect([response.status, response.body]).toEqual([404, '{"code":"']);
  const none = await openWithFaults([{ kind: 'truncate', bytes: 0 }]);
  const head = await list(none);
  expect([head.status, header(head, 'Content-Length'), head.body]).toEqual([200, '19', '']);
  expect(state(none).journal.get(1)?.end).toBe('cut');
});
