import { expect } from 'vitest';
import type { orderGaps } from '../../../../src/simulator/environment/gaps/order-gaps.ts';
import { placed } from '../../../helpers/an-environment.ts';

import { header } from '../../../helpers/raw-http.ts';
import { cancelled, type GapCases, idsOf, list } from './gap-case.ts';

/** What holds on the wire for each answer of the gaps about orders. */
export const orderCases: GapCases<(typeof orderGaps)[number]['key']> = {
  'cancelled-in-list': [
    {
      answer: 'keep',
      holds: async (ask) => {
        await cancelled(ask, 2);
        expect(idsOf(await ask('GET', list))).toEqual([2, 1, 3]);
      },
    },
    {
      answer: 'remove',
      holds: async (ask) => {
        await cancelled(ask, 2);
        expect(idsOf(await ask('GET', list))).toEqual([1, 3]);
        expect((await ask('DELETE', `${list}/2`)).status).toBe(404);
      },
    },
  ],
  'cancel-again': [
    {
      answer: 'conflict',
      holds: async (ask) => {
        await cancelled(ask, 2);
        expect((await ask('DELETE', `${list}/2`)).status).toBe(409);
      },
    },
    {
      answer: 'not-found',
      holds: async (ask) => {
        await cancelled(ask, 2);
        expect(JSON.parse((await ask('DELETE', `${list}/2`)).body)).toMatchObject({ status: 404 });
      },
    },
    {
      answer: 'no-content',
      holds: async (ask) => {
        await cancelled(ask, 2);
        await cancelled(ask, 2);
      },
    },
  ],
  'conflict-body': [
    {
      answer: 'empty',
      holds: async (ask) => {
        const answer = await ask('DELETE', `${list}/1`);
        expect([answer.body, header(answer, 'Content-Length'), header(answer, 'Content-Type')]).toEqual([
          '',
          '0',
          undefined,
        ]);
      },
    },
    {
      answer: 'error',
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
      answer: 'text',
      holds: async (ask) => {
        const answer = await ask('DELETE', `${list}/1`);
        expect(header(answer, 'Content-Type')).toMatch('text/plain');
        expect(answer.body).toMatch('shipped');
      },
    },
  ],
  'malformed-order-id': [
    {
      answer: 'not-found',
      holds: async (ask) => expect((await ask('DELETE', `${list}/abc`)).status).toBe(404),
    },
    {
      answer: 'bad-request',
      holds: async (ask) => expect((await ask('DELETE', `${list}/abc`)).status).toBe(400),
    },
    {
      answer: 'unprocessable',
      holds: async (ask) => expect((await ask('DELETE', `${list}/abc`)).status).toBe(422),
    },
  ],
  'list-order': [
    { answer: 'as-placed', holds: async (ask) => expect(idsOf(await ask('GET', list))).toEqual([2, 1, 3]) },
    { answer: 'by-id', holds: async (ask) => expect(idsOf(await ask('GET', list))).toEqual([1, 2, 3]) },
    {
      answer: 'shuffled',
      given: { orders: Array.from({ length: 30 }, (_, at) => placed(BigInt(at))) },
      holds: async (ask) => {
        const ids = idsOf(await ask('GET', list));
        expect(ids).not.toEqual([...ids].sort((one, other) => one - other));
        await cancelled(ask, 7);
        expect(idsOf(await ask('GET', list))).toEqual(ids);
      },
    },
  ],
  'list-lag': [
    {
      answer: 'immediate',
      given: { gaps: { 'cancelled-in-list': 'remove' } },
      holds: async (ask) => {
        await cancelled(ask, 2);
        expect(idsOf(await ask('GET', list))).toEqual([1, 3]);
      },
    },
    {
      answer: 'after-2-reads',
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
      answer: 'after-60000-ms',
      given: { gaps: { 'cancelled-in-list': 'remove' }, clock: { at: 0, frozen: true } },
      holds: async (ask) => {
        await cancelled(ask, 2);
        expect(idsOf(await ask('GET', list))).toEqual([2, 1, 3]);
      },
    },
  ],
  'optional-fields': [
    {
      answer: 'as-stored',
      holds: async (ask) =>
        expect((await ask('GET', list)).body).toBe(
          '[{"id":2,"quantity":3,"shipDate":"2026-01-20T08:00:00Z"},{"id":1},{"id":3}]',
        ),
    },
    {
      answer: 'sparse',
      given: {
        orders: Array.from({ length: 30 }, (_, at) => placed(BigInt(at), 'pending', { quantity: 1n })),
      },
      holds: async (ask) => {
        const answer = await ask('GET', list);
        expect(idsOf(answer)).toHaveLength(30);
        const given = JSON.parse(answer.body).filter((one: object) => 'quantity' in one).length;
        expect(given).toBeGreaterThan(10);
        expect(given).toBeLessThan(30);
        expect((await ask('GET', list)).body).toBe(answer.body);
      },
    },
    {
      answer: 'null',
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
  'ship-date-form': [
    {
      answer: 'utc-seconds',
      holds: async (ask) =>
        expect(JSON.parse((await ask('GET', list)).body)[0].shipDate).toBe('2026-01-20T08:00:00Z'),
    },
    {
      answer: 'millis',
      holds: async (ask) =>
        expect(JSON.parse((await ask('GET', list)).body)[0].shipDate).toBe('2026-01-20T08:00:00.500Z'),
    },
    {
      answer: 'offset',
      holds: async (ask) =>
        expect(JSON.parse((await ask('GET', list)).body)[0].shipDate).toBe('2026-01-20T09:00:00+01:00'),
    },
    {
      answer: 'as-written',
      holds: async (ask) =>
        expect(JSON.parse((await ask('GET', list)).body)[0].shipDate).toBe('2026-01-20T10:00:00.5+02:00'),
    },
  ],
  'extra-fields': [
    {
      answer: 'none',
      holds: async (ask) =>
        expect(Object.keys(JSON.parse((await ask('DELETE', `${list}/9`)).body))).toEqual([
          'code',
          'message',
          'status',
        ]),
    },
    {
      answer: 'some',
      holds: async (ask) => {
        expect(Object.keys(JSON.parse((await ask('GET', list)).body)[1])).toEqual(['id', 'x_channel']);
        expect(JSON.parse((await ask('DELETE', `${list}/9`)).body)).toHaveProperty('x_request');
      },
    },
  ],
  'error-codes': [
    {
      answer: 'named',
      holds: async (ask) =>
        expect(JSON.parse((await ask('DELETE', `${list}/9`)).body).code).toBe('order_not_found'),
    },
    {
      answer: 'opaque',
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
      answer: 'map:order_not_found=E404,unauthorized=E401',
      holds: async (ask) =>
        expect(JSON.parse((await ask('DELETE', `${list}/9`)).body)).toMatchObject({
          code: 'E404',
          status: 404,
        }),
    },
  ],
};
