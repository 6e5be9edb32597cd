import { expect, test } from 'vitest';
import { context } from '../../../../test/simulator/environment/journal/a-journal.ts';
import { anEntry } from '../../../../test/simulator/environment/journal/an-entry.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { showExchange } from '../journal/show-exchange.ts';
import { ExchangeWriter } from './exchange-writer.ts';
import { readExchange } from './stored-exchange.ts';

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
  ['GET /v1/store/orders', { refusal: 'unauthorized', status: 401, rawHeaders: ['A', 'test-api-key'] }],
];

test('writes each exchange as the journal of one process shows it, again and again', async () => {
  const owns = { ...context(), ownsKey: (text: string) => ['test-api-key', '4711'].includes(text) };
  const writer = new ExchangeWriter(owns, () => rows);
  for (const [line, rest] of [...rows, ...rows]) {
    const entry = anEntry(line, rest);
    const written = await writer.write(entry);
    const read = readExchange(entry.number, written.text, written.body?.text);
    const shown = showExchange(entry, owns, { ids: [], pending: [] });
    expect(JSON.parse(JSON.stringify(read.shown, bigints))).toEqual(
      JSON.parse(JSON.stringify(shown, bigints)),
    );
    expect(JSON.stringify(written)).not.toContain('test-api-key');
  }
});

test('a body is common to the exchanges that show it, until the keys change', async () => {
  let keys = {};
  let owned = 'nothing';
  const owns = { ...context(), ownsKey: (text: string) => text === owned };
  const writer = new ExchangeWriter(owns, () => keys);
  const write = async () =>
    (await writer.write(anEntry('GET /v1/store/orders', { ...listed, rawHeaders: [] }))).body;
  const first = await write();
  expect(await write()).toBe(first);
  expect(first?.text).toContain('test-api-key');
  keys = {};
  owned = 'test-api-key';
  expect((await write())?.text).not.toContain('test-api-key');
});

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value;
}
