import { isHostName } from '../http/guards.ts';
import { profileNames } from '../simulator/environment/gaps/gap.ts';
import { readGapChoice } from '../simulator/environment/gaps/read-choice.ts';
import type { GapChoiceTexts } from '../simulator/environment/initial-state.ts';
import { describeDurations, readDuration } from '../text/duration.ts';
import { nearest } from '../text/nearest.ts';
import { invalid, type Reading, value } from './option-row.ts';

/** Returns a reader of a whole number in decimal digits from `min` to `max`. */
export function wholeNumber(min: number, max: number): (text: string) => Reading<number> {
  return (text) => {
    const number = Number(text);
    if (/^(?:0|[1-9][0-9]*)$/.test(text) && number >= min && number <= max) return value(number);
    return invalidText(text, `a whole number from ${min} to ${max}`);
  };
}

export function oneOf<const N extends string>(names: readonly N[]): (text: string) => Reading<N> {
  return (text) => {
    const found = names.find((name) => name === text);
    if (found !== undefined) return value(found);
    const near = nearest(text, names);
    return invalidText(text, `one of ${names.join(', ')}`, near && `did you mean "${near}"?`);
  };
}

/** Reads `on`, `true`, `yes`, `1` as true and `off`, `false`, `no`, `0` as false, in any case. */
export function onOrOff(text: string): Reading<boolean> {
  if (/^(?:on|true|yes|1)$/i.test(text)) return value(true);
  if (/^(?:off|false|no|0)$/i.test(text)) return value(false);
  return invalidText(text, 'on or off');
}

/** Returns a reader of a duration such as `500ms`, `30s` or `2m`, up to `longest`, in milliseconds. */
export function duration(longest: string): (text: string) => Reading<number> {
  const longestMs = readDuration(longest) ?? 0;
  return (text) => {
    const ms = readDuration(text);
    return ms === undefined || ms > longestMs
      ? invalidText(text, describeDurations(0, longestMs))
      : value(ms);
  };
}

/** Reads any text that is not blank. */
export function anyText(text: string): Reading<string> {
  return text.trim() === '' ? invalid({ what: 'is empty' }) : value(text);
}

/** Reads a host name or an address, without a port. */
export function hostName(text: string): Reading<string> {
  if (isHostName(text)) return value(text);
  return invalidText(text, 'a host name or an address, without a scheme, a port and brackets');
}

/** Reads an http(s) address with an optional path, and removes slashes at its end. A problem does not contain a password. */
export function publicUrl(text: string): Reading<string> {
  const address = URL.parse(text)?.href.replace(/\/+$/, '') ?? '';
  if (/^https?:\/\/[^@?#]+$/.test(address) && !address.endsWith('/v1')) return value(address);
  const expected = 'an address such as https://orders.test or http://localhost:32768/simulator, without /v1';
  return invalid({ what: 'is invalid (not shown)', expected });
}

/** Reads host names and addresses, separated by commas, or `*` for every host. */
export function hostNames(text: string): Reading<readonly string[]> {
  const hosts = parts(text, ',').map((part) => part.replace(/^\[(.*)\]$/, '$1'));
  const wrong = hosts.find((host) => host !== '*' && !isHostName(host));
  if (wrong === undefined) return value(hosts);
  return invalidText(wrong, 'a host name or an address without a scheme and a port, or * for every host');
}

/** Reads the address of a shared store. A problem does not contain it, because it may have a password. */
export function storeAddress(text: string): Reading<string> {
  const url = URL.parse(text);
  if (url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '') return value(text);
  const expected = 'redis://[user:password@]host[:port][/database], or rediss:// for TLS, with ?prefix=NAME';
  return invalid({ what: 'is invalid (not shown)', expected });
}

/** Reads API keys separated by commas. A problem does not contain them. */
export function apiKeys(text: string): Reading<readonly string[]> {
  const keys = parts(text, ',');
  return keys.length > 0 && keys.every(isToken) ? value(keys) : invalid(notToken);
}

/** Reads the control token. A shorter one can be guessed, and cannot be redacted inside of other words. */
export function token(text: string): Reading<string> {
  if (isToken(text) && text.length >= 8) return value(text);
  return invalid({ ...notToken, expected: `8 characters or more: ${notToken.expected}` });
}

/** Reads the name of a preset, or the path of a file if the text has a dot or a slash. */
export function profileOrFile(text: string): Reading<string> {
  if (/[./\\]/.test(text)) return value(text);
  const reading = oneOf(profileNames)(text);
  if (reading.kind === 'value') return reading;
  const { expected } = reading.problem;
  return invalid({ ...reading.problem, expected: `${expected}, or a file such as ./my-profile.yaml` });
}

/**
 * Reads choices for gaps: `key=choice`, separated by commas, or by semicolons if a choice contains commas (`map:…`).
 */
export function gapChoices(text: string): Reading<GapChoiceTexts> {
  const entries = parts(text, ';').flatMap((part) => (part.includes('=map:') ? [part] : parts(part, ',')));
  const choices: Record<string, string> = {};
  for (const entry of entries) {
    const equals = entry.indexOf('=');
    if (equals < 1)
      return invalidText(entry, 'KEY=CHOICE', '`store-orders-sim gaps` lists the keys and their choices');
    const reading = readGapChoice(entry.slice(0, equals), entry.slice(equals + 1));
    if (reading.kind === 'problem')
      return invalid({ ...reading.problem, what: `is invalid: ${reading.problem.what}` });
    choices[reading.key] = reading.choice;
  }
  return value(choices);
}

function isToken(text: string): boolean {
  return /^[\x21-\x2b\x2d-\x7e]{1,4096}$/.test(text);
}

const notToken = {
  what: 'is invalid (not shown)',
  expected: 'at most 4096 visible ASCII characters, without spaces and commas',
} as const;

function parts(text: string, separator: string): readonly string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Returns a failed reading that quotes the text. */
export function invalidText(text: string, expected: string, hint?: string): Reading<never> {
  const shown = JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
  return invalid({ what: `cannot be ${shown}`, expected, ...(hint && { hint }) });
}
