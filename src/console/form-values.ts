/** What of JSON Schema the forms show. */
export type FieldSchema = {
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
};

/** What a form contains, by the names of its fields. A value of several parts is at `delay.min` and `delay.max`. */
export type FormValues = Readonly<Record<string, string>>;

/** Returns the forms of a value that may be an object: a duration, two bounds. Empty if it has one form. */
export function formsOf({ anyOf = [] }: FieldSchema): readonly FieldSchema[] {
  return anyOf.some(({ properties }) => properties !== undefined) ? anyOf : [];
}

/** Which form of a value is given: its index in `formsOf`. */
export function formOf(name: string, schema: FieldSchema, values: FormValues): number {
  const at = formsOf(schema).findIndex(({ properties = {} }) =>
    Object.keys(properties).some((part) => values[`${name}.${part}`] !== undefined),
  );
  return Math.max(at, 0);
}

/** Removes the values of all forms, and begins with those of the chosen one. */
export function withForm(name: string, form: FieldSchema | undefined, values: FormValues): FormValues {
  const others = Object.entries(values).filter(([at]) => at !== name && !at.startsWith(`${name}.`));
  const parts = Object.keys(form?.properties ?? {}).map((part) => [`${name}.${part}`, '']);
  return Object.fromEntries([...others, ...parts]);
}

/** Returns the values of a form as a request has them. Empty fields are left out. */
export function readValues(
  { properties = {} }: FieldSchema,
  values: FormValues,
  prefix = '',
): Readonly<Record<string, unknown>> {
  const read = Object.entries(properties).map(
    ([name, field]) => [name, readField(prefix + name, field, values)] as const,
  );
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

function readField(name: string, field: FieldSchema, values: FormValues): unknown {
  const { type, properties } = formsOf(field)[formOf(name, field, values)] ?? field;
  if (properties !== undefined) return readValues({ properties }, values, `${name}.`);
  const text = values[name]?.trim() ?? '';
  if (text === '') return undefined;
  if (type === 'boolean') return text === 'true';
  // An int64 keeps every digit. What is not a number is sent as it is: the simulator says what it expects.
  if (type === 'integer') return /^-?\d+$/.test(text) ? BigInt(text) : text;
  return type === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
}
