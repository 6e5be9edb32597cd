import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** A message as bytes, and what a reader of it finds. */
export type Message = {
  readonly bytes: Buffer;
  /** The length of the head, those of interim responses included. */
  readonly headLength: number;
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
  readonly content: Buffer;
  /** Whether only the end of the connection ends it. */
  readonly untilClose: boolean;
};

const tokenCharacters = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const reserved = /^(?:host|connection|upgrade|http2-settings|content-length|transfer-encoding|expect)$/i;
const name = fc
  .oneof(
    fc.constantFrom('X-A', 'x-a', 'X-a', 'Accept', 'ETag', 'SET-COOKIE', 'date', 'Content-Type', 'Via', 'TE'),
    fc.string({ unit: fc.constantFrom(...tokenCharacters), minLength: 1, maxLength: 12 }),
  )
  .filter((text) => !reserved.test(text));
/** Bytes of a field value, also such beyond ASCII. */
const value = fc
  .oneof(
    fc.constantFrom(
      '',
      'a',
      'Bearer test-api-key',
      '"x", "y"',
      'a\tb',
      '\u00fc\u00e9\u00ff',
      '\u00a0',
      'a: b',
    ),
    fc.string({ unit: fc.integer({ min: 0x21, max: 0xff }).map(toCharacter), maxLength: 30 }),
  )
  .map((text) => text.replace(/^[ \t]+|[ \t]+$/g, ''));
/** Optional whitespace. */
export const space = fc.constantFrom(' ', '', '  ', '\t', ' \t ');
/** A header field and the whitespace around its value. */
export type Field = {
  readonly name: string;
  readonly before: string;
  readonly value: string;
  readonly after: string;
};
const field = fc.record<Field>({ name, before: space, value, after: fc.constantFrom('', ' ', '\t') });
/** Some header fields, none of which is about framing. */
export const fields = fc.array(field, { maxLength: 6 });

/** The character of a byte; a space for DEL, which is not allowed. */
export function toCharacter(code: number): string {
  return code === 0x7f ? ' ' : String.fromCharCode(code);
}

/** Content, short or long. */
export const content = fc.oneof(
  fc
    .constantFrom('', '[]', '[{"id":9223372036854775807,"petId":-9223372036854775808}]')
    .map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(gzipSync('[{"id":9007199254740993}]')),
  // Longer than what one read of a socket returns.
  fc.integer({ min: 60_000, max: 200_000 }).map((length) => Buffer.alloc(length, 'abcdefg\r\n\r\n0\r\n\r\n')),
);

/** Content with the header fields of its framing. */
export type Framed = { readonly framing: readonly Field[]; readonly body: Buffer };
const extension = fc.constantFrom('', '', ';a=b', ' ; name="a b"');
const trailers = fc.constantFrom('', '', 'X-Sum: 1\r\n', 'x-a: \u00e9\r\nX-A:\r\n');

/** Content in chunks of some sizes, which repeat. */
export function chunked(bytes: Buffer): fc.Arbitrary<Framed> {
  return fc
    .tuple(
      fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 3 }),
      extension,
      trailers,
      fc.boolean(),
    )
    .map(([sizes, extended, trailer, upper]) => {
      const parts: Buffer[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const chunk = bytes.subarray(at, at + Math.max(sizes[turn % sizes.length] ?? 1, bytes.length / 50));
        const size = chunk.length.toString(16);
        parts.push(
          Buffer.from(`${upper ? size.toUpperCase() : `0${size}`}${extended}\r\n`),
          chunk,
          Buffer.from('\r\n'),
        );
        at += chunk.length;
      }
      parts.push(Buffer.from(`0${extended}\r\n${trailer}\r\n`, 'latin1'));
      const coding = {
        name: upper ? 'TRANSFER-ENCODING' : 'Transfer-Encoding',
        before: ' ',
        value: 'chunked',
        after: '',
      };
      return { framing: [coding], body: Buffer.concat(parts) };
    });
}

/** Content with a Content-Length. */
export function withLength(bytes: Buffer): Framed {
  return {
    framing: [{ name: 'Content-length', before: ' ', value: `${bytes.length}`, after: ' ' }],
    body: bytes,
  };
}

/** A message of a first line and header fields; those of the framing are at a place among them. */
export function message(
  firstLine: string,
  { framing, body }: Framed,
  given: readonly Field[],
  at: number,
): Omit<Message, 'content' | 'untilClose'> {
  const all = given.toSpliced(Math.min(at, given.length), 0, ...framing);
  const lines = all.map(({ name, before, value, after }) => `${name}:${before}${value}${after}`);
  const head = Buffer.from(`${[firstLine, ...lines].join('\r\n')}\r\n\r\n`, 'latin1');
  return {
    bytes: Buffer.concat([head, body]),
    headLength: head.length,
    rawHeaders: all.map(({ name, value }) => [name, value]),
  };
}
