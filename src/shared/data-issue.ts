import type { z } from 'zod';
import { nearest, nearestHint } from './nearest.ts';
import { type DataPath, describeValue, pathText } from './text-place.ts';

/** Something wrong with data, at a path. */
export type DataIssue = {
  readonly path: DataPath;
  /** Whether the key at the path is meant, or its value (the default). */
  readonly at?: 'key' | 'value';
  readonly what: string;
  readonly expected?: string;
  readonly hint?: string;
};

/** What a schema's `refine` may put into `params` to word its issue; `what` replaces the value's description. */
export type IssueWords = { readonly what?: string; readonly expected?: string; readonly hint?: string };

type ZodIssue = z.core.$ZodIssue;
/** The keys that a mapping allows, by the list of its unknown keys in the issue. */
type AllowedKeys = WeakMap<readonly string[], readonly string[]>;
/** What the wording of an issue needs besides it. */
type Wording = { readonly allowed: AllowedKeys; readonly secret: readonly string[] };

/**
 * Checks data against a schema. The issues are worded from the schema: types as YAML calls them, the nearest allowed
 * name, the `params` of a refinement (see IssueWords), and a schema's own `error` text as what was expected. No text
 * below a top-level key named in `secret` is told.
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
  return checked.success
    ? { data: checked.data, issues: [] }
    : {
        data: undefined,
        issues: checked.error.issues.flatMap((issue) => wordIssue(issue, [], { allowed, secret })),
      };
}

function keysOf(schema: unknown): readonly string[] {
  const shape = (schema as Partial<z.ZodObject> | undefined)?.shape;
  return shape === undefined ? [] : Object.keys(shape);
}

function wordIssue(issue: ZodIssue, above: DataPath, wording: Wording): DataIssue[] {
  const path = [...above, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(path, key, wording.allowed.get(issue.keys) ?? []));
    case 'invalid_key': {
      const what = `${describeValue(path.at(-1))} is no key of ${pathText(path.slice(0, -1))}`;
      return [{ path, at: 'key', what, ...expecting(issue.issues[0]?.message) }];
    }
    case 'invalid_union': {
      if ('discriminator' in issue && 'options' in issue) return [wrongKind(issue, path, wording)];
      const inside = issue.errors.map((option) => option.flatMap((one) => wordIssue(one, path, wording)));
      return (
        inside.find((option) => option.some((one) => one.path.length > path.length)) ?? [
          oneOf(isWhat(path, issue.input, wording), path, inside),
        ]
      );
    }
    default:
      return [wordPlainIssue(issue, path, wording)];
  }
}

/** The field that decides between several forms names none of them, or is missing. */
function wrongKind(
  issue: ZodIssue & { discriminator?: unknown; options?: unknown },
  path: DataPath,
  wording: Wording,
): DataIssue {
  const names = Array.isArray(issue.options) ? issue.options.map(String) : [];
  const given: unknown = Reflect.get(Object(issue.input), String(issue.discriminator));
  const hint = typeof given === 'string' ? { hint: nearestHint(given, names) } : {};
  return { path, what: isWhat(path, given, wording), expected: names.join(', '), ...hint };
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

function isWhat(path: DataPath, input: unknown, { secret }: Wording): string {
  if (path.length === 0 && input === null) return 'the file is empty';
  const hidden = typeof input === 'string' && secret.some((key) => key === path[0]);
  return `${pathText(path)} is ${hidden ? 'a text' : describeValue(input)}`;
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  bigint: 'an integer',
  int: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  null: 'null',
};

function wordPlainIssue(issue: ZodIssue, path: DataPath, wording: Wording): DataIssue {
  const what = isWhat(path, issue.input, wording);
  const own = issue.code === 'custom' ? (issue.params as IssueWords | undefined) : undefined;
  if (own !== undefined) return { path, what, ...own };
  if (issue.code === 'invalid_type')
    return { path, what, expected: typeWords[issue.expected] ?? issue.expected };
  if (issue.code === 'invalid_value') {
    const names = issue.values.map(String);
    const near = typeof issue.input === 'string' ? nearest(issue.input, names) : undefined;
    const hint = near === undefined ? {} : { hint: `did you mean "${near}"?` };
    return { path, what, expected: names.join(', '), ...hint };
  }
  if (issue.code === 'too_small')
    return { path, what, expected: `at least ${issue.minimum}${unit(issue.origin)}` };
  if (issue.code === 'too_big')
    return { path, what, expected: `at most ${issue.maximum}${unit(issue.origin)}` };
  return { path, what, ...expecting(issue.message) };
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' elements' : '';
}

function expecting(message: string | undefined): { readonly expected?: string } {
  return message === undefined ? {} : { expected: message };
}
