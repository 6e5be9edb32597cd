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
 * most), each as `name:line:column what; expected …; hint`: syntax, duplicate keys, aliases, tags, size, nesting, and
 * what the schema and the check find, unknown keys with the nearest known one.
 */
export async function readYaml<Schema extends z.ZodType>(
  given: NamedText,
  expectation: Expectation<Schema>,
): Promise<z.output<Schema>> {
  const { name, text } = given;
  refuseLarge(name, Buffer.byteLength(text), isJson(given) ? maxJsonBytes : maxYamlBytes);
  const reading = await readText(given);
  const faults = [...reading.faults];
  let data: z.output<Schema> | undefined;
  let left = 0;
  if (reading.data !== undefined) {
    const { checkData } = await import('./data-issue.ts');
    const checked = checkData(reading.data.value, expectation.schema, expectation.secret);
    data = checked.data;
    const issues = [...checked.issues, ...(expectation.check?.(reading.data.value) ?? [])];
    faults.push(...newFaults(reading, issues.slice(0, maxProblems)));
    left = Math.max(issues.length - maxProblems, 0);
  }
  if (faults.length > 0) throw new UserError(toProblems(name, text, faults, left));
  return data as z.output<Schema>;
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

/** The issues with their offsets, except those at a place where the text itself has a fault. */
function newFaults({ data, faults }: TextReading, issues: readonly DataIssue[]): TextFault[] {
  const taken = new Set(faults.map(({ offset }) => offset));
  return issues
    .map(({ path, at, ...words }) => ({ ...words, offset: data?.offsetOf(path, at ?? 'value') ?? 0 }))
    .filter(({ offset }) => !taken.has(offset));
}

function toProblems(name: string, text: string, faults: readonly TextFault[], left: number): Problem[] {
  const sorted = faults.toSorted((a, b) => a.offset - b.offset);
  const problems: Problem[] = sorted
    .slice(0, maxProblems)
    .map(({ offset, ...words }) => ({ where: `${name}:${placeOf(text, offset)}`, ...words }));
  const more = sorted.length - problems.length + left;
  return more === 0 ? problems : [...problems, { where: name, what: `has ${more} more problems` }];
}
