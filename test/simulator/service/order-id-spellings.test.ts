import { afterAll, expect, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { ask, openTestSimulator, type TestSimulator } from '../../support/open-test-simulator.ts';

/** Every spelling that names an order: the canonical decimal, and what RFC 3986 says is the same text. */
const ids: readonly (readonly [spelling: string, id: bigint])[] = [
  ['1', 1n],
  ['0', 0n],
  ['-1', -1n],
  ['9007199254740992', 9007199254740992n],
  ['9007199254740993', 9007199254740993n],
  ['9223372036854775807', 9223372036854775807n],
  ['-9223372036854775808', -9223372036854775808n],
  ['%31', 1n],
  ['1%30', 10n],
  ['%2d%31', -1n],
  ['1?force=true', 1n],
];

/** Every spelling that only looks like one: no order has it, gap `malformed-order-id`. */
const malformed: readonly string[] = [
  '',
  ...`+1 %2B1 -0 00 01 007 -01 --1 - + 1- 1e3 1E3 1e0 0x1 0X1F 0b1 0o7 1.0 1. .1 1,000 1_000 1n 1L
    %D9%A1 %EF%BC%91 %00 1%00 %201 1%20 %091 1%0D%0A %0d%0aX:y NaN Infinity -Infinity null undefined
    true abc __proto__ constructor toString hasOwnProperty %25 %2531 * {orderId} :orderId [1] 1;2
    1&2 1=1 1'-- "1" ~1 9223372036854775808 -9223372036854775809 18446744073709551615
    99999999999999999999 1:2 @1 $1`.split(/\s+/),
];

/** Every spelling that is another path: no operation is there. */
const elsewhere = '1/ /1 1// %2F1 1%2f 1%2F2 % %3 %zz 1% %E0%A4%A/ ../orders/1 ./1 1/.. 1/2'.split(' ');

const simulator = await openTestSimulator({ orders: ids.map(([, id]) => placed(id)) });
const strict = await openTestSimulator({
  orders: [placed(1n)],
  gaps: { 'malformed-order-id': 'bad-request' },
});
afterAll(() => Promise.all([simulator.stop(0), strict.stop(0)]));

const cancel = (at: TestSimulator, spelling: string) => ask(at, `DELETE /v1/store/orders/${spelling}`);

test.each(ids)('"%s" is order %s', async (spelling, id) => {
  await simulator.environments.production.reset();
  expect((await cancel(simulator, spelling)).status).toBe(204);
  expect(simulator.environments.production.state.store.get(id)?.status).toBe('cancelled');
});

test.each(malformed)('"%s" is no order id', async (spelling) => {
  expect(JSON.parse((await cancel(simulator, spelling)).body)).toMatchObject({ code: 'order_not_found' });
  expect(JSON.parse((await cancel(strict, spelling)).body)).toMatchObject({ code: 'malformed_order_id' });
});

test.each(elsewhere)('"%s" leads to no operation', async (spelling) => {
  expect(JSON.parse((await cancel(strict, spelling)).body)).toMatchObject({ code: 'not_found', status: 404 });
  expect(strict.environments.production.state.store.get(1n)?.status).toBe('pending');
});
