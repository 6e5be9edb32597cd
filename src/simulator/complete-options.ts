import { randomBytes } from 'node:crypto';
import { type SettingKey, type Settings, settingKeys, settingOf } from '../options/settings-table.ts';
import { formatProblem, UserError } from '../user-error.ts';
import type { OnStore } from './environment/store-unavailable.ts';
import { findOptionProblems, isStartOption } from './option-problems.ts';
import type { OnError } from './service/reports.ts';
import type { StartOptions, WatchEvent } from './start-options.ts';

/** The key of an option that has a value without being given. */
type WithDefault<Key> = Key extends SettingKey ? (undefined extends Settings[Key] ? never : Key) : never;
type Complete = WithDefault<keyof StartOptions> | keyof typeof otherDefaults | 'controlToken';

/** Options with their defaults. */
export type CompleteOptions = Omit<StartOptions, Complete> & {
  readonly [Key in Complete]: NonNullable<StartOptions[Key]>;
};

const otherDefaults = {
  port: 0,
  controlPort: 0,
  controlHosts: [],
  onError: ((error, request) => console.error('a request failed', request, error)) as OnError,
  onStore: ((event) => {
    if (event.kind === 'lost') console.error(`the store is not connected: ${event.why}`);
    else console.error('the store is connected again');
  }) as OnStore,
  onWatch: (event: WatchEvent): void => {
    if (event.kind === 'refused') console.error(event.problems.map(formatProblem).join('\n'));
  },
} as const;

/** Returns the options with their defaults. Throws one UserError with every problem of the options. */
export function completeOptions(options: StartOptions): CompleteOptions {
  const problems = findOptionProblems(options);
  if (problems.length > 0) throw new UserError(problems);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const defaults = settingKeys.filter(isStartOption).map((key) => [key, settingOf(key).default]);
  const others = Object.entries({ ...otherDefaults, controlToken: randomBytes(32).toString('hex') });
  // Every option was checked.
  return Object.fromEntries([...defaults, ...others, ...given]) as CompleteOptions;
}
