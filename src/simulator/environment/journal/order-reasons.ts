import type { CancelOutcome } from '../../orders/order-store.ts';
import { nearestIds, type RefusalReason } from './refusal-reason.ts';

/** Explain why an order could not be cancelled, with the orders at the time when the exchange is shown. */
export const orderReasons: Readonly<Record<Exclude<CancelOutcome['kind'], 'cancelled'>, RefusalReason>> = {
  unknown: ({ orderIdText }, _context, { ids }) => ({
    step: 'order',
    why: `no order has the id ${orderIdText}`,
    wouldMatch: `an order: ${nearestIds(ids, orderIdText)}`,
  }),
  'already-shipped': ({ orderIdText }, _context, { pending }) => ({
    step: 'state',
    why: `order ${orderIdText} has already shipped`,
    wouldMatch: `a pending order: ${nearestIds(pending, orderIdText)}`,
  }),
  'already-cancelled': ({ orderIdText }, _context, { pending }) => ({
    step: 'state',
    why: `order ${orderIdText} was already cancelled`,
    wouldMatch: `a pending order: ${nearestIds(pending, orderIdText)}`,
  }),
};
