import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDateTime } from '../../text/date-time.ts';
import { DateColumn } from './date-shift.ts';
import { KeyStream } from './key-stream.ts';

const two = (value: number): string => String(value).padStart(2, '0');
const zone = fc.oneof(
  fc.constantFrom('Z', 'z', '+00:00', '-00:00', '+23:59', '-23:59'),
  fc
    .tuple(fc.constantFrom('+', '-'), fc.nat(23), fc.nat(59))
    .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`),
);
const fraction = fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,12}$/));
const dateText = (from: string, to: string) =>
  fc
    .record({
      at: fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true }),
      letter: fc.constantFrom('T', 't'),
      fraction,
      zone,
    })
    .map(
      ({ at, letter, ...end }) =>
        at.toISOString().slice(0, 19).replace('T', letter) + end.fraction + end.zone,
    );
const dates = fc.array(dateText('1990-01-01', '2060-12-31T23:59:59Z'), { minLength: 1, maxLength: 40 });
const key = fc.uint8Array({ minLength: 32, maxLength: 32 });

function shift(texts: readonly string[], bytes: Uint8Array): readonly string[] {
  const column = new DateColumn();
  for (const text of texts) column.add(text);
  const drawn = column.drawShift(new KeyStream(Buffer.from(bytes)));
  return texts.map((text) => drawn.of(text));
}

/** The instant in units of 10^-12 seconds. */
function exact(text: string): bigint {
  const reading = readDateTime(text);
  if (reading.kind === 'malformed') throw new Error(`${text}: ${reading.reason}`);
  const digits = /\.(\d+)/.exec(text)?.[1] ?? '';
  return BigInt(Math.floor(reading.ms / 1000)) * 10n ** 12n + BigInt(digits.padEnd(12, '0'));
}

const shapeOf = (text: string): string => text.replaceAll(/\d(?=.*(?:[+-]\d\d:\d\d|[Zz])$)/g, '0');

test('shifts dates by one amount, keeps how they are written, and leaves no day of them', () => {
  fc.assert(
    fc.property(dates, key, (texts, bytes) => {
      const shifted = shift(texts, bytes);
      const [first = '', firstShifted = ''] = [texts[0], shifted[0]];
      const days = new Set(texts.map((text) => text.slice(0, 10)));
      for (const [at, text] of texts.entries()) {
        const after = shifted[at] ?? '';
        expect(shapeOf(after)).toBe(shapeOf(text));
        expect(exact(after) - exact(firstShifted)).toBe(exact(text) - exact(first));
        expect(days.has(after.slice(0, 10))).toBe(false);
      }
    }),
  );
});

test.each([
  ['days', ['2026-01-20T00:00:00Z', '2026-03-01T00:00:00+02:00'], /T00:00:00/],
  ['hours', ['2026-01-20T10:00:00Z', '2026-03-01T00:00:00Z'], /:00:00/],
  ['minutes', ['2026-01-20T10:15:00Z', '2026-03-01T00:00:00Z'], /:00Z/],
  ['seconds with a fraction of zeros', ['2026-01-20T10:15:01.000Z'], /\.000Z/],
])('shifts whole %s by whole ones', (_unit, texts, expected) => {
  for (let byte = 0; byte < 30; byte += 1)
    for (const text of shift(texts, Buffer.alloc(32, byte))) expect(text).toMatch(expected);
});

test('changes the digits of a fraction that every date has', () => {
  const texts = ['2026-01-20T10:15:01.123456Z', '2026-01-20T10:15:01.223456Z'];
  const fractions = Array.from({ length: 30 }, (_, byte) =>
    shift(texts, Buffer.alloc(32, byte))[0]?.slice(20),
  );
  expect(new Set(fractions).size).toBe(30);
});

test('shifts dates that reach to one end of the calendar in the other direction', () => {
  for (let byte = 0; byte < 20; byte += 1) {
    const [late = ''] = shift(['9999-12-31T23:59:59Z', '9998-01-01T00:00:00Z'], Buffer.alloc(32, byte));
    expect(late < '9998').toBe(true);
    const [early = ''] = shift(['0000-01-01T00:00:00Z', '0002-05-01T10:30:00Z'], Buffer.alloc(32, byte));
    expect(early > '0002-05-02').toBe(true);
  }
});

test('turns no date into another one of those that reach from one end of the calendar to the other', () => {
  const days = Array.from({ length: 200 }, (_, at) => new Date(1.75e12 + at * 86_400_000).toISOString());
  const midnights = days.map((text) => `${text.slice(0, 10)}T00:00:00Z`);
  const texts = ['0001-01-01T00:00:00Z', ...midnights, '9999-12-31T00:00:00Z'];
  for (let byte = 0; byte < 20; byte += 1) {
    const shifted = shift(texts, Buffer.alloc(32, byte));
    expect(shifted.filter((text) => texts.includes(text))).toEqual([]);
    expect(exact(shifted[5] ?? '') - exact(shifted[0] ?? '')).toBe(
      exact(texts[5] ?? '') - exact(texts[0] ?? ''),
    );
  }
});

test('says which dates cannot be shifted', () => {
  expect(() => shift(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'], Buffer.alloc(32))).toThrow(
    /no room to shift them: they reach from the year 0000 to 9999; keep them with --keep shipDate/,
  );
});

test('a leap second becomes the second after it', () => {
  const [leap = '', next = ''] = shift(['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'], Buffer.alloc(32));
  expect(leap).toBe(next);
});
