import { createHmac } from 'node:crypto';
import { readIntegerToken } from '../../contract/judge/integer-token.ts';
import { KeyStream } from './key-stream.ts';

/** Replaces texts by others of the same form: equal texts become equal ones. */
export type Scramble = {
  /** A JSON number that is no int64, or is written in another way: one of the same kind. */
  readonly number: (text: string) => string;
  /** A text whose meaning nobody knows, such as an ETag. */
  readonly opaque: (text: string) => string;
};

/** One of eleven numbers is of the rarest kind: beyond int64 with 19 digits. */
const tries = 200;

/** Creates a replacement that depends on a key. */
export function scrambleWith(key: Buffer): Scramble {
  return {
    number: (text) => {
      const kind = kindOf(text);
      // The exponent stays, which is the order of magnitude.
      const [, digits = '', exponent = ''] = /^([^eE]*)(.*)$/.exec(text) ?? [];
      let other = text;
      for (let attempt = 0; attempt < tries; attempt += 1) {
        other = otherText(key, digits, attempt) + exponent;
        if (other !== text && kindOf(other) === kind) break;
      }
      return other;
    },
    opaque: (text) => otherText(key, text, 0),
  };
}

function kindOf(text: string): string {
  const token = readIntegerToken(text);
  if (token.kind !== 'int64') return token.kind;
  return Number.isSafeInteger(Number(token.value)) ? 'safe' : 'int64';
}

/** 0 stays, so that a number keeps its fraction of zeros and its leading zeros. */
const classes = ['123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'] as const;

function otherText(key: Buffer, text: string, attempt: number): string {
  const seed = createHmac('sha256', key).update(`${attempt} `).update(text).digest();
  const random = new KeyStream(seed);
  return text.replace(/[1-9A-Za-z]/g, (character) => {
    const letters = classes.find((some) => some.includes(character)) ?? character;
    return letters[random.below(letters.length)] ?? character;
  });
}
