import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import fc from 'fast-check';
import type { Clock } from '../../../src/clock.ts';
import { takeCapsule } from '../../../src/simulator/capsule/take-capsule.ts';
import type { InitialState } from '../../../src/simulator/environment/initial-state.ts';
import { placed } from '../../support/an-environment.ts';
import { controlToken, openTestSimulator, testKey } from '../../support/open-test-simulator.ts';

/** What happens in a history: a request of a client, a change by a test, or a request whose client leaves. */
export type Happening =
  | { readonly does: 'request'; readonly bytes: string }
  | { readonly does: 'leave'; readonly bytes: string }
  | { readonly does: 'change'; readonly method: string; readonly target: string; readonly body?: object };

export type History = {
  readonly seed: number;
  readonly profile: 'least-promise' | 'typical' | 'vary';
  readonly gaps: InitialState['gaps'];
  readonly frozen: boolean;
  readonly happenings: readonly Happening[];
};

const id = fc.constantFrom('1', '2', '3', '4', '9007199254740993', '77', '78', '404', 'abc', '01');
const credentials = fc.oneof(
  { weight: 8, arbitrary: fc.constant([`Authorization: Bearer ${testKey}`]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      [],
      ['Authorization: Bearer some-other-key'],
      [`authorization: bearer  ${testKey}`],
      [`Authorization: Bearer ${testKey} more`],
      ['Authorization: Basic dXNlcjpwYXNzd29yZA=='],
      ['Authorization: Bearer a-key-of-a-test'],
      [`Authorization: Bearer ${testKey}`, `Authorization: Bearer ${testKey}`],
      ['Authorization: Bearer'],
    ),
  },
);
const more = fc.subarray([
  'Accept: text/html',
  'Accept-Encoding: gzip',
  'Origin: http://localhost',
  'If-None-Match: "x"',
  'Cookie: session=secret-of-somebody',
]);
const target = fc.oneof(
  id.map((text) => `DELETE /v1/store/orders/${text}`),
  fc.constantFrom(
    'GET /v1/store/orders',
    'GET /v1/store/orders',
    'GET /v1/store/orders?page=2',
    'GET /v1/store/orders?api_key=secret-of-somebody',
    'HEAD /v1/store/orders',
    'OPTIONS /v1/store/orders',
    'POST /v1/store/orders',
    'GET /v1/nothing',
    'GET /',
    'GET /elsewhere/v1/store/orders',
    'GET /v1/pets/7',
  ),
);
const plain = fc
  .record({ target, credentials, more })
  .map(({ target: line, credentials: keys, more: headers }) => requestText(line, [...keys, ...headers]));
const message = fc
  .record({ credentials, body: fc.constantFrom('{"message":"hello ✔"}', '{"message":7}', '{', '') })
  .map(({ credentials: keys, body }) =>
    requestText('POST /quickstart/messages', [...keys, 'Content-Type: application/json'], body),
  );

function requestText(line: string, headers: readonly string[], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const lines = [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, ...length];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

const operation = fc.constantFrom('listOrders', 'cancelOrder');
const often = fc.constantFrom({ times: 1 }, { every: 2 }, { probability: 0.5 }, {}, { duration: '1m' });
const fault = fc
  .tuple(
    fc.constantFrom(
      { kind: 'reset' },
      { kind: 'reset', when: 'after-commit', operation: 'cancelOrder' },
      { kind: 'status', status: 503, retryAfter: '1s' },
      { kind: 'truncate' },
      { kind: 'garbage' },
      { kind: 'garbage', in: 'body' },
      { kind: 'close' },
      { kind: 'unauthorized' },
      { kind: 'latency', ms: { min: 1, max: 900 } },
      { kind: 'rate-limit', limit: 2, per: '10s' },
      { kind: 'stale-list', operation: 'listOrders' },
      { kind: 'meanwhile', does: 'ship', operation: 'cancelOrder' },
      { kind: 'meanwhile', does: 'cancel', operation: 'cancelOrder' },
      { kind: 'meanwhile', does: 'place', operation: 'listOrders' },
      { kind: 'meanwhile', does: 'remove', operation: 'listOrders' },
      { kind: 'meanwhile', does: 'revoke-key' },
    ),
    operation,
    often,
  )
  .map(([kind, which, how]) => ({ operation: which, ...how, ...kind }));
const change = fc.oneof(
  fc.tuple(id, fc.constantFrom('pending', 'shipped', 'cancelled')).map(([order, status]) => ({
    ...{ method: 'PUT', target: `orders/${order}?force=true` },
    body: { status, petId: 7 },
  })),
  id.map((order) => ({ method: 'DELETE', target: `orders/${order}` })),
  id.map((order) => ({ method: 'POST', target: `orders/${order}/ship` })),
  fault.map((body) => ({ method: 'POST', target: 'faults', body })),
  fc.array(fault, { maxLength: 3 }).map((faults) => ({ method: 'PUT', target: 'faults', body: { faults } })),
  fc.constant({ method: 'DELETE', target: 'faults' }),
  fc.constantFrom('least-promise', 'typical', 'vary').map((profile) => ({
    ...{ method: 'PUT', target: 'profile' },
    body: { profile },
  })),
  fc
    .constantFrom(
      { 'cancelled-in-list': 'remove' },
      { 'list-lag': 'after-2-reads' },
      { 'list-order': 'shuffled' },
    )
    .map((gaps) => ({ method: 'PUT', target: 'profile', body: { gaps } })),
  fc
    .constantFrom(
      { advance: '30s' },
      { advance: '3m' },
      { frozen: true },
      { frozen: false },
      { set: '2026-01-20T10:00:10Z' },
    )
    .map((body) => ({ method: 'PATCH', target: 'clock', body })),
  fc
    .constantFrom(
      { key: 'a-key-of-a-test' },
      { key: 'a-key-of-a-test', expiresIn: '1m' },
      { key: testKey },
      {},
    )
    .map((body) => ({ method: 'POST', target: 'keys', body })),
  fc.constant({
    method: 'PUT',
    target: 'keys',
    body: { keys: [{ key: testKey }, { key: 'a-key-of-a-test' }] },
  }),
  fc.constantFrom('key-1', 'key-2', 'key-3').map((key) => ({ method: 'DELETE', target: `keys/${key}` })),
  fc.constant({ method: 'POST', target: 'gates', body: { timeout: '1s' } }),
);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 10, arbitrary: plain.map((bytes) => ({ does: 'request' as const, bytes })) },
  { weight: 1, arbitrary: message.map((bytes) => ({ does: 'request' as const, bytes })) },
  { weight: 5, arbitrary: change.map((one) => ({ does: 'change' as const, ...one })) },
  { weight: 1, arbitrary: plain.map((bytes) => ({ does: 'leave' as const, bytes })) },
);

export const histories: fc.Arbitrary<History> = fc.record({
  seed: fc.nat(1_000_000),
  profile: fc.constantFrom('least-promise', 'typical', 'vary'),
  gaps: fc.constantFrom({}, { 'cancelled-in-list': 'remove' }, { etag: 'on' }, { 'pet-lookup': 'stub' }),
  frozen: fc.boolean(),
  happenings: fc.array(happening, { minLength: 1, maxLength: 25, size: 'max' }),
});

const start = Date.parse('2026-01-20T10:00:00Z');

/** Records a history in a simulator and writes its capsule to a file. */
export async function recordHistory(history: History, file: string): Promise<void> {
  const { seed, profile, gaps, frozen } = history;
  let leave: (() => void) | undefined;
  let now = start + 5_000;
  const machine: Clock = {
    // A second between any two looks: what depends on the time of a request, and not on its look, would differ.
    now: () => now,
    sleep: (_, signal) => {
      if (leave === undefined || signal?.aborted) return new Promise((resolve) => setImmediate(resolve));
      leave();
      return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()));
    },
  };
  const orders = [
    placed(1n, 'pending', { petId: 3n, quantity: 1n }),
    placed(2n, 'shipped', { complete: true }),
    placed(3n, 'cancelled'),
    placed(4n, 'pending', { shipDate: '2026-03-01T10:00:00Z' }),
    placed(9007199254740993n),
  ];
  const ships = [
    { kind: 'after', orderId: 4n, afterMs: 60_000 },
    { kind: 'after-lists', orderId: 9007199254740993n, lists: 4 },
  ] as const;
  await using simulator = await openTestSimulator({
    ...{ orders, ships, profile, gaps, machine, seed: `${seed}` },
    clock: frozen ? { at: start, frozen } : {},
    faults: [{ kind: 'status', status: 500, every: 5, operation: 'cancelOrder' }],
    pets: new Map([['7', { name: 'Bello' }]]),
  });
  const { production } = simulator.environments;
  for (const one of history.happenings) {
    now += 1_000;
    if (one.does === 'change') await makeChange(simulator.controlUrl, one);
    else if (one.does === 'request') await send(simulator.serviceOrigin, one.bytes).closed;
    else {
      await makeChange(simulator.controlUrl, {
        ...{ does: 'change', method: 'POST', target: 'faults' },
        body: { kind: 'latency', ms: 60_000, times: 1 },
      });
      const { socket, closed } = send(simulator.serviceOrigin, one.bytes);
      leave = () => socket.destroy();
      await closed;
      const { journal, counts } = production.state;
      await journal.wait({ filter: {}, count: counts.requests, timeoutMs: 1 });
      leave = undefined;
    }
  }
  const capsule = await takeCapsule('production', production.state);
  await writeFile(file, capsule ?? '');
}

/** Sends bytes and reads what comes until the connection is closed, by whoever. */
function send(origin: string, bytes: string) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).resume();
  const closed = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  socket.write(bytes);
  return { socket, closed };
}

async function makeChange(
  url: string,
  { method, target: path, body }: Omit<Extract<Happening, { does: 'change' }>, 'does'>,
) {
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' };
  const given = body === undefined ? {} : { body: JSON.stringify(body) };
  await (await fetch(`${url}/environments/production/${path}`, { method, headers, ...given })).text();
}
