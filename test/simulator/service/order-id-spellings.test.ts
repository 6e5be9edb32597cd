import { afterAll, expect, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { request } from '../../support/raw-http.ts';

/** Every spelling that names an order: the canonical decimal, and what RFC 3986 says is the same text. */
const ids: readonly (readonly [spelling: string, id: bigint])[] = [
  ['1', 1n],
  ['0', 0n],
  ['-1', -1n],
  ['9007199254740992', 9007199254740992n],
  ['9007199254740993', 9007199254740993n],
  ['-9007199254740993', -9007199254740993n],
  ['9223372036854775807', 9223372036854775807n],
  ['-9223372036854775808', -9223372036854775808n],
  ['%31', 1n],
  ['1%30', 10n],
  ['%2D1', -1n],
  ['%2d%31', -1n],
  ['%39%30%30%37199254740993', 9007199254740993n],
  ['1?force=true', 1n],
  ['1?', 1n],
];

/** Every spelling that only looks like one: no order has it, gap `malformed-order-id`. */
const malformed: readonly string[] = [
  '',
  '9'.repeat(12_000),
  ...`+1 %2B1 -0 00 01 007 -01 --1 - + 1- 1e3 1E3 1e0 0x1 0X1F 0b1 0o7 1.0 1. .1 1,000 1_000 1n 1L
    %D9%A1 %EF%BC%91 %00 1%00 %201 1%20 %091 1%0D%0A %0d%0aX:y NaN Infinity -Infinity null undefined
    true abc __proto__ constructor toString hasOwnProperty %25 %2531 * {orderId} :orderId [1] 1;2
    1&2 1=1 1'-- "1" ~1 9223372036854775808 -9223372036854775809 18446744073709551615
    99999999999999999999 1:2 @1 $1`.split(/\s+/),
];

/** Every spelling that is another path: no operation is there. */
const elsewhere = '1/ /1 1// %2F1 1%2f 1%2F2 % %3 %zz 1% %E0%A4%A/ ../orders/1 ./1 1/.. 1/2'.split(' ');

const key = `Authorization: Bearer ${testKey}`;

test.each(ids)('"%s" is order %s', async (spelling, id) => {
  await using simulator = await openTestSimulator({ orders: [placed(id)] });
  const response = await request(simulator.serviceOrigin, 'DELETE', `/v1/store/orders/${spelling}`, [key]);
  expect(response.status).toBe(204);
});

const shown = (spelling: string): string =>
  spelling.length > 40 ? `${spelling.slice(0, 10)}… (${spelling.length} characters)` : spelling;

const simulator = await openTestSimulator({
  orders: [placed(0n), placed(1n), placed(-1n), placed(9223372036854775807n)],
});
const strict = await openTestSimulator({
  orders: [placed(0n)],
  gaps: { 'malformed-order-id': 'bad-request' },
});
afterAll(() => Promise.all([simulator.stop(0), strict.stop(0)]));

test.each(malformed.map((spelling) => [shown(spelling), spelling]))(
  '"%s" is no order id',
  async (_, spelling) => {
    const response = await request(simulator.serviceOrigin, 'DELETE', `/v1/store/orders/${spelling}`, [key]);
    expect(response.status).toBe(404);
    expect(JSON.parse(response.body)).toMatchObject({ code: 'order_not_found', status: 404 });
    const refused = await request(strict.serviceOrigin, 'DELETE', `/v1/store/orders/${spelling}`, [key]);
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'malformed_order_id', status: 400 });
  },
);

test.each(elsewhere)('"%s" leads to no operation', async (spelling) => {
  await using simulator = await openTestSimulator({
    orders: [placed(1n)],
    gaps: { 'malformed-order-id': 'bad-request' },
  });
  const response = await request(simulator.serviceOrigin, 'DELETE', `/v1/store/orders/${spelling}`, [key]);
  expect(JSON.parse(response.body)).toMatchObject({ code: 'not_found', status: 404 });
  expect((await request(simulator.serviceOrigin, 'DELETE', '/v1/store/orders/1', [key])).status).toBe(204);
});
