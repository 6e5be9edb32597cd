import type { Judge } from '../../../src/contract/judge/findings.ts';
import { surveyList } from '../../../src/contract/judge/list-survey.ts';
import { orderListReader } from '../../../src/contract/judge/order-list.ts';
import type { Finding } from '../../../src/contract/report.ts';
import type { HarContext } from '../../../src/traffic/har/judge-har.ts';

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

/** A simple judge: an undocumented status breaks R03, a list body that is not an array breaks R07. */
const simpleJudge: Judge = async ({ number, request, outcome }) => {
  if (outcome.kind === 'failed')
    return { findings: [], counts: new Map(), exercised: [], undocumentedStatus: false };
  const { response } = outcome;
  const documented = request.operationId === 'listOrders' ? [200, 401] : [204, 401, 404, 409];
  const undocumentedStatus = !documented.includes(response.status);
  const list = request.operationId === 'listOrders' && response.status === 200;
  const rules = [
    ...(undocumentedStatus ? (['R03'] as const) : []),
    ...(list && response.body !== undefined && !response.body.toString().startsWith('[')
      ? (['R07'] as const)
      : []),
    ...(response.rawHeaders.length === 0 ? (['R05'] as const) : []),
  ];
  const findings = rules.map(
    (rule): Finding => ({ rule, exchange: number, expected: 'x', got: response.statusLine }),
  );
  return {
    findings,
    counts: new Map(rules.map((rule) => [rule, 1])),
    exercised: ['R02', 'R03', 'R05', ...(list && response.body !== undefined ? (['R07'] as const) : [])],
    undocumentedStatus,
  };
};

/** The simple judge, without observations of gaps. */
export const simpleContext: HarContext = {
  contract: { judge: simpleJudge, observe: () => [], readList: orderListReader(surveyList) },
  criteria: { ignore: [], skip: [], failOn: 'violation', require: [] },
  now: Date.UTC(2026, 0, 20),
};
