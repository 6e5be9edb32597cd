import * as z from 'zod';
import { isInt64 } from '../order-id.ts';
import type { IssueWords } from './data-issue.ts';
import { msOf, readDateTime } from './date-time.ts';
import { describeDurations, durationPattern, readDuration } from './duration.ts';

export const integer: z.ZodBigInt = z.bigint().meta({ type: 'integer' });

/** An int64, like an order id. */
export const int64: z.ZodBigInt = z
  .bigint()
  .refine(isInt64, { params: { expected: 'an int64, from -9223372036854775808 to 9223372036854775807' } })
  .meta({ type: 'integer', format: 'int64' });

/** A whole number in a range that a double holds exactly. */
export function wholeNumber(smallest: number, largest: number): z.ZodBigInt {
  return z
    .bigint()
    .refine((value) => value >= smallest && value <= largest, {
      params: { expected: `a whole number from ${smallest} to ${largest}` },
    })
    .meta({ type: 'integer', minimum: smallest, maximum: largest });
}

/** An RFC 3339 date-time. Spec 2, shipDate. */
export const dateTime: z.ZodString = dateTimeBetween(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);

/** A date-time in the years 0000 to 9999 of UTC, for a clock. */
export const instant: z.ZodString = dateTimeBetween(-62_167_219_200_000, 253_402_300_799_999);

function dateTimeBetween(first: number, last: number): z.ZodString {
  return z
    .string()
    .superRefine((text, context) => {
      const reading = readDateTime(text);
      if (reading.kind === 'date-time' && reading.ms >= first && reading.ms <= last) return;
      const hint =
        reading.kind === 'malformed' ? reading.reason : 'it is not in the years 0000 to 9999 of UTC';
      const expected = 'a date-time like 2026-01-20T10:00:00Z';
      context.addIssue({ code: 'custom', params: { expected, hint } });
    })
    .meta({ format: 'date-time' });
}

/** A duration in a range, given in milliseconds and read to milliseconds by `readDuration`. */
export function durationText(shortest: number, longest: number): z.ZodString {
  return z
    .string()
    .refine((text) => isInRange(readDuration(text), shortest, longest), {
      params: { expected: describeDurations(shortest, longest) },
    })
    .meta({ pattern: durationPattern });
}

function isInRange(ms: number | undefined, shortest: number, longest: number): boolean {
  return ms !== undefined && ms >= shortest && ms <= longest;
}

/** The maximum number of API keys of an environment. Each request is compared with all of them. */
export const maxKeys = 100;

/** An API key: visible ASCII without spaces and commas, as in the settings. Problems never contain the key. */
export const apiKey: z.ZodType<string> = z
  .string()
  .refine((key) => /^[\x21-\x2b\x2d-\x7e]{1,512}$/.test(key), {
    params: {
      what: 'an API key cannot be sent',
      expected: '1 to 512 visible ASCII characters without spaces and commas',
    },
  })
  .meta({ id: 'ApiKey', pattern: '^[\\x21-\\x2b\\x2d-\\x7e]{1,512}$' });

/** An RFC 3339 time, as milliseconds since 1970. */
export const time: z.ZodType<number> = dateTime.transform(msOf);

/** A duration such as `500ms`, `30s`, `15m`, `2h` or `7d`, from `shortest` to `longest`, as milliseconds. */
export function duration(longest: string, shortest = '0s'): z.ZodType<number> {
  return durationText(readDuration(shortest) ?? 0, readDuration(longest) ?? 0).transform(
    (text) => readDuration(text) ?? 0,
  );
}

/**
 * A check that a body does not give the same time twice, as a duration and as a number.
 * @example z.strictObject({ ttl, ttlSeconds }).refine(...oneOf('ttl', 'ttlSeconds'))
 */
export function oneOf<One extends string, Other extends string>(
  one: One,
  other: Other,
): [(body: { readonly [Key in One | Other]?: unknown }) => boolean, { params: IssueWords }] {
  const what = `${one} and ${other} are both given`;
  return [
    (body) => body[one] === undefined || body[other] === undefined,
    { params: { what, expected: 'one of them' } },
  ];
}

export function smallInteger(least: number, most: number): z.ZodType<number> {
  return wholeNumber(least, most).transform(Number);
}

/** A whole number in a query, in a range. */
export function digits(least: number, most: number): z.ZodType<number> {
  return z
    .string()
    .refine((text) => /^(?:0|[1-9]\d{0,15})$/.test(text) && Number(text) >= least && Number(text) <= most, {
      params: { expected: `a whole number from ${least} to ${most}` },
    })
    .meta({ type: 'integer', minimum: least, maximum: most })
    .transform(Number);
}

/** An int64 in a query. */
export const int64Digits: z.ZodType<bigint> = z
  .string()
  .refine((text) => /^-?\d{1,19}$/.test(text) && isInt64(BigInt(text)), { params: { expected: 'an int64' } })
  .meta({ type: 'integer', format: 'int64' })
  .transform(BigInt);

/** The time for which a request waits, in milliseconds. */
export const longestWait = duration('60s').prefault('10s').describe('The maximum time to wait, up to 60s.');

/** `true` or `false` in a query. */
export const flag: z.ZodType<boolean> = z
  .enum(['true', 'false'])
  .meta({ type: 'boolean', enum: undefined })
  .transform((text) => text === 'true');

/** The body of a route that reads no fields: empty, or `{}`. */
export const nothing: z.ZodType<Record<string, never>> = z.strictObject({});

/** A number of bytes, requests or firings. */
export function count(minimum = 1, maximum = 1_000_000_000): z.ZodType<number> {
  return smallInteger(minimum, maximum).meta({ minimum, maximum });
}

/** A time in a range, as a duration or as a number of milliseconds. */
export function milliseconds(shortest: number, longest: number): z.ZodType<number> {
  const msOfText = (value: bigint | string) =>
    typeof value === 'bigint' ? Number(value) : readDuration(value);
  return z
    .union([
      integer.meta({ type: 'integer', minimum: shortest, maximum: longest }),
      z.string().meta({ pattern: durationPattern }),
    ])
    .refine((value) => isInRange(msOfText(value), shortest, longest), {
      params: { expected: `${describeDurations(shortest, longest)}, or the number of milliseconds` },
    })
    .transform((value) => msOfText(value) ?? 0);
}

export function numberTo(maximum: number): z.ZodType<number> {
  return z
    .union([z.bigint(), z.number()])
    .refine((value) => value >= 0 && value <= maximum, {
      params: { expected: `a number from 0 to ${maximum}` },
    })
    .meta({ anyOf: undefined, type: 'number', minimum: 0, maximum })
    .transform(Number);
}
