import type { Exchange, PlannedRequest, ReceivedResponse } from '../../src/contract/exchange.ts';

/** A response as the checker's sender returns it, with this content. */
export function aResponse(
  text: string | Buffer = '',
  given: Partial<ReceivedResponse> = {},
): ReceivedResponse {
  const content = Buffer.from(text);
  return {
    statusLine: '',
    status: 200,
    rawHeaders: [],
    content,
    body: content,
    faults: [],
    durationMs: 0,
    ...given,
  };
}

/** The exchange of a request with its response. */
export function anExchange(number: number, request: PlannedRequest, response: ReceivedResponse): Exchange {
  return { number, request, startedAt: 0, outcome: { kind: 'responded', response } };
}
