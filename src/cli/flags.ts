import { Option } from 'commander';
import type { SettingReading } from '../settings/setting.ts';
import { UserError } from '../shared/user-error.ts';

type Read<T> = (text: string) => SettingReading<T>;

/** Creates a flag whose value `read` parses. A value that does not parse throws a UserError. */
export function valueFlag<T>(flags: string, description: string, read: Read<T>): Option {
  const option = new Option(flags, description);
  return option.argParser((text) => parse(text, option, read));
}

/** Creates a flag that can be repeated; its value is a list. */
export function listFlag<T>(flags: string, description: string, read: Read<T>): Option {
  const option = new Option(flags, description);
  return option.argParser((text, before: readonly T[] = []) => [...before, parse(text, option, read)]);
}

function parse<T>(text: string, option: Option, read: Read<T>): T {
  const reading = read(text);
  if (reading.kind === 'value') return reading.value;
  throw new UserError({ where: `--${option.name()}`, ...reading.problem });
}
