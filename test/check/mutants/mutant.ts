import type { Report } from '../../../src/contract/report.ts';
import { rules } from '../../../src/contract/rules/rules.ts';
import type { WithinOptions } from './check-within.ts';
import { errorWire, type SeenRequest, type Twist, type Wire } from './honest-server.ts';

/**
 * A server, and what a check of it at level `cancel` reports: the broken rules and why it is incomplete, `R03 R04 not-tried`. A
 * twist that changes its behaviour in the middle is created for each check. The check names 101 and 201, unless it has options.
 */
export type BrokenServer = readonly [
  name: string,
  result: string,
  twist: Twist | (() => Twist),
  options?: WithinOptions,
];

/** Selects the responses that a change applies to. */
export type Where = (wire: Wire, request: SeenRequest) => boolean;

/** The list for a valid key. */
export const lists: Where = ({ status }, { method }) => method === 'GET' && status === 200;
/** Lists without query parameters. */
export const plain: Where = (wire, request) => lists(wire, request) && request.query.size === 0;
export const withQuery: Where = (_wire, { query }) => query.size > 0;
export const cancels: Where = (_wire, { method }) => method === 'DELETE';
export const responses =
  (status: number): Where =>
  (wire) =>
    wire.status === status;

/** Whether a request has the valid key. */
export const hasKey = ({ authorization }: SeenRequest): boolean =>
  authorization === 'Bearer Secret-key-of-the-shop-1';

/** No response. */
export const silent: Wire = { status: 0, headers: [], body: undefined, silent: true };
/** A 401 for a key that was valid before. */
export const refused: Wire = errorWire(401, 'unauthorized', 'The key has been withdrawn.');
/** A response that is not in the specification. */
export const oops: Wire = errorWire(500, 'oops', 'Something broke.');
/** A response to a list request that is not a list. */
export const object: Wire = { status: 200, headers: [['Content-Type', 'application/json']], body: '{}' };

/** Changes the selected responses. */
export const rewire = (where: Where, change: (wire: Wire) => Partial<Wire>): Twist => ({
  wire: (wire, request) => (where(wire, request) ? { ...wire, ...change(wire) } : wire),
});

export const responding = (where: Where, response: Wire): Twist => rewire(where, () => response);

export const rebody = (where: Where, body: string | Buffer): Twist => rewire(where, () => ({ body }));

/** Replaces or removes the Content-Type of the selected responses. */
export const retype = (where: Where, type: string | undefined): Twist =>
  rewire(where, ({ headers }) => ({
    headers: [
      ...headers.filter(([name]) => name !== 'Content-Type'),
      ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ],
  }));

/** Replaces text in the selected bodies. */
export const replace = (where: Where, from: string | RegExp, to: string): Twist =>
  rewire(where, ({ body }) => ({ body: body?.toString().replace(from, to) }));

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

/** The ids of the rules that failed, of one severity or all. */
export function brokenRules(report: Report, severity?: 'violation' | 'notice'): readonly string[] {
  return report.rules
    .filter(({ kind }) => kind === 'failed')
    .map(({ rule }) => rule)
    .filter((id) => severity === undefined || rules.find((rule) => rule.id === id)?.severity === severity);
}
