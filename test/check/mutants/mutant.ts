import type { NamedOrders } from '../../../src/check/named-orders.ts';
import type { Level } from '../../../src/contract/report.ts';
import type { RuleId } from '../../../src/contract/rules/rule-ids.ts';
import type { SeenRequest, Twist, Wire } from './honest-server.ts';

/** A server that breaks one rule in one way. */
export type Mutant = {
  readonly name: string;
  /** The rule that it breaks. */
  readonly rule: RuleId;
  /** The lowest level that finds it. */
  readonly level: Level;
  readonly twist: Twist;
  /** The orders that the check names. Default: 101 and 201. */
  readonly named?: NamedOrders;
};

/** Selects the responses that a change applies to. */
export type Where = (wire: Wire, request: SeenRequest) => boolean;

/** The list for a valid key. */
export const lists: Where = ({ status }, { method }) => method === 'GET' && status === 200;

/** Responses with one status. */
export function responses(status: number): Where {
  return (wire) => wire.status === status;
}

/** Changes the selected responses. */
export function rewire(where: Where, change: (wire: Wire) => Partial<Wire>): Twist {
  return {
    wire: (wire, request) => (where(wire, request) ? { ...wire, ...change(wire) } : wire),
  };
}

/** Replaces the body of the selected responses. */
export function rebody(where: Where, body: string | Buffer): Twist {
  return rewire(where, () => ({ body }));
}

/** Replaces or removes the Content-Type of the selected responses. */
export function retype(where: Where, type: string | undefined): Twist {
  return rewire(where, ({ headers }) => ({
    headers: [
      ...headers.filter(([name]) => name !== 'Content-Type'),
      ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ],
  }));
}

/** Replaces text in the selected bodies. */
export function replace(where: Where, from: string | RegExp, to: string): Twist {
  return rewire(where, ({ body }) => ({ body: body?.toString().replace(from, to) }));
}

/** Whether a request has the valid key. */
export function hasKey({ authorization }: SeenRequest): boolean {
  return authorization === 'Bearer Secret-key-of-the-shop-1';
}
