type Described = { readonly description: string };

/** An integer between two bounds, both included. */
export type IntegerField = Described & {
  readonly type: 'integer';
  readonly minimum: number;
  readonly maximum: number;
  /** A time: a number of milliseconds, or a text such as `200ms` and `30s`. */
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
};

export type Fields = Readonly<Record<string, Field>>;

type ValueOf<One> = One extends { readonly type: 'integer' | 'number' }
  ? number
  : One extends { readonly type: 'order-id' }
    ? bigint
    : One extends { readonly type: 'text' }
      ? string
      : One extends { readonly values: readonly (infer Value)[] }
        ? Value
        : One extends { readonly options: readonly (infer Option)[] }
          ? ValueOf<Option>
          : One extends { readonly fields: infer Inside }
            ? { readonly [Name in keyof Inside]: ValueOf<Inside[Name]> }
            : never;
type OptionalIn<All> = {
  [Name in keyof All]: All[Name] extends { readonly optional: true } ? Name : never;
}[keyof All];

/** The object that fields describe. */
export type ObjectOf<All> = {
  readonly [Name in Exclude<keyof All, OptionalIn<All>>]: ValueOf<All[Name]>;
} & { readonly [Name in OptionalIn<All>]?: ValueOf<All[Name]> | undefined };

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

export function optional<const Any extends Field>(field: Any): Any & { readonly optional: true } {
  return { ...field, optional: true };
}
