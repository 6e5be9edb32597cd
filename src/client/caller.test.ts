import { expect, test } from 'vitest';
import { readJson } from '../json/json.ts';
import { exactIds } from './caller.ts';

test('order ids and other large integers stay bigint, counts become numbers', () => {
  const text = `{"orders":{"pending":1,"shipped":2},"handles":{"a":9007199254740993},"shipped":[9007199254740993],
    "list":[{"id":9007199254740993,"petId":-1,"quantity":2,"number":3}],"gate":{"orderId":5,"exchange":6},"seed":7}`;
  expect(exactIds(readJson(text))).toEqual({
    orders: { pending: 1, shipped: 2 },
    handles: { a: 9007199254740993n },
    shipped: [9007199254740993n],
    list: [{ id: 9007199254740993n, petId: -1n, quantity: 2n, number: 3 }],
    gate: { orderId: 5n, exchange: 6 },
    seed: 7,
  });
});
