import { type Command, Option } from 'commander';
import { flagOf, type OptionRow, value } from '../options/option-row.ts';
import { UserError } from '../user-error.ts';

/** Adds the flags of a table of options to a command. A value that does not parse throws a UserError. */
export function withFlags(command: Command, table: Readonly<Record<string, OptionRow>>): Command {
  for (const [key, row] of Object.entries(table)) command.addOption(createFlag(key, row));
  return command;
}

function createFlag(key: string, row: OptionRow): Option {
  const name = flagOf(key);
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
  option.argParser(add);
  if (row.default !== undefined) option.default(row.default, shownDefault);
  return row.required === true ? option.makeOptionMandatory() : option;
}
