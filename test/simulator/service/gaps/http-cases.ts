import { expect } from 'vitest';
import type { httpGaps } from '../../../../src/simulator/environment/gaps/http-gaps.ts';
import { header } from '../../../support/raw-http.ts';
import { type GapCases, idsOf, key, list } from './gap-case.ts';

/** What holds on the wire for each response of the gaps about HTTP. */
export const httpCases: GapCases<(typeof httpGaps)[number]['key']> = {
  'unknown-path': [
    {
      choice: 'not-found',
      holds: async (ask) => expect((await ask('GET', '/v2/store/orders', 'X: y')).status).toBe(404),
    },
    {
      choice: 'unauthorized-first',
      holds: async (ask) => {
        expect((await ask('GET', '/v1/users', 'no key')).status).toBe(401);
        expect((await ask('GET', '/v1/users')).status).toBe(404);
      },
    },
  ],
  'wrong-method': [
    {
      choice: 'method-not-allowed',
      holds: async (ask) => {
        const responses = [await ask('PUT', list, 'no key'), await ask('GET', `${list}/1`, 'no key')];
        expect(responses.map((response) => [response.status, header(response, 'Allow')])).toEqual([
          [405, 'GET, HEAD, OPTIONS'],
          [405, 'DELETE, OPTIONS'],
        ]);
      },
    },
    { choice: 'not-found', holds: async (ask) => expect((await ask('PUT', list)).status).toBe(404) },
  ],
  'head-list': [
    {
      choice: 'as-get',
      holds: async (ask) => {
        const response = await ask('HEAD', list);
        expect([response.status, response.body, header(response, 'Content-Length')]).toEqual([200, '', '75']);
      },
    },
    {
      choice: 'method-not-allowed',
      holds: async (ask) => {
        const response = await ask('HEAD', list);
        expect([response.status, header(response, 'Allow')]).toEqual([405, 'GET, OPTIONS']);
      },
    },
  ],
  options: [
    {
      choice: 'allow',
      holds: async (ask) => {
        const response = await ask('OPTIONS', list, 'no key');
        expect([response.status, header(response, 'Allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
      },
    },
    {
      choice: 'method-not-allowed',
      holds: async (ask) => {
        const response = await ask('OPTIONS', list, 'no key');
        expect([response.status, header(response, 'Allow')]).toEqual([405, 'GET, HEAD']);
      },
    },
  ],
  cors: [
    {
      choice: 'off',
      holds: async (ask) =>
        expect((await ask('GET', list, 'Origin: http://page.example', key)).head).not.toMatch(
          /access-control/i,
        ),
    },
    {
      choice: 'on',
      holds: async (ask) => {
        expect(
          header(await ask('GET', list, 'Origin: http://page.example', key), 'Access-Control-Allow-Origin'),
        ).toBe('*');
        const preflight = await ask(
          'OPTIONS',
          `${list}/1`,
          'Origin: http://page.example',
          'Access-Control-Request-Method: DELETE',
        );
        expect([
          preflight.status,
          header(preflight, 'Access-Control-Allow-Methods'),
          header(preflight, 'Access-Control-Allow-Headers'),
        ]).toEqual([204, 'DELETE', 'Authorization, Content-Type']);
        expect(preflight.head).not.toMatch(/allow-credentials/i);
      },
    },
  ],
  'list-query': [
    {
      choice: 'ignore',
      holds: async (ask) =>
        expect(idsOf(await ask('GET', `${list}?status=shipped&limit=1`))).toEqual([2, 1, 3]),
    },
    {
      choice: 'bad-request',
      holds: async (ask) => expect((await ask('GET', `${list}?limit=1`)).status).toBe(400),
    },
  ],
  accept: [
    {
      choice: 'ignore',
      holds: async (ask) => expect((await ask('GET', list, 'Accept: text/html', key)).status).toBe(200),
    },
    {
      choice: 'not-acceptable',
      holds: async (ask) => {
        expect((await ask('GET', list, 'Accept: text/html', key)).status).toBe(406);
        expect((await ask('GET', list, 'Accept: text/html, */*;q=0.1', key)).status).toBe(200);
        expect((await ask('GET', list, 'Accept: application/json;q=0', key)).status).toBe(406);
      },
    },
  ],
  'content-type': [
    {
      choice: 'bare',
      holds: async (ask) => expect(header(await ask('GET', list), 'Content-Type')).toBe('application/json'),
    },
    {
      choice: 'charset',
      holds: async (ask) =>
        expect(header(await ask('DELETE', `${list}/9`), 'Content-Type')).toBe(
          'application/json; charset=utf-8',
        ),
    },
  ],
  etag: [
    {
      choice: 'off',
      holds: async (ask) => {
        const response = await ask('GET', list, 'If-None-Match: *', key);
        expect([response.status, header(response, 'ETag')]).toEqual([200, undefined]);
      },
    },
    {
      choice: 'on',
      holds: async (ask) => {
        const etag = header(await ask('GET', list), 'ETag');
        expect(etag).toMatch(/^"[\w-]+"$/);
        const same = await ask('GET', list, `If-None-Match: "x", W/${etag}`, key);
        expect([same.status, same.body, header(same, 'ETag')]).toEqual([304, '', etag]);
        expect(same.head).not.toMatch(/^content-/im);
        expect((await ask('GET', list, 'If-None-Match: "x"', key)).status).toBe(200);
      },
    },
  ],
  'list-compression': [
    {
      choice: 'off',
      holds: async (ask) =>
        expect(
          header(await ask('GET', list, 'Accept-Encoding: gzip', key), 'Content-Encoding'),
        ).toBeUndefined(),
    },
    {
      choice: 'on',
      holds: async (ask) => {
        const zipped = await ask('GET', list, 'Accept-Encoding: gzip', key);
        expect([header(zipped, 'Content-Encoding'), header(zipped, 'Vary')]).toEqual([
          'gzip',
          'Accept-Encoding',
        ]);
        const plain = await ask('GET', list);
        expect([header(plain, 'Content-Encoding'), header(plain, 'Vary')]).toEqual([
          undefined,
          'Accept-Encoding',
        ]);
        const { gunzipSync } = await import('node:zlib');
        expect(gunzipSync(Buffer.from(zipped.body, 'latin1')).toString()).toBe(plain.body);
      },
    },
  ],
  'www-authenticate': [
    {
      choice: 'bearer',
      holds: async (ask) =>
        expect(header(await ask('GET', list, 'no key'), 'WWW-Authenticate')).toBe('Bearer'),
    },
    {
      choice: 'none',
      holds: async (ask) => {
        const response = await ask('GET', list, 'no key');
        expect([response.status, header(response, 'WWW-Authenticate')]).toEqual([401, undefined]);
      },
    },
  ],
  'bearer-case': [
    {
      choice: 'any-case',
      holds: async (ask) =>
        expect((await ask('GET', list, key.replace('Bearer', 'bEARER'))).status).toBe(200),
    },
    {
      choice: 'exact',
      holds: async (ask) =>
        expect((await ask('GET', list, key.replace('Bearer', 'bearer'))).status).toBe(401),
    },
  ],
};
