import { openContract } from '../../../src/contract/open-contract.ts';
import type { HarContext } from '../../../src/traffic/har/check-har.ts';

const base = 'https://orders.example/v1';

/** A recorded request in short form. */
export type Recorded = {
  readonly method?: string;
  readonly url?: string;
  readonly key?: string | null;
  readonly status?: number;
  readonly body?: string | null;
  readonly at?: number;
  readonly time?: number;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  readonly request?: object;
  readonly response?: object;
  readonly entry?: object;
};

/** A HAR entry of a browser. A `null` key means no Authorization header, a `null` body no recorded body. */
export function entry(recorded: Recorded = {}): object {
  const {
    method = 'GET',
    url = '/store/orders',
    key = 'Bearer secret-key-1',
    status = 200,
    at = 0,
    time = 5,
  } = recorded;
  const { body = '[]', headers = [{ name: 'content-type', value: 'application/json' }] } = recorded;
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 20, 10) + at).toISOString(),
    time,
    request: {
      method,
      url: url.startsWith('/') ? base + url : url,
      httpVersion: 'h2',
      headers: [
        { name: ':authority', value: 'orders.example' },
        ...(key === null ? [] : [{ name: 'authorization', value: key }]),
      ],
      ...recorded.request,
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'h2',
      headers,
      bodySize: -1,
      content: {
        size: body === null ? 99 : body.length,
        mimeType: 'application/json',
        ...(body === null ? {} : { text: body }),
      },
      ...recorded.response,
    },
    ...recorded.entry,
  };
}

/** A recorded cancel of order 12. */
export function cancel(status: number, recorded: Recorded = {}): object {
  return entry({
    method: 'DELETE',
    url: '/store/orders/12',
    status,
    body: '',
    headers: [{ name: 'date', value: 'x' }],
    ...recorded,
  });
}

/** The text of a HAR file. */
export function har(...entries: readonly object[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } });
}

/** How a recording is judged. */
export const context: HarContext = {
  contract: await openContract(),
  criteria: { ignore: [], skip: [], failOn: 'violation', require: [] },
  now: Date.UTC(2026, 0, 20),
};
