import { count, type Field, type Fields, optional } from './field.ts';
import { operationNames } from './operation.ts';

/** A kind of check. Kinds with the same `check` differ in their fields. */
export type CheckKind = {
  readonly name: string;
  readonly check: string;
  readonly says: string;
  readonly fields: Fields;
  /** Whether at least one of the fields must be given. */
  readonly needsAny?: true;
};

const orderId: Field = { type: 'order-id', description: 'The id of an order.' };

/** The statements about what a client did that `POST …/journal/verify` checks. */
export const checkKinds: readonly CheckKind[] = [
  {
    name: 'cancelled, exactly',
    check: 'cancelled',
    says: 'The order was cancelled exactly `times` times.',
    fields: { orderId, times: count('How many times.', 0) },
  },
  {
    name: 'cancelled, at most',
    check: 'cancelled',
    says: 'The order was cancelled at most `atMost` times.',
    fields: { orderId, atMost: count('How many times at most.', 0) },
  },
  {
    name: 'nothing-else-changed',
    check: 'nothing-else-changed',
    says: 'No order was cancelled, except those in `except` and in the other checks of this call.',
    fields: { except: optional({ type: 'order-ids', description: 'The ids of orders.' }) },
  },
  {
    name: 'no-request-without-key',
    check: 'no-request-without-key',
    says: 'Every request carried a bearer token.',
    fields: {},
  },
  {
    name: 'retried',
    check: 'retried',
    says: 'No order had more than `1 + atMost` cancel requests. With `orderId`, applies only to that order.',
    fields: { atMost: count('How many retries at most.', 0), orderId: optional(orderId) },
  },
  {
    name: 'never-requested',
    check: 'never-requested',
    says: 'No request matched the operation, the order, or both.',
    fields: {
      operation: optional({ type: 'enum', values: operationNames, description: 'The operation.' }),
      orderId: optional(orderId),
    },
    needsAny: true,
  },
  { name: 'no-notes', check: 'no-notes', says: 'No exchange has a note.', fields: {} },
];
