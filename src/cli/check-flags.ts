import type { Level } from '../checker/report.ts';
import { nearestHint } from '../shared/nearest.ts';
import { UserError } from '../shared/user-error.ts';

/** The flags of `check`, as they were given. */
export type CheckFlags = {
  readonly apiKey?: string;
  readonly level?: Level;
  readonly pendingId?: readonly bigint[];
  readonly shippedId?: readonly bigint[];
  readonly iOwnTheseOrders?: boolean;
  readonly dryRun?: boolean;
  readonly maxRequests?: number;
  readonly rps?: number;
  readonly timeout?: number;
  readonly maxBody?: number;
  readonly header?: readonly (readonly [string, string])[];
  readonly ca?: string;
  readonly wait?: number;
  readonly failOn?: 'violation' | 'notice';
  readonly ignore?: readonly string[];
  readonly expectProfile?: string;
  readonly report?: readonly string[];
  readonly har?: string;
  readonly controlUrl?: string;
  readonly controlToken?: string;
};

/** Reads an order id, exact, however long; may be repeated. */
export function readIdFlag(flag: string): (text: string, earlier?: readonly bigint[]) => readonly bigint[] {
  return (text, earlier = []) => {
    if (!/^(?:0|-?[1-9][0-9]{0,18})$/.test(text))
      throw new UserError({ where: flag, what: `"${text}" is no order id`, expected: 'a decimal int64' });
    return [...earlier, BigInt(text)];
  };
}

/** Reads a number of at least 0. */
export function readNumberFlag(flag: string): (text: string) => number {
  return (text) => {
    if (!/^[0-9]+(?:\.[0-9]+)?$/.test(text))
      throw new UserError({ where: flag, what: `"${text}" is no number`, expected: 'a number such as 10' });
    return Number(text);
  };
}

const units: Readonly<Record<string, number>> = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** Reads a size in bytes: `1000`, `64K`, `256M`, `1G`. */
export function readSizeFlag(flag: string): (text: string) => number {
  return (text) => {
    const [, digits, unit = ''] = /^([0-9]+)([KMG]?)$/i.exec(text) ?? [];
    const factor = units[unit.toUpperCase()];
    if (digits === undefined || factor === undefined)
      throw new UserError({ where: flag, what: `"${text}" is no size`, expected: 'bytes, such as 64M' });
    return Number(digits) * factor;
  };
}

/** Reads `Name: value`; may be repeated. */
export function readHeaderFlag(
  text: string,
  earlier: readonly (readonly [string, string])[] = [],
): readonly (readonly [string, string])[] {
  const [, name, value] = /^([^:]+):\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UserError({ where: '--header', what: 'has no colon', expected: '"Name: value"' });
  return [...earlier, [name.trim(), value]];
}

/** Reads one of a few words. */
export function readWordFlag<Word extends string>(
  flag: string,
  words: readonly Word[],
): (text: string) => Word {
  return (text) => {
    const word = words.find((known) => known === text);
    if (word === undefined)
      throw new UserError({
        where: flag,
        what: `has no "${text}"`,
        expected: words.join(', '),
        hint: nearestHint(text, words),
      });
    return word;
  };
}

/** Gathers a flag that may be repeated. */
export function gather(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, text];
}
