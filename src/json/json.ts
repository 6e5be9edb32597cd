/** A JSON value. Integers are bigint, so that no digit of an int64 is lost. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

declare global {
  interface JSON {
    /** Wraps a JSON text that `stringify` writes unchanged. Node 22 and later; not yet declared by TypeScript. */
    rawJSON(text: string): { readonly rawJSON: string };
  }
}

type ReviverContext = { readonly source?: string };

const integer = /^-?(?:0|[1-9]\d*)$/;

/**
 * Reads JSON text. A number written as an integer becomes a bigint with exactly its digits; any other number a double.
 * Throws the SyntaxError of `JSON.parse`. `readYaml` reports every problem with its place instead.
 */
export function readJson(text: string): JsonValue {
  const revive = (_key: string, value: unknown, context: ReviverContext): unknown =>
    typeof value === 'number' && context.source !== undefined && integer.test(context.source)
      ? BigInt(context.source)
      : value;
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown) as JsonValue;
}

/** Writes JSON text. A bigint becomes an integer with exactly its digits. `indent` is that of `JSON.stringify`. */
export function writeJson(value: unknown, indent?: number): string {
  const exact = (_key: string, item: unknown): unknown =>
    typeof item === 'bigint' ? JSON.rawJSON(item.toString()) : item;
  return JSON.stringify(value, exact, indent);
}
