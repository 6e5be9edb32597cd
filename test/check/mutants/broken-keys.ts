import { errorWire, serverKey, type Twist, tinyOrders } from './honest-server.ts';
import {
  type BrokenServer,
  cancels,
  hasKey,
  rebody,
  replace,
  responding,
  responses,
  retype,
  rewire,
  type Where,
} from './mutant.ts';

const unauthorized = responses(401);
const withoutKey: Where = (_wire, { authorization }) => authorization === undefined;
const wrongKey: Where = (wire, request) => !withoutKey(wire, request) && !hasKey(request);

type Takes = (authorization: string | undefined) => boolean;

/** A server that also accepts some wrong keys for one method. */
const taking = (method: string, takes: Takes): Twist => ({
  authorized: (request, honest) => honest || (request.method === method && takes(request.authorization)),
});

/** Letters and digits stand for each other. */
const formOf = (text: string): string =>
  text.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/[0-9]/g, '0');

/** Whether a key differs at most at one place. */
function isAlike(given: string, place: number): boolean {
  const key = given.replace('Bearer ', '');
  return (
    key.length === serverKey.length && [...key].every((one, at) => one === serverKey[at] || at === place)
  );
}

/** Careless ways to check keys. */
const careless: readonly (readonly [how: string, takes: (given: string) => boolean])[] = [
  ['with any key of its length and alphabet', (given) => formOf(given) === formOf(`Bearer ${serverKey}`)],
  ['with other characters at its start', (given) => given.slice(11) === serverKey.slice(4)],
  ['with another character in the middle', (given) => isAlike(given, serverKey.length >> 1)],
  ['with another character at its end', (given) => isAlike(given, serverKey.length - 1)],
  ['with a part of the key', (given) => given === `Bearer ${serverKey.slice(0, -1)}`],
  ['with an empty key', (given) => given.trim() === 'Bearer'],
];
const carelessly = (method: string, takes: (given: string) => boolean): Twist =>
  taking(method, (given) => given !== undefined && takes(given));

/** A server that checks keys carefully only for orders that do not exist. */
const carelessFor = (ids: readonly string[], takes: Takes): Twist => ({
  authorized: ({ orderId = '', authorization }, honest) =>
    honest || (ids.includes(orderId) && takes(authorization)),
});
const existing = tinyOrders().map(({ id }) => id);

/** Another response to a request without a valid key. */
const responded = (method: string, where: Where, status: number): Twist =>
  responding(
    (wire, request) => request.method === method && where(wire, request),
    status === 204 ? { status, headers: [], body: undefined } : errorWire(status, 'nope', 'No.'),
  );

/** Servers that do not check keys or write Error bodies as specified. */
export const brokenKeys: readonly BrokenServer[] = [
  ['the list is shown without a key', 'R14', taking('GET', (given) => given === undefined)],
  [
    'an order that exists is cancelled without a key',
    'R16 R18 not-tried',
    carelessFor(existing, (given) => given === undefined),
  ],
  [
    'an order that exists is cancelled with any key',
    'R17 R18 not-tried',
    carelessFor(existing, (given) => given?.startsWith('Bearer ') === true),
  ],
  ['the cancel of a shipped order needs no key', 'R18', carelessFor(['201'], (given) => given === undefined)],
  ...careless.flatMap(([how, takes]): BrokenServer[] => [
    [`the list is shown ${how}`, 'R15', carelessly('GET', takes)],
    [`a cancel is decided ${how}`, 'R17 R18 not-tried', carelessly('DELETE', takes)],
  ]),
  ['the list responds with 403 without a key', 'R03', responded('GET', withoutKey, 403)],
  ['the list responds with 403 with a wrong key', 'R03', responded('GET', wrongKey, 403)],
  ['the list responds with 302 without a key', 'R03', responded('GET', withoutKey, 302)],
  ['a cancel without a key gets a 204', 'R16', responded('DELETE', withoutKey, 204)],
  ['a cancel with a wrong key gets a 204', 'R17', responded('DELETE', wrongKey, 204)],
  ['a cancel without a key gets a 404', 'R18', responded('DELETE', withoutKey, 404)],
  ['a cancel with a wrong key gets a 404', 'R18', responded('DELETE', wrongKey, 404)],
  ['a cancel without a key gets a 403', 'R03', responded('DELETE', withoutKey, 403)],
  [
    'a 401 has no challenge',
    'R19',
    rewire(unauthorized, ({ headers }) => ({
      headers: headers.filter(([name]) => name !== 'WWW-Authenticate'),
    })),
  ],
  [
    'a 404 is a problem',
    'R20',
    retype((wire, request) => cancels(wire, request) && wire.status === 404, 'application/problem+json'),
  ],
  ['a 401 is not JSON', 'R21', rebody(unauthorized, '{"code":"x",')],
  ['an Error has no code', 'R22', replace(unauthorized, '"code":"unauthorized",', '')],
  ['the status of a 401 is 403', 'R23', replace(unauthorized, ':401', ':403')],
  ['an Error has an undocumented field', 'R24', replace(unauthorized, '{', '{"trace":"t",')],
];
