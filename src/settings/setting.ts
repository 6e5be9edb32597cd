import type { Problem } from '../shared/user-error.ts';

/** What a text is as the value of a setting. A problem of a secret never repeats the text. */
export type SettingReading<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'problem'; readonly problem: Problem };

/**
 * One setting: a row of the settings table. The flag, the variable and the key in a config file share a stem:
 * `--control-port`, `SIM_CONTROL_PORT`, `controlPort`. Every source gives text, and one reader reads them all.
 */
export type Setting<T> = {
  /** What `--help` shows for the value. */
  readonly argument: string;
  /** One sentence for `--help` and the docs. */
  readonly says: string;
  readonly read: (text: string) => SettingReading<T>;
  /** The text read when no source gives one. Left out: the setting is undefined then, and `unset` says what happens. */
  readonly default?: string;
  readonly unset?: string;
  /** A variable honoured beside `SIM_…`, and after it. */
  readonly alsoVariable?: string;
  /** What the flag means without a value. */
  readonly bare?: string;
  /** The flag may be repeated and a config file may give a list; the texts are joined by this. */
  readonly joinedBy?: ',' | ';';
  /** The value is never printed. */
  readonly secret?: true;
};

/** A value of a setting was read. */
export function value<T>(read: T): SettingReading<T> {
  return { kind: 'value', value: read };
}

/** A text is no value of a setting; `what` is a sentence that goes on after the name of the setting. */
export function refusal(problem: Problem): SettingReading<never> {
  return { kind: 'problem', problem };
}

/** The flag of a setting: `controlPort` → `--control-port`. */
export function flagOf(key: string): string {
  return `--${kebab(key)}`;
}

/** The environment variable of a setting: `controlPort` → `SIM_CONTROL_PORT`. */
export function settingVariable(key: string): string {
  return `SIM_${kebab(key).replaceAll('-', '_').toUpperCase()}`;
}

function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
