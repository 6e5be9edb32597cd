import type { CheckOptions } from '../../../src/checker/check-options.ts';
import { errorWire, type Twist, type Wire } from './honest-server.ts';
import type { Where } from './mutant.ts';

/** A check in which something comes between the checker and what it wants to know. */
export type OddSituation = {
  readonly name: string;
  /** Made anew for each check, since some change their mind in the middle. */
  readonly twist: () => Twist;
  readonly options?: Partial<CheckOptions>;
  /** What is drawn for orders that are not there, in turn. */
  readonly drawn?: readonly bigint[];
};

/** No answer at all. */
export const silent: Wire = { status: 0, headers: [], body: undefined, silent: true };
/** A 401 to a key that was good before. */
export const refused: Wire = errorWire(401, 'unauthorized', 'The key has been withdrawn.');
/** An answer that the specification does not know. */
export const oops: Wire = errorWire(500, 'oops', 'Something broke.');
/** An answer to a list that is no list. */
export const object: Wire = { status: 200, headers: [['Content-Type', 'application/json']], body: '{}' };

/** Requests with query parameters. */
export const withQuery: Where = (_wire, { query }) => query.size > 0;
/** Lists without query parameters. */
export const plain: Where = (wire, { method, query }) =>
  method === 'GET' && query.size === 0 && wire.status === 200;
/** Another answer where `where` says so. */
export function answering(where: Where, answer: Wire): Twist {
  return { wire: (wire, request) => (where(wire, request) ? answer : wire) };
}

/** Another answer where `where` says so, after the first answer that `since` is about. */
export function answeringSince(since: Where, where: Where, answer: Wire): Twist {
  let begun = false;
  return {
    wire: (wire, request) => {
      const given = begun && where(wire, request) ? answer : wire;
      begun ||= since(wire, request);
      return given;
    },
  };
}
