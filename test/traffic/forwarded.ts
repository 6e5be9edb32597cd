import type { RawHeaders } from '../../src/contract/http1/head.ts';
import type { ForwardedOutcome, ProxiedExchange } from '../../src/traffic/proxy/proxied-exchange.ts';

/** A forwarded exchange in short form. */
export type Forwarded = {
  readonly number?: number;
  readonly method?: string;
  readonly target?: string;
  /** The Authorization header; null for none. */
  readonly key?: string | null;
  readonly headers?: RawHeaders;
  readonly requestBody?: string;
  readonly status?: number;
  readonly statusLine?: string;
  readonly responseHeaders?: RawHeaders;
  readonly body?: string | Buffer | null;
  readonly complete?: boolean;
  readonly at?: number;
  readonly time?: number;
  readonly outcome?: ForwardedOutcome;
  readonly injected?: readonly string[];
};

const json = [['Content-Type', 'application/json']] as const;

function responded(given: Forwarded): ForwardedOutcome {
  const { status = 200, body = '[]', complete = true } = given;
  const content = body === null ? undefined : Buffer.from(body);
  const { responseHeaders = content?.length === 0 ? [] : json } = given;
  return {
    kind: 'responded',
    response: {
      statusLine: given.statusLine ?? `HTTP/1.1 ${status} X`,
      status,
      rawHeaders: responseHeaders,
      content: { bytes: content?.length ?? 9_999_999, kept: content, complete },
    },
  };
}

/** A list with a key. A body of null was longer than the proxy keeps. */
export function list(given: Forwarded = {}): ProxiedExchange {
  const { number = 1, key = 'Bearer secret-key-1', headers = [], at = 0, requestBody = '' } = given;
  const kept = Buffer.from(requestBody);
  return {
    number,
    startedAt: Date.UTC(2026, 0, 20, 10) + at,
    durationMs: given.time ?? 5,
    request: {
      method: given.method ?? 'GET',
      target: given.target ?? '/v1/store/orders',
      rawHeaders: [
        ['Host', 'orders.example'],
        ...(key === null ? [] : [['Authorization', key] as const]),
        ...headers,
      ],
      content: { bytes: kept.length, kept, complete: true },
    },
    outcome: given.outcome ?? responded(given),
    injected: given.injected ?? [],
  };
}

/** A cancel of order 12 with a key. */
export function cancel(status: number, given: Forwarded = {}): ProxiedExchange {
  const body = status === 204 ? '' : JSON.stringify({ code: 'c', message: 'm', status });
  return list({ method: 'DELETE', target: '/v1/store/orders/12', status, body, ...given });
}
