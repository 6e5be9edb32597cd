import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readJson } from '../json/json.ts';
import { packageRoot } from '../version.ts';
import { exactContainers, exactIds, exactProperties } from './caller.ts';

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

test('the properties whose integers stay bigint are those of the types of the control API', () => {
  const types = readFileSync(new URL('src/control-api.ts', packageRoot), 'utf8');
  const namesOf = (type: string) =>
    new Set([...types.matchAll(new RegExp(`readonly (\\w+)\\??: ${type}`, 'g'))].map(([, name]) => name));
  expect(namesOf('bigint')).toEqual(new Set(exactProperties));
  expect(namesOf('(?:Handles|ReadonlyArray<bigint>)')).toEqual(new Set(exactContainers));
  expect([...namesOf('number')].filter((name = '') => exactProperties.includes(name))).toEqual([]);
});
