import { expect, test } from 'vitest';
import type { GapChoiceTexts } from '../../../../src/simulator/environment/initial-state.ts';
import type { PlacedOrder } from '../../../../src/simulator/orders/order-store.ts';
import { placed } from '../../../support/an-environment.ts';
import { openTestSimulator, testKey } from '../../../support/open-test-simulator.ts';
import { request } from '../../../support/raw-http.ts';

const bearer = `Bearer ${testKey}`;
const list = ['GET /v1/store/orders', bearer] as const;
const cancel = ['DELETE /v1/store/orders/7', bearer] as const;
const always = ['content-type', 'etag', 'list-compression'];
const dated = placed(7n, 'pending', { shipDate: '2026-01-20T10:00:00Z' });

type Row = {
  readonly what: string;
  readonly requests: readonly (readonly [line: string, authorization: string])[];
  readonly orders?: readonly PlacedOrder[];
  readonly gaps?: GapChoiceTexts;
  /** The gaps that the last request relies on. */
  readonly relied: readonly string[];
};
const rows: readonly Row[] = [
  { what: 'an empty list', requests: [list], relied: always },
  {
    what: 'a list of one order',
    requests: [list],
    orders: [placed(7n)],
    relied: [...always, 'extra-fields', 'optional-fields'],
  },
  {
    what: 'a list of two orders, one with a ship date',
    requests: [list],
    orders: [placed(8n), dated],
    relied: [...always, 'extra-fields', 'list-order', 'optional-fields', 'ship-date-form'],
  },
  {
    what: 'a list after a cancel',
    requests: [list, cancel, list],
    orders: [placed(7n)],
    relied: ['cancelled-in-list', ...always, 'extra-fields', 'optional-fields'],
  },
  { what: 'a cancel', requests: [cancel], orders: [placed(7n)], relied: [] },
  {
    what: 'a cancel that removes the order from the list',
    requests: [cancel],
    orders: [placed(7n)],
    gaps: { 'cancelled-in-list': 'remove' },
    relied: ['list-lag'],
  },
  {
    what: 'a cancel with the scheme in another case',
    requests: [['DELETE /v1/store/orders/7', `bearer ${testKey}`]],
    orders: [placed(7n)],
    relied: ['bearer-case'],
  },
  {
    what: 'an unknown path with a key',
    requests: [['GET /v2', bearer]],
    relied: ['content-type', 'error-codes', 'extra-fields'],
  },
  {
    what: 'an unknown path without a valid key',
    requests: [['GET /v2', 'Bearer wrong']],
    relied: ['content-type', 'error-codes', 'extra-fields', 'unknown-path'],
  },
  {
    what: 'a wrong method on an order',
    requests: [['GET /v1/store/orders/7', bearer]],
    relied: ['content-type', 'error-codes', 'extra-fields', 'options', 'wrong-method'],
  },
];

test.each(rows)(
  '$what relies on exactly what can change it',
  async ({ requests, orders = [], gaps, relied }) => {
    await using simulator = await openTestSimulator({ orders, ...(gaps && { gaps }) });
    for (const [line, authorization] of requests) {
      const [method = '', target = ''] = line.split(' ');
      await request(simulator.serviceOrigin, method, target, [`Authorization: ${authorization}`]);
    }
    const { exchanges } = simulator.environments.production.state.journal.find();
    expect(Object.keys(exchanges[0]?.gaps ?? {}).toSorted()).toEqual(relied.toSorted());
  },
);
