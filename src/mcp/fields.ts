import * as z from 'zod';
import type { EnvironmentView } from '../control-api.ts';
import { isInt64 } from '../order-id.ts';
import { shorten } from '../report/plain-text.ts';

function isExact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value === 'string' && /^-?\d{1,19}$/.test(value) && isInt64(BigInt(value));
}

const exactly = 'a JSON number beyond 2^53 has already lost digits';

/**
 * An int64 as a text of digits. A JSON number is accepted while it is exact: most readers of JSON round a larger one before
 * anything can refuse it.
 */
export function int64(description: string): z.ZodType<bigint> {
  return z
    .unknown()
    .refine(isExact, {
      params: { expected: `an int64 as a string of digits, "9007199254740993": ${exactly}` },
    })
    .meta({ type: 'string', pattern: '^-?[0-9]{1,19}$', description })
    .transform((value) => BigInt(value as string | number));
}

/** The id of an order, or its handle in the scenario. */
export function orderReference(description: string): z.ZodType<string> {
  return z
    .unknown()
    .refine((value) => isExact(value) || (typeof value === 'string' && /^[\w.-]{1,100}$/.test(value)), {
      params: { expected: `a handle, or an order id as a string of digits: ${exactly}` },
    })
    .meta({ type: 'string', minLength: 1, maxLength: 100, description })
    .transform(String);
}

export const environment: z.ZodDefault<z.ZodString> = z
  .string()
  .max(63)
  .default('production')
  .describe('name of the environment, as open_environment returned it');

export function whole(least: number, most: number): z.ZodInt {
  return z.int().min(least).max(most);
}

/** Returns the schema of a field of the control API as a tool reads it: order ids and times are texts. The API checks the rest. */
export function toolField(schema: z.ZodType): z.ZodType {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const { description = '' } = json;
  const field =
    json.format === 'int64'
      ? int64(`${description} As a string.`)
      : json.type === 'array'
        ? z.array(int64(`${description} As strings.`)).max(50)
        : json.anyOf !== undefined
          ? z.string().max(50).describe(`${description} Such as 500ms or 30s.`)
          : z.unknown().meta(json);
  return schema.safeParse(undefined).success ? field.optional() : field;
}

/** The maximum number of handles in an output. */
const maxHandles = 50;

/** Shows an environment, with at most 50 of its handles. */
export function showEnvironment(view: EnvironmentView): object {
  const { name, baseUrl, baseUrlHint, profile, orders, clock, expiresAt } = view;
  const handles = Object.entries(view.handles);
  const more = handles.length - maxHandles;
  return {
    environment: name,
    baseUrl,
    baseUrlHint,
    scenario: short(view.scenario),
    profile,
    orders,
    handles: Object.fromEntries(handles.slice(0, maxHandles)),
    moreHandles: more > 0 ? more : undefined,
    now: clock.now,
    expiresAt,
  };
}

/** Shortens a text from outside, such as the path of a request. */
export function short(text: string, max = 500): string {
  return shorten(text, max);
}
