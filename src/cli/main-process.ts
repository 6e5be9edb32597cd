import { readFileSync } from 'node:fs';
import { flagOf } from '../options/setting.ts';
import type { SettingFlags } from '../options/setting-sources.ts';
import { type SettingKey, settingKeys, settingOf } from '../options/settings-table.ts';

/** The settings that a running simulator was given as flags, and its config file. */
export type ServedFlags = { readonly flags: SettingFlags; readonly configFile: string | undefined };

/**
 * Returns the flags of the first process of this container, if it is a simulator: `docker run IMAGE --port 5000`. Returns none
 * outside of Linux and where another program is the first process, as on a machine.
 */
export function flagsOfMainProcess(read = () => readFileSync('/proc/1/cmdline', 'utf8')): ServedFlags {
  try {
    return servedFlags(read().split('\0').slice(0, -1));
  } catch {
    return { flags: {}, configFile: undefined };
  }
}

/** Returns the flags in the arguments of a process, which may begin with an init program and the flags of Node. */
export function servedFlags(args: readonly string[]): ServedFlags {
  const program = args.findIndex((arg) => /(?:^|\/)store-orders-sim(?:\.cjs)?$/.test(arg));
  const rest = program < 0 ? [] : args.slice(program + 1);
  const given = new Map<string, string[]>();
  for (let at = rest[0] === 'serve' ? 1 : 0; at < rest.length; at += 1) {
    const [flag = '', ...after] = (rest[at] ?? '').split('=');
    const next = after.length > 0 ? after.join('=') : rest[at + 1];
    const key = settingKeys.find((one) => flagOf(one) === flag);
    const takesNext = next !== undefined && (key === undefined || !isBare(key, after, next));
    if (key === undefined && flag !== '--config') continue;
    given.set(key ?? flag, [...(given.get(key ?? flag) ?? []), takesNext ? next : bareOf(key)]);
    if (after.length === 0 && takesNext) at += 1;
  }
  const flags: Partial<Record<SettingKey, string | readonly string[]>> = {};
  for (const key of settingKeys) {
    const texts = given.get(key);
    const last = texts?.at(-1);
    if (texts !== undefined && last !== undefined)
      flags[key] = settingOf(key).joinedBy === undefined ? last : texts;
  }
  return { flags, configFile: given.get('--config')?.at(-1) };
}

/** Returns whether a flag that needs no value has none. */
function isBare(key: SettingKey, inline: readonly string[], next: string): boolean {
  return settingOf(key).bare !== undefined && inline.length === 0 && next.startsWith('-');
}

function bareOf(key: SettingKey | undefined): string {
  return key === undefined ? '' : (settingOf(key).bare ?? '');
}
