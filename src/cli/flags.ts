import { Option } from 'commander';
import type { OptionRow } from '../options/option-row.ts';
import { flagOf, value } from '../options/setting.ts';
import { UserError } from '../user-error.ts';

/** Creates the flags of a table of options. A value that does not parse throws a UserError. */
export function createFlags(table: Readonly<Record<string, OptionRow>>): readonly Option[] {
  return Object.entries(table).map(([key, row]) => createFlag(flagOf(key), row));
}

/** Creates one flag: `--seed`. */
export function createFlag(name: string, row: OptionRow): Option {
  const { argument, description, read = value, repeatable, shownDefault } = row;
  if (argument === undefined)
    return new Option(row.default === true ? name.replace('--', '--no-') : name, description);
  const option = new Option(`${name} <${argument}>`, description);
  const parse = (text: string): unknown => {
    const reading = read(text);
    if (reading.kind === 'value') return reading.value;
    throw new UserError({ where: name, ...reading.problem });
  };
  const add = (text: string, before: unknown = []): unknown =>
    repeatable && Array.isArray(before) ? [...before, parse(text)] : parse(text);
  option.argParser(Object.assign(add, { names: namesOf(read) }));
  if (row.default !== undefined) option.default(row.default, shownDefault);
  return row.required === true ? option.makeOptionMandatory() : option;
}

/** Returns the names that a reader or a parser accepts, if it accepts only some names. */
export function namesOf(parser: unknown): readonly string[] | undefined {
  const names: unknown = typeof parser === 'function' ? Reflect.get(parser, 'names') : undefined;
  return Array.isArray(names) ? names : undefined;
}

/** Returns the first of the given flags that was used, as `--flag`. */
export function firstUsed<Flags extends object>(
  flags: Flags,
  keys: readonly (keyof Flags & string)[],
): string | undefined {
  const key = keys.find((one) => flags[one] !== undefined);
  return key && flagOf(key);
}
