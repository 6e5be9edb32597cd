type Described = { readonly description: string };

/** An integer between two bounds, both included. */
export type IntegerField = Described & {
  readonly type: 'integer';
  readonly minimum: number;
  readonly maximum: number;
  /** The unit of a time. */
  readonly unit?: 'ms';
};

/** A number from 0 to `maximum`. */
export type NumberField = Described & { readonly type: 'number'; readonly maximum: number };

/** The id of an order, or a list of them. */
export type OrderIdField = Described & { readonly type: 'order-id' | 'order-ids' };

export type TextField = Described & {
  readonly type: 'text';
  readonly pattern: RegExp;
  readonly expected: string;
};

export type EnumField<Value extends string = string> = Described & {
  readonly type: 'enum';
  readonly values: readonly [Value, ...Value[]];
};

/** An object of numbers, and a rule for them. */
export type ObjectField = {
  readonly type: 'object';
  readonly fields: Readonly<Record<string, IntegerField | NumberField>>;
  readonly rule?: {
    holds(value: Readonly<Record<string, number>>): boolean;
    readonly what: string;
    readonly expected: string;
  };
};

/** A value in one of several forms. */
export type AnyOfField = Described & {
  readonly type: 'any-of';
  readonly options: readonly (IntegerField | ObjectField)[];
};

/**
 * The schema of one field of a fault or of a check, as plain data: what reads it (zod), the control API's document, the
 * tools of MCP, the console and the tables of the docs are made from it. Only what reads it loads zod.
 */
export type Field = (IntegerField | NumberField | OrderIdField | TextField | EnumField | AnyOfField) & {
  readonly optional?: true;
  /** The name of the field that gives the same times as durations: `delay: 200ms` for `ms: 200`. */
  readonly durationName?: string;
};

type FieldOf<Value> = [Value] extends [number]
  ? IntegerField | NumberField
  : [Value] extends [bigint]
    ? OrderIdField
    : [Value] extends [string]
      ? TextField | EnumField<Value>
      : AnyOfField;
type Optional<Value> = undefined extends Value ? { readonly optional: true } : { readonly optional?: never };

export type Fields = Readonly<Record<string, Field>>;

/** The schema of every field of `Value` except `kind`. */
export type FieldsOf<Value> = {
  readonly [Key in Exclude<keyof Value, 'kind'>]-?: FieldOf<Exclude<Value[Key], undefined>> &
    Optional<Value[Key]>;
};

const maxCount = 1_000_000_000;

/** A number of bytes, requests or firings. */
export function count(description: string, minimum = 1, maximum: number = maxCount): IntegerField {
  return { type: 'integer', description, minimum, maximum };
}

/** The longest wait, in milliseconds. */
export const longestDelay = 600_000;

/** A wait in milliseconds. */
export function delay(description: string): IntegerField {
  return { type: 'integer', unit: 'ms', description, minimum: 0, maximum: longestDelay };
}

/** A time of at least a millisecond, in milliseconds. */
export function time(description: string, maximum: number): IntegerField {
  return { type: 'integer', unit: 'ms', description, minimum: 1, maximum };
}

/** Gives the times of a field a second form, under another name: texts such as `200ms` and `30s`. */
export function asDuration<Any extends Field>(
  durationName: string,
  field: Any,
): Any & { readonly durationName: string } {
  return { ...field, durationName };
}

export function optional<Any extends Field>(field: Any): Any & { readonly optional: true } {
  return { ...field, optional: true };
}
