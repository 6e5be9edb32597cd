import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDateTime } from '../../text/date-time.ts';
import { DateShift } from './date-shift.ts';

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
const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));

const shifted = (texts: readonly string[], secret: Buffer): readonly string[] => {
  const shift = DateShift.drawFor(texts, secret);
  return texts.map((text) => shift.of(text) ?? 'no date');
};

function msOf(text: string): number {
  const reading = readDateTime(text);
  if (reading.kind === 'malformed') throw new Error(`${text}: ${reading.reason}`);
  return reading.ms;
}

test('dates are moved by one number of days, keep their time and offset, and leave no day of the originals', () => {
  fc.assert(
    fc.property(dates, key, (texts, secret) => {
      const days = new Set(texts.map((text) => text.slice(0, 10)));
      const differences = new Set<number>();
      for (const [at, after] of shifted(texts, secret).entries()) {
        const text = texts[at] ?? '';
        expect(after.slice(10)).toBe(text.slice(10));
        expect(days.has(after.slice(0, 10))).toBe(false);
        differences.add(msOf(after) - msOf(text));
      }
      expect([...differences].map((ms) => ms % 86_400_000)).toEqual([0]);
    }),
  );
});

test('a date at the end of the calendar is moved to its beginning, and stays a date', () => {
  const texts = ['9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z', '2024-02-29T12:00:00Z'];
  for (let byte = 0; byte < 20; byte += 1) {
    const after = shifted(texts, Buffer.alloc(32, byte));
    expect(after.map((text) => readDateTime(text).kind)).toEqual(texts.map(() => 'date-time'));
    expect(after.map((text) => Math.floor(Number(text.slice(0, 4)) / 1000))).toEqual([0, 0, 2]);
  }
});

test('dates on too many days to be moved are refused with a way to keep them', () => {
  const texts = Array.from({ length: 3200 }, (_, at) =>
    new Date(Date.UTC(1000, 0) + at * 1000 * 86_400_000).toISOString(),
  );
  const ends = Array.from({ length: 1000 }, (_, at) => new Date(1.7e12 + at * 86_400_000).toISOString());
  expect(() => shifted([...texts, ...ends], Buffer.alloc(32))).toThrow(
    /no room to shift them: they are on too many days; keep them with `keep: shipDate`/,
  );
});

test('a day keeps the time that follows, and another text is no date', () => {
  const shift = DateShift.draw(Buffer.alloc(32));
  expect(shift.of('2026-01-20')).toMatch(/^2[12]\d\d-\d\d-\d\d$/);
  expect(shift.of('2026-01-20 25:00')).toMatch(/^2[12]\d\d-\d\d-\d\d 25:00$/);
  expect(shift.of('2026-02-30T10:00:00Z')).toBe('2426-02-30T10:00:00Z');
  for (const text of ['2026-01-20T10#4711', '20.1.2026', 'tomorrow', ''])
    expect(shift.of(text)).toBeUndefined();
});

test('a leap second becomes a valid second', () => {
  const after = DateShift.draw(Buffer.alloc(32)).of('2016-12-31T23:59:60Z') ?? '';
  expect(after).toMatch(/T23:59:59Z$/);
});
