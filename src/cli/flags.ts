import { Option } from 'commander';
import type { SettingReading } from '../options/setting.ts';
import { UserError } from '../user-error.ts';

type Read<T> = (text: string) => SettingReading<T>;

/** Creates a flag whose value `read` parses. A value that does not parse throws a UserError. */
export function valueFlag<T>(flags: string, description: string, read: Read<T>): Option {
  const option = new Option(flags, description);
  return option.argParser(withNames(read, (text: string) => parse(text, option, read)));
}

/** Creates a flag that can be repeated; its value is a list. */
export function listFlag<T>(flags: string, description: string, read: Read<T>): Option {
  const option = Object.assign(new Option(flags, description), { repeatable: true as const });
  const add = (text: string, before: readonly T[] = []) => [...before, parse(text, option, read)];
  return option.argParser(withNames(read, add));
}

/** Returns the names that a reader or a parser accepts, if it accepts only some names. */
export function namesOf(parser: unknown): readonly string[] | undefined {
  const names: unknown = typeof parser === 'function' ? Reflect.get(parser, 'names') : undefined;
  return Array.isArray(names) ? names : undefined;
}

function withNames<Parser extends object>(read: unknown, parser: Parser): Parser {
  return Object.assign(parser, { names: namesOf(read) });
}

/** Returns whether `listFlag` created a flag. */
export function isRepeatable(option: Option): boolean {
  return 'repeatable' in option;
}

function parse<T>(text: string, option: Option, read: Read<T>): T {
  const reading = read(text);
  if (reading.kind === 'value') return reading.value;
  throw new UserError({ where: `--${option.name()}`, ...reading.problem });
}
