import type { ObservableGap } from './gap-choices.ts';

const observe = 'a check at level observe shows it';
const probe = 'a check at level probe shows it';
const cancel = 'a check at level cancel with --pending-id shows it';
const shippedOrder = 'a check at level cancel with --shipped-id shows it';
const quickstart = 'a check of --quickstart shows it';
const ordersNeeded = `${observe}, if the list has orders with all fields`;

/** How each gap can be shown, as a clause for a profile in which it is unknown. */
export const howToShow: Readonly<Record<ObservableGap, string>> = {
  'cancelled-in-list': cancel,
  'cancel-again': cancel,
  'conflict-body': shippedOrder,
  'malformed-order-id': probe,
  'list-order': 'no check shows it, because the API does not show the order of placement',
  'list-lag': `${cancel}, if the order disappears from the list`,
  'optional-fields': ordersNeeded,
  'ship-date-form': ordersNeeded,
  'extra-fields': ordersNeeded,
  'error-codes': observe,
  'unknown-path': probe,
  'wrong-method': probe,
  'head-list': probe,
  options: probe,
  cors: observe,
  'list-query': observe,
  accept: observe,
  'content-type': observe,
  etag: observe,
  'list-compression': observe,
  'www-authenticate': observe,
  'bearer-case': observe,
  'pet-lookup': probe,
  'pet-deprecation': probe,
  'message-accepted': quickstart,
  'message-bad-request-body': quickstart,
};
