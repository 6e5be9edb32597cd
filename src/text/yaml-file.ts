import type { z } from 'zod';
import { placeOf, type TextFault, type TextReading } from '../text-place.ts';
import { type Problem, UserError } from '../user-error.ts';
import type { DataIssue } from './data-issue.ts';
import { readTextFile, refuseLarge } from './text-file.ts';

/** The maximum size of a YAML text in bytes, and of a JSON text, which is read a hundred times as fast. */
const maxYamlBytes = 1024 * 1024;
const maxJsonBytes = 256 * 1024 * 1024;

const maxProblems = 20;

/**
 * A text, and the name that problems refer to. It is read as JSON if `form` says so or the name ends in `.json`, otherwise
 * as YAML.
 */
export type NamedText = { readonly name: string; readonly text: string; readonly form?: 'json' };

/** What a text must contain. */
export type Expectation<Schema extends z.ZodType> = {
  readonly schema: Schema;
  /** Checks the data as a whole. It is called even if the schema finds issues, so it must not trust any part. */
  readonly check?: (value: unknown) => readonly DataIssue[];
  /** Keys, at any depth, whose values must not appear in a problem. */
  readonly secret?: readonly string[];
};

/**
 * Reads a YAML or JSON text and checks it. Integers are bigint. Throws one UserError with every problem (20 at
 * most), each as `name:line:column what; expected …; hint`: syntax, duplicate keys, aliases, tags, size, nesting; if there is
 * none, what the schema and the check find, unknown keys with the nearest known one.
 */
export async function readYaml<Schema extends z.ZodType>(
  given: NamedText,
  { schema, check, secret }: Expectation<Schema>,
): Promise<z.output<Schema>> {
  const { name, text } = given;
  refuseLarge(name, Buffer.byteLength(text), isJson(given) ? maxJsonBytes : maxYamlBytes);
  const reading = await readText(given);
  if (reading.kind === 'faults') throw new UserError(toProblems(given, reading.faults));
  const { checkData } = await import('./data-issue.ts');
  const { data, issues } = checkData(reading.value, schema, secret);
  const all = [...issues, ...(check?.(reading.value) ?? [])];
  if (data !== undefined && all.length === 0) return data;
  const faults = all
    .slice(0, maxProblems)
    .map(({ path, at = 'value', ...words }) => ({ ...words, offset: reading.offsetOf(path, at) }));
  throw new UserError(toProblems(given, faults, all.length));
}

/** Reads and checks a file, like `readYaml`. Also throws a UserError for a file that cannot be read. */
export async function readYamlFile<Schema extends z.ZodType>(
  path: string,
  expectation: Expectation<Schema>,
): Promise<z.output<Schema>> {
  return readYaml(await readNamedText(path), expectation);
}

/** Reads the text of a YAML or JSON file. Throws a UserError if it cannot be read, or is larger than such a text may be. */
export async function readNamedText(path: string): Promise<NamedText> {
  return { name: path, text: await readTextFile(path, isJsonName(path) ? maxJsonBytes : maxYamlBytes) };
}

/** Whether a text names a file rather than a scenario: it has a slash, or an extension of YAML and JSON files. */
export function isFilePath(text: string): boolean {
  return /[/\\]|\.(?:yaml|yml|json)$/.test(text);
}

/** Whether a file of this name is read as JSON. */
export function isJsonName(name: string): boolean {
  return name.endsWith('.json');
}

function isJson({ name, form }: NamedText): boolean {
  return form === 'json' || isJsonName(name);
}

async function readText(given: NamedText): Promise<TextReading> {
  if (!isJson(given)) return (await import('./yaml-text.ts')).readYamlText(given.text);
  return (await import('../json/json-text.ts')).readJsonText(given.text);
}

/** Returns the first problems, in the order of the text, and how many are left. */
function toProblems({ name, text }: NamedText, faults: readonly TextFault[], all = faults.length): Problem[] {
  const problems: Problem[] = faults
    .toSorted((a, b) => a.offset - b.offset)
    .slice(0, maxProblems)
    .map(({ offset, ...words }) => ({ where: `${name}:${placeOf(text, offset)}`, ...words }));
  const more = all - problems.length;
  return more === 0 ? problems : [...problems, { where: name, what: `has ${more} more problems` }];
}
