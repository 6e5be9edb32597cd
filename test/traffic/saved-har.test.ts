import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlacedOrder } from '../../src/simulator/orders/order-store.ts';
import { startForwarding } from '../../src/traffic/proxy/forward/forwarding.ts';
import { readUpstream } from '../../src/traffic/proxy/forward/upstream.ts';
import type { ProxiedExchange } from '../../src/traffic/proxy/proxied-exchange.ts';
import { mutatedText } from '../fuzz/mutated-text.ts';
import { openTestSimulator } from '../support/open-test-simulator.ts';
import { request } from '../support/raw-http.ts';
import { cancel, type Forwarded, list } from './forwarded.ts';
import { saveTraffic, verdictsOf } from './save-traffic.ts';

/** Long enough not to be in the file by chance. */
const longId = fc.bigInt({ min: 10n ** 9n, max: 2n ** 63n - 1n });
const id = fc.oneof(
  longId,
  longId.map((value) => -value),
  fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 53n + 9n }),
);
const order = fc.record(
  {
    id,
    petId: fc.oneof(id, fc.bigInt({ min: 1n, max: 30n })),
    quantity: fc.oneof(fc.bigInt({ min: 0n, max: 12n }), longId),
    shipDateMs: fc.integer({ min: Date.UTC(1999, 0), max: Date.UTC(2025, 11) }),
    complete: fc.boolean(),
  },
  { requiredKeys: ['id'] },
);
const orders = fc
  .uniqueArray(order, { selector: (one) => one.id, maxLength: 8 })
  .chain((all) =>
    fc.tuple(
      ...all.map((one) => fc.tuple(fc.constant(one), fc.constantFrom('pending', 'shipped', 'cancelled'))),
    ),
  )
  .map((all) =>
    all.map(
      ([{ shipDateMs, ...rest }, status]): PlacedOrder => ({
        order: {
          ...rest,
          ...(shipDateMs !== undefined && {
            shipDate: new Date(shipDateMs - (shipDateMs % 1000)).toISOString().replace('.000Z', 'Z'),
          }),
        },
        status: status as PlacedOrder['status'],
      }),
    ),
  );
/** A request: the list, or the cancel of an order by its index, or of another id. */
const sent = fc.oneof(
  fc.record({
    target: fc.constantFrom('', '', '?petId=12', '?page=2', '?x=y'),
    key: fc.constantFrom('Bearer test-api-key', 'Bearer test-api-key', 'Basic a2V5', undefined),
    accept: fc.constantFrom('*/*', 'text/plain'),
    coding: fc.constantFrom('identity', 'gzip'),
  }),
  fc.record({
    cancels: fc.oneof(
      fc.nat(7),
      id.map(String),
      fc.constantFrom('007', '1e3', '12ab-987654321012', '99999999999999999999', '-5', '1.5'),
    ),
    key: fc.constantFrom('Bearer test-api-key', 'Bearer test-api-key', 'bearer test-api-key', undefined),
  }),
);

async function trafficOf(
  seed: number,
  placed: readonly PlacedOrder[],
  requests: readonly (typeof sent extends fc.Arbitrary<infer One> ? One : never)[],
): Promise<readonly ProxiedExchange[]> {
  await using simulator = await openTestSimulator({ orders: placed, profile: 'vary', seed: `${seed}` });
  const exchanges: ProxiedExchange[] = [];
  const forwarding = await startForwarding({
    upstream: readUpstream(simulator.baseUrl),
    ...{ host: '127.0.0.1', port: 0, timeoutMs: 600_000, keepBytes: 1e6 },
    onExchange: (exchange) => exchanges.push(exchange),
  });
  for (const one of requests) {
    const key = one.key === undefined ? [] : [`Authorization: ${one.key}`];
    if ('cancels' in one) {
      const { cancels } = one;
      const wanted = typeof cancels === 'number' ? (placed[cancels]?.order.id ?? 4_815_162_342n) : cancels;
      await request(forwarding.origin, 'DELETE', `/v1/store/orders/${wanted}`, key);
    } else {
      const headers = [...key, `Accept: ${one.accept}`, `Accept-Encoding: ${one.coding}`];
      await request(forwarding.origin, 'GET', `/v1/store/orders${one.target}`, headers);
    }
  }
  await forwarding.stop(new AbortController().signal);
  return exchanges;
}

function bodyOf({ outcome }: ProxiedExchange): string {
  if (outcome.kind !== 'responded') return '';
  const { rawHeaders, content } = outcome.response;
  const isCoded = rawHeaders.some(([name, value]) => name === 'Content-Encoding' && value === 'gzip');
  const bytes = content.kept ?? Buffer.alloc(0);
  return (isCoded ? gunzipSync(bytes) : bytes).toString();
}

/** The numbers of a text, without the times of exchanges. */
const numbersIn = (har: string): ReadonlySet<string> =>
  new Set(har.replace(/"startedDateTime":"[^"]*"|"name":"Date","value":"[^"]*"/g, '').match(/-?\d+/g));

test('a saved file gets the verdicts of the live judge, and has no id, pet id, large quantity or day of the traffic', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), orders, fc.array(sent, { maxLength: 12 }), async (seed, placed, requests) => {
      const exchanges = await trafficOf(seed, placed, requests);
      using saved = await saveTraffic(exchanges);
      const checked = await saved.check();
      if (saved.live.exchangesJudged !== 0) expect(verdictsOf(checked)).toEqual(verdictsOf(saved.live));
      const numbers = numbersIn(saved.har);
      const seen = exchanges.map(bodyOf).join();
      const values = placed.flatMap(({ order: one }) => [one.id, one.petId, one.quantity].map(String));
      const asked = requests.map((one) => ('cancels' in one ? String(one.cancels) : ''));
      const originals = [...values.filter((text) => seen.includes(text)), ...asked];
      const long = originals.filter((text) => text.replace('-', '').length > 8);
      expect(long.filter((text) => numbers.has(text))).toEqual([]);
      // The day of an order that was never listed is as good as any other.
      const days = placed.flatMap(({ order: { shipDate } }) => shipDate?.slice(0, 10) ?? []);
      expect(days.filter((day) => seen.includes(day) && saved.har.includes(day))).toEqual([]);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

const texts = [
  '[{"id":4815162342,"petId":12,"quantity":3,"shipDate":"2026-01-20T10:00:00Z","complete":true},{"id":-7,"x_note":"call 4815162342"}]',
  '[{"id":"4815162342","shipDate":"2026-02-30T10:00:00Z"},{"id":4815162342},{"id":4815162342}]',
  '{"code":"order_not_found","message":"order 4815162342 not found","status":404}',
  'Order 4815162342 of 2026-01-20 has already shipped',
];
const answers = fc.record({
  isList: fc.boolean(),
  status: fc.constantFrom(200, 200, 204, 401, 404, 409, 500),
  // A body that is no text is left out.
  body: mutatedText(texts).filter((text) => !text.includes('\0')),
  type: fc.constantFrom('application/json', 'text/plain', 'application/json; charset=iso-8859-15'),
});

test('a saved file gets the verdicts of the live judge for broken responses, too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 6 }), async (all) => {
      const exchanges = all.map(({ isList, status, body, type }, at): ProxiedExchange => {
        const response = {
          body: status === 204 ? '' : body,
          at: at * 10,
          status,
          responseHeaders: [['Content-Type', type]],
        } satisfies Forwarded;
        return isList
          ? list(response)
          : cancel(status, { ...response, target: '/v1/store/orders/4815162342' });
      });
      const known = cancel(404, { target: '/v1/store/orders/4815162342' });
      using saved = await saveTraffic([known, ...exchanges]);
      // A code may be a part of a word that the report of the proxy hides.
      const expected = verdictsOf(saved.live, 'error-codes');
      expect(verdictsOf(await saved.check(), 'error-codes')).toEqual(expected);
      expect(numbersIn(saved.har)).not.toContain('4815162342');
    }),
    { numRuns: 20, endOnFailure: true },
  );
});
