import { createServer, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { CheckOptions } from '../../src/check/check-options.ts';
import { checkQuickstart, planQuickstart } from '../../src/check/quickstart/check-quickstart.ts';
import type { Report } from '../../src/contract/report.ts';
import { quickstartRules } from '../../src/contract/rules/quickstart-rules.ts';
import { ruleOf } from '../../src/contract/rules/rules.ts';
import { openTestSimulator, testKey } from '../support/open-test-simulator.ts';
import { closedPort, serveHere } from '../support/serve-here.ts';

const apiKey = 'Quickstart-key-1';
const json = { 'Content-Type': 'application/json' };

type Reply = { status: number; headers?: Record<string, string>; body?: string };
type Posted = {
  readonly authorized: boolean;
  readonly authorization: string;
  readonly type: string | undefined;
  readonly text: string;
};

const accepted = { id: 'msg_1', message: 'hello', status: 'queued', createdAt: '2026-01-20T10:00:00Z' };

function refused(status: number): Reply {
  const body = JSON.stringify({ code: 'unauthorized', message: 'no', status });
  return { status, headers: { ...json, 'WWW-Authenticate': 'Bearer' }, body };
}

function readMessage(text: string): unknown {
  try {
    return JSON.parse(text)?.message;
  } catch {
    return undefined;
  }
}

/** A quickstart that fulfils the contract. */
function honest({ authorized, type, text }: Posted): Reply {
  if (!authorized) return refused(401);
  if (type !== 'application/json' || typeof readMessage(text) !== 'string') return { status: 400 };
  return { status: 202, headers: json, body: JSON.stringify(accepted) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

type Sabotage = (posted: Posted) => Reply | undefined;

/** Checks a quickstart with a sabotage, and returns the report and what was posted. */
async function check(sabotage: Sabotage = () => undefined, options: Partial<CheckOptions> = {}) {
  const received: (Posted & { readonly status: number })[] = [];
  const server = createServer(async (request, response) => {
    const { authorization = '', 'content-type': type } = request.headers;
    const text = await textOf(request);
    const posted = { authorized: authorization === `Bearer ${apiKey}`, authorization, type, text };
    const found = request.method === 'POST' && request.url === '/quickstart/messages';
    const {
      status,
      headers = {},
      body = '',
    } = found ? (sabotage(posted) ?? honest(posted)) : { status: 404 };
    received.push({ ...posted, status });
    response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
  });
  await using here = await serveHere(server);
  const url = `${here.origin}/quickstart`;
  const report = await checkQuickstart({ url, apiKey, level: 'cancel', ...options });
  return { report, received };
}

const brokenIn = ({ rules }: Report): readonly string[] =>
  rules.filter(({ kind }) => kind === 'failed').map(({ rule }) => rule);

test('keeps the contract of an honest quickstart, and queues one message', async () => {
  const { report, received } = await check();
  expect(report.findings).toEqual([]);
  expect(report.rules.filter(({ kind }) => kind !== 'passed')).toEqual([]);
  expect(report.exitCode).toBe(0);
  expect(received.filter(({ status }) => status === 202)).toHaveLength(1);
  expect(received.at(-1)).toMatchObject({ authorized: true, type: 'application/json' });
  expect(report.gaps).toMatchObject([
    { gap: 'message-bad-request-body', observed: 'empty', allowed: true, requests: 3 },
    { gap: 'message-accepted', observed: 'accepted', allowed: true, requests: 1 },
  ]);
});

const success =
  (change: object): Sabotage =>
  (posted) => {
    const reply = honest(posted);
    return reply.status === 202 ? { ...reply, body: JSON.stringify({ ...accepted, ...change }) } : undefined;
  };
const accept: Reply = { status: 202, headers: json, body: JSON.stringify(accepted) };

test.each<[string, Sabotage]>([
  ['Q01', (posted) => (honest(posted).status === 202 ? refused(409) : undefined)],
  [
    'Q02',
    (posted) =>
      honest(posted).status === 202 ? { ...accept, headers: { 'Content-Type': 'text/plain' } } : undefined,
  ],
  [
    'Q03',
    (posted) => (honest(posted).status === 202 ? { ...accept, body: '{"id":"1","id":"2"}' } : undefined),
  ],
  ['Q03', (posted) => (honest(posted).status === 202 ? { ...accept, body: '["queued"]' } : undefined)],
  ['Q04', success({ id: 5 })],
  ['Q04', success({ status: null })],
  ['Q04', (posted) => (honest(posted).status === 202 ? { ...accept, body: '{"ok":true}' } : undefined)],
  ['Q05', success({ createdAt: 'yesterday' })],
  ['Q06', ({ authorization }) => (authorization === '' ? accept : undefined)],
  ['Q07', ({ authorization }) => (authorization === 'Bearer' ? accept : undefined)],
  ['Q08', ({ authorized, text }) => (authorized && text.endsWith(':') ? accept : undefined)],
  ['Q08', ({ authorized, text }) => (authorized && text.endsWith(':') ? { status: 500 } : undefined)],
  ['Q09', ({ authorized, text }) => (authorized && text.includes('"text"') ? { status: 422 } : undefined)],
  ['Q10', ({ authorized, type }) => (authorized && type === undefined ? accept : undefined)],
  ['R19', ({ authorized }) => (authorized ? undefined : { ...refused(401), headers: json })],
  [
    'R20',
    ({ authorized }) =>
      authorized ? undefined : { ...refused(401), headers: { 'WWW-Authenticate': 'Bearer' } },
  ],
  [
    'R22',
    ({ authorized }) => (authorized ? undefined : { ...refused(401), body: '{"code":"x","status":401}' }),
  ],
  ['R23', ({ authorized }) => (authorized ? undefined : { ...refused(403), status: 401 })],
])('finds a quickstart that breaks %s', async (rule, sabotage) => {
  const { report } = await check(sabotage);
  expect(brokenIn(report)).toEqual([rule]);
  expect(report.exitCode).toBe(rule === 'R19' ? 0 : 1);
});

test.each<[string, Sabotage]>([
  ['200', (posted) => (honest(posted).status === 202 ? { ...accept, status: 200 } : undefined)],
  [
    '201 with a charset',
    (posted) =>
      honest(posted).status === 202
        ? { ...accept, status: 201, headers: { 'Content-Type': 'application/json; charset=utf-8' } }
        : undefined,
  ],
  ['fewer fields, and others', success({ createdAt: undefined, x_trace: 5 })],
  ['an Error body with 400', (posted) => (honest(posted).status === 400 ? refused(400) : undefined)],
  [
    'a page with 400',
    (posted) => (honest(posted).status === 400 ? { status: 400, body: '<html>' } : undefined),
  ],
])('finds nothing wrong with %s', async (_what, sabotage) => {
  expect(brokenIn((await check(sabotage)).report)).toEqual([]);
});

test.each(['least-promise', 'typical', 'vary'] as const)(
  'the simulator keeps it in profile %s',
  async (profile) => {
    for (const seed of ['1', '2', '3', '4', '5']) {
      await using simulator = await openTestSimulator({ profile, seed });
      const url = `${simulator.serviceOrigin}/quickstart`;
      const report = await checkQuickstart({ url, apiKey: testKey, level: 'cancel' });
      expect(report.findings.filter(({ rule }) => ruleOf(rule).severity === 'violation')).toEqual([]);
      expect(report.exitCode).toBe(0);
    }
  },
);

test('has a title and a place in the document for every rule', () => {
  expect(quickstartRules.map(({ id }) => id)).toEqual(
    Array.from({ length: 10 }, (_, at) => `Q${String(at + 1).padStart(2, '0')}`),
  );
  for (const { id } of quickstartRules) expect(ruleOf(id).document).toBe('openapi/quickstart.yaml');
});

test('sends exactly its plan, and leaves out the requests of skipped rules', async () => {
  const { report } = await check();
  const options = { url: report.target, apiKey, level: 'cancel' } as const;
  const planned = planQuickstart(options).probes.flatMap(({ steps }) => steps.map(({ request }) => request));
  expect(report.exchanges.map(({ request }) => request)).toEqual(planned);
  const skipping = await check(undefined, { skip: ['Q07', 'R19'] });
  expect(skipping.received.every(({ authorized, authorization }) => authorized || authorization === '')).toBe(
    true,
  );
  for (const rule of ['Q07', 'R19'])
    expect(skipping.report.rules.find((result) => result.rule === rule)).toMatchObject({
      kind: 'not-exercised',
      reason: 'skipped by the user (`skip`)',
    });
});

test.each<[string, Partial<CheckOptions>, RegExp]>([
  [
    'without level cancel',
    { level: 'probe' },
    /posts a message, which the target queues; permit it with `level: cancel`/,
  ],
  ['on another host', { url: 'https://quick.example' }, /to another host; permit it with `ownsOrders`/],
  [
    'at the address of the messages',
    { url: 'http://127.0.0.1:9/messages' },
    /give the base address: http:\/\/127\.0\.0\.1:9$/,
  ],
  ['with a Content-Type', { headers: [['content-type', 'x/y']] }, /sets Content-Type itself/],
])('refuses to check %s', async (_what, change, message) => {
  const options = { url: 'http://127.0.0.1:9', apiKey, level: 'cancel', ...change } as const;
  await expect(checkQuickstart(options)).rejects.toThrow(message);
});

test('does not blame a target that is busy, that is another service or that does not accept the key', async () => {
  const busy = await check((posted) => (posted.authorized ? { status: 503 } : undefined));
  expect(busy.report.incomplete).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('responded with 503'),
  });
  const other = await check(() => ({ status: 404 }));
  expect(other.report.incomplete?.kind).toBe('other-service');
  const wrongKey = await check(() => refused(401));
  expect(wrongKey.report.incomplete?.kind).toBe('wrong-key');
  for (const { report } of [busy, other, wrongKey]) {
    expect(brokenIn(report)).toEqual([]);
    expect(report.exitCode).toBe(3);
  }
  const url = `http://127.0.0.1:${closedPort}`;
  const gone = await checkQuickstart({ url, apiKey, level: 'cancel' });
  expect(gone).toMatchObject({ incomplete: { kind: 'unreachable' }, exitCode: 3, exchanges: { length: 1 } });
});

test('stops at the budget and when it is aborted', async () => {
  const budget = await check(undefined, { maxRequests: 2 });
  expect(budget.received).toHaveLength(2);
  expect(budget.report).toMatchObject({ incomplete: { kind: 'budget' }, exitCode: 3 });
  await using silent = await serveHere(createServer(() => controller.abort()));
  const controller = new AbortController();
  const { signal } = controller;
  const aborted = await checkQuickstart({ url: silent.origin, apiKey, level: 'cancel', signal });
  expect(aborted).toMatchObject({ incomplete: { kind: 'aborted' }, exitCode: 130 });
});
