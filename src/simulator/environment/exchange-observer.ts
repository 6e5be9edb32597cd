import type { EndedExchange } from './record/exchange-record.ts';

/**
 * Who is told of each exchange that has ended, in all environments. Nobody is, unless a client watches the events of the
 * control API: then a request only looks at this field.
 */
export type ExchangeObserver = { current: ((ended: EndedExchange) => void) | undefined };
