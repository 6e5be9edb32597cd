import { expect, test } from 'vitest';
import { anEntry, context } from '../../../../test/simulator/environment/journal/a-journal.ts';
import { placed } from '../../../../test/support/an-environment.ts';
import type { JournalEntry } from './journal-entry.ts';
import { showExchanges } from './show-exchange.ts';

const show = async (line: string, rest: Partial<JournalEntry> = {}) =>
  showExchanges([anEntry(line, rest)], context([placed(1n)]))[0];

test('a finished exchange is shown with every field, without its key', async () => {
  const shown = await show('DELETE /v1/store/orders/7?to=test-api-key', {
    number: 3,
    begunAt: 10,
    endedAt: 15,
    rawHeaders: ['Authorization', 'Bearer test-api-key', 'Accept', '*/*'],
    body: Buffer.from('{"a":1}'),
    reliedOn: ['conflict-body', 'content-type'],
    cancel: 'already-cancelled',
    reason: 'already-cancelled',
    faults: [{ id: 'slow', effect: { kind: 'wait', ms: 5 }, did: 'waited 5 ms' }],
    gate: 'race',
    status: 409,
    responseHeaders: ['Content-Type', 'text/plain', 'X-Note', 'test-api-key'],
    responseBody: 'no, test-api-key',
    responseLength: 16,
  });
  expect(shown).toEqual({
    number: 3,
    begunAt: 10,
    endedAt: 15,
    method: 'DELETE',
    path: '/v1/store/orders/7',
    query: '?to=[redacted]',
    headers: [
      { name: 'Authorization', value: 'Bearer [redacted]' },
      { name: 'Accept', value: '*/*' },
    ],
    body: { length: 7, truncated: false, text: '{"a":1}' },
    operation: 'cancelOrder',
    key: 'key-1',
    order: { id: 7n, before: 'cancelled', after: 'cancelled' },
    end: 'answered',
    answer: {
      status: 409,
      headers: [
        { name: 'Content-Type', value: 'text/plain' },
        { name: 'X-Note', value: '[redacted]' },
      ],
      body: { length: 16, truncated: false, text: 'no, [redacted]' },
    },
    gaps: { 'conflict-body': 'empty', 'content-type': 'bare' },
    faults: [{ id: 'slow', did: 'waited 5 ms' }],
    gate: 'race',
    refused: { step: 'state', why: 'order 7 was already cancelled', wouldMatch: 'a pending order: 1' },
    notes: [
      { code: 'query-ignored', text: 'The query has no effect: the operation has no query parameters.' },
      { code: 'body-ignored', text: 'The body of the DELETE is ignored: the operation has none.' },
    ],
  });
});

test('an exchange in progress has neither an end nor a response', async () => {
  expect(await show('GET /v1/store/orders', { end: undefined, endedAt: undefined })).toMatchObject({
    end: undefined,
    endedAt: undefined,
    order: undefined,
    answer: undefined,
    body: undefined,
    refused: undefined,
    gaps: {},
    faults: [],
    notes: [],
  });
});

test.each([
  ['cancelled', 'pending', 'cancelled'],
  ['already-shipped', 'shipped', 'shipped'],
  ['already-cancelled', 'cancelled', 'cancelled'],
  ['unknown', undefined, undefined],
  [undefined, undefined, undefined],
] as const)(
  'the outcome %s of a cancel shows the order before as %s and after as %s',
  async (cancel, before, after) => {
    expect((await show('DELETE /v1/store/orders/7', { cancel }))?.order).toEqual({ id: 7n, before, after });
  },
);

test('orders are read once, and only if a cancel failed', async () => {
  let asked = 0;
  const base = context([placed(1n)]);
  const counting = {
    ...base,
    orders: () => {
      asked++;
      return base.orders();
    },
  };
  const cancel = (what: JournalEntry['cancel']) =>
    anEntry('DELETE /v1/store/orders/7', { cancel: what, status: 404, reason: 'unknown' });
  showExchanges([anEntry('GET /v1/store/orders'), cancel('cancelled')], counting);
  expect(asked).toBe(0);
  const [, failed] = showExchanges([cancel('cancelled'), cancel('unknown'), cancel('unknown')], counting);
  expect([asked, failed?.refused?.wouldMatch]).toEqual([1, 'an order: 1']);
});
