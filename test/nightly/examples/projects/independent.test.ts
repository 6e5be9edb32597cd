import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkContract } from '../../../../src/check/index.ts';
import { type GapKey, startSimulator } from '../../../../src/index.ts';
import { apiKey, gaps, orders, startIndependent } from '../independent/start-independent.ts';

type Sent = {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
};

const bearer = `Bearer ${apiKey}`;
const listed = fc.constantFrom(...orders).map(({ id }) => `/${id}`);
const cancel = fc.record({
  method: fc.constant('DELETE'),
  path: fc
    .oneof(
      { weight: 6, arbitrary: listed },
      { weight: 1, arbitrary: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((id) => `/${id}`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('/abc', '/1.0', '/9223372036854775808', '/-9223372036854775809', '/1e3'),
      },
    )
    .map((id) => `/store/orders${id}`),
  authorization: fc.constantFrom(bearer, bearer, bearer, bearer.toLowerCase(), 'Bearer other', undefined),
});
const list = fc.record({
  method: fc.constant('GET'),
  path: fc.constantFrom('/store/orders', '/store/orders', '/store/orders?limit=1'),
  authorization: fc.constantFrom(bearer, bearer, bearer, `bearer ${apiKey}`, `Basic ${apiKey}`, undefined),
});
const other = fc.record({
  method: fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'PUT'),
  path: fc.constant('/store/orders'),
  authorization: fc.constant(bearer),
});
const unknown = fc.record({
  method: fc.constant('GET'),
  path: fc.constantFrom('/store', '/store/orders/', '/orders'),
  authorization: fc.constantFrom(bearer, undefined),
});
/** A request of a random history. */
const request = fc.oneof(
  { weight: 8, arbitrary: cancel },
  { weight: 4, arbitrary: list },
  { weight: 1, arbitrary: other },
  { weight: 1, arbitrary: unknown },
);

/** Sends a request, and returns what the specification or a gap decides of its response. */
async function outcome(url: string, { method, path, authorization }: Sent) {
  const headers = { ...(authorization !== undefined && { Authorization: authorization }) };
  const response = await fetch(url + path, { method, headers });
  const text = await response.text();
  const { status } = response;
  const type = text === '' ? undefined : response.headers.get('content-type');
  if (status !== 200 || text === '') return { status, type };
  // Every digit of an id, and no order of fields.
  const body = JSON.parse(text.replace(/("\w+": ?)(-?\d+)/g, '$1"$2"'));
  return { status, type, body };
}

test('a check finds nothing wrong in the server, and what it chose', async () => {
  const url = await startIndependent();
  const [shipped, pending] = [orders.filter((one) => one.shipped), orders.filter((one) => !one.shipped)];
  const ids = pending.map(({ id }) => id);
  const report = await checkContract({
    url,
    apiKey,
    level: 'race',
    shippedIds: shipped.slice(0, 2).map(({ id }) => id),
    pendingIds: ids.slice(0, 3),
    raceIds: ids.slice(3, 5),
  });
  expect(report.findings).toEqual([]);
  expect([report.exitCode, report.incomplete]).toEqual([0, undefined]);
  const chosen = report.gaps.filter(({ gap }) => gap in gaps);
  expect(chosen.length).toBeGreaterThan(2);
  for (const { gap, observed } of chosen) expect([gap, observed]).toEqual([gap, gaps[gap as GapKey]]);
});

test('the simulator with the choices of the server responds to random histories as it does', async () => {
  for (let round = 0; round < 3; round += 1) {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const url = await startIndependent();
    const simulator = await startSimulator({
      port: 0,
      controlPort: 0,
      apiKey: [apiKey],
      gaps,
      scenario: {
        orders: orders.map(({ id, shipped }) => ({
          id,
          petId: 7n,
          quantity: 2n,
          shipDate: '2026-01-20T10:00:00Z',
          complete: false,
          status: shipped ? 'shipped' : 'pending',
        })),
      },
    });
    for (const sent of fc.sample(request, { numRuns: 400, seed })) {
      const [theirs, ours] = [await outcome(url, sent), await outcome(simulator.baseUrl, sent)];
      expect({ seed, sent, ...ours }).toEqual({ seed, sent, ...theirs });
    }
    await simulator.stop();
  }
});
