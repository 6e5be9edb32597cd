import type { z } from 'zod';
import type { DataIssue } from './data-issue.ts';
import { readTextFile, refuseLarge } from './text-file.ts';
import { linesOf, type TextFault, type TextReading } from './text-place.ts';
import { type Problem, UserError } from './user-error.ts';

/** The most bytes of a YAML text, and of a JSON text, which is read a hundred times as fast. */
export const maxYamlBytes = 1024 * 1024;
export const maxJsonBytes = 256 * 1024 * 1024;

const mostProblems = 1_000;

/** A text with the name that problems are told under. A name that ends in `.json` is read as JSON, any other as YAML. */
export type NamedText = { readonly name: string; readonly text: string };

/** What a text must hold. */
export type Expectation<Schema extends z.ZodType> = {
  readonly schema: Schema;
  /** Looks at the data as a whole; it is asked even where the schema finds issues, so it may trust no part. */
  readonly check?: (value: unknown) => readonly DataIssue[];
  /** A top-level list, and which of its elements hold beyond doubt: where all do, the schema does not look at them. */
  readonly plain?: { readonly key: string; isPlain(element: unknown): boolean };
  /** Top-level keys below which no text is told in a problem. */
  readonly secret?: readonly string[];
};

/**
 * Reads a YAML or JSON text and checks it. Integers are bigint. Throws one UserError with every problem at once (at
 * most 1,000), each as `name:line:column what; expected …; hint`: syntax, duplicate keys, aliases, tags, size, nesting,
 * and whatever the schema and the check find, unknown keys with the nearest known one.
 */
export async function readYaml<Schema extends z.ZodType>(
  { name, text }: NamedText,
  expectation: Expectation<Schema>,
): Promise<z.output<Schema>> {
  refuseLarge(name, Buffer.byteLength(text), isJsonName(name) ? maxJsonBytes : maxYamlBytes);
  const reading = await readText(name, text);
  const faults = [...reading.faults];
  let data: z.output<Schema> | undefined;
  if (reading.data !== undefined) {
    const checked = await checkSchema(reading.data.value, expectation);
    data = checked.data;
    const issues = [...checked.issues, ...(expectation.check?.(reading.data.value) ?? [])];
    faults.push(...newFaults(reading, issues));
  }
  if (faults.length > 0) throw new UserError(toProblems(name, text, faults));
  return data as z.output<Schema>;
}

async function checkSchema<Schema extends z.ZodType>(value: unknown, expectation: Expectation<Schema>) {
  const { checkData } = await import('./data-issue.ts');
  const { schema, secret, plain } = expectation;
  const list: unknown = plain === undefined ? undefined : Reflect.get(Object(value), plain.key);
  if (plain === undefined || !Array.isArray(list) || !list.every((element) => plain.isPlain(element)))
    return checkData(value, schema, secret);
  const { data, issues } = checkData({ ...Object(value), [plain.key]: [] }, schema, secret);
  const whole = data === undefined ? undefined : ({ ...Object(data), [plain.key]: list } as z.output<Schema>);
  return { data: whole, issues };
}

/** Reads a file as `readYaml` does its text. Throws a UserError also for a file that cannot be read. */
export async function readYamlFile<Schema extends z.ZodType>(
  path: string,
  expectation: Expectation<Schema>,
): Promise<z.output<Schema>> {
  const text = await readTextFile(path, isJsonName(path) ? maxJsonBytes : maxYamlBytes);
  return readYaml({ name: path, text }, expectation);
}

/** Whether a file of this name is read as JSON. */
export function isJsonName(name: string): boolean {
  return name.endsWith('.json');
}

async function readText(name: string, text: string): Promise<TextReading> {
  if (!isJsonName(name)) return (await import('./yaml-text.ts')).readYamlText(text);
  return (await import('./json-text.ts')).readJsonText(text);
}

/** The issues with their offsets, without those at a place where the text itself is at fault already. */
function newFaults({ data, faults }: TextReading, issues: readonly DataIssue[]): TextFault[] {
  const taken = new Set(faults.map(({ offset }) => offset));
  return issues
    .map(({ path, at, ...words }) => ({ ...words, offset: data?.offsetOf(path, at ?? 'value') ?? 0 }))
    .filter(({ offset }) => !taken.has(offset));
}

function toProblems(name: string, text: string, faults: readonly TextFault[]): Problem[] {
  const placeOf = linesOf(text);
  const sorted = faults.toSorted((a, b) => a.offset - b.offset);
  const problems: Problem[] = sorted
    .slice(0, mostProblems)
    .map(({ offset, ...words }) => ({ where: `${name}:${placeOf(offset)}`, ...words }));
  const more = sorted.length - problems.length;
  return more === 0 ? problems : [...problems, { where: name, what: `has ${more} more problems` }];
}
