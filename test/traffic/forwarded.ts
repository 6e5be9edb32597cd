import type { RawHeaders } from '../../src/contract/http1/received-message.ts';
import type { ForwardedOutcome, ProxiedExchange } from '../../src/traffic/proxy/proxied-exchange.ts';

/** A forwarded exchange in short form. */
export type Forwarded = {
  readonly number?: number;
  readonly method?: string;
  readonly target?: string;
  /** The Authorization header; null for none. */
  readonly key?: string | null;
  readonly headers?: RawHeaders;
  readonly status?: number;
  readonly statusLine?: string;
  readonly responseHeaders?: RawHeaders;
  readonly body?: string | Buffer | null;
  readonly complete?: boolean;
  readonly fault?: string;
  readonly at?: number;
  readonly time?: number;
  readonly outcome?: ForwardedOutcome;
};

const json = [['Content-Type', 'application/json']] as const;

function responded(given: Forwarded): ForwardedOutcome {
  const { status = 200, body = '[]', complete = true } = given;
  const { responseHeaders = body === '' ? [] : json, statusLine = `HTTP/1.1 ${status} X` } = given;
  const lack = body === null ? 'long' : complete ? undefined : 'cut';
  const content = Buffer.from(lack === undefined ? (body ?? '') : '');
  const head = { statusLine, version: '1.1', status, rawHeaders: responseHeaders };
  return {
    kind: 'responded',
    lack,
    response: {
      ...{ ...head, content, isWhole: lack === undefined, fault: given.fault },
    },
  };
}

/** A list with a key. A body of null was longer than the proxy keeps. */
export function list(given: Forwarded = {}): ProxiedExchange {
  const { number = 1, key = 'Bearer secret-key-1', headers = [], at = 0 } = given;
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
    },
    outcome: given.outcome ?? responded(given),
  };
}

/** A cancel of order 12 with a key. */
export function cancel(status: number, given: Forwarded = {}): ProxiedExchange {
  const body = status === 204 ? '' : JSON.stringify({ code: 'c', message: 'm', status });
  return list({ method: 'DELETE', target: '/v1/store/orders/12', status, body, ...given });
}
