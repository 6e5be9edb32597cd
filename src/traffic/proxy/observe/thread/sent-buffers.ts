import type { Exchange } from '../../../../contract/exchange.ts';
import type { Report } from '../../../../contract/report.ts';
import type { ForwardedContent, ProxiedExchange } from '../../proxied-exchange.ts';

function withContents(
  exchange: ProxiedExchange,
  change: (content: ForwardedContent) => ForwardedContent,
): ProxiedExchange {
  const { request, outcome } = exchange;
  return {
    ...exchange,
    request: { ...request, content: change(request.content) },
    outcome:
      outcome.kind === 'responded'
        ? { ...outcome, response: { ...outcome.response, content: change(outcome.response.content) } }
        : outcome,
  };
}

/**
 * Copies the contents of an exchange into memory of their own, which another thread can have: a Buffer may be a part of a
 * larger one, which would be sent as a whole. Returns what to transfer.
 */
export function sendExchange(exchange: ProxiedExchange): readonly [ProxiedExchange, ArrayBuffer[]] {
  const transfer: ArrayBuffer[] = [];
  const sent = withContents(exchange, ({ kept, ...content }) => {
    if (kept === undefined) return { ...content, kept };
    const copy = Buffer.from(new Uint8Array(kept).buffer);
    transfer.push(copy.buffer);
    return { ...content, kept: copy };
  });
  return [sent, transfer];
}

/** A Buffer arrives as a Uint8Array. */
function toBuffer<Bytes extends Uint8Array | undefined>(
  bytes: Bytes,
): Bytes extends undefined ? undefined : Buffer;
function toBuffer(bytes: Uint8Array | undefined): Buffer | undefined {
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Restores the Buffers of an exchange that another thread sent. */
export function receiveExchange(exchange: ProxiedExchange): ProxiedExchange {
  return withContents(exchange, (content) => ({ ...content, kept: content.kept && toBuffer(content.kept) }));
}

/** Restores the Buffers of a report that another thread sent. */
export function receiveReport(report: Report): Report {
  return { ...report, exchanges: report.exchanges.map(receiveJudged) };
}

function receiveJudged(exchange: Exchange): Exchange {
  const { outcome } = exchange;
  if (outcome.kind === 'failed') return exchange;
  const { response } = outcome;
  const body = response.body && toBuffer(response.body);
  return {
    ...exchange,
    outcome: { ...outcome, response: { ...response, body, content: body ?? Buffer.alloc(0) } },
  };
}
