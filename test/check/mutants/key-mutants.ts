import { errorWire, serverKey, type Twist, tinyOrders } from './honest-server.ts';
import { hasKey, type Mutant, rebody, replace, responses, retype, rewire, type Where } from './mutant.ts';

const unauthorized = responses(401);
const noSuchOrder = responses(404);
const withoutKey: Where = (_wire, request) => request.authorization === undefined;
const wrongKey: Where = (_wire, request) => request.authorization !== undefined && !hasKey(request);

/** A server that also accepts some wrong keys for one method. */
function taking(method: string, takes: (authorization: string | undefined) => boolean): Twist {
  return {
    authorized: (request, honest) => honest || (request.method === method && takes(request.authorization)),
  };
}

type Takes = (authorization: string) => boolean;

/** Letters and digits stand for each other. */
const formOf = (text: string): string =>
  text.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/[0-9]/g, '0');

/** Whether a key differs at most at the given places. */
function isAlike(given: string, mayDiffer: (at: number) => boolean): boolean {
  const key = given.replace('Bearer ', '');
  return (
    key.length === serverKey.length && [...key].every((one, at) => one === serverKey[at] || mayDiffer(at))
  );
}

/** Careless ways to check keys. */
const carelessness: readonly (readonly [how: string, takes: Takes])[] = [
  ['with any key of its length and alphabet', (given) => formOf(given) === formOf(`Bearer ${serverKey}`)],
  ['with other characters at its start', (given) => given.slice(11) === serverKey.slice(4)],
  ['with another character in the middle', (given) => isAlike(given, (at) => at === serverKey.length >> 1)],
  ['with another character at its end', (given) => isAlike(given, (at) => at === serverKey.length - 1)],
  ['with a part of the key', (given) => given === `Bearer ${serverKey.slice(0, -1)}`],
  ['with an empty key', (given) => given.trim() === 'Bearer'],
];

/** A server that checks keys carefully only for orders that do not exist. */
function carelessForExisting(rule: Mutant['rule'], how: string, takes: (given?: string) => boolean): Mutant {
  const existing = new Set(tinyOrders().map(({ id }) => id));
  return {
    name: `an order that exists is cancelled ${how}`,
    rule,
    level: 'cancel',
    twist: {
      authorized: ({ orderId = '', authorization }, honest) =>
        honest || (existing.has(orderId) && takes(authorization)),
    },
  };
}

function taken(method: string, takes: Takes): Twist {
  return taking(method, (authorization) => authorization !== undefined && takes(authorization));
}

function carelessList(how: string, takes: Takes): Mutant {
  const twist = taken('GET', takes);
  return { name: `the list is shown ${how}`, rule: 'R15', level: 'observe', twist };
}

/** The checker tries wrong keys with absent orders, so that a target that accepts them responds with 404. */
function carelessCancel(how: string, takes: Takes): Mutant {
  return { name: `a cancel is decided ${how}`, rule: 'R18', level: 'probe', twist: taken('DELETE', takes) };
}

/** Another response to a cancel instead of 401. */
function cancelResponses(where: Where, status: number): Twist {
  return {
    wire: (wire, request) => {
      if (request.method !== 'DELETE' || !where(wire, request)) return wire;
      return status === 204 ? { status, headers: [], body: undefined } : errorWire(status, 'nope', 'No.');
    },
  };
}

function listRefusal(name: string, where: Where, status: number): Mutant {
  return {
    name: `the list responds with ${status} ${name}`,
    rule: 'R03',
    level: 'observe',
    twist: {
      wire: (wire, request) =>
        request.method === 'GET' && where(wire, request) ? errorWire(status, 'nope', 'No.') : wire,
    },
  };
}

function cancelRefusal(rule: Mutant['rule'], name: string, where: Where, status: number): Mutant {
  return {
    name: `a cancel ${name} gets a ${status}`,
    rule,
    level: 'probe',
    twist: cancelResponses(where, status),
  };
}

function error(rule: Mutant['rule'], name: string, twist: Twist, level: Mutant['level'] = 'observe'): Mutant {
  return { name, rule, level, twist };
}

/** Servers that do not check keys or write Error bodies as specified. */
export const keyMutants: readonly Mutant[] = [
  {
    name: 'the list is shown without a key',
    rule: 'R14',
    level: 'observe',
    twist: taking('GET', (authorization) => authorization === undefined),
  },
  carelessForExisting('R16', 'without a key', (given) => given === undefined),
  carelessForExisting('R17', 'with any key', (given) => given?.startsWith('Bearer ') === true),
  {
    name: 'the cancel of a shipped order needs no key',
    rule: 'R16',
    level: 'cancel',
    twist: {
      authorized: ({ orderId, authorization }, honest) =>
        honest || (orderId === '201' && authorization === undefined),
    },
  },
  ...carelessness.flatMap(([how, takes]) => [carelessList(how, takes), carelessCancel(how, takes)]),
  listRefusal('without a key', withoutKey, 403),
  listRefusal('with a wrong key', wrongKey, 403),
  listRefusal('without a key', withoutKey, 400),
  listRefusal('without a key', withoutKey, 302),
  cancelRefusal('R16', 'without a key', withoutKey, 204),
  cancelRefusal('R17', 'with a wrong key', wrongKey, 204),
  cancelRefusal('R18', 'without a key', withoutKey, 404),
  cancelRefusal('R18', 'with a wrong key', wrongKey, 404),
  cancelRefusal('R18', 'without a key', withoutKey, 409),
  cancelRefusal('R03', 'without a key', withoutKey, 403),
  error(
    'R19',
    'a 401 has no challenge',
    rewire(unauthorized, ({ headers }) => ({
      headers: headers.filter(([name]) => name !== 'WWW-Authenticate'),
    })),
  ),
  error('R20', 'a 401 is plain text by its type', retype(unauthorized, 'text/plain')),
  error('R20', 'a 401 has no type', retype(unauthorized, undefined)),
  error('R20', 'a 404 is a problem', retype(noSuchOrder, 'application/problem+json'), 'probe'),
  error('R21', 'a 401 is not JSON', rebody(unauthorized, '{"code":"x",')),
  error('R21', 'a 401 is empty', rebody(unauthorized, '')),
  error('R21', 'a 401 has code twice', replace(unauthorized, '{', '{"code":"y",')),
  error('R21', 'a 404 is a sentence', rebody(noSuchOrder, 'There is no such order.'), 'probe'),
  error('R22', 'an Error has no code', replace(unauthorized, '"code":"unauthorized",', '')),
  error('R22', 'an Error has no message', replace(unauthorized, /"message":"[^"]*",/, '')),
  error('R22', 'an Error has no status', replace(unauthorized, /,"status":401/, '')),
  error('R22', 'an Error has a number as code', replace(unauthorized, '"unauthorized"', '7')),
  error('R22', 'an Error has a status as text', replace(unauthorized, ':401', ':"401"')),
  error('R22', 'an Error has null as message', replace(unauthorized, /"message":"[^"]*"/, '"message":null')),
  error('R22', 'an Error is an array', rebody(unauthorized, '[]')),
  error(
    'R22',
    'an Error is wrapped',
    rewire(noSuchOrder, ({ body }) => ({ body: `{"error":${body}}` })),
    'probe',
  ),
  error('R23', 'the status of a 401 is 403', replace(unauthorized, ':401', ':403')),
  error('R23', 'the status of a 404 is 200', replace(noSuchOrder, ':404', ':200'), 'probe'),
  error('R24', 'an Error has an undocumented field', replace(unauthorized, '{', '{"trace":"t",')),
];
