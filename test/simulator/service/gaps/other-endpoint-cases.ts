import { expect } from 'vitest';
import type { otherEndpointGaps } from '../../../../src/simulator/environment/gaps/other-endpoint-gaps.ts';
import { header } from '../../../support/raw-http.ts';
import { type GapCases, key } from './gap-case.ts';

/** What holds on the wire for each response of the gaps about the other endpoints. */
export const otherEndpointCases: GapCases<(typeof otherEndpointGaps)[number]['key']> = {
  'pet-lookup': [
    {
      choice: 'not-simulated',
      holds: async (ask) =>
        expect(JSON.parse((await ask('GET', '/v1/pets/7')).body)).toMatchObject({
          code: 'not_simulated',
          status: 501,
        }),
    },
    {
      choice: 'stub',
      given: { pets: new Map([['7', { name: 'Bello', chip: 9007199254740993n }]]) },
      holds: async (ask) => {
        expect((await ask('GET', '/v1/pets/7')).body).toBe('{"name":"Bello","chip":9007199254740993}');
        expect((await ask('GET', '/v1/pets/8')).status).toBe(404);
      },
    },
  ],
  'pet-deprecation': [
    {
      choice: 'none',
      holds: async (ask) => expect((await ask('GET', '/v1/pets/7')).head).not.toMatch(/deprecation|sunset/i),
    },
    {
      choice: 'since:2026-01-01',
      holds: async (ask) => expect(header(await ask('GET', '/v1/pets/7'), 'Deprecation')).toBe('@1767225600'),
    },
    {
      choice: 'sunset:2026-01-01..2026-06-30',
      holds: async (ask) =>
        expect(header(await ask('GET', '/v1/pets/7'), 'Sunset')).toBe('Tue, 30 Jun 2026 00:00:00 GMT'),
    },
    {
      choice: 'gone:2026-01-01..2026-06-30',
      given: { clock: { at: Date.parse('2026-06-30T00:00:00Z'), frozen: true } },
      holds: async (ask) => expect((await ask('GET', '/v1/pets/7')).status).toBe(410),
    },
    {
      choice: 'gone:2026-01-01..2026-06-30',
      given: { clock: { at: Date.parse('2026-06-29T23:59:59Z'), frozen: true } },
      holds: async (ask) => expect((await ask('GET', '/v1/pets/7')).status).toBe(501),
    },
  ],
  'message-accepted': [
    {
      choice: 'ok',
      holds: async (ask) => expect((await ask('POST', '/quickstart/messages')).status).toBe(200),
    },
    {
      choice: 'created',
      holds: async (ask) => expect((await ask('POST', '/quickstart/messages')).status).toBe(201),
    },
    {
      choice: 'accepted',
      holds: async (ask) => expect((await ask('POST', '/quickstart/messages')).status).toBe(202),
    },
  ],
  'message-bad-request-body': [
    {
      choice: 'empty',
      holds: async (ask) =>
        expect(await ask('POST', '/quickstart/messages', 'Content-Type: text/plain', key)).toMatchObject({
          status: 400,
          body: '',
        }),
    },
    {
      choice: 'error',
      holds: async (ask) =>
        expect(
          JSON.parse((await ask('POST', '/quickstart/messages', 'Content-Type: text/plain', key)).body),
        ).toMatchObject({ code: 'bad_request', status: 400 }),
    },
  ],
};
