import { readIntegerToken } from '../../contract/judge/json-node.ts';
import { DateShift } from './date-shift.ts';
import { drawBytes } from './draw.ts';
import { NumberPermutation } from './number-permutation.ts';

/** The fields that are replaced unless the user keeps them. */
export const changedFields = ['id', 'petId', 'shipDate'] as const;

export type ChangedField = (typeof changedFields)[number];

const largest = 2n ** 63n;
/** One of eleven numbers is of the rarest kind: beyond int64 with 19 digits. */
const tries = 200;
/** No digits, and no letters that are hexadecimal digits: a malformed escape stays malformed. */
const alphabet = 'ghijklmnopqrstuvwxyz';
/** An escape that is not one of a character, or a character. */
const escapeOrCharacter =
  /\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]..|\\(?!u[\da-fA-F]{4}).|./gsu;
const longNumber = /\d{9,}|(?<![a-zA-Z\d])\d{4,}(?![a-zA-Z\d])/g;
const digitRun = /\\u[\da-fA-F]{4}|(?:(?:%3)?\d)+/g;

/**
 * Replaces the values of traffic as they come, each by one of the same kind and length: the same value by the same one. The
 * replacements depend on the key only, which is never written.
 */
export class Pseudonyms {
  readonly #key: Buffer;
  readonly #keep: ReadonlySet<ChangedField>;
  readonly #numbers: NumberPermutation;
  readonly #dates: DateShift;

  /** @param key 32 bytes */
  constructor(key: Buffer, keep: readonly ChangedField[] = []) {
    this.#key = key;
    this.#keep = new Set(keep);
    this.#numbers = new NumberPermutation(key);
    this.#dates = DateShift.draw(key);
  }

  keeps(field: ChangedField): boolean {
    return this.#keep.has(field);
  }

  int64(value: bigint): bigint {
    return this.#numbers.of(value);
  }

  /** Replaces the day of a ship date. Replaces another text as a whole. */
  date(text: string): string {
    return this.#dates.of(text) ?? this.letters(text);
  }

  /** Replaces a JSON number. The sign, the exponent and zeros stay. */
  number(token: string): string {
    const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/.exec(token) ?? [];
    const isWhole = /^(?:\.0+)?$/.test(rest) && readIntegerToken(token).kind === 'int64';
    return isWhole ? sign + this.digits(whole) + rest : this.#otherNumber(token);
  }

  /** Replaces digits that may be an id. Leading zeros stay. */
  digits(text: string): string {
    const significant = text.replace(/^0+/, '');
    const isInt64 = significant.length <= 19 && BigInt(significant) <= largest;
    const other = isInt64 ? `${this.#numbers.of(BigInt(significant))}` : this.#otherDigits(significant);
    return significant === '' ? text : text.slice(0, text.length - significant.length) + other;
  }

  /** Replaces the numbers of a name or a code from four digits on; beside a letter, as in `E4040`, from nine digits on. */
  label(text: string): string {
    return text.replace(longNumber, (found) => this.digits(found));
  }

  /** Replaces the numbers of a text, percent-encoded ones included. Everything else stays. */
  text(text: string): string {
    return text.replace(digitRun, (found) => {
      if (found.startsWith('\\')) return found;
      const other = this.digits(found.replaceAll('%3', ''));
      let at = 0;
      return found.replace(/(%3)?\d/g, (_all, code = '') => `${code}${other[at++]}`);
    });
  }

  /** Replaces a text as a whole by letters of as many bytes. Escapes that are no character stay. */
  letters(text: string): string {
    const length = Buffer.byteLength(text);
    const drawn = drawBytes(this.#key, `text ${text}`, Math.max(length, 1));
    let at = 0;
    return text.replace(escapeOrCharacter, (found) => {
      if (found.length > 1 && found.startsWith('\\')) return found;
      let letters = '';
      for (let left = Buffer.byteLength(found); left > 0; left -= 1)
        letters += alphabet[(drawn[at++] ?? 0) % alphabet.length];
      return letters;
    });
  }

  /** Replaces a number that is no int64, or is not written as one, by another one of the same kind. */
  #otherNumber(token: string): string {
    const [, digits = '', exponent = ''] = /^([^eE]*)(.*)$/.exec(token) ?? [];
    const kind = kindOf(token);
    let other = token;
    for (let attempt = 0; attempt < tries; attempt += 1) {
      other = this.#otherDigits(digits, attempt) + exponent;
      if (other !== token && kindOf(other) === kind) break;
    }
    return other;
  }

  /** Replaces the digits 1 to 9, so that a number keeps its zeros. */
  #otherDigits(text: string, attempt = 0): string {
    const drawn = drawBytes(this.#key, `digits ${attempt} ${text}`, text.length);
    return text.replace(/[1-9]/g, (_all, at: number) => `${1 + ((drawn[at] ?? 0) % 9)}`);
  }
}

/** What programs can see of a number without its value. */
function kindOf(token: string): string {
  const value = Number(token);
  const kinds = [Number.isFinite(value), Number.isInteger(value), Number.isSafeInteger(value)];
  return `${readIntegerToken(token).kind} ${kinds.join(' ')}`;
}
