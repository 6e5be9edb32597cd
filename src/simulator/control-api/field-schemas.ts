import { z } from 'zod';
import type { IssueWords } from '../../text/data-issue.ts';
import { readDateTime } from '../../text/date-time.ts';
import { readDuration } from '../../text/duration.ts';
import { isInt64 } from '../orders/order-id.ts';
import { durationText } from '../scenarios/order-schema.ts';

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
  });

const timeWords = { params: { expected: 'a time such as 2026-01-20T10:00:00Z' } };

/** An RFC 3339 time, as milliseconds since 1970. */
export const time: z.ZodType<number> = z
  .string()
  .refine((text) => readDateTime(text).kind === 'date-time', timeWords)
  .transform((text) => {
    const reading = readDateTime(text);
    return reading.kind === 'date-time' ? reading.ms : Number.NaN;
  });

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

/** A JSON integer in a range, as a number. */
export function smallInteger(least: number, most: number): z.ZodType<number> {
  return z
    .bigint()
    .refine((value) => value >= least && value <= most, {
      params: { expected: `a whole number from ${least} to ${most}` },
    })
    .transform(Number);
}

/** A whole number in a query, in a range. */
export function digits(least: number, most: number): z.ZodType<number> {
  return z
    .string()
    .refine((text) => /^(?:0|[1-9]\d{0,15})$/.test(text) && Number(text) >= least && Number(text) <= most, {
      params: { expected: `a whole number from ${least} to ${most}` },
    })
    .transform(Number);
}

/** An int64 in a query. */
export const int64Digits: z.ZodType<bigint> = z
  .string()
  .refine((text) => /^-?\d{1,19}$/.test(text) && isInt64(BigInt(text)), { params: { expected: 'an int64' } })
  .transform(BigInt);

/** `true` or `false` in a query. */
export const flag: z.ZodType<boolean> = z.enum(['true', 'false']).transform((text) => text === 'true');

/** The body of a route that reads no fields: empty, or `{}`. */
export const nothing: z.ZodType<Record<string, never>> = z.strictObject({});
