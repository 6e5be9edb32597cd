import fc from 'fast-check';
import { type TestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { type RawResponse, request } from '../../support/raw-http.ts';

const segment = fc.oneof(
  fc.constantFrom(...'v1 staging store orders pets quickstart messages 1 2 -1 . %31 %2F % V1'.split(' '), ''),
  fc.bigInt(-(2n ** 64n), 2n ** 64n).map(String),
  fc.string({ maxLength: 8 }).map(encodeURIComponent),
);
const target = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['/v1/store/orders', '/v1/store/orders?status=pending', '/staging/v1/store/orders', '/v1/pets/1'],
      ...['/v1/store/orders/', '/v1/store/orders/x', '/v1/store/orders/%31', '/v1/store/orders/01'],
      ...['/quickstart/messages', '/v2', '*', 'file://?x', 'http://localhost/v1/store/orders'],
    ),
  },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 20 }).map((id) => `/v1/store/orders/${id}`) },
  { weight: 1, arbitrary: fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join('/')}`) },
);

/** A request of the service, more or less sensible. */
export const anyRequest = fc.record({
  method: fc.constantFrom(...'GET GET GET DELETE DELETE DELETE POST HEAD OPTIONS PUT'.split(' ')),
  target,
  authorization: fc.constantFrom(
    ...[`Bearer ${testKey}`, `Bearer ${testKey}`, `bearer ${testKey}`, 'Bearer wrong', 'Basic x', ''],
  ),
  rest: fc.constantFrom(
    ...[[], ['Accept: text/html'], ['Origin: http://a.test'], ['Accept-Encoding: gzip']],
    ...[['If-None-Match: *'], ['Host: b'], ['Content-Type: text/plain']],
  ),
  body: fc.constantFrom('', '', '{"message":"hi"}', '{'),
});

/** What `anyRequest` draws. */
export type AnyRequest = typeof anyRequest extends fc.Arbitrary<infer T> ? T : never;

export function sendAny(
  { serviceOrigin }: Pick<TestSimulator, 'serviceOrigin'>,
  { method, target: to, authorization, rest, body }: AnyRequest,
): Promise<RawResponse> {
  const type = rest.some((line) => line.startsWith('Content-Type')) ? [] : ['Content-Type: application/json'];
  const framing = body === '' ? [] : [...type, `Content-Length: ${body.length}`];
  return request(serviceOrigin, method, to, [`Authorization: ${authorization}`, ...framing, ...rest], body);
}
