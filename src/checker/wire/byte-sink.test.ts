import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteSink } from './byte-sink.ts';

const bytes = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 }).map((text) => Buffer.from(text));
const pieces = fc.array(bytes, { maxLength: 5 });

test('holds what was appended, whatever was known before and however much room was made', () => {
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

test('keeps nothing of the memory that a piece came in', () => {
  const sink = new ByteSink(Buffer.from('abc'));
  const piece = Buffer.from('ab');
  sink.append(piece);
  piece.write('xy');
  sink.append(piece);
  piece.fill(0);
  expect(sink.toBuffer().toString()).toBe('abxy');
});

test('leaves the known content as it is where other content begins like it', () => {
  const known = Buffer.from('abc');
  const sink = new ByteSink(known);
  sink.append(Buffer.from('ab'));
  sink.append(Buffer.from('z'));
  expect([sink.toBuffer().toString(), known.toString()]).toEqual(['abz', 'abc']);
});
