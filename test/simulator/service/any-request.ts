import fc from 'fast-check';
import { ask, type TestSimulator, testKey } from '../../support/open-test-simulator.ts';
import type { RawResponse } from '../../support/raw-http.ts';

const list = '/v1/store/orders';
const segment = fc.oneof(
  fc.constantFrom(...'v1 staging store orders pets quickstart messages 7 -1 . %31 %2F % V1'.split(' '), ''),
  fc.bigInt(-(2n ** 64n), 2n ** 64n).map(String),
  fc.string({ maxLength: 8 }).map(encodeURIComponent),
);
const oddLine = fc
  .tuple(
    fc.constantFrom('GET', 'DELETE', 'POST', 'HEAD', 'OPTIONS', 'PUT'),
    fc.oneof(
      fc.constantFrom(
        `${list}/`,
        `${list}/01`,
        `/staging${list}`,
        '*',
        'file://?x',
        `http://localhost${list}`,
      ),
      fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join('/')}`),
    ),
  )
  .map((parts) => parts.join(' '));

/** A request of the service, more or less sensible. The orders 7, 8 and 9 may exist. */
export const anyRequest = fc.record({
  line: fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        `GET ${list}`,
        `DELETE ${list}/7`,
        `DELETE ${list}/9`,
        `OPTIONS ${list}`,
        'GET /v2',
      ),
    },
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        ...[`HEAD ${list}`, `GET ${list}?a=b`, `PUT ${list}`, `DELETE ${list}/8`, `DELETE ${list}/%39`],
        ...[`DELETE ${list}/99`, `DELETE ${list}/x`, `GET ${list}/7`, 'GET /v1/pets/1', 'GET /v1/pets/2'],
        'POST /quickstart/messages',
      ),
    },
    { weight: 1, arbitrary: oddLine },
  ),
  authorization: fc.constantFrom(
    ...Array<string>(5).fill(`Bearer ${testKey}`),
    ...[`bearer ${testKey}`, 'BEARER wrong', 'Bearer wrong', 'Basic x'],
  ),
  rest: fc.constantFrom<string[]>(
    ...[[], [], ['Accept: text/html'], ['Accept-Encoding: gzip'], ['If-None-Match: *'], ['Host: b']],
    ...[['Origin: http://a.test'], ['Origin: http://a.test', 'Access-Control-Request-Method: DELETE']],
  ),
  body: fc.constantFrom('', '', '{"message":"hi"}', '{'),
});

/** What `anyRequest` draws. */
export type AnyRequest = typeof anyRequest extends fc.Arbitrary<infer T> ? T : never;

export function sendAny(
  simulator: Pick<TestSimulator, 'serviceOrigin'>,
  { line, authorization, rest, body }: AnyRequest,
): Promise<RawResponse> {
  const type = body === '' ? [] : ['Content-Type: application/json'];
  return ask(simulator, line, [`Authorization: ${authorization}`, ...type, ...rest], body);
}
