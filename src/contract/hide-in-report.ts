import type { Secrets } from '../secrets/secrets.ts';
import type { Exchange, ExchangeOutcome } from './exchange.ts';
import type { Report } from './report.ts';

/** Hides secrets in a whole report. A response may repeat them anywhere: call it for every report that leaves the process. */
export function hideInReport({ exchanges, ...report }: Report, secrets: Secrets): Report {
  const hidden = exchanges.map(({ outcome, ...exchange }) => ({
    ...secrets.hideIn(exchange),
    outcome: hideInOutcome(outcome, secrets),
  }));
  return { ...secrets.hideIn(report), exchanges: hidden };
}

/** Hides secrets in the response of an exchange whose request has none. */
export function hideInResponse({ outcome, ...exchange }: Exchange, secrets: Secrets): Exchange {
  return { ...exchange, outcome: hideInOutcome(outcome, secrets) };
}

function hideInOutcome(outcome: ExchangeOutcome, secrets: Secrets): ExchangeOutcome {
  const hidden = secrets.hideIn(outcome);
  if (hidden.kind === 'failed' || outcome.kind === 'failed') return hidden;
  const { response } = hidden;
  if (response.body === outcome.response.body) return hidden;
  // A compressed secret cannot be found: the coded content is replaced.
  return { ...hidden, response: { ...response, content: response.body ?? Buffer.alloc(0) } };
}
