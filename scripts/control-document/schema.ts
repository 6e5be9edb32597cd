import type { Response, Schema } from './section.ts';

/** The fields of an object. The name of an optional one ends in `?`. */
export type Fields = Readonly<Record<string, Schema>>;

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Writes schemas of responses: `s.object({ id: s.int64, 'shipDate?': s.dateTime })`. */
export const s = {
  text: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  int64: { type: 'integer', format: 'int64' },
  dateTime: { type: 'string', format: 'date-time' },
  ref: reference,
  /** Adds a description. */
  says: (description: string, schema: Schema): Schema => ({ description, ...schema }),
  choice: (...values: readonly string[]): Schema => ({ type: 'string', enum: values }),
  list: (items: Schema): Schema => ({ type: 'array', items }),
  map: (values: Schema): Schema => ({ type: 'object', additionalProperties: values }),
  /** A closed object. */
  object: (fields: Fields): Schema => ({
    type: 'object',
    additionalProperties: false,
    ...requiredOf(fields),
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, schema]) => [name.replace(/\?$/, ''), schema]),
    ),
  }),
} as const;

function requiredOf(fields: Fields): Pick<Schema, 'required'> {
  const required = Object.keys(fields).filter((name) => !name.endsWith('?'));
  return required.length === 0 ? {} : { required };
}

/** A response with JSON. */
export function json(description: string, schema: Schema, example?: unknown): Response {
  const content = { schema, ...(example !== undefined && { example }) };
  return { description, content: { 'application/json': content } };
}
