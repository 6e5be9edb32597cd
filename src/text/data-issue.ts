import type { z } from 'zod';
import { type DataPath, describeValue, pathText } from '../text-place.ts';
import type { Problem } from '../user-error.ts';
import { nearest, nearestHint } from './nearest.ts';

export type DataIssue = Omit<Problem, 'where'> & {
  readonly path: DataPath;
  /** Whether the problem is the key at the path or its value (the default). */
  readonly at?: 'key' | 'value';
};

/** Words for an issue, set by a schema's `refine` in `params`. `what` replaces the description of the value. */
export type IssueWords = Partial<Omit<Problem, 'where'>>;

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

function wordIssue(issue: ZodIssue, above: DataPath, context: WordingContext): readonly DataIssue[] {
  const path = [...above, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
  const what = describeInput(path, issue.input, context);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(path, key, context.allowed.get(issue.keys) ?? []));
    case 'invalid_key': {
      const key = `${describeValue(path.at(-1))} is not a valid key of ${pathText(path.slice(0, -1))}`;
      return [{ path, at: 'key', what: key, expected: issue.issues[0]?.message ?? '' }];
    }
    case 'invalid_union':
      return wordUnion(issue, path, context);
    case 'custom':
      return [{ path, what, ...(issue.params ?? { expected: issue.message }) }];
    case 'invalid_type': {
      // Zod words an issue without an `error` text of the schema itself.
      const isOwn = !issue.message.startsWith('Invalid input');
      const expected = isOwn ? issue.message : (typeWords[issue.expected] ?? issue.expected);
      return [{ path, what, expected }];
    }
    case 'invalid_value':
      return [{ path, what, ...oneOf(issue.values.map(String), issue.input) }];
    case 'too_small':
      return [{ path, what, expected: `at least ${issue.minimum}${units[issue.origin] ?? ''}` }];
    case 'too_big':
      return [{ path, what, expected: `at most ${issue.maximum}${units[issue.origin] ?? ''}` }];
    default:
      return [{ path, what, expected: issue.message }];
  }
}

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' elements' };

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  bigint: 'an integer',
  int: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

function wordUnion(
  issue: Extract<ZodIssue, { readonly code: 'invalid_union' }> & { readonly options?: unknown },
  path: DataPath,
  context: WordingContext,
): readonly DataIssue[] {
  if (issue.discriminator !== undefined && Array.isArray(issue.options)) {
    const given: unknown = Reflect.get(Object(issue.input), issue.discriminator);
    const what = describeInput(path, given, context);
    return [{ path, what, ...oneOf(issue.options.map(String), given) }];
  }
  const inside = issue.errors.map((option) => option.flatMap((one) => wordIssue(one, path, context)));
  const deeper = inside.find((option) => option.some((one) => one.path.length > path.length));
  if (deeper !== undefined) return deeper;
  const expected = new Set(inside.flat().flatMap((one) => one.expected ?? []));
  return [{ path, what: describeInput(path, issue.input, context), expected: [...expected].join(' or ') }];
}

function unknownKey(path: DataPath, key: string, known: readonly string[]): DataIssue {
  const where = path.length === 0 ? '' : ` in ${pathText(path)}`;
  const hint = known.length === 0 ? {} : { hint: nearestHint(key, known) };
  return { path: [...path, key], at: 'key', what: `unknown key ${describeValue(key)}${where}`, ...hint };
}

function oneOf(names: readonly string[], given: unknown) {
  const near = typeof given === 'string' ? nearest(given, names) : undefined;
  return { expected: names.join(', '), ...(near !== undefined && { hint: `did you mean "${near}"?` }) };
}

function describeInput(path: DataPath, input: unknown, { secret }: WordingContext): string {
  if (path.length === 0 && input === null) return 'the file is empty';
  const isHidden =
    ['string', 'number', 'bigint'].includes(typeof input) && secret.some((key) => path.includes(key));
  const hidden = typeof input === 'string' ? 'a string' : 'a number';
  return `${pathText(path)} is ${isHidden ? hidden : describeValue(input)}`;
}
