import { nearestHint } from '../text/nearest.ts';
import { isFilePath } from '../text/yaml-file.ts';
import { type Problem, UserError } from '../user-error.ts';
import { processVariables, type Variables } from './process-variables.ts';
import { flagOf, settingVariable } from './setting.ts';
import { type SettingKey, type Settings, settingKeys, settingOf, variablesOf } from './settings-table.ts';

/** Parsed flags by key. A repeatable flag is a list, and a flag without a value is `true`. */
export type SettingFlags = Readonly<Partial<Record<SettingKey, string | readonly string[] | true>>>;

/** All settings, and the source of each: `--port`, `SIM_PORT`, `default`. */
export type SettingsReading = {
  readonly settings: Settings;
  readonly sources: Readonly<Record<SettingKey, string>>;
};

export type SettingsInput = {
  readonly flags?: SettingFlags;
  /** @default process.env */
  readonly variables?: Variables | undefined;
};

/**
 * Reads every setting. A flag overrides a variable, and a variable overrides the default. The result is frozen. Throws a
 * UserError with the problems of all sources.
 */
export function readSettings({
  flags = {},
  variables = processVariables(),
}: SettingsInput = {}): SettingsReading {
  const problems: Problem[] = [...unknownVariables(variables)];
  const settings: Record<string, unknown> = {};
  const sources: Record<string, string> = {};
  for (const key of settingKeys) {
    const given = givenText(key, flags, variables);
    sources[key] = given?.where ?? 'default';
    const text = given?.text ?? settingOf(key).default;
    const reading = text === undefined ? undefined : settingOf(key).read(text);
    if (reading?.kind === 'problem') problems.push({ where: sources[key], ...reading.problem });
    settings[key] = reading?.kind === 'value' ? reading.value : undefined;
  }
  if (problems.length > 0) throw new UserError(problems);
  // Every key was read by the reader of its row.
  const complete = settings as Settings;
  const conflicts = conflictsOf(complete, (key) => sources[key] !== 'default');
  if (conflicts.length > 0) throw new UserError(conflicts);
  return Object.freeze({
    settings: Object.freeze(complete),
    sources: Object.freeze(sources) as SettingsReading['sources'],
  });
}

/** Returns the text of a setting, and its source. An empty variable counts as not set. */
function givenText(key: SettingKey, flags: SettingFlags, variables: Variables) {
  const { bare = '', joinedBy } = settingOf(key);
  const flag = flags[key] === true ? bare : flags[key];
  if (flag !== undefined)
    return { text: typeof flag === 'string' ? flag : flag.join(joinedBy), where: flagOf(key) };
  const where = variablesOf(key).find((name) => variables[name]);
  return where === undefined ? undefined : { text: variables[where] ?? '', where };
}

/** An unknown variable that begins with `SIM_` is a problem, because it is probably misspelled. */
function unknownVariables(variables: Variables): readonly Problem[] {
  const known = [...settingKeys.map(settingVariable), 'SIM_CELL', 'SIM_RECORD', 'SIM_DEBUG'];
  return Object.keys(variables)
    .filter((name) => name.startsWith('SIM_') && variables[name] && !known.includes(name))
    .map((name) => ({ where: name, what: 'is not a setting', hint: hintFor(name, known) }));
}

function hintFor(name: string, known: readonly string[]): string {
  // Kubernetes sets these variables in every pod if a Service is named sim.
  if (/^SIM_(SERVICE_|PORT_[0-9]+_)/.test(name))
    return 'Kubernetes sets this variable for a Service named sim: set enableServiceLinks to false';
  return nearestHint(name, known);
}

/**
 * Reads the variables of `check`, which are not settings: its key, and those of HTTP proxies. An empty variable counts as not
 * set.
 */
export function readCheckVariables(variables: Variables = processVariables()): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([, text]) => text !== ''));
}

/** Returns the variables that the command of `matrix` inherits: all of them. */
export function readMatrixVariables(variables: Variables = processVariables()): Variables {
  return { ...variables };
}

/**
 * Returns the problems of settings that are valid one by one but not together.
 *
 * @param nameOf names a setting: as a flag, or as an option of `startSimulator`
 */
export function findConflicts(
  given: Readonly<Partial<Record<SettingKey, unknown>>>,
  nameOf: (key: SettingKey) => string,
): readonly Problem[] {
  const { control, port, controlPort, watch, scenario, scenarioInline, scenarios, stagingScenario } = given;
  const problems: Problem[] = [];
  const isFile = (one: unknown) => typeof one === 'string' && isFilePath(one);
  if (watch === true && scenarios === undefined && !isFile(scenario) && !isFile(stagingScenario)) {
    const expected = 'a scenario file, a staging scenario file, or a folder of scenarios';
    problems.push({ where: nameOf('watch'), what: 'has nothing to watch', expected });
  }
  if (scenario !== undefined && scenarioInline !== undefined)
    problems.push(excluding(nameOf('scenarioInline'), nameOf('scenario')));
  if (control !== false && port !== undefined && port !== 0 && port === controlPort) {
    const what = `and ${nameOf('port')} are both ${String(port)}`;
    problems.push({ where: nameOf('controlPort'), what, hint: 'choose another port for the control API' });
  }
  return problems;
}

function excluding(where: string, other: string): Problem {
  return { where, what: `and ${other} exclude each other`, hint: 'remove one of them' };
}

/** Returns the conflicts of settings. `given` returns whether any source gave a setting. */
function conflictsOf(settings: Settings, given: (key: SettingKey) => boolean): readonly Problem[] {
  const { tls, tlsCert, tlsKey, scenario } = settings;
  const problems = [
    ...findConflicts({ ...settings, scenario: given('scenario') ? scenario : undefined }, flagOf),
  ];
  const reject = (key: SettingKey, problem: Problem) => problems.push({ where: flagOf(key), ...problem });
  if (tlsCert !== undefined && tlsKey === undefined)
    reject('tlsCert', { what: 'is given without --tls-key', expected: 'both or none' });
  if (tlsKey !== undefined && tlsCert === undefined)
    reject('tlsKey', { what: 'is given without --tls-cert', expected: 'both or none' });
  if (tls !== 'off' && (tlsCert ?? tlsKey) !== undefined)
    problems.push(excluding('--tls', tlsCert === undefined ? '--tls-key' : '--tls-cert'));
  if (tls === 'off' && given('tlsCaFile'))
    reject('tlsCaFile', { what: 'has no effect without a generated CA', hint: 'add --tls self-signed' });
  return problems;
}
