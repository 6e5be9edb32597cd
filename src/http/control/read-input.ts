import type { core, ZodType } from 'zod';
import { nearestHint } from '../../nearest.ts';
import { type Problem, UserError } from '../../user-error.ts';
import type { RequestContent } from './request-content.ts';

/** Reads the JSON body of a request by a schema. Throws a UserError with every problem; an absent body is `{}`. */
export function readJsonBody<T>(content: RequestContent, schema: ZodType<T>): T {
  if (content.kind === 'yaml')
    throw new UserError({ what: 'the body is YAML', expected: 'JSON here' });
  return readValue(content.kind === 'none' ? {} : content.value, schema, 'body');
}

/** Reads the query of a request by a schema of texts. Throws a UserError with every problem. */
export function readQuery<T>(query: URLSearchParams, schema: ZodType<T>): T {
  const names = [...query.keys()];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new UserError({ where: `query.${twice}`, what: 'is given more than once', expected: 'once' });
  return readValue(Object.fromEntries(query), schema, 'query');
}

/** Reads a value by a schema. `where` names it in the problems: `body.orders[0].id`. */
export function readValue<T>(value: unknown, schema: ZodType<T>, where: string): T {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new UserError(result.error.issues.flatMap((issue) => problemsOf(issue, where, schema)));
}

function problemsOf(issue: core.$ZodIssue, root: string, schema: ZodType): readonly Problem[] {
  const where = issue.path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${String(part)}`),
    root,
  );
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(key, where, issue, schema));
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return [{ where, what: 'fits none of the forms it may have', expected: formsOf(issue) }];
  const found: Problem | undefined = issue.code === 'custom' ? issue.params?.['problem'] : undefined;
  if (found !== undefined) return [{ where, ...found }];
  const secret = issue.path.some((part) => /key/i.test(String(part)));
  if (secret && typeof issue.input === 'string')
    return [{ where, what: 'is not usable (keys are not shown)', expected: expectation(issue) }];
  const what = issue.input === undefined ? 'is missing' : `cannot be ${shown(issue.input)}`;
  return [{ where, what, expected: expectation(issue) }];
}

function unknownKey(key: string, where: string, issue: core.$ZodIssue, schema: ZodType): Problem {
  const known = issue.path.length === 0 && 'shape' in schema ? Object.keys(schema.shape as object) : [];
  const hint = known.length === 0 ? {} : { hint: nearestHint(key, known) };
  return { where: `${where}.${key}`, what: 'is not known here', ...hint };
}

function formsOf(issue: core.$ZodIssueInvalidUnion): string {
  const forms = issue.errors.map((issues) => issues.map(expectation).join(' and '));
  return [...new Set(forms)].join(', or ');
}

/** What zod expected, without its "Invalid input: expected". */
function expectation(issue: core.$ZodIssue): string {
  return issue.message.replace(/^Invalid (?:input|option|string): /, '').replace(/^expected /, '');
}

function shown(input: unknown): string {
  const text =
    typeof input === 'bigint'
      ? input.toString()
      : typeof input === 'object' && input !== null
        ? Array.isArray(input)
          ? 'a list'
          : 'an object'
        : JSON.stringify(input);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
