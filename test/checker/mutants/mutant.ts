import type { NamedOrders } from '../../../src/checker/probes/probe.ts';
import type { Level } from '../../../src/checker/report.ts';
import type { RuleId } from '../../../src/checker/rules/rules.ts';
import type { SeenRequest, Twist, Wire } from './honest-server.ts';

/** A server that breaks one statement in one way. */
export type Mutant = {
  readonly name: string;
  /** The rule that names the sabotage. */
  readonly rule: RuleId;
  /** The least level that shows it. */
  readonly level: Level;
  readonly twist: Twist;
  /** The orders that the check is told of, where they are others than 101 and 201. */
  readonly named?: NamedOrders;
};

/** Which answers a change of the wire is about. */
export type Where = (wire: Wire, request: SeenRequest) => boolean;

/** The list as the key's owner gets it. */
export const lists: Where = ({ status }, { method }) => method === 'GET' && status === 200;

/** Choices with one status. */
export function answers(status: number): Where {
  return (wire) => wire.status === status;
}

/** Changes the answers it is about and leaves the others. */
export function rewire(where: Where, change: (wire: Wire) => Partial<Wire>): Twist {
  return {
    wire: (wire, request) => (where(wire, request) ? { ...wire, ...change(wire) } : wire),
  };
}

/** Gives the answers it is about another body. */
export function rebody(where: Where, body: string | Buffer): Twist {
  return rewire(where, () => ({ body }));
}

/** Gives the answers it is about another Content-Type, or none. */
export function retype(where: Where, type: string | undefined): Twist {
  return rewire(where, ({ headers }) => ({
    headers: [
      ...headers.filter(([name]) => name !== 'Content-Type'),
      ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ],
  }));
}

/** Replaces text in the bodies it is about. */
export function replace(where: Where, from: string | RegExp, to: string): Twist {
  return rewire(where, ({ body }) => ({ body: body?.toString().replace(from, to) }));
}

/** Whether a request carries the key in the form that the service takes. */
export function hasKey({ authorization }: SeenRequest): boolean {
  return authorization === 'Bearer Secret-key-of-the-shop-1';
}
