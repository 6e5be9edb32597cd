import { errorWire, type TinyOrder, tinyOrder, tinyOrders } from './honest-server.ts';
import { lists, type Mutant, rebody, replace, retype, rewire } from './mutant.ts';

const firstOrder = '"quantity":2';
const utf16 = Buffer.from('[]', 'utf16le');

/** A mutant whose list has one text replaced in its first order. */
function field(rule: Mutant['rule'], name: string, to: string, from: string | RegExp = firstOrder): Mutant {
  return { name, rule, level: 'observe', twist: replace(lists, from, to) };
}

function body(rule: Mutant['rule'], name: string, text: string | Buffer): Mutant {
  return { name, rule, level: 'observe', twist: rebody(lists, text) };
}

function type(rule: Mutant['rule'], contentType: string | undefined): Mutant {
  return {
    name: `the list has the type ${contentType ?? '(none)'}`,
    rule,
    level: 'observe',
    twist: retype(lists, contentType),
  };
}

const date = /2026-01-20T10:00:00Z/;

/** Servers whose list breaks a rule. */
export const listMutants: readonly Mutant[] = [
  {
    name: 'the key works only once',
    rule: 'R04',
    level: 'probe',
    twist: {
      wire: (wire, request) =>
        lists(wire, request) && request.query.size === 0 && request.times > 1
          ? errorWire(401, 'unauthorized', 'The key has been used.')
          : wire,
    },
  },
  type('R05', 'text/json'),
  type('R05', 'text/html'),
  type('R05', undefined),
  type('R05', 'application/problem+json'),
  type('R05', 'application/vnd.api+json'),
  body('R06', 'the list has a trailing comma', '[{"id":1},]'),
  body('R06', 'the list begins with a byte order mark', '\ufeff[]'),
  body(
    'R06',
    'the list is not UTF-8',
    Buffer.from([0x5b, 0x7b, 0x22, 0x78, 0xff, 0x22, 0x3a, 0x31, 0x7d, 0x5d]),
  ),
  body('R06', 'the list is UTF-16', utf16),
  body('R06', 'an order has id twice', '[{"id":1,"id":2}]'),
  body('R06', 'a number is NaN', '[{"quantity":NaN}]'),
  body('R06', 'the list has no bytes', ''),
  body('R06', 'a second JSON text follows the list', '[][]'),
  body('R06', 'the list ends early', '[{"id":1}'),
  body('R07', 'the list is an object', '{}'),
  body('R07', 'the list is wrapped in pages', '{"orders":[],"next":2}'),
  body('R07', 'the list is null', 'null'),
  body('R07', 'the list holds null', '[null]'),
  body('R07', 'the list holds ids', '[101,102]'),
  field('R08', 'quantity is text', '"quantity":"2"'),
  field('R08', 'quantity is null', '"quantity":null'),
  field('R08', 'quantity is a fraction', '"quantity":1.5'),
  field('R08', 'complete is text', '"complete":"false"', '"complete":false'),
  field('R08', 'complete is a number', '"complete":0', '"complete":false'),
  field('R08', 'shipDate is a number', '"shipDate":1768903200', /"shipDate":"[^"]*"/),
  field('R08', 'shipDate is null', '"shipDate":null', /"shipDate":"[^"]*"/),
  field('R08', 'petId is null', '"petId":null', '"petId":7'),
  field('R09', 'petId is 2^63', '"petId":9223372036854775808', '"petId":7'),
  field('R09', 'an id is below -2^63', '"id":-9223372036854775809', '"id":102'),
  field('R09', 'an id is 2^63', '"id":9223372036854775808', '"id":102'),
  field('R10', 'shipDate is only a date', '2026-01-20', date),
  field('R10', 'shipDate has a space', '2026-01-20 10:00:00Z', date),
  field('R10', 'shipDate has no zone', '2026-01-20T10:00:00', date),
  field('R10', 'shipDate has a zone without colon', '2026-01-20T10:00:00+0000', date),
  field('R10', 'shipDate is in month 13', '2026-13-20T10:00:00Z', date),
  field('R10', 'shipDate is on 30 February', '2026-02-30T10:00:00Z', date),
  field('R10', 'shipDate is a sentence', 'tomorrow', date),
  {
    name: 'two orders have one id',
    rule: 'R11',
    level: 'observe',
    twist: { orders: () => [...tinyOrders(), tinyOrder('102', 'pending')] },
  },
  field('R12', 'an order has an undocumented field', '"quantity":2,"status":"pending"'),
  ...'status complete petId quantity'.split(' ').map(filtering),
  ...'limit size per_page pageSize page[size] $top'.split(' ').map(sizing),
  ...'page offset cursor'.split(' ').map(placing),
  ...'limit per_page page[size] $top quantity'.split(' ').map(acceptingOnly),
  {
    name: 'the list uses ?complete= and every order is complete',
    rule: 'R13',
    level: 'observe',
    twist: {
      orders: () => [tinyOrder('101', 'pending', { complete: true })],
      list: (orders, { query }) => (query.get('complete') === 'false' ? [] : orders),
    },
  },
  ...['pending', 'shipped'].map(
    (state): Mutant => ({
      name: `the list can be filtered only by the state ${state}`,
      rule: 'R13',
      level: 'observe',
      twist: {
        list: (orders, { query }) =>
          query.get('status') === state ? orders.filter((order) => order.state === state) : orders,
      },
    }),
  ),
  {
    name: 'query parameters need another key',
    rule: 'R04',
    level: 'observe',
    twist: { authorized: (request, honest) => honest && request.query.size === 0 },
  },
  {
    name: 'the list responds with 500',
    rule: 'R03',
    level: 'observe',
    twist: rewire(lists, () => ({ status: 500 })),
  },
  {
    name: 'the list responds with 206',
    rule: 'R03',
    level: 'observe',
    twist: rewire(lists, () => ({ status: 206 })),
  },
  {
    name: 'the list moves elsewhere',
    rule: 'R03',
    level: 'observe',
    twist: rewire(lists, () => ({
      status: 307,
      headers: [['Location', '/v2/store/orders']],
      body: undefined,
    })),
  },
  {
    name: 'the list is missing with query parameters',
    rule: 'R03',
    level: 'observe',
    twist: rewire(
      (wire, request) => lists(wire, request) && request.query.size > 0,
      () => ({ status: 404 }),
    ),
  },
];

function querying(
  name: string,
  select: (orders: readonly TinyOrder[], value: string) => readonly TinyOrder[],
): Mutant {
  return {
    name: `the list uses ?${name}=`,
    rule: 'R13',
    level: 'observe',
    twist: {
      list: (orders, { query }) => {
        const value = query.get(name);
        return value === null ? orders : select(orders, value);
      },
    },
  };
}

function filtering(name: string): Mutant {
  return querying(name, (orders, value) =>
    orders.filter(({ state, text }) => String(name === 'status' ? state : JSON.parse(text)[name]) === value),
  );
}

function sizing(name: string): Mutant {
  return querying(name, (orders, value) => orders.slice(0, Number(value)));
}

function placing(name: string): Mutant {
  return querying(name, (orders, value) => orders.slice(Number(value)));
}

/** Refuses requests with any other parameter. */
function acceptingOnly(name: string): Mutant {
  return {
    name: `the list uses ?${name}= and refuses other parameters`,
    rule: 'R13',
    level: 'observe',
    twist: {
      list: (orders, { query }) => (query.has(name) ? orders.slice(0, 1) : orders),
      wire: (wire, request) =>
        lists(wire, request) && [...request.query.keys()].some((key) => key !== name)
          ? { status: 400, headers: [], body: undefined }
          : wire,
    },
  };
}
