import { expect, test } from 'vitest';
import { makeScenario, nothingShown, type ReceivedList, rankPseudonyms } from './make-scenario.ts';

function capture(body: string | Buffer, options: Partial<ReceivedList> = {}, key = Buffer.alloc(32, 7)) {
  const list = { body: Buffer.from(body), file: 'captured.json', statusOf: nothingShown };
  const made = makeScenario({ ...list, ...options }, rankPseudonyms(key, []));
  if (made.kind === 'no-list') throw new Error(made.reason);
  const { text, sentences } = made;
  return { text, sentences, written: text.startsWith('{') ? JSON.parse(text).orders : [] };
}

test('keeps the number of orders, their fields, quantities and equal pet ids', () => {
  const { written: orders } = capture(
    '[{"id":10,"petId":500,"quantity":0,"complete":false},{},{"quantity":-3,"id":99},{"petId":500,"shipDate":"2026-01-20T10:00:00Z"}]',
  );
  expect(orders).toEqual([
    { id: expect.any(Number), petId: expect.any(Number), quantity: 0, complete: false, status: 'unknown' },
    { status: 'unknown' },
    { id: expect.any(Number), quantity: -3, status: 'unknown' },
    { petId: orders[0].petId, shipDate: expect.any(String), status: 'unknown' },
  ]);
});

test('keeps the form of a date with an offset without a colon', () => {
  const { text } = capture('[{"id":10,"shipDate":"2025-03-05T11:45:38.885+0000"}]');
  expect(text).toMatch(/"shipDate": *"\d{4}-\d\d-\d\dT11:45:38\.885\+0000"/);
  expect(text).toContain('"ship-date-form": "as-written"');
});

test('reads orders that are written in another way', () => {
  const plain = capture('[{"id":10,"petId":500,"shipDate":"2026-01-20T10:00:00Z","complete":true}]');
  const other = capture(
    ' [ { "complete" : true, "p\\u0065tId":5.0e2, "id":1, "id":10 , "shipDate":"2026-01-20T10:00:00\\u005a" } ] ',
  );
  expect(other.written).toEqual(plain.written);
});

test('writes no text of the list, and counts what a scenario cannot have', () => {
  const canary = 'Canary-4711';
  const { text, sentences } = capture(
    `[{"id":"${canary}","petId":1.5,"quantity":1e30,"shipDate":"${canary}","complete":"${canary}"},` +
      `{"${canary}":"${canary}","a":{"${canary}":[1]},"id":null,"shipDate":null},"${canary}",null,[],` +
      `{"id":9223372036854775808,"shipDate":"2026-01-20"}]`,
  );
  expect(text).not.toContain(canary);
  expect(text).not.toContain('2026-01-20');
  expect(sentences).toEqual([
    'Captured from a list of 3 orders.',
    'Replaced in every order - id, petId, shipDate.',
    'Left out - 2 values of unknown fields.',
    'Left out - 7 values that a scenario cannot have (another type, beyond int64, no RFC 3339 date).',
    'Left out - 3 items of the list that are no orders.',
  ]);
});

test('keeps equal ids, and marks those that a scenario lists once', () => {
  const { written, sentences } = capture('[{"id":4711},{"id":4712},{"id":4711},{},{"id":4711}]');
  const [first, , third, , last] = written;
  expect([third, last]).toEqual([
    { ...first, repeatsId: true },
    { ...first, repeatsId: true },
  ]);
  expect(written.filter((order: object) => 'repeatsId' in order)).toHaveLength(2);
  expect(sentences).toContain('The id of an earlier order, against the specification - 2 orders.');
});

test('replaces quantities that are too large to be one, and keeps the others', () => {
  const quantities = [999_999n, -999_999n, 1_000_000n, 4_815_162_342n, -9_007_199_254_740_993n];
  const { text } = capture(`[${quantities.map((quantity) => `{"quantity":${quantity}}`).join()}]`);
  const after = [...text.matchAll(/"quantity":(-?\d+)/g)].map(([, digits = '']) => BigInt(digits));
  expect(after.slice(0, 2)).toEqual(quantities.slice(0, 2));
  for (const [at, quantity] of quantities.entries()) {
    expect(`${after[at]}`).toHaveLength(`${quantity}`.length);
    if (at > 1) expect(quantities).not.toContain(after[at]);
  }
});

test('writes date forms that the simulator does not write by default as a choice', () => {
  const gaps = (date: string) => JSON.parse(capture(`[{"shipDate":"${date}"}]`).text).gaps;
  expect(gaps('2026-01-20T10:00:00Z')).toBeUndefined();
  for (const date of ['2026-01-20T10:00:00.5Z', '2026-01-20T10:00:00+00:00', '2026-01-20t10:00:00z'])
    expect(gaps(date)).toEqual({ 'ship-date-form': 'as-written' });
});

test.each([
  ['orders', 10_001, (at: number) => `{"id":${10_000_000 + at}}`],
  [
    'bytes',
    9_999,
    (at: number) =>
      `{"id":-${'9'.repeat(12)}${100_000 + at},"petId":-${'9'.repeat(18)},"shipDate":"2026-01-20T10:00:00.5Z"}`,
  ],
])('refuses more %s than a YAML scenario can have, but not in JSON', (_what, count, orderAt) => {
  const body = `[${Array.from({ length: count }, (_, at) => orderAt(at)).join()}]`;
  const limits =
    /captured\.yaml cannot hold so many orders; expected at most 10000 orders and 1048576 bytes; name a file/;
  expect(() => capture(body, { file: 'captured.yaml' })).toThrow(limits);
  expect(capture(body).written).toHaveLength(count);
});

test('depends on the key only', () => {
  const body = '[{"id":4815162342,"petId":1001,"shipDate":"2026-01-20T10:00:00Z"}]';
  expect(capture(body).text).toBe(capture(body).text);
  expect(capture(body, {}, Buffer.alloc(32, 8)).text).not.toBe(capture(body).text);
});

test.each([
  ['{}', /it is an object/],
  ['', /it is not JSON: an empty body/],
  ['[{"id":1}', /it is not JSON: an unexpected end of the text at byte 9/],
  [Buffer.from([0x5b, 0xff, 0x5d]), /it is not JSON: a byte that is not UTF-8 at byte 1/],
])('says why %s is no list', (body, reason) => {
  expect(() => capture(body)).toThrow(reason);
});
