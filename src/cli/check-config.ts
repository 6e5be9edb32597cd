import { z } from 'zod';
import { type CheckFlags, checkTable } from '../check/check-table.ts';
import type { OptionRow } from '../options/option-row.ts';
import { value as asText } from '../options/setting.ts';
import type { IssueWords } from '../text/data-issue.ts';
import { readYamlFile } from '../text/yaml-file.ts';
import { describeValue } from '../text-place.ts';

/** A target of a config file: its name, its base address, and its flags. */
export type ConfiguredTarget = {
  readonly name: string;
  readonly url: string | undefined;
  readonly flags: CheckFlags;
};

const isSecret = 'is a secret, which does not belong in a file';

/** Flags that are about the command, and those whose value is a secret. */
const notInFile: Readonly<Record<string, IssueWords>> = {
  ...Object.fromEntries(
    ['config', 'target', 'dryRun', 'har', 'history', 'every', 'metrics', 'notify'].map((key) => [
      key,
      { what: `${key} is only a flag of the command line` },
    ]),
  ),
  apiKey: { what: `apiKey ${isSecret}`, hint: 'use apiKeyEnv or apiKeyFile' },
  controlToken: { what: `controlToken ${isSecret}`, hint: 'use the variable SIM_CONTROL_TOKEN' },
};

/** The options of `check` that a target can have, by key. */
export const fileOptions: ReadonlyMap<string, OptionRow> = new Map<string, OptionRow>(
  Object.entries(checkTable).filter(([key]) => notInFile[key] === undefined),
);

type Fail = (words: IssueWords) => void;

function schemaOf(read: (value: unknown, fail: Fail) => unknown) {
  return z
    .unknown()
    .transform((value, context) => read(value, (params) => context.addIssue({ code: 'custom', params })))
    .optional();
}

const flags = Object.fromEntries([
  ...Object.entries(notInFile).map(([key, words]) => [key, schemaOf((_, fail) => fail(words))] as const),
  ...[...fileOptions].map(
    ([key, row]) => [key, schemaOf((value, fail) => readFlag(key, row, value, fail))] as const,
  ),
]);

/** A name becomes part of the names of reports. */
const name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'letters, digits, dots, underscores and hyphens');

const schema = z.strictObject({
  targets: z
    .record(name, z.strictObject({ url: z.string().optional(), ...flags }))
    .refine((all) => Object.keys(all).length > 0, {
      params: { what: 'targets is empty', expected: 'a mapping from names to targets' },
    }),
  defaults: z.strictObject(flags).default({}),
});

/**
 * Reads the targets of a YAML or JSON file: `targets`, a mapping from names to the `url` and the flags of `check`, with
 * keys such as `pendingId`; and `defaults`, flags of every target. Throws one UserError with the position of each problem.
 */
export async function readCheckConfig(file: string): Promise<readonly ConfiguredTarget[]> {
  const { targets, defaults } = await readYamlFile(file, { schema });
  return Object.entries(targets).map(([target, { url, ...own }]) => {
    return { name: target, url, flags: { ...defaults, ...own } };
  });
}

/** Reads a value like the text of the flag. */
function readFlag(key: string, row: OptionRow, value: unknown, fail: Fail): unknown {
  if (row.argument === undefined) {
    if (typeof value !== 'boolean')
      fail({ what: `${key} cannot be ${describeValue(value)}`, expected: 'true or false' });
    return value === true ? true : undefined;
  }
  const texts = textsOf(key, value);
  if (texts === undefined || (texts.length !== 1 && row.repeatable !== true)) {
    const list = row.repeatable === true ? ' or a list of texts' : '';
    return fail({ what: `${key} cannot be ${describeValue(value)}`, expected: `a text or a number${list}` });
  }
  const values = texts.flatMap((text) => {
    const reading = (row.read ?? asText)(text);
    if (reading.kind === 'value') return [reading.value];
    fail({ ...reading.problem, what: `${key} ${reading.problem.what}` });
    return [];
  });
  return row.repeatable === true ? values : values[0];
}

/** Returns the texts that the flag would have: of a scalar, of a list, and of headers by their names. */
function textsOf(key: string, value: unknown): readonly string[] | undefined {
  if (isScalar(value)) return [String(value)];
  if (Array.isArray(value)) return value.every(isScalar) ? value.map(String) : undefined;
  if (key !== 'header' || typeof value !== 'object' || value === null) return undefined;
  const fields = Object.entries(value);
  return fields.every(([, text]) => isScalar(text))
    ? fields.map(([field, text]) => `${field}: ${text}`)
    : undefined;
}

function isScalar(value: unknown): value is string | number | bigint {
  return ['string', 'number', 'bigint'].includes(typeof value);
}
