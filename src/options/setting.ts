import type { Problem } from '../user-error.ts';

/** The outcome of reading the text of a setting. A problem of a secret never contains the text. */
export type SettingReading<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'problem'; readonly problem: Problem };

/**
 * One row of the settings table. The flag and the variable share a stem with the key: `--control-port`, `SIM_CONTROL_PORT`,
 * `controlPort`. Both give text, which `read` parses.
 */
export type Setting<T> = {
  /** The name of the value in `--help`. */
  readonly argument: string;
  /** One sentence for `--help` and the docs, without a full stop. */
  readonly description: string;
  readonly read: (text: string) => SettingReading<T>;
  /** The text to read if no source gives one. Without it the setting is undefined. */
  readonly default?: string;
  /** What an undefined setting means. */
  readonly unset?: string;
  /** Another variable, used if `SIM_…` is not set. */
  readonly alsoVariable?: string;
  /** The text that the flag means without a value. */
  readonly bare?: string;
  /** The separator of a setting that is a repeatable flag. */
  readonly joinedBy?: ',' | ';';
  /** Never print the value. */
  readonly secret?: true;
  /** Only a setting of `serve`: `startSimulator` has no option of this name. */
  readonly ofServe?: true;
};

/** Returns a successful reading. */
export function value<T>(read: T): SettingReading<T> {
  return { kind: 'value', value: read };
}

/** Returns a failed reading. The name of the setting is put before `what`. */
export function invalid(problem: Problem): SettingReading<never> {
  return { kind: 'problem', problem };
}

/** Returns the flag of a setting: `controlPort` → `--control-port`. */
export function flagOf(key: string): string {
  return `--${kebab(key)}`;
}

/** Returns the environment variable of a setting: `controlPort` → `SIM_CONTROL_PORT`. */
export function settingVariable(key: string): string {
  return `SIM_${kebab(key).replaceAll('-', '_').toUpperCase()}`;
}

function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export type ValueOf<Row> = Row extends { read: (text: string) => SettingReading<infer T> } ? T : never;
