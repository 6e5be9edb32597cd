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

const fullList = 'traffic shows it: a list with all headers';

/** How recorded traffic can show a gap, for the profile of such traffic. A check of the target shows the others. */
export const howTrafficShows: Partial<Readonly<Record<ObservableGap, string>>> = {
  'cancelled-in-list':
    'traffic shows it: a list after a cancel, without the order, or the third one with it and 10 s later',
  'cancel-again': 'traffic shows it: a second cancel of an order whose cancel got a 204',
  'conflict-body': 'traffic shows it: a cancel of an order that has shipped',
  'malformed-order-id': 'traffic shows it: a cancel of an id that is no integer',
  'optional-fields': 'traffic shows it: a list of orders with all fields',
  'ship-date-form': 'traffic shows it: a list of orders with dates',
  'extra-fields': 'traffic shows it: a list of orders',
  'error-codes': 'traffic shows it: a 401, 404 or 409 with an Error body',
  'list-query': 'traffic shows it: a list with a query after an equal one without',
  'content-type': fullList,
  etag: fullList,
  'www-authenticate': 'traffic shows it: a 401 with all headers',
  'list-compression': 'traffic shows it: a list of 2 KiB or more for a client that accepts gzip',
  cors: 'traffic shows it: a list for a page of another origin',
  accept: 'traffic shows it: a list for a client that does not accept JSON',
  'head-list': 'traffic shows it: a HEAD of the list',
  options: 'traffic shows it: an OPTIONS of the list without Access-Control-Request-Method',
  'wrong-method': 'traffic shows it: a POST of the list',
  'unknown-path': 'traffic shows it: a path without an operation that gets a 404 without a key',
  'pet-lookup': 'traffic shows it: a GET of a pet',
  'pet-deprecation': 'traffic shows it: a GET of a pet',
  'bearer-case': 'traffic shows it: a response to a key with the scheme bearer, unless it is a 401',
};
