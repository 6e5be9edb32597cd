import fc from 'fast-check';
import {
  chunked,
  content,
  type Field,
  type Framed,
  fields,
  type Message,
  message,
  space,
  toCharacter,
  withLength,
} from './any-message.ts';

/** A request, and what the service must receive. */
export type AnyRequest = Message & {
  readonly method: string;
  readonly target: string;
  /** The bytes that the service must receive. */
  readonly forwarded: (authority: string) => Buffer;
};
/** A response. */
export type AnyResponse = Message & { readonly statusLine: string; readonly status: number };
/** A request and its response. */
export type AnyExchange = { readonly request: AnyRequest; readonly response: AnyResponse };

const method = fc.constantFrom(
  'GET',
  'GET',
  'HEAD',
  'DELETE',
  'POST',
  'PUT',
  'OPTIONS',
  'PATCH',
  'M-SEARCH',
  'get',
);
const target = fc.oneof(
  fc.constantFrom(
    '/v1/store/orders',
    '/v1/store/orders/9223372036854775807',
    '/',
    '//a/../b/.',
    '/%zz?%&=',
    '/v1?a#b',
    '*',
  ),
  fc
    .string({ unit: fc.integer({ min: 0x21, max: 0xff }).map(toCharacter), maxLength: 20 })
    .map((text) => `/${text.replaceAll(' ', '')}`),
);
const host: fc.Arbitrary<Field> = fc.record({
  name: fc.constantFrom('Host', 'host', 'HOST'),
  before: space,
  value: fc.constantFrom('localhost:4010', '[::1]:80', 'x'),
  after: fc.constantFrom('', ' '),
});

const anyRequest: fc.Arbitrary<AnyRequest> = fc
  .tuple(method, target, host, fields, fc.nat(6), content, fc.constantFrom('none', 'length', 'chunked'))
  .chain(([method, target, host, given, at, bytes, kind]) => {
    const none = fc.constant<Framed>({ framing: [], body: Buffer.alloc(0) });
    const framed =
      kind === 'none' ? none : kind === 'length' ? fc.constant(withLength(bytes)) : chunked(bytes);
    return framed.map((framed) => {
      const toHost = (text: string) =>
        message(
          `${method} ${target} HTTP/1.1`,
          framed,
          [...given, { ...host, value: text }].toReversed(),
          at,
        );
      const content = kind === 'none' ? Buffer.alloc(0) : bytes;
      const forwarded = (authority: string): Buffer => toHost(authority).bytes;
      return { method, target, ...toHost(host.value), content, untilClose: false, forwarded };
    });
  });

const interim = fc.constantFrom(
  '',
  '',
  '',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nlink: </b>\r\n\r\n',
);
const reason = fc.constantFrom(' OK', ' ', '', ' Not  Found', ' \u00fcber');

function anyResponse(method: string, last: boolean): fc.Arbitrary<AnyResponse> {
  const status = fc.constantFrom(200, 200, 201, 204, 304, 400, 401, 404, 409, 500, 599);
  const kind = fc.constantFrom('length', 'length', 'chunked', ...(last ? ['close'] : []));
  return fc
    .tuple(status, interim, reason, fields, fc.nat(6), content, kind)
    .chain(([status, interim, reason, given, at, bytes, kind]) => {
      const framed =
        kind === 'close'
          ? fc.constant({ framing: [], body: bytes })
          : kind === 'length'
            ? fc.constant(withLength(bytes))
            : chunked(bytes);
      return framed.map((framed): AnyResponse => {
        // Such a response has the headers of its framing, and no body.
        const bodiless = method === 'HEAD' || status === 204 || status === 304;
        const statusLine = `HTTP/1.1 ${status}${reason}`;
        const parts = message(
          statusLine,
          bodiless ? { ...framed, body: Buffer.alloc(0) } : framed,
          given,
          at,
        );
        return {
          ...parts,
          statusLine,
          status,
          bytes: Buffer.concat([Buffer.from(interim), parts.bytes]),
          headLength: parts.headLength + interim.length,
          content: bodiless ? Buffer.alloc(0) : bytes,
          untilClose: kind === 'close' && !bodiless,
        };
      });
    });
}

const anyExchange = (last: boolean): fc.Arbitrary<AnyExchange> =>
  anyRequest.chain((request) => anyResponse(request.method, last).map((response) => ({ request, response })));

/** What goes wrong in the last exchange: a side leaves after a part of its message, or the client while it reads. */
export type Cut = {
  readonly who: 'nobody' | 'client' | 'upstream' | 'reader';
  /** The part of the bytes that pass before, from 0 to 1. */
  readonly at: number;
  readonly how: 'end' | 'reset';
};

/** The exchanges of one connection. */
export type Conversation = {
  readonly exchanges: readonly AnyExchange[];
  readonly cut: Cut;
  /** The sizes of the pieces in which messages are sent; they repeat. */
  readonly pieces: readonly number[];
  /** The upstream responds when it has the head of a request, rather than all of it. */
  readonly early: boolean;
  /** The client sends all its requests at once. */
  readonly pipelined: boolean;
};

export const anyConversation: fc.Arbitrary<Conversation> = fc
  .tuple(fc.array(anyExchange(false), { maxLength: 2 }), anyExchange(true))
  .chain(([first, last]) =>
    fc.record({
      exchanges: fc.constant([...first, last]),
      cut: fc.record<Cut>({
        who: fc.constantFrom('nobody', 'nobody', 'client', 'upstream', 'reader'),
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        how: fc.constantFrom('end', 'reset'),
      }),
      pieces: fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(300_000)), {
        minLength: 1,
        maxLength: 4,
      }),
      early: fc.boolean(),
      pipelined: fc.boolean(),
    }),
  );

/** Cuts bytes into pieces, of which there are at most some dozens. */
export function inPieces(bytes: Buffer, sizes: readonly number[]): readonly Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = turn > 30 ? bytes.length : (sizes[turn % sizes.length] ?? bytes.length);
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}
