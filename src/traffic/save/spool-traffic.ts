import type { Problem } from '../../user-error.ts';
import type { JudgedExchange } from '../proxy/observe/observer.ts';
import type { PlacedRequest } from '../proxy/observe/place-request.ts';
import { seenExchange } from './seen-exchange.ts';
import { appendTo, type Spool } from './spool.ts';

/** Where exchanges are kept until the end. */
export type SpoolOptions = {
  /** The file that is written from them, as problems name it. */
  readonly file: string;
  readonly spool: Spool;
};

/** Keeps judged exchanges in a spool. */
export type SpooledTraffic = {
  add(judged: JudgedExchange, placed: PlacedRequest): void;
  /** Why it does not have all exchanges. */
  problems(): readonly Problem[];
};

/** All further keys have this number, so that the memory is bounded. */
const maxKeys = 10_000;

/** Keeps judged exchanges until the spool cannot grow any more. */
export function spoolTraffic({ file, spool }: SpoolOptions): SpooledTraffic {
  const append = appendTo(spool);
  const problems: Problem[] = [];
  const keys = new Map<string, number>();
  const numberOf = (keyId: string): number => {
    const number = keys.get(keyId) ?? Math.min(keys.size + 1, maxKeys);
    if (number < maxKeys) keys.set(keyId, number);
    return number;
  };
  let count = 0;
  return {
    add(judged, placed) {
      const seen = problems.length > 0 ? undefined : seenExchange(judged, placed, numberOf);
      if (seen === undefined) return;
      try {
        append(Buffer.from(JSON.stringify(seen)));
        count += 1;
      } catch (error) {
        const why = error instanceof Error && 'code' in error ? error.code : error;
        problems.push({
          where: file,
          what: `has only the first ${count} exchanges: there is no room for more (${why})`,
        });
      }
    },
    problems: () => problems,
  };
}
