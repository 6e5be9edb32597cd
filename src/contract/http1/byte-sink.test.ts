import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteSink, KnownBodies } from './byte-sink.ts';

const bytes = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 }).map((text) => Buffer.from(text));
const pieces = fc.array(bytes, { maxLength: 5 });

test('holds the appended bytes, for any known content and any reserved length', () => {
  fc.assert(
    fc.property(fc.option(bytes, { nil: undefined }), pieces, fc.nat(40), (known, given, room) => {
      const sink = new ByteSink(known);
      sink.reserve(room);
      for (const piece of given) sink.append(piece);
      const all = Buffer.concat(given);
      expect(sink.length).toBe(all.length);
      expect(sink.toBuffer()).toEqual(all);
      expect(sink.toBuffer() === known).toBe(known?.equals(all) === true);
    }),
  );
});

test('does not keep the memory of a piece', () => {
  const sink = new ByteSink(Buffer.from('abc'));
  const piece = Buffer.from('ab');
  sink.append(piece);
  piece.write('xy');
  sink.append(piece);
  piece.fill(0);
  expect(sink.toBuffer().toString()).toBe('abxy');
});

test('does not change the known content if other content has the same beginning', () => {
  const known = Buffer.from('abc');
  const sink = new ByteSink(known);
  sink.append(Buffer.from('ab'));
  sink.append(Buffer.from('z'));
  expect([sink.toBuffer().toString(), known.toString()]).toEqual(['abz', 'abc']);
});

test('keeps equal bodies once, and knows the longest', () => {
  const bodies = new KnownBodies();
  expect(bodies.longest).toBeUndefined();
  const [first, ...others] = ['[1]', '{}', '[2]'].map((text) => Buffer.from(text));
  for (const body of [first, ...others]) expect(bodies.keep(body as Buffer)).toBe(body);
  expect(bodies.keep(Buffer.from('[1]'))).toBe(first);
  expect(bodies.longest).toBe(first);
});
