import type { CheckOptions } from '../../../src/check/check-options.ts';
import type { Report } from '../../../src/contract/report.ts';
import type { RuleId } from '../../../src/contract/rules/rule-ids.ts';
import { errorWire, type Twist, type Wire } from './honest-server.ts';
import type { Where } from './mutant.ts';

/** A check in which something prevents the checker from finding out what it needs. */
export type Disturbance = {
  readonly name: string;
  /** The rules that are broken. Default: none. */
  readonly broken?: readonly RuleId[];
  /** Why the check is incomplete. Default: it is complete. */
  readonly incomplete?: NonNullable<Report['incomplete']>['kind'];
  /** Created for each check, because some change their behaviour in the middle. */
  readonly twist: () => Twist;
  readonly options?: Partial<CheckOptions>;
  /** The ids drawn for absent orders, in turn. */
  readonly drawn?: readonly bigint[];
};

/** No response. */
export const silent: Wire = { status: 0, headers: [], body: undefined, silent: true };
/** A 401 for a key that was valid before. */
export const refused: Wire = errorWire(401, 'unauthorized', 'The key has been withdrawn.');
/** A response that is not in the specification. */
export const oops: Wire = errorWire(500, 'oops', 'Something broke.');
/** A response to a list request that is not a list. */
export const object: Wire = { status: 200, headers: [['Content-Type', 'application/json']], body: '{}' };

/** Requests with query parameters. */
export const withQuery: Where = (_wire, { query }) => query.size > 0;
/** Lists without query parameters. */
export const plain: Where = (wire, { method, query }) =>
  method === 'GET' && query.size === 0 && wire.status === 200;
/** Another response if `where` returns true. */
export function responding(where: Where, response: Wire): Twist {
  return { wire: (wire, request) => (where(wire, request) ? response : wire) };
}

/** Another response if `where` returns true, after the first response for which `since` returns true. */
export function respondingSince(since: Where, where: Where, response: Wire): Twist {
  let begun = false;
  return {
    wire: (wire, request) => {
      const given = begun && where(wire, request) ? response : wire;
      begun ||= since(wire, request);
      return given;
    },
  };
}
