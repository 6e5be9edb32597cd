import { inspect } from 'node:util';
import { findConflicts } from '../options/settings.ts';
import { isSettingKey, settingKeys, settingOf } from '../options/settings-table.ts';
import { nearestHint } from '../text/nearest.ts';
import { shorten } from '../text-place.ts';
import type { Problem } from '../user-error.ts';
import { readGapChoice } from './environment/gaps/read-choice.ts';
import type { StartOptions } from './start-options.ts';

type Form = { readonly expected: string; readonly accepts: (value: unknown) => boolean };

const aFunction: Form = { expected: 'a function', accepts: (value) => typeof value === 'function' };
const aScenario: Form = {
  expected: 'a name, the path of a file, or an object with the scenario',
  accepts: (value) => typeof value === 'string' || isObject(value),
};

/** The options that are no setting, or take more than its text. */
const ownForms: { readonly [Key in keyof StartOptions]: Form } = {
  scenario: aScenario,
  stagingScenario: aScenario,
  gaps: { expected: 'an object with a choice for each gap', accepts: isObject },
  certificate: {
    expected: 'an object with cert and key, in PEM',
    accepts: (value) => isObject(value) && typeof value.cert === 'string' && typeof value.key === 'string',
  },
  onWatch: aFunction,
  onStore: aFunction,
  onError: aFunction,
  onRequest: aFunction,
};

/** Returns whether a text is the key of an option. */
export function isStartOption(key: string): key is keyof StartOptions {
  return Object.hasOwn(ownForms, key) || (isSettingKey(key) && settingOf(key).ofServe !== true);
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
  return [...problems, ...findConflicts(options, (key) => key)];
}

function findValueProblems(key: keyof StartOptions, value: unknown): readonly Problem[] {
  const form = ownForms[key];
  if (form?.accepts(value) === false)
    return [{ where: key, what: `is ${describe(value)}`, expected: form.expected }];
  if (key === 'gaps' && isObject(value)) return findChoiceProblems(value);
  return form === undefined || typeof value === 'string' ? readSetting(key, value) : [];
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
    if (reading.kind === 'value')
      return isList || typeof reading.value === typeof one ? [] : refuse(one, `a ${typeof reading.value}`);
    const { problem } = reading;
    return [{ ...problem, where: key, what: secret === true ? problem.what : `is ${describe(one)}` }];
  });
}

function findChoiceProblems(choices: Loose): readonly Problem[] {
  return Object.entries(choices).flatMap(([gap, choice]) => {
    if (choice === undefined) return [];
    const reading = readGapChoice(gap, String(choice));
    return reading.kind === 'problem' ? [{ ...reading.problem, where: 'gaps:' }] : [];
  });
}

type Loose = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Describes a value: `"a"`, `7`, `[]`, `[Array]`, `[Object]`, `[Function: f]`. */
function describe(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(shorten(value)) : inspect(value, { depth: -1 });
}
