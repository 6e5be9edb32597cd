import { gzipSync } from 'node:zlib';
import type { Wire } from './honest-server.ts';
import { lists, type Mutant, responses, rewire, type Where } from './mutant.ts';

function broken(name: string, where: Where, change: (wire: Wire) => Partial<Wire>): Mutant {
  return { name, rule: 'R02', level: 'observe', twist: rewire(where, change) };
}

/** Adds headers. */
function plus(wire: Wire, ...headers: readonly (readonly [string, string])[]): Partial<Wire> {
  return { headers: [...wire.headers, ...headers] };
}

const lengthOf = ({ body }: Wire): number => Buffer.byteLength(body ?? '');

/** Servers whose responses are not complete HTTP messages, or that have another base address. */
export const messageMutants: readonly Mutant[] = [
  { name: 'the base address has no version', rule: 'R01', level: 'observe', twist: { basePath: '/api' } },
  { name: 'the base address is /v2', rule: 'R01', level: 'observe', twist: { basePath: '/v2' } },
  broken('the list is cut short', lists, (wire) => plus(wire, ['Content-Length', `${lengthOf(wire) + 9}`])),
  broken('a 401 is cut short', responses(401), (wire) =>
    plus(wire, ['Content-Length', `${lengthOf(wire) + 1}`]),
  ),
  broken('the last chunk is missing', lists, (wire) => ({
    ...plus(wire, ['Transfer-Encoding', 'chunked']),
    body: `${lengthOf(wire).toString(16)}\r\n${wire.body}\r\n`,
  })),
  broken('a chunk has no size', lists, (wire) => ({
    ...plus(wire, ['Transfer-Encoding', 'chunked']),
    body: `size\r\n${wire.body}\r\n0\r\n\r\n`,
  })),
  broken('two lengths differ', lists, (wire) =>
    plus(wire, ['Content-Length', `${lengthOf(wire)}`], ['Content-Length', `${lengthOf(wire) + 1}`]),
  ),
  broken('a length and chunks', lists, (wire) => ({
    ...plus(wire, ['Content-Length', `${lengthOf(wire)}`], ['Transfer-Encoding', 'chunked']),
    body: `${lengthOf(wire).toString(16)}\r\n${wire.body}\r\n0\r\n\r\n`,
  })),
  broken('bytes follow the list', lists, (wire) => ({
    ...plus(wire, ['Content-Length', `${lengthOf(wire)}`]),
    body: `${wire.body} surplus`,
  })),
  broken('a list claims to be gzip and is not', lists, (wire) => plus(wire, ['Content-Encoding', 'gzip'])),
  broken('a gzip list is cut short', lists, (wire) => ({
    ...plus(wire, ['Content-Encoding', 'gzip']),
    body: gzipSync(wire.body ?? '').subarray(0, -6),
  })),
  broken('a list claims an unknown coding', lists, (wire) => plus(wire, ['Content-Encoding', 'x-own'])),
  broken('bytes follow the gzip of the list', lists, (wire) => ({
    ...plus(wire, ['Content-Encoding', 'gzip']),
    body: Buffer.concat([gzipSync(wire.body ?? ''), Buffer.from('surplus')]),
  })),
  broken('the list has two types', lists, (wire) => plus(wire, ['Content-Type', 'text/html'])),
  broken('a line of the head ends in a line feed only', responses(401), ({ body }) => ({
    raw: `HTTP/1.1 401 X\nWWW-Authenticate: Bearer\r\nContent-Type: application/json\r\nContent-Length: ${body?.length}\r\n\r\n${body}`,
  })),
  broken('a 401 is not HTTP', responses(401), () => ({ raw: 'Unauthorized\r\n' })),
  broken('a header line continues on the next one', responses(401), ({ body }) => ({
    raw: `HTTP/1.1 401 X\r\nWWW-Authenticate: Bearer\r\n realm="x"\r\nContent-Type: application/json\r\nContent-Length: ${body?.length}\r\n\r\n${body}`,
  })),
  broken('a header has no colon', responses(401), ({ body }) => ({
    raw: `HTTP/1.1 401 X\r\nWWW-Authenticate: Bearer\r\nContent-Type: application/json\r\nbroken\r\nContent-Length: ${body?.length}\r\n\r\n${body}`,
  })),
];
