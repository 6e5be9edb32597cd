import { type CheckFlags, checkTable } from '../check/check-table.ts';
import type { OptionRow } from '../options/option-row.ts';
import { value as asText } from '../options/setting.ts';
import { nearestHint } from '../text/nearest.ts';
import { readTextFile } from '../text/text-file.ts';
import { readYamlText } from '../text/yaml-text.ts';
import { type DataPath, describeValue, type LocatedData, linesOf } from '../text-place.ts';
import { type Problem, UserError } from '../user-error.ts';

/** A target of a config file: its name, its base address, and its flags. */
export type ConfiguredTarget = {
  readonly name: string;
  readonly url: string | undefined;
  readonly flags: CheckFlags;
};

const maxBytes = 256 * 1024;
/** A name becomes part of the names of reports. */
const targetName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Flags that are about the command, and those whose value is a secret. */
const ofWatch = ['every', 'metrics', 'notify'];
const notInFile = ['apiKey', 'controlToken', 'config', 'target', 'dryRun', 'har', 'history', ...ofWatch];
const secrets = ['apiKey', 'controlToken'];

/** The options of `check` that a target can have, by key. */
export const fileOptions: ReadonlyMap<string, OptionRow> = new Map<string, OptionRow>(
  Object.entries(checkTable).filter(([key]) => !notInFile.includes(key)),
);

/**
 * Reads the targets of a YAML or JSON file: `targets`, a mapping from names to the `url` and the flags of `check`, with
 * keys such as `pendingId`; and `defaults`, flags of every target. Throws one UserError with the position of each problem.
 */
export async function readCheckConfig(file: string): Promise<readonly ConfiguredTarget[]> {
  const text = await readTextFile(file, maxBytes);
  const position = linesOf(text);
  const { data, faults } = await readYamlText(text);
  const at = (offset: number): string => `${file}:${position(offset)}`;
  const problems: Problem[] = faults.map(({ offset, ...fault }) => ({ where: at(offset), ...fault }));
  const report: Report = (path, problem, part = 'value') =>
    void problems.push({ where: at(data?.offsetOf(path, part) ?? 0), ...problem });
  const targets = data === undefined ? [] : readTargets(data.value, report);
  if (problems.length > 0) throw new UserError(problems);
  return targets;
}

type Report = (path: DataPath, problem: Problem, part?: 'key' | 'value') => void;
type Mapping = Readonly<Record<string, unknown>>;

function isMapping(value: LocatedData['value']): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readTargets(value: unknown, report: Report): readonly ConfiguredTarget[] {
  const expected = 'a mapping with `targets`';
  if (!isMapping(value)) {
    report([], { what: 'contains no targets', expected });
    return [];
  }
  const { targets, defaults = {}, ...others } = value;
  for (const key of Object.keys(others))
    report(
      [key],
      { what: `unknown key ${describeValue(key)}`, hint: nearestHint(key, ['targets', 'defaults']) },
      'key',
    );
  if (!isMapping(targets) || Object.keys(targets).length === 0) {
    report(['targets'], { what: 'contains no targets', expected: 'a mapping from names to targets' });
    return [];
  }
  const shared = readFlags(defaults, ['defaults'], report);
  return Object.entries(targets).map(([name, target]) => {
    const path = ['targets', name];
    if (!targetName.test(name)) {
      const allowed = 'letters, digits, dots, underscores and hyphens';
      report(path, { what: `${describeValue(name)} is not a name for a target`, expected: allowed }, 'key');
    }
    const { url, ...flags } = isMapping(target) ? target : {};
    if (!isMapping(target)) report(path, { what: `is ${describeValue(target)}`, expected: 'a mapping' });
    else if (url !== undefined && typeof url !== 'string')
      report([...path, 'url'], { what: `url cannot be ${describeValue(url)}`, expected: 'a base address' });
    const own = readFlags(flags, path, report);
    return { name, url: typeof url === 'string' ? url : undefined, flags: { ...shared, ...own } };
  });
}

function readFlags(given: unknown, path: DataPath, report: Report): CheckFlags {
  if (!isMapping(given)) {
    report(path, { what: `is ${describeValue(given)}`, expected: 'a mapping' });
    return {};
  }
  const flags: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const option = fileOptions.get(key);
    if (option === undefined) report([...path, key], unknownKey(key, [...fileOptions.keys(), 'url']), 'key');
    else flags[key] = readFlag(key, option, value, (problem) => report([...path, key], problem));
  }
  return flags;
}

function unknownKey(key: string, known: readonly string[]): Problem {
  if (secrets.includes(key)) {
    const hint = key === 'apiKey' ? 'use apiKeyEnv or apiKeyFile' : 'use the variable SIM_CONTROL_TOKEN';
    return { what: `${key} is a secret, which does not belong in a file`, hint };
  }
  if (notInFile.includes(key)) return { what: `${key} is only a flag of the command line` };
  return { what: `unknown key ${describeValue(key)}`, hint: nearestHint(key, known) };
}

/** Reads a value like the text of the flag. */
function readFlag(key: string, row: OptionRow, value: unknown, fail: (problem: Problem) => void): unknown {
  if (row.argument === undefined) {
    if (typeof value !== 'boolean')
      fail({ what: `${key} cannot be ${describeValue(value)}`, expected: 'true or false' });
    return value === true ? true : undefined;
  }
  const texts = textsOf(key, value);
  if (texts === undefined || (texts.length !== 1 && row.repeatable !== true)) {
    const list = row.repeatable === true ? ' or a list of texts' : '';
    fail({ what: `${key} cannot be ${describeValue(value)}`, expected: `a text or a number${list}` });
    return undefined;
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
  if (key !== 'header' || !isMapping(value)) return undefined;
  const fields = Object.entries(value);
  return fields.every(([, text]) => isScalar(text))
    ? fields.map(([name, text]) => `${name}: ${text}`)
    : undefined;
}

function isScalar(value: unknown): value is string | number | bigint {
  return ['string', 'number', 'bigint'].includes(typeof value);
}
