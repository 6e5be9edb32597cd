import type { Exchange, ReceivedResponse } from '../../contract/exchange.ts';
import { ownBytes } from '../../json/own-bytes.ts';

const maxExchanges = 1000;
/** How much of a body is kept. A report shows half of it. */
const maxBodyBytes = 8192;

/** Keeps a bounded number of the exchanges that a finding or an observation names. */
export function createKeptExchanges() {
  const kept = new Map<number, Exchange>();
  return {
    /** Keeps an exchange that is redacted. */
    add(exchange: Exchange): void {
      if (kept.size < maxExchanges) kept.set(exchange.number, exchange);
    },
    /** In the order of their numbers. */
    list: (): readonly Exchange[] => [...kept.values()].sort((one, other) => one.number - other.number),
  };
}

/** Shortens the body of an exchange that was judged. Its length stays known. */
export function shortenExchange(exchange: Exchange): Exchange {
  const { outcome } = exchange;
  if (outcome.kind === 'failed') return exchange;
  const { response } = outcome;
  const body = response.body && ownBytes([response.body], maxBodyBytes);
  const shortened: ReceivedResponse = {
    ...response,
    body,
    content: body ?? Buffer.alloc(0),
    ...(response.body !== undefined && { bodyBytes: response.body.length }),
  };
  return { ...exchange, outcome: { kind: 'responded', response: shortened } };
}
