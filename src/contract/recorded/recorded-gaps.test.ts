import { expect, test } from 'vitest';
import { aResponse } from '../../../test/contract/a-response.ts';
import type { PlannedRequest } from '../exchange.ts';
import { createSurvey } from '../judge/list-survey.ts';
import { orderListReader } from '../judge/order-list.ts';
import { type AskedFor, askedFor, type RecordedExchange } from '../recorded-exchange.ts';
import { cancelOrder, listOrders } from '../requests.ts';
import { ResultCollector } from '../result-collector.ts';
import { RecordedGaps } from './recorded-gaps.ts';

type Recorded = Partial<Pick<RecordedExchange, 'headersComplete'>> & {
  readonly request?: PlannedRequest;
  readonly at?: number;
  readonly took?: number;
  readonly status?: number;
  readonly text?: string | undefined;
  readonly base?: string;
  readonly key?: string;
  readonly asked?: Partial<AskedFor>;
  readonly headers?: readonly (readonly [string, string])[];
};

const later = 10_100;

/** A recorded list, which takes 100 ms. */
const list = (text: string | undefined, more: Recorded = {}): Recorded => ({ text, ...more });
const cancel = (id: bigint, more: Recorded = {}): Recorded => ({
  request: cancelOrder(id),
  status: 204,
  text: '',
  ...more,
});

/** Returns what the gaps show, in the order of observation. `reset` stands for a reset of the target. */
function observed(...traffic: readonly (Recorded | 'reset')[]): readonly string[] {
  const collector = new ResultCollector();
  const gaps = new RecordedGaps(orderListReader(createSurvey()));
  for (const [index, one] of traffic.entries()) {
    if (one === 'reset') gaps.clear();
    else
      for (const seen of gaps.add(recordedOf(one, index), one.base ?? '/v1').seen) collector.observed(seen);
  }
  return collector.gaps.map(({ gap, observed: seen }) => `${gap}: ${seen}`);
}

function recordedOf(one: Recorded, index: number): RecordedExchange {
  const { request = listOrders(), at = 1000 * index, took = 100, status = 200, text, headers = [] } = one;
  const response = aResponse(text ?? '', { status, rawHeaders: headers });
  const body = text === undefined ? undefined : response.body;
  const asked = { ...askedFor([['Authorization', `Bearer ${one.key ?? 'key'}`]]), ...one.asked };
  return {
    exchange: {
      number: index + 1,
      request,
      startedAt: at,
      outcome: { kind: 'responded', response: { ...response, body } },
    },
    endedAt: at + took,
    headersKnown: true,
    headersComplete: one.headersComplete ?? true,
    framingKnown: false,
    asked,
  };
}

const [both, only2] = ['[{"id":1},{"id":2}]', '[{"id":2}]'];
const still = 'cancelled-in-list: still listed';
const removed = 'cancelled-in-list: remove';

test.each<[string, readonly (Recorded | 'reset')[], readonly string[]]>([
  ['a list without the order', [cancel(1n), list(only2)], [removed]],
  [
    'two lists with the order, and one without',
    [cancel(1n), list(both), list(both), list(only2)],
    [still, removed, 'list-lag: later'],
  ],
  [
    'three lists with the order, the last one after ten seconds',
    [cancel(1n), list(both), list(both), list(both, { at: later })],
    [still, 'cancelled-in-list: keep'],
  ],
  [
    'a list that began before the cancel ended',
    [cancel(1n), list(both, { at: 100 }), list(only2, { at: 100 })],
    [],
  ],
  ['a list of another environment', [cancel(1n), list(only2, { base: '/staging/v1' })], []],
  ['a list with another key', [cancel(1n), list(only2, { key: 'other' })], []],
  ['a list with a query', [cancel(1n), list(only2, { request: listOrders(undefined, 'a=1') })], []],
  ['a list that rounds ids', [cancel(9007199254740993n), list('[{"id":9007199254740992}]')], []],
  ['a list after a reset', [cancel(1n), 'reset', list(only2)], []],
  ['an order that leaves, and returns', [cancel(1n), list(only2), list(both)], [removed]],
])('of a cancelled order, %s shows %j', (_what, traffic, expected) => {
  expect(observed(...traffic)).toEqual(expected);
});

const long = `[{"id":1,"x":"${'x'.repeat(2048)}"}]`;
const gzip = { asked: { gzip: true } };

test.each<[string, Recorded, readonly string[]]>([
  ['a long list that may be compressed', list(long, gzip), ['list-compression: off']],
  ['a short list that may be compressed', list(both, gzip), []],
  [
    'a compressed list',
    list(long, { ...gzip, headers: [['Content-Encoding', 'gzip']] }),
    ['list-compression: on'],
  ],
  ['a list for another origin', list(both, { asked: { origin: true } }), ['cors: off']],
  [
    'a list that another origin may read',
    list(both, { asked: { origin: true }, headers: [['Access-Control-Allow-Origin', '*']] }),
    ['cors: on'],
  ],
  ['a list for a client without JSON', list(both, { asked: { noJson: true } }), ['accept: ignore']],
  [
    'a 406 for a client without JSON',
    list('', { asked: { noJson: true }, status: 406 }),
    ['accept: not-acceptable'],
  ],
  ['a key with the scheme bearer', list(both, { asked: { otherCase: true } }), ['bearer-case: any-case']],
])('%s shows %j', (_what, recorded, expected) => {
  expect(observed(recorded)).toEqual(expected);
});

test('remembers a thousand cancelled orders', () => {
  const cancels = Array.from({ length: 1001 }, (_, index) => cancel(BigInt(index)));
  expect(observed(...cancels, list('[{"id":1000}]', { at: 9e6 }))).toEqual([removed]);
});

test.each<[string, readonly (readonly [string, string])[], Partial<AskedFor>]>([
  ['nothing', [], { origin: false, gzip: false, noJson: false, otherCase: false }],
  ['any type', [['Accept', 'text/html, */*;q=0.8']], { noJson: false }],
  ['any application', [['Accept', 'application/*']], { noJson: false }],
  ['other types', [['Accept', 'application/json-seq, text/html']], { noJson: true }],
  ['gzip', [['Accept-Encoding', 'br, gzip']], { gzip: true }],
  ['no gzip', [['Accept-Encoding', 'gzip;q=0, x-gzip']], { gzip: false }],
  ['another origin', [['Origin', 'https://a.example']], { origin: true }],
  ['the scheme bearer', [['Authorization', 'bearer k']], { otherCase: true }],
  ['another scheme', [['Authorization', 'Basic k']], { otherCase: false }],
])('reads from the headers of a request that it asks for %s', (_what, headers, expected) => {
  expect(askedFor(headers)).toMatchObject(expected);
});
