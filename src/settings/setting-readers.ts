import { nearest } from '../shared/nearest.ts';
import type { Problem } from '../shared/user-error.ts';
import { readGapChoice } from '../simulator/environment/gaps/read-choice.ts';
import type { GapChoiceTexts } from '../simulator/environment/initial-state.ts';
import { profileNames } from '../simulator/environment/profile-name.ts';
import { refusal, type SettingReading, value } from './setting.ts';

/** Reads a whole number between two bounds, in decimal digits. */
export function wholeNumber(least: number, most: number): (text: string) => SettingReading<number> {
  return (text) => {
    const number = Number(text);
    if (/^(?:0|[1-9][0-9]*)$/.test(text) && number >= least && number <= most) return value(number);
    return refusal({ what: `cannot be ${quote(text)}`, expected: `a whole number from ${least} to ${most}` });
  };
}

/** Reads one of a few names. */
export function oneOf<const N extends string>(names: readonly N[]): (text: string) => SettingReading<N> {
  return (text) => {
    const found = names.find((name) => name === text);
    if (found !== undefined) return value(found);
    const near = nearest(text, names);
    const hint = near === undefined ? {} : { hint: `did you mean "${near}"?` };
    return refusal({ what: `cannot be ${quote(text)}`, expected: `one of ${names.join(', ')}`, ...hint });
  };
}

const switchNames: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['yes', true],
  ['1', true],
  ['off', false],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/** Reads `on` or `off`; also `true`, `yes`, `1` and their opposites, in any case. */
export function onOrOff(text: string): SettingReading<boolean> {
  const found = switchNames.get(text.toLowerCase());
  return found === undefined
    ? refusal({ what: `cannot be ${quote(text)}`, expected: 'on or off' })
    : value(found);
}

/** Reads a duration such as `500ms` or `10s`, up to an hour, into milliseconds. */
export function duration(text: string): SettingReading<number> {
  const [, digits, unit] = /^([0-9]{1,7})(ms|s)$/.exec(text) ?? [];
  const milliseconds = Number(digits) * (unit === 's' ? 1000 : 1);
  if (digits !== undefined && milliseconds <= 3_600_000) return value(milliseconds);
  return refusal({ what: `cannot be ${quote(text)}`, expected: 'a duration up to an hour: 500ms, 10s' });
}

/** Takes any text as it is, but an empty one. */
export function anyText(text: string): SettingReading<string> {
  return text.trim() === '' ? refusal({ what: 'is empty' }) : value(text);
}

/** Reads a name or an address to listen on or to be called by, without a port. */
export function hostName(text: string): SettingReading<string> {
  if (/^[A-Za-z0-9._:-]{1,255}$/.test(text)) return value(text);
  return refusal({
    what: `cannot be ${quote(text)}`,
    expected: 'a host name or an address, without a scheme and without brackets',
  });
}

/** Reads host names separated by commas. */
export function hostNames(text: string): SettingReading<readonly string[]> {
  const names = parts(text, ',');
  const wrong = names.map(hostName).find((reading) => reading.kind === 'problem');
  return wrong ?? value(names);
}

/** Reads API keys separated by commas. A problem doesn't repeat the key. */
export function apiKeys(text: string): SettingReading<readonly string[]> {
  const keys = parts(text, ',');
  return keys.length > 0 && keys.every(isToken) ? value(keys) : refusal(noToken('a key'));
}

/** Reads one token. A problem doesn't repeat it. */
export function token(text: string): SettingReading<string> {
  return isToken(text) ? value(text) : refusal(noToken('the token'));
}

/** Reads the name of a preset, or the path of a file: what has a dot or a slash is a path. */
export function profileOrFile(text: string): SettingReading<string> {
  if (/[./\\]/.test(text)) return value(text);
  const reading = oneOf(profileNames)(text);
  if (reading.kind === 'value') return reading;
  const { expected } = reading.problem;
  return refusal({ ...reading.problem, expected: `${expected}, or a file such as ./my-profile.yaml` });
}

/** Reads answers to gaps: `key=answer`, separated by commas, or by semicolons where an answer has commas (`map:…`). */
export function gapChoices(text: string): SettingReading<GapChoiceTexts> {
  const entries = parts(text, ';').flatMap((part) => (part.includes('=map:') ? [part] : parts(part, ',')));
  const answers: Record<string, string> = {};
  for (const entry of entries) {
    const equals = entry.indexOf('=');
    if (equals < 1) {
      const hint = '`store-orders-sim gaps` lists keys and answers';
      return refusal({ what: `cannot be ${quote(entry)}`, expected: 'KEY=ANSWER', hint });
    }
    const reading = readGapChoice(entry.slice(0, equals), entry.slice(equals + 1));
    if (reading.kind === 'problem')
      return refusal({ ...reading.problem, what: `is wrong: ${reading.problem.what}` });
    answers[reading.key] = reading.choice;
  }
  return value(answers);
}

function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(text) && !text.includes(',');
}

function noToken(which: string): Problem {
  return {
    what: `is not usable (${which} is not shown here)`,
    expected: 'visible ASCII characters, no space, no comma, at most 4096',
  };
}

function parts(text: string, separator: string): readonly string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
