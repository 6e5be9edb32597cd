import type { z } from 'zod';
import { type DataPath, describeValue, pathText } from '../text-place.ts';
import { nearest, nearestHint } from './nearest.ts';

export type DataIssue = {
  readonly path: DataPath;
  /** Whether the problem is the key at the path or its value (the default). */
  readonly at?: 'key' | 'value';
  readonly what: string;
  readonly expected?: string;
  readonly hint?: string;
};

/** Words for an issue, set by a schema's `refine` in `params`. `what` replaces the description of the value. */
export type IssueWords = { readonly what?: string; readonly expected?: string; readonly hint?: string };

type ZodIssue = z.core.$ZodIssue;
/** The known keys of a mapping, by the list of unknown keys in its issue. */
type AllowedKeys = WeakMap<readonly string[], readonly string[]>;
type WordingContext = { readonly allowed: AllowedKeys; readonly secret: readonly string[] };

/**
 * Checks data against a schema. The words of the issues come from the schema: types by their YAML names, the nearest
 * allowed name, the `params` of a refinement (see IssueWords), and a schema's own `error` text as what was expected.
 * Values below a key in `secret`, at any depth, never appear in an issue.
 */
export function checkData<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
  secret: readonly string[] = [],
): { readonly data: z.output<Schema> | undefined; readonly issues: readonly DataIssue[] } {
  const allowed: AllowedKeys = new WeakMap();
  const checked = schema.safeParse(value, {
    reportInput: true,
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') allowed.set(issue.keys, keysOf(issue.inst));
      return undefined;
    },
  });
  if (checked.success) return { data: checked.data, issues: [] };
  const issues = checked.error.issues.flatMap((issue) => wordIssue(issue, [], { allowed, secret }));
  return { data: undefined, issues };
}

function keysOf(schema: unknown): readonly string[] {
  const shape = (schema as Partial<z.ZodObject> | undefined)?.shape;
  return shape === undefined ? [] : Object.keys(shape);
}

function wordIssue(issue: ZodIssue, above: DataPath, context: WordingContext): DataIssue[] {
  const path = [...above, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(path, key, context.allowed.get(issue.keys) ?? []));
    case 'invalid_key': {
      const what = `${describeValue(path.at(-1))} is not a valid key of ${pathText(path.slice(0, -1))}`;
      return [{ path, at: 'key', what, ...expecting(issue.issues[0]?.message) }];
    }
    case 'invalid_union': {
      if ('discriminator' in issue && 'options' in issue) return [unknownKind(issue, path, context)];
      const inside = issue.errors.map((option) => option.flatMap((one) => wordIssue(one, path, context)));
      return (
        inside.find((option) => option.some((one) => one.path.length > path.length)) ?? [
          oneOf(describeInput(path, issue.input, context), path, inside),
        ]
      );
    }
    default:
      return [wordSimpleIssue(issue, path, context)];
  }
}

/** The discriminator of a union has an unknown value, or is missing. */
function unknownKind(
  issue: ZodIssue & { discriminator?: unknown; options?: unknown },
  path: DataPath,
  context: WordingContext,
): DataIssue {
  const names = Array.isArray(issue.options) ? issue.options.map(String) : [];
  const given: unknown = Reflect.get(Object(issue.input), String(issue.discriminator));
  const hint = typeof given === 'string' ? { hint: nearestHint(given, names) } : {};
  return { path, what: describeInput(path, given, context), expected: names.join(', '), ...hint };
}

function unknownKey(path: DataPath, key: string, known: readonly string[]): DataIssue {
  const where = path.length === 0 ? '' : ` in ${pathText(path)}`;
  const hint = known.length === 0 ? {} : { hint: nearestHint(key, known) };
  return { path: [...path, key], at: 'key', what: `unknown key ${describeValue(key)}${where}`, ...hint };
}

function oneOf(what: string, path: DataPath, options: readonly (readonly DataIssue[])[]): DataIssue {
  const expected = [...new Set(options.flatMap((option) => option.map((one) => one.expected ?? '')))];
  return { path, what, expected: expected.filter(Boolean).join(' or ') };
}

function describeInput(path: DataPath, input: unknown, { secret }: WordingContext): string {
  if (path.length === 0 && input === null) return 'the file is empty';
  return `${pathText(path)} is ${isBelow(path, secret) ? describeType(input) : describeValue(input)}`;
}

function isBelow(path: DataPath, keys: readonly string[]): boolean {
  return keys.some((key) => path.includes(key));
}

/** Describes a value that must not be shown. */
function describeType(input: unknown): string {
  const words = { string: 'a string', bigint: 'a number', number: 'a number' } as const;
  return words[typeof input as keyof typeof words] ?? describeValue(input);
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  bigint: 'an integer',
  int: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  null: 'null',
};

function wordSimpleIssue(issue: ZodIssue, path: DataPath, context: WordingContext): DataIssue {
  const what = describeInput(path, issue.input, context);
  const own = issue.code === 'custom' ? (issue.params as IssueWords | undefined) : undefined;
  if (own !== undefined) return { path, what, ...own };
  if (issue.code === 'invalid_type') {
    // YAML reads a key such as 0012, 1e5, true or ~ as something else.
    const quoted =
      issue.expected === 'string' && isBelow(path, context.secret) && Object(issue.input) !== issue.input;
    // Zod words an issue without an `error` text of the schema itself.
    const isOwn = !issue.message.startsWith('Invalid input');
    const expected = isOwn ? issue.message : (typeWords[issue.expected] ?? issue.expected);
    return { path, what, expected, ...(quoted && { hint: 'quote it' }) };
  }
  if (issue.code === 'invalid_value') {
    const names = issue.values.map(String);
    const near = typeof issue.input === 'string' ? nearest(issue.input, names) : undefined;
    return { path, what, expected: names.join(', '), ...(near && { hint: `did you mean "${near}"?` }) };
  }
  if (issue.code === 'too_small')
    return { path, what, expected: `at least ${issue.minimum}${units[issue.origin] ?? ''}` };
  if (issue.code === 'too_big')
    return { path, what, expected: `at most ${issue.maximum}${units[issue.origin] ?? ''}` };
  return { path, what, ...expecting(issue.message) };
}

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' elements' };

function expecting(message: string | undefined): { readonly expected?: string } {
  return message === undefined ? {} : { expected: message };
}
