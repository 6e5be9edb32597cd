import { expect, test } from 'vitest';
import { context } from '../../../../test/simulator/environment/journal/a-journal.ts';
import { anEntry } from '../../../../test/simulator/environment/journal/an-entry.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { orderReasons } from '../journal/order-reasons.ts';
import type { RefusalReason } from '../journal/refusal-reason.ts';
import { showExchanges } from '../journal/show-exchange.ts';
import { ExchangeWriter } from './exchange-writer.ts';
import { newSettings, readSettings } from './shared-settings.ts';
import { explainStored, readExchange } from './stored-exchange.ts';

const end: Partial<JournalEntry> = { end: 'answered', endedAt: 7 };
const cancelled: Partial<JournalEntry> = { ...end, cancel: 'cancelled', status: 204, number: 3 };
const body = Buffer.from('[{"id":1,"note":"test-api-key"}]');
const listed: Partial<JournalEntry> = {
  ...end,
  status: 200,
  responseHeaders: ['Content-Type', 'application/json', 'ETag', '"test-api-key"'],
  responseBody: body,
  responseLength: body.length,
};
const key = ['Authorization', 'Bearer test-api-key', 'X-Other', 'a "quote"', 'traceparent', '00-a-b-01'];
const cancel = 'DELETE /v1/store/orders/';

const noValidKey: RefusalReason = () => ({ step: 'key', why: 'it has test-api-key', wouldMatch: 'another' });
const refusedKey: Partial<JournalEntry> = {
  ...end,
  refusal: 'unauthorized',
  reason: noValidKey,
  status: 401,
};
const refused = (cancel: keyof typeof orderReasons, status: number): Partial<JournalEntry> => ({
  cancel,
  status,
  refusal: 'some_code',
  reason: orderReasons[cancel],
});
const unknown = refused('unknown', 404);

const rows: readonly [string, Partial<JournalEntry>][] = [
  ['GET /v1/store/orders', { ...listed, rawHeaders: key }],
  ['GET /v1/store/orders', { ...listed, rawHeaders: key, reliedOn: ['list-order', 'list-order'] }],
  ['GET /v1/store/orders', { ...end, status: 304, rawHeaders: ['If-None-Match', 'test-api-key'] }],
  [`${cancel}1001`, { ...cancelled, rawHeaders: key }],
  [`${cancel}1002`, { ...cancelled, rawHeaders: key }],
  [`${cancel}-7`, { ...cancelled, rawHeaders: ['Authorization', 'Bearer -7654'] }],
  [`${cancel}12345678`, { ...cancelled, rawHeaders: ['Authorization', 'Bearer 12345678'] }],
  [`${cancel}9912345678`, { ...cancelled, rawHeaders: ['X-Token', '12345678'] }],
  [`${cancel}12`, { ...cancelled, rawHeaders: ['X-Token', 'store/orders/1'] }],
  [`${cancel}4711`, { ...cancelled, rawHeaders: key }],
  [`${cancel}4712`, { ...cancelled, rawHeaders: key, bodyLength: 3, body: Buffer.from('abc') }],
  [`${cancel}9?token=abcde`, { ...cancelled, rawHeaders: key }],
  ...[
    ['A', 'test-api-key'],
    ['Authorization', 'Bearer "test-api-key"'],
    ['Authorization', 'Bearer some-key'],
  ].flatMap((rawHeaders): [string, Partial<JournalEntry>][] => [
    ['GET /v1/store/orders', { ...refusedKey, rawHeaders }],
    [`${cancel}1001`, { ...refusedKey, rawHeaders }],
    [`${cancel}test-api-key`, { ...refusedKey, rawHeaders }],
  ]),
  [`${cancel}5`, { ...end, ...unknown, rawHeaders: key }],
  [`${cancel}4711`, { ...end, ...unknown, rawHeaders: key }],
  [`${cancel}9007199254740992`, { ...end, ...unknown, rawHeaders: key }],
  [`${cancel}5?a=b`, { ...end, ...unknown, rawHeaders: key }],
  [`${cancel}1`, { ...end, ...refused('already-shipped', 409), rawHeaders: key }],
  [`${cancel}2`, { ...end, ...refused('already-cancelled', 409), rawHeaders: key }],
  [`${cancel}2`, { ...end, ...refused('already-cancelled', 204), reason: undefined, rawHeaders: key }],
];

const placed = [1n, 2n, 4n, 9007199254740993n].map((id) => ({ order: { id }, status: 'pending' as const }));
const noKeys = { save: () => ({ held: [], added: 0 }) };
const integerKey = newSettings({ seed: '', profile: undefined, gaps: {}, apiKeys: ['4711'] }, []);

test('an exchange that was written, read and explained is as the journal of one process shows it', async () => {
  const owns = { ...context(placed), ownsKey: (text: string) => ['test-api-key', '4711'].includes(text) };
  const [text = ''] = readSettings(integerKey).keys;
  const keys = { save: () => ({ held: [{ id: 'key-1', text, expiresAt: undefined }], added: 1 }) };
  // A request must not pay for reading every order.
  const orders = () => expect.unreachable('the orders were read');
  const writer = new ExchangeWriter({ ...owns, orders }, () => keys);
  for (const [line, rest] of [...rows, ...rows]) {
    const entry = anEntry(line, rest);
    const written = writer.write(entry, entry.end, entry.endedAt);
    const read = readExchange(entry.number, written.text, written.body?.text);
    const [explained] = await explainStored([read], owns);
    const [shown] = await showExchanges([entry], owns);
    expect(JSON.parse(JSON.stringify(explained, bigints))).toEqual(
      JSON.parse(JSON.stringify(shown, bigints)),
    );
    expect(JSON.stringify(written)).not.toContain('test-api-key');
    expect([read.cancel, read.refusal, read.path]).toEqual([entry.cancel, entry.refusal, entry.path]);
  }
});

test('ids are compared with the keys only if a key is an integer', () => {
  const asked: string[] = [];
  const owns = { ...context(), ownsKey: (text: string) => asked.push(text) === 0 };
  const writer = new ExchangeWriter(owns, () => noKeys);
  for (const id of [31, 32]) {
    const entry = anEntry(`${cancel}${id}`, { ...cancelled, rawHeaders: key });
    expect(writer.write(entry, 'answered', 7).text).toContain(`"orderIdText":"${id}"`);
  }
  expect(asked).not.toContain('32');
});

test('a body is common to the exchanges that show it, until the keys change', () => {
  let keys = { ...noKeys };
  let owned = 'nothing';
  const owns = { ...context(), ownsKey: (text: string) => text === owned };
  const writer = new ExchangeWriter(owns, () => keys);
  const write = () =>
    writer.write(anEntry('GET /v1/store/orders', { ...listed, rawHeaders: [] }), 'answered', 7).body;
  const first = write();
  expect(write()).toBe(first);
  expect(first?.text).toContain('test-api-key');
  keys = { ...noKeys };
  owned = 'test-api-key';
  expect(write()?.text).not.toContain('test-api-key');
});

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value;
}
