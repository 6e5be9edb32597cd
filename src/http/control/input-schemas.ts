import { z } from 'zod';
import { isInt64 } from '../../orders/order-id.ts';
import { readTime } from '../../simulation/clock.ts';
import { readGapAnswer } from '../../simulation/gaps/gap-answer.ts';
import type { GapAnswerTexts } from '../../simulation/initial-state.ts';
import { profileNames } from '../../simulation/profile-name.ts';

/** A JSON integer between two bounds, as a number. `readJson` gives integers as bigint. */
export function wholeNumber(least: number, most: number): z.ZodType<number> {
  const expected = `a whole number from ${least} to ${most}`;
  return z
    .bigint({ error: expected })
    .refine((value) => value >= BigInt(least) && value <= BigInt(most), { error: expected })
    .transform(Number);
}

/** A whole number between two bounds, in the digits of a query. */
export function wholeNumberText(least: number, most: number): z.ZodType<number> {
  const expected = `a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^(?:0|[1-9][0-9]{0,15})$/, { error: expected })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error: expected });
}

/** A JSON integer that fits an int64, exactly. */
export const int64: z.ZodType<bigint> = z
  .bigint({ error: 'an integer' })
  .refine(isInt64, { error: 'an int64: -2^63 to 2^63-1' });

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** A time in RFC 3339, as it was written. */
export const timeForm: z.ZodType<string> = z
  .string({ error: 'a time such as 2026-01-20T10:00:00Z' })
  .refine((text) => rfc3339.test(text) && !Number.isNaN(readTime(text)), {
    error: 'a time such as 2026-01-20T10:00:00Z',
  });

/** A time in RFC 3339, as milliseconds since 1970. */
export const time: z.ZodType<number> = timeForm.transform(readTime);

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A span of time such as `500ms`, `30s`, `15m`, `2h`, `7d`, as milliseconds. */
export const duration: z.ZodType<number> = z
  .string({ error: 'a duration such as 500ms, 30s, 15m, 2h or 7d' })
  .regex(/^\d{1,9}(?:ms|s|m|h|d)$/, { error: 'a duration such as 500ms, 30s, 15m, 2h or 7d' })
  .transform((text) => Number.parseInt(text, 10) * (units[text.replace(/^\d+/, '')] ?? 1));

/** The text of an API key: visible ASCII without spaces and commas, as in the settings. Never repeated in a problem. */
export const apiKey: z.ZodType<string> = z
  .string({ error: 'a text' })
  .regex(/^[\x21-\x2b\x2d-\x7e]{1,4096}$/, { error: 'visible ASCII characters, no space, no comma, at most 4096' });

/** The name of a preset of answers. */
export const profileName: z.ZodType<(typeof profileNames)[number]> = z.enum(profileNames, {
  error: `one of ${profileNames.join(', ')}`,
});

/** Answers to gaps by key, each checked against the table of gaps. */
export const gapAnswers: z.ZodType<GapAnswerTexts> = z
  .record(z.string(), z.string({ error: 'a text' }), { error: 'an object of gap keys and answers' })
  .check((context) => {
    for (const [key, answer] of Object.entries(context.value)) {
      const reading = readGapAnswer(key, answer);
      if (reading.kind === 'problem')
        context.issues.push({
          code: 'custom',
          path: [key],
          input: answer,
          params: { problem: reading.problem },
        });
    }
  }) as z.ZodType<GapAnswerTexts>;

/** No fields at all. */
export const nothing: z.ZodType<Record<string, never>> = z.strictObject({});
