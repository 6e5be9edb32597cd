import type * as z from 'zod';
import type { OperationName } from '../operation.ts';

type TextSchemas = typeof import('../text/field-schemas.ts');

/** From what the schemas of fields are made. They are parameters, so that zod is loaded only where a fault is read. */
export type FieldSchemas = Pick<TextSchemas, 'count' | 'int64' | 'milliseconds' | 'numberTo'> & {
  readonly z: typeof z;
};

/** The longest wait, in milliseconds. */
export const longestDelay = 600_000;

/**
 * When a fault fires, as its user chooses. `before-commit`: before the request is handled, so that nothing has changed.
 * `after-commit`: after a cancel took effect and before its response is sent; other requests are not disturbed.
 */
export type FaultMoment = (typeof faultMoments)[number];

/** When a fault fires; `response`: while a response with a body is written. */
export type FiringMoment = FaultMoment | 'response';

/** What another client, or the shop, does. */
export type Deed = 'cancel' | 'ship' | 'remove' | 'place' | 'revoke-key';

/** What a fault does to one exchange, with every number drawn. `service/faults/` carries it out. */
export type Effect =
  | { readonly kind: 'wait'; readonly ms: number }
  /** Responds instead of the service. */
  | {
      readonly kind: 'respond';
      readonly status: number;
      readonly body: 'error' | 'html' | 'empty';
      readonly retryAfter: number | undefined;
    }
  | { readonly kind: 'refuse-key' }
  /** Ends the connection instead of responding. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'close' }
  | { readonly kind: 'garble-response'; readonly bytes: Uint8Array }
  /** Changes how the response is written. */
  | { readonly kind: 'pace'; readonly bytes: number; readonly everyMs: number }
  | { readonly kind: 'truncate'; readonly bytes: number | undefined }
  | { readonly kind: 'garble-body'; readonly seed: string }
  /** Changes the state before the request is handled. */
  | { readonly kind: 'meanwhile'; readonly does: Deed; readonly seed: string }
  /** Lists the orders as `FaultStart.copyList` returned them. */
  | { readonly kind: 'stale-list'; readonly list: unknown };

/** The effects of some kinds. */
export type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>;

export type FaultStart = {
  /** Milliseconds since 1970 on the environment's clock. */
  now(): number;
  /** Returns a copy of the list of orders when the fault is added. Its form is the caller's: faults only pass it on. */
  copyList(): unknown;
  /** What it remembers from one exchange to the next, such as times. It is kept with the fault. */
  readonly memory: number[];
};

/** The random source of one firing. The same seed, fault id and number of matches give the same values. */
export type Draw = {
  /** From 0 (included) to 1 (excluded), by a label. */
  fraction(label: string): number;
  bytes(length: number): Uint8Array;
  readonly seed: string;
};

/** One kind of fault. Everything about it is in its own file; `fault.ts` lists the files. */
export type FaultKind<Fault, Does extends Effect> = {
  /** What it does, as a sentence for the docs and the schema. */
  readonly summary: string;
  readonly example: Fault;
  firesAt(fault: Fault): FiringMoment;
  /** Whether it replaces the response of the service, unless it fires while that response is written. */
  readonly replacesResponse?: true;
  /** The only operation that it disturbs. */
  readonly only?: OperationName;
  /** How often it fires if the fault has no `times`. */
  readonly times?: number;
  /** Returns a function that decides what happens to one matching exchange; it returns undefined for nothing. */
  start(fault: Fault, start: FaultStart): (draw: Draw) => Does | undefined;
  /** What the effect did, as a phrase for the journal: `waited 213 ms`. */
  describe(effect: Does): string;
};

/** Defines a kind of fault. Its fields are the schema of its faults, and their type. */
export function faultKind<const Kind extends string, Own extends z.ZodRawShape, Does extends Effect>(
  row: { readonly kind: Kind; fields(schemas: FieldSchemas): Own } & FaultKind<
    Readonly<z.output<z.ZodObject<Own & { readonly kind: z.ZodLiteral<Kind> }>>>,
    Does
  >,
) {
  return row;
}

export const faultMoments = ['before-commit', 'after-commit'] as const;

/** The field `when`. */
export function when({ z }: FieldSchemas) {
  return z
    .enum(faultMoments)
    .optional()
    .describe(
      'before-commit (default): nothing has changed yet. after-commit: the cancel took effect, its response is not sent yet.',
    );
}

export function chosenMoment({ when }: { readonly when?: FaultMoment | undefined }): FaultMoment {
  return when ?? 'before-commit';
}
