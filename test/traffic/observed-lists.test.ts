import { expect, test } from 'vitest';
import { readCriteria } from '../../src/contract/criteria.ts';
import type { Report } from '../../src/contract/report.ts';
import { createObserver } from '../../src/traffic/proxy/observer.ts';
import type { ProxiedExchange } from '../../src/traffic/proxy/proxied-exchange.ts';
import { cancel, list } from './forwarded.ts';

/** Judges exchanges in the order in which they began. */
async function judged(...exchanges: readonly ProxiedExchange[]): Promise<Report> {
  const now = Date.UTC(2026, 0, 21);
  const address = { baseUrl: 'https://orders.example/v1', upstreamPath: '/v1' };
  const observer = await createObserver({ ...address, criteria: readCriteria({}), startedAt: now });
  for (const [index, exchange] of exchanges.entries())
    await observer.judge({ ...exchange, number: index + 1 });
  return observer.report();
}

const listed = '[{"id":12}]';
const back = list({ at: 20, body: listed });

test('the proxy finds a cancelled order that left the list and comes back', async () => {
  const report = await judged(cancel(204), list({ at: 10 }), back);
  expect(report.findings).toMatchObject([
    {
      rule: 'R36',
      exchange: 3,
      timeline: [{ outcome: '204' }, { outcome: 'not listed' }, { outcome: 'listed' }],
    },
  ]);
  expect(report.exchanges.map(({ number }) => number)).toContain(3);
});

const key = 'Bearer other-key-of-the-shop';
test.each<[string, readonly ProxiedExchange[]]>([
  ['overlap', [cancel(204), list({ at: 10, time: 50 }), back]],
  ['have another key', [cancel(204), list({ at: 10, key }), back]],
  ['may have the order without its id', [cancel(204), list({ at: 10, body: '[{}]' }), back]],
  ['precede the cancel', [list({ body: listed }), list({ at: 10 }), cancel(204, { at: 20 })]],
])('the proxy finds nothing in lists that %s', async (_what, exchanges) => {
  expect((await judged(...exchanges)).findings).toEqual([]);
});
