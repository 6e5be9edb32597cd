import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { stagingKey, testKey } from '../support/open-test-simulator.ts';

const isError = new Ajv2020({ strict: false }).compile({
  type: 'object',
  required: ['code', 'message', 'status'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } },
  additionalProperties: false,
});

const segment = fc.oneof(
  fc.constantFrom(
    'v1',
    'staging',
    'store',
    'orders',
    'pets',
    'quickstart',
    'messages',
    '1',
    '2',
    '3',
    '-1',
    '',
    '.',
    '%31',
    '%2F',
    '%',
    'V1',
  ),
  fc.bigInt(-(2n ** 64n), 2n ** 64n).map(String),
  fc.string({ maxLength: 8 }).map(encodeURIComponent),
);
const path = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '/v1/store/orders',
      '/staging/v1/store/orders',
      '/v1/store/orders/1',
      '/v1/store/orders/2',
      '/v1/store/orders/9',
      '/quickstart/messages',
      '/v1/pets/1',
    ),
  },
  { weight: 2, arbitrary: fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join('/')}`) },
);
const authorization = fc.constantFrom(
  `Bearer ${testKey}`,
  `Bearer ${testKey}`,
  `bearer ${stagingKey}`,
  'Bearer wrong',
  `Basic ${testKey}`,
  '',
  undefined,
);
/** A request of the service, more or less sensible. */
export const anyRequest = fc.record({
  method: fc.constantFrom(
    'GET',
    'GET',
    'DELETE',
    'DELETE',
    'DELETE',
    'HEAD',
    'OPTIONS',
    'POST',
    'PUT',
    'PATCH',
  ),
  path,
  query: fc.oneof(
    fc.constant(''),
    fc.string({ maxLength: 10 }).map((text) => `?${encodeURIComponent(text)}`),
  ),
  authorization,
  contentType: fc.constantFrom(undefined, 'application/json', 'text/plain'),
  body: fc.oneof(fc.constant(undefined), fc.constant('{"message":"hi"}'), fc.string({ maxLength: 50 })),
  accept: fc.constantFrom(undefined, 'application/json', 'text/html', '*/*'),
});

/** What `anyRequest` draws. */
export type AnyRequest = typeof anyRequest extends fc.Arbitrary<infer T> ? T : never;

/** Sends a request. Returns the status, and what is wrong with the response in any state, or undefined. */
export async function askAny(
  origin: string,
  { method, path, query, authorization, contentType, body, accept }: AnyRequest,
): Promise<{ readonly status: number; readonly wrong: string | undefined }> {
  const headers: [string, string | undefined][] = Object.entries({
    Authorization: authorization,
    'Content-Type': contentType,
    Accept: accept,
  });
  const response = await fetch(`${origin}${path}${query}`, {
    method,
    headers: Object.fromEntries(headers.filter((entry): entry is [string, string] => entry[1] !== undefined)),
    ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
  });
  const { status } = response;
  return { status, wrong: whatIsWrong(method, status, await response.text()) };
}

const documented = new Set([200, 204, 400, 401, 404, 405, 409, 501]);

function whatIsWrong(method: string, status: number, text: string): string | undefined {
  if (!documented.has(status)) return `status ${status}`;
  if (/<|\bat .*:\d+:\d+/.test(text)) return `a page or a stack: ${text}`;
  if (text === '')
    return method === 'HEAD' || [204, 400, 409].includes(status) ? undefined : `${status} without a body`;
  if (status < 400) return undefined;
  const error = JSON.parse(text);
  return isError(error) && error.status === status ? undefined : `no Error body: ${text}`;
}
