import { type AnyOfField, type Field, type Fields, optional } from '../field.ts';

/** What a form contains, by the names of its fields. A value of several parts is at `delay.min` and `delay.max`. */
export type FormValues = Readonly<Record<string, string>>;

/** Which form of a value is given, for example two bounds: the index in `options`. */
export function formOf(name: string, { options }: AnyOfField, values: FormValues): number {
  const at = options.findIndex(
    (one) =>
      one.type === 'object' &&
      Object.keys(one.fields).some((part) => values[`${name}.${part}`] !== undefined),
  );
  return Math.max(at, 0);
}

/** Removes the values of all forms, and begins with those of the chosen one. */
export function withForm(
  name: string,
  form: AnyOfField['options'][number] | undefined,
  values: FormValues,
): FormValues {
  const others = Object.entries(values).filter(([at]) => at !== name && !at.startsWith(`${name}.`));
  const parts = form?.type === 'object' ? Object.keys(form.fields) : [];
  return Object.fromEntries([...others, ...parts.map((part) => [`${name}.${part}`, ''])]);
}

/** Returns the values of a form as a request has them. Empty fields are left out. */
export function readValues(
  fields: Fields,
  values: FormValues,
  prefix = '',
): Readonly<Record<string, unknown>> {
  const read = Object.entries(fields).map(
    ([name, field]) => [name, readField(prefix + name, field, values)] as const,
  );
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

function readField(name: string, field: Field, values: FormValues): unknown {
  const form = field.type === 'any-of' ? field.options[formOf(name, field, values)] : field;
  if (form?.type === 'object') return readValues(form.fields, values, `${name}.`);
  const text = values[name]?.trim() ?? '';
  if (text === '') return undefined;
  switch (form?.type) {
    case 'integer':
      return form.unit === 'ms' ? text : numberOf(text);
    case 'order-id':
      return numberOf(text);
    case 'order-ids':
      return text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(numberOf);
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    default:
      return text;
  }
}

/** An int64 keeps every digit. What is not a number is sent as it is: the simulator says what it expects. */
export function numberOf(text: string): bigint | string {
  return /^-?\d+$/.test(text) ? BigInt(text) : text;
}

/** A text that may be left out, and that only the simulator checks. */
export function anyText(description: string): Field {
  return optional({ type: 'text', description, pattern: /^/, expected: '' });
}

/** One of some values, or none. */
export function anyOf(description: string, ...values: [string, ...string[]]): Field {
  return optional({ type: 'enum', description, values });
}

/** An integer of any size that may be left out. */
export function anyInteger(description: string): Field {
  return optional({ type: 'order-id', description });
}
