import { hasScenarioFile, nothingToWatch } from '../options/settings.ts';
import { isSettingKey, settingKeys, settingOf } from '../options/settings-table.ts';
import { nearestHint } from '../text/nearest.ts';
import { shorten } from '../text-place.ts';
import type { Problem } from '../user-error.ts';
import { readGapChoice } from './environment/gaps/read-choice.ts';
import type { StartOptions } from './start-options.ts';

/** The options that are no setting, or take more than its text. */
const ownForms = {
  scenario: 'scenario',
  stagingScenario: 'scenario',
  gaps: 'choices',
  certificate: 'certificate',
  onWatch: 'function',
  onStore: 'function',
  onError: 'function',
  onRequest: 'function',
  onControlRequest: 'function',
} as const satisfies { readonly [Key in keyof StartOptions]: string };

function isOwn(key: string): key is keyof typeof ownForms {
  return Object.hasOwn(ownForms, key);
}

/** Returns whether a text is the key of an option. */
export function isStartOption(key: string): key is keyof StartOptions {
  return isOwn(key) || (isSettingKey(key) && settingOf(key).ofServe !== true);
}

const optionKeys = [...Object.keys(ownForms), ...settingKeys.filter(isStartOption)];

/**
 * Returns every problem of the options: unknown keys, wrong types, values out of range, options that exclude each other.
 * It trusts no part of the value, since JavaScript calls `startSimulator` too. Scenarios are read later.
 */
export function findOptionProblems(options: unknown): readonly Problem[] {
  if (!isObject(options))
    return [{ what: `the options of startSimulator are ${describe(options)}`, expected: 'an object' }];
  const problems = Object.entries(options).flatMap(([key, value]): readonly Problem[] => {
    if (!isStartOption(key)) {
      const hint = nearestHint(key, optionKeys);
      return [{ what: `startSimulator has no option ${JSON.stringify(key)}`, hint }];
    }
    return value === undefined ? [] : findValueProblems(key, value);
  });
  return [...problems, ...findConflicts(options)];
}

function findValueProblems(key: keyof StartOptions, value: unknown): readonly Problem[] {
  const wrong = (expected: string): readonly Problem[] => [
    { where: key, what: `is ${describe(value)}`, expected },
  ];
  switch (isOwn(key) ? ownForms[key] : undefined) {
    case undefined:
      return readSetting(key, value);
    case 'function':
      return typeof value === 'function' ? [] : wrong('a function');
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

/** Reads a value as its setting does, whose value has the type of the option. A problem of a secret does not contain the value. */
function readSetting(key: keyof StartOptions, value: unknown): readonly Problem[] {
  if (!isSettingKey(key)) return [];
  const { bare, read, joinedBy, secret } = settingOf(key);
  const refuse = (one: unknown, expected: string): readonly Problem[] => [
    {
      where: key,
      what: `is ${secret === true && typeof one === 'string' ? 'a string' : describe(one)}`,
      expected,
    },
  ];
  if (bare === 'on') return typeof value === 'boolean' ? [] : refuse(value, 'true or false');
  const isList = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
  if (joinedBy !== undefined && !isList) return refuse(value, 'an array of strings');
  return (isList ? value : [value]).flatMap((one: unknown): readonly Problem[] => {
    const text = typeof one === 'string' || typeof one === 'number' ? String(one) : describe(one);
    // The separator of a setting is no part of an element.
    const reading = read(isList ? text.replaceAll(',', ' ') : text);
    if (reading.kind === 'problem')
      return [
        {
          ...reading.problem,
          where: key,
          what: secret === true ? reading.problem.what : `is ${describe(one)}`,
        },
      ];
    if (isList || typeof reading.value === typeof one) return [];
    return refuse(one, `a ${typeof reading.value}`);
  });
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

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (value === null || ['number', 'bigint', 'boolean', 'undefined'].includes(typeof value))
    return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
