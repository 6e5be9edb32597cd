import { readDateTime } from '../../text/date-time.ts';
import { type Anonymiser, isLarge, type Replacement } from './anonymiser.ts';
import { DateShift } from './date-shift.ts';
import { type Scramble, scrambleWith } from './scramble.ts';

/**
 * What a number in a text is: an id or a pet id by its place; an id because every number there could be one; in a text, an id if
 * it is one elsewhere or is large; in a name (`label`) the same, unless it is small; in a `code`, an id only if it is one elsewhere
 * and not small; a quantity.
 */
export type NumberUse = 'id' | 'petId' | 'any-id' | 'text' | 'label' | 'code' | 'quantity';

/** What a number was taken for, and what it becomes. */
export type ChangedNumber = { readonly from: bigint; readonly to: bigint };

/**
 * What happens to the values of a text. The texts are read twice, by the same code: first to collect the values, then to
 * replace them, so that no value is replaced that was not collected.
 */
export type Change = {
  /** @param candidates what a number may be: in `order-12`, 12 or -12 */
  readonly number: (candidates: readonly bigint[], use: NumberUse) => ChangedNumber | undefined;
  /**
   * Changes a date-time of RFC 3339.
   *
   * @param now when the exchange was, if the date can be the time of the exchange; undefined for a ship date
   */
  readonly date: (text: string, now: number | undefined) => string;
  /** What has no map: other digits and letters. */
  readonly scramble: Scramble;
};

/** Smaller ids are not searched in names and codes, such as `E404`. */
const shortestInLabel = 1000n;
/** A date that is so near to the exchange is the time of the exchange, which the file shows: shifted, it would show the shift. */
const nearMs = 86_400_000;

/** Collects the values that are to be replaced. */
export function collectInto(anonymiser: Anonymiser): Change {
  return {
    number: ([first = 0n], use) => {
      if (use === 'id' || use === 'petId') anonymiser.add({ [use]: first });
      else if (use === 'any-id' || (use !== 'code' && isLarge(first))) anonymiser.addNumber(first);
      return undefined;
    },
    date: (text, now) => {
      if (now === undefined) anonymiser.add({ shipDate: text });
      else if (msFrom(text, now) === undefined) anonymiser.addDate(text);
      return text;
    },
    scramble: { number: (text) => text, opaque: (text) => text },
  };
}

/** Replaces the values that were collected. */
export function replaceBy({ keeps, isKept, number, dates, key }: Replacement): Change {
  return {
    number: (candidates, use) => {
      if ((use === 'id' || use === 'petId') && keeps.has(use)) return undefined;
      for (const from of candidates) {
        if (use === 'quantity' && !isLarge(from)) continue;
        if ((use === 'label' || use === 'code') && from < shortestInLabel && from > -shortestInLabel)
          continue;
        if (use !== 'id' && use !== 'petId' && isKept(from)) return undefined;
        const to = number(from);
        if (to !== undefined) return { from, to };
      }
      return undefined;
    },
    date: (text, now) => {
      if (keeps.has('shipDate')) return text;
      const ms = msFrom(text, now);
      return (ms === undefined ? dates : new DateShift(ms, '')).of(text);
    },
    scramble: scrambleWith(key),
  };
}

/** The whole seconds from a date to `now`, in milliseconds, if it is near. */
function msFrom(text: string, now: number | undefined): number | undefined {
  if (now === undefined) return undefined;
  const reading = readDateTime(text);
  if (reading.kind === 'malformed') return undefined;
  const ms = 1000 * (Math.floor(now / 1000) - Math.floor(reading.ms / 1000));
  return Math.abs(ms) <= nearMs ? ms : undefined;
}
