import { readDateTime } from '../../text/date-time.ts';
import type { Change, NumberUse } from './change.ts';
import { changeIsoDate, changeNamedDate, isoDate, namedDate } from './change-dates.ts';

/** How the values of a text are changed. */
export type TextRules = {
  readonly change: Change;
  /** When the exchange was, in milliseconds since 1970. */
  readonly now: number;
};

const unicodeEscape = String.raw`\\u[\da-fA-F]{4}`;
const numberBeforeNoDate = String.raw`-?(?!\d{4}([-/])\d{2}\3\d{2}(?!\d))\d+`;
const values = new RegExp(`${unicodeEscape}|${isoDate}|${namedDate}|${numberBeforeNoDate}`, 'g');
const isIso = new RegExp(`^${isoDate}$`);

/** Changes the dates of a text and the numbers that can be ids. Everything else stays. */
export function changeText(text: string, use: NumberUse, { change, now }: TextRules): string {
  if (!/\d/.test(text)) return text;
  // Where every number may be an id, so may the parts of an encoded one, and the text may become JSON.
  const plain = use === 'any-id' ? text : text.replace(/%3(\d)/g, '$1');
  return plain.replace(values, (found: string, ...rest: readonly unknown[]) => {
    if (found.startsWith('\\')) return found;
    if (isIso.test(found)) return changeIsoDate(found, change, now);
    if (/[A-Z]/.test(found)) return changeNamedDate(found, change, now);
    const at = rest.find((one) => typeof one === 'number') ?? 0;
    const around = { before: plain[at - 1] ?? '', after: plain[at + found.length] ?? '' };
    return changeDigits(found, around, use, change);
  });
}

const words = new RegExp(String.raw`\[redacted\]|${unicodeEscape}|\\.|${isoDate}|${namedDate}|\p{L}+`, 'gu');
const isWord = /^\p{L}+$/u;
const surrogates = { from: 0xd800, to: 0xdfff };

/** Changes a text like `changeText`, and its words to others of the same length. */
export function hideText(text: string, use: NumberUse, rules: TextRules): string {
  const { opaque } = rules.change.scramble;
  return changeText(text, use, rules).replace(words, (found) => {
    if (isWord.test(found)) return opaque(found).replace(/\P{ASCII}/gu, 'x');
    const code = found.startsWith('\\u') ? Number.parseInt(found.slice(2), 16) : 0;
    return code < 0x80 || (code >= surrogates.from && code <= surrogates.to) ? found : 'x';
  });
}

/** Changes a text that is a ship date in one of the forms of ISO 8601. Returns undefined for another text. */
export function changeShipDate(text: string, change: Change): string | undefined {
  if (readDateTime(text).kind === 'date-time') return change.date(text, undefined);
  return isIso.test(text) ? changeIsoDate(text, change, undefined) : undefined;
}

const largest = 2n ** 63n - 1n;

/** Returns the number that digits are, with a minus sign or without, or undefined if neither is an int64. */
function readDigits(digits: string, sign: string): bigint | undefined {
  const significant = digits.startsWith('0') ? digits.replace(/^0+/, '') : digits;
  // Digits without end are not converted.
  const size = significant.length > 19 ? undefined : BigInt(significant);
  return size !== undefined && size > largest + (sign === '' ? 0n : 1n) ? undefined : size;
}

/**
 * Changes a run of digits, which may follow a minus sign or a hyphen. It keeps its leading zeros.
 *
 * @param around the characters before and after it
 */
function changeDigits(
  found: string,
  { before, after }: { readonly before: string; readonly after: string },
  use: NumberUse,
  change: Change,
): string {
  const hyphen = found.startsWith('-') ? '-' : '';
  const digits = found.slice(hyphen.length);
  const size = readDigits(digits, hyphen);
  // `E12345678` is a code, and `order 12345678` has an id.
  const isCode = use === 'code' && /[a-z]/i.test(before + after);
  if (size === undefined) return isCode ? found : hyphen + change.scramble.number(digits);
  if (size === 0n) return found;
  const isSign = hyphen !== '' && !/[\w)]/.test(before);
  const either = isSign ? [-size, size] : [size, -size];
  const candidates = hyphen === '' ? [size] : either.filter((one) => one <= largest);
  const changed = change.number(candidates, use === 'code' && !isCode ? 'label' : use);
  if (changed === undefined) return found;
  const to = `${changed.to < 0n ? -changed.to : changed.to}`;
  return hyphen + (digits.startsWith('0') ? to.padStart(digits.length, '0') : to);
}

/** Changes a JSON number by what it is. */
export function changeNumber(text: string, use: NumberUse, change: Change): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/.exec(text) ?? [];
  if (/^(?:\.0+)?$/.test(rest)) {
    const size = readDigits(whole, sign);
    if (size === undefined) return change.scramble.number(text);
    if (size === 0n) return text;
    const changed = change.number([sign === '' ? size : -size], use);
    return changed === undefined ? text : `${changed.to}${rest}`;
  }
  const isId = use === 'id' || use === 'petId' || use === 'any-id';
  return isId || whole.length > 6 ? change.scramble.number(text) : text;
}
