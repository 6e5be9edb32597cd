import { hasScenarioFile, nothingToWatch } from '../options/settings.ts';
import { isSettingKey, settingOf } from '../options/settings-table.ts';
import { nearestHint } from '../text/nearest.ts';
import { shorten } from '../text-place.ts';
import type { Problem } from '../user-error.ts';
import { readGapChoice } from './environment/gaps/read-choice.ts';
import type { StartOptions } from './start-options.ts';

type Form = 'text' | 'number' | 'boolean' | 'texts' | 'scenario' | 'choices' | 'certificate' | 'function';

/** The form of every option. The range of an option that is a setting is that of the setting. */
const forms: { readonly [Key in keyof Required<StartOptions>]: Form } = {
  scenario: 'scenario',
  stagingScenario: 'scenario',
  scenarioInline: 'text',
  scenarios: 'text',
  watch: 'boolean',
  onWatch: 'function',
  environments: 'text',
  maxOrders: 'number',
  apiKey: 'texts',
  stagingApiKey: 'texts',
  seed: 'number',
  profile: 'text',
  unknown: 'text',
  gaps: 'choices',
  gapsHeader: 'boolean',
  cell: 'text',
  record: 'text',
  port: 'number',
  host: 'text',
  publicUrl: 'text',
  control: 'boolean',
  controlPort: 'number',
  controlHost: 'text',
  controlToken: 'text',
  controlHosts: 'texts',
  replica: 'text',
  store: 'text',
  onStore: 'function',
  journalSize: 'number',
  certificate: 'certificate',
  onError: 'function',
  onRequest: 'function',
  onControlRequest: 'function',
};

/** Returns whether a text is the key of an option. */
export function isStartOption(key: string): key is keyof StartOptions {
  return Object.hasOwn(forms, key);
}

/**
 * Returns every problem of the options: unknown keys, wrong types, values out of range, options that exclude each other.
 * It trusts no part of the value, since JavaScript calls `startSimulator` too. Scenarios are read later.
 */
export function findOptionProblems(options: unknown): readonly Problem[] {
  if (!isObject(options))
    return [{ what: `the options of startSimulator are ${describe(options)}`, expected: 'an object' }];
  const problems = Object.entries(options).flatMap(([key, value]): readonly Problem[] => {
    if (!isStartOption(key)) {
      const hint = nearestHint(key, Object.keys(forms));
      return [{ what: `startSimulator has no option ${JSON.stringify(key)}`, hint }];
    }
    return value === undefined ? [] : findValueProblems(key, value);
  });
  return [...problems, ...findConflicts(options)];
}

function findValueProblems(key: keyof StartOptions, value: unknown): readonly Problem[] {
  const wrong = (expected: string): readonly Problem[] => [
    {
      where: key,
      what: `is ${isSecret(key) && typeof value === 'string' ? 'a string' : describe(value)}`,
      expected,
    },
  ];
  switch (forms[key]) {
    case 'text':
      return typeof value === 'string' ? readSetting(key, value) : wrong('a string');
    case 'number':
      return typeof value === 'number' ? readSetting(key, value) : wrong('a number');
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong('true or false');
    case 'function':
      return typeof value === 'function' ? [] : wrong('a function');
    case 'texts': {
      const isList =
        Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
      return isList ? value.flatMap((one) => readSetting(key, one)) : wrong('an array of strings');
    }
    case 'scenario':
      if (typeof value === 'string') return readSetting(key, value);
      return isObject(value) ? [] : wrong('a name, the path of a file, or an object with the scenario');
    case 'choices':
      return isObject(value) ? findChoiceProblems(key, value) : wrong('an object with a choice for each gap');
    case 'certificate': {
      const isPair = isObject(value) && typeof value.cert === 'string' && typeof value.key === 'string';
      return isPair ? [] : wrong('an object with cert and key, in PEM');
    }
  }
}

/** Reads a value as its setting does. A problem of a secret does not contain the value. */
function readSetting(key: keyof StartOptions, value: string | number): readonly Problem[] {
  if (!isSettingKey(key)) return [];
  // The separator of a setting is no part of an element.
  const text = forms[key] === 'texts' ? String(value).replaceAll(',', ' ') : String(value);
  const reading = settingOf(key).read(text);
  if (reading.kind === 'value') return [];
  return [
    { ...reading.problem, where: key, what: isSecret(key) ? reading.problem.what : `is ${describe(value)}` },
  ];
}

function findChoiceProblems(key: keyof StartOptions, choices: Loose): readonly Problem[] {
  return Object.entries(choices).flatMap(([gap, choice]) => {
    if (choice === undefined) return [];
    const reading = readGapChoice(gap, String(choice));
    return reading.kind === 'problem' ? [{ ...reading.problem, where: `${key}:` }] : [];
  });
}

function findConflicts(options: Loose): readonly Problem[] {
  const { scenario, scenarioInline, control, port, controlPort, watch } = options;
  const problems: Problem[] = [];
  if (watch === true && !hasScenarioFile(options)) problems.push({ where: 'watch', ...nothingToWatch });
  if (scenario !== undefined && scenarioInline !== undefined)
    problems.push({
      where: 'scenarioInline',
      what: 'and scenario exclude each other',
      hint: 'remove one of them',
    });
  if (control !== false && port !== undefined && port !== 0 && port === controlPort)
    problems.push({
      where: 'controlPort',
      what: `and port are both ${describe(port)}`,
      hint: 'choose another port for the control API',
    });
  return problems;
}

type Loose = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSecret(key: keyof StartOptions): boolean {
  return isSettingKey(key) && settingOf(key).secret === true;
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (value === null || ['number', 'bigint', 'boolean', 'undefined'].includes(typeof value))
    return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
