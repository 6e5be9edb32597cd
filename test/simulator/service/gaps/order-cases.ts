import { expect } from 'vitest';
import type { orderGaps } from '../../../../src/simulator/environment/gaps/order-gaps.ts';
import { placed } from '../../../support/an-environment.ts';

import { header } from '../../../support/raw-http.ts';
import { cancelled, type GapCases, idsOf, list } from './gap-case.ts';

/** What holds on the wire for each response of the gaps about orders. */
export const orderCases: GapCases<(typeof orderGaps)[number]['key']> = {
  'cancelled-in-list': [
    {
      choice: 'keep',
      holds: async (ask) => {
        await cancelled(ask, 2);
        expect(idsOf(await ask('GET', list))).toEqual([2, 1, 3]);
      },
    },
    {
      choice: 'remove',
      holds: async (ask) => {
        await cancelled(ask, 2);
        expect(idsOf(await ask('GET', list))).toEqual([1, 3]);
        expect((await ask('DELETE', `${list}/2`)).status).toBe(404);
      },
    },
  ],
  'cancel-again': [
    {
      choice: 'conflict',
      holds: async (ask) => {
        await cancelled(ask, 2);
        expect((await ask('DELETE', `${list}/2`)).status).toBe(409);
      },
    },
    {
      choice: 'not-found',
      holds: async (ask) => {
        await cancelled(ask, 2);
        expect(JSON.parse((await ask('DELETE', `${list}/2`)).body)).toMatchObject({ status: 404 });
      },
    },
    {
      choice: 'no-content',
      holds: async (ask) => {
        await cancelled(ask, 2);
        await cancelled(ask, 2);
      },
    },
  ],
  'conflict-body': [
    {
      choice: 'empty',
      holds: async (ask) => {
        const response = await ask('DELETE', `${list}/1`);
        expect([response.body, header(response, 'Content-Length'), header(response, 'Content-Type')]).toEqual(
          ['', '0', undefined],
        );
      },
    },
    {
      choice: 'error',
      holds: async (ask) => {
        expect(JSON.parse((await ask('DELETE', `${list}/1`)).body)).toMatchObject({
          code: 'order_already_shipped',
          status: 409,
        });
        await cancelled(ask, 2);
        expect(JSON.parse((await ask('DELETE', `${list}/2`)).body)).toMatchObject({
          code: 'order_already_cancelled',
          status: 409,
        });
      },
    },
    {
      choice: 'text',
      holds: async (ask) => {
        const response = await ask('DELETE', `${list}/1`);
        expect(header(response, 'Content-Type')).toBe('text/plain; charset=utf-8');
        expect(response.body).toMatch('shipped');
      },
    },
  ],
  'malformed-order-id': [
    {
      choice: 'not-found',
      holds: async (ask) => expect((await ask('DELETE', `${list}/abc`)).status).toBe(404),
    },
    {
      choice: 'bad-request',
      holds: async (ask) => expect((await ask('DELETE', `${list}/abc`)).status).toBe(400),
    },
    {
      choice: 'unprocessable',
      holds: async (ask) => expect((await ask('DELETE', `${list}/abc`)).status).toBe(422),
    },
  ],
  'list-order': [
    { choice: 'as-placed', holds: async (ask) => expect(idsOf(await ask('GET', list))).toEqual([2, 1, 3]) },
    { choice: 'by-id', holds: async (ask) => expect(idsOf(await ask('GET', list))).toEqual([1, 2, 3]) },
    {
      choice: 'shuffled',
      given: { orders: Array.from({ length: 30 }, (_, at) => placed(BigInt(at))) },
      holds: async (ask) => {
        const ids = idsOf(await ask('GET', list));
        expect(ids).not.toEqual([...ids].sort((one, other) => one - other));
        await cancelled(ask, 7);
        const later = idsOf(await ask('GET', list));
        expect(later).not.toEqual(ids);
        expect(new Set(later)).toEqual(new Set(ids));
      },
    },
  ],
  'list-lag': [
    {
      choice: 'immediate',
      given: { gaps: { 'cancelled-in-list': 'remove' } },
      holds: async (ask) => {
        await cancelled(ask, 2);
        expect(idsOf(await ask('GET', list))).toEqual([1, 3]);
      },
    },
    {
      choice: 'after-2-reads',
      given: { gaps: { 'cancelled-in-list': 'remove' } },
      holds: async (ask) => {
        await cancelled(ask, 2);
        const seen = [
          idsOf(await ask('GET', list)),
          idsOf(await ask('GET', list)),
          idsOf(await ask('GET', list)),
        ];
        expect(seen).toEqual([
          [2, 1, 3],
          [2, 1, 3],
          [1, 3],
        ]);
      },
    },
    {
      choice: 'after-60000-ms',
      given: { gaps: { 'cancelled-in-list': 'remove' }, clock: { at: 0, frozen: true } },
      holds: async (ask) => {
        await cancelled(ask, 2);
        expect(idsOf(await ask('GET', list))).toEqual([2, 1, 3]);
      },
    },
  ],
  'optional-fields': [
    {
      choice: 'as-stored',
      holds: async (ask) =>
        expect((await ask('GET', list)).body).toBe(
          '[{"id":2,"quantity":3,"shipDate":"2026-01-20T08:00:00Z"},{"id":1},{"id":3}]',
        ),
    },
    {
      choice: 'sparse',
      given: {
        orders: Array.from({ length: 30 }, (_, at) => placed(BigInt(at), 'pending', { quantity: 1n })),
      },
      holds: async (ask) => {
        const response = await ask('GET', list);
        expect(idsOf(response)).toHaveLength(30);
        const given = JSON.parse(response.body).filter((one: object) => 'quantity' in one).length;
        expect(given).toBeGreaterThan(10);
        expect(given).toBeLessThan(30);
        expect((await ask('GET', list)).body).not.toBe(response.body);
      },
    },
    {
      choice: 'null',
      holds: async (ask) =>
        expect(JSON.parse((await ask('GET', list)).body)[1]).toEqual({
          id: 1,
          petId: null,
          quantity: null,
          shipDate: null,
          complete: null,
        }),
    },
  ],
  'ship-date-form': (
    [
      ['utc-seconds', '2026-01-20T08:00:00Z'],
      ['millis', '2026-01-20T08:00:00.500Z'],
      ['offset', '2026-01-20T09:00:00+01:00'],
      ['basic-offset', '2026-01-20T08:00:00.500+0000'],
      ['as-written', '2026-01-20T10:00:00.5+02:00'],
    ] as const
  ).map(([choice, written]) => ({
    choice,
    holds: async (ask) => expect(JSON.parse((await ask('GET', list)).body)[0].shipDate).toBe(written),
  })),
  'extra-fields': [
    {
      choice: 'none',
      holds: async (ask) =>
        expect(Object.keys(JSON.parse((await ask('DELETE', `${list}/9`)).body))).toEqual([
          'code',
          'message',
          'status',
        ]),
    },
    {
      choice: 'some',
      holds: async (ask) => {
        expect(Object.keys(JSON.parse((await ask('GET', list)).body)[1])).toEqual(['id', 'x_channel']);
        expect(JSON.parse((await ask('DELETE', `${list}/9`)).body)).toHaveProperty('x_request');
      },
    },
  ],
  'error-codes': [
    {
      choice: 'named',
      holds: async (ask) =>
        expect(JSON.parse((await ask('DELETE', `${list}/9`)).body).code).toBe('order_not_found'),
    },
    {
      choice: 'opaque',
      holds: async (ask) => {
        const codes = [
          JSON.parse((await ask('DELETE', `${list}/9`)).body).code,
          JSON.parse((await ask('DELETE', `${list}/9`)).body).code,
        ];
        expect(codes[0]).toMatch(/^E[0-9a-f]{8}$/);
        expect(codes[1]).not.toBe(codes[0]);
      },
    },
    {
      choice: 'map:order_not_found=E404,unauthorized=E401',
      holds: async (ask) =>
        expect(JSON.parse((await ask('DELETE', `${list}/9`)).body)).toMatchObject({
          code: 'E404',
          status: 404,
        }),
    },
  ],
};
