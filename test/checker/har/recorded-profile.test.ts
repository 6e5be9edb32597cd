import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCriteria } from '../../../src/checker/criteria.ts';
import { observeGaps } from '../../../src/checker/gaps/observe-gaps.ts';
import { type ObservedProfile, observedProfile } from '../../../src/checker/gaps/observed-profile.ts';
import { judgeHar } from '../../../src/checker/har/judge-har.ts';
import { readHarText } from '../../../src/checker/har/read-har.ts';
import { openContract } from '../../../src/checker/judge/contract.ts';
import { surveyList, surveyOnce } from '../../../src/checker/judge/list-survey.ts';
import type { Exchange } from '../../../src/checker/wire/exchange.ts';
import { createObserver } from '../../../src/proxy/observe/observer.ts';
import { placed } from '../../helpers/an-environment.ts';
import { createHandClock, type HandClock } from '../../helpers/hand-clock.ts';
import { howMany } from '../../helpers/how-many.ts';
import { openTestSimulator, testKey } from '../../helpers/open-test-simulator.ts';
import { list } from '../../proxy/forwarded.ts';
import { type AnyProfile, anyProfile, isChoiceOf } from '../any-profile.ts';
import { entry, har, simpleContext } from './recording.ts';

// What recorded traffic shows of the choices of a target, read from a HAR file and by the proxy.

const fields = { petId: 7n, quantity: 2n, shipDate: '2026-01-20T10:00:00Z', complete: false };
const pending = [3n, 9007199254740993n, 1n, 40n, 41n, 42n];
const orders = [
  ...pending.map((id) => placed(id, 'pending', fields)),
  placed(2n, 'shipped', fields),
  ...Array.from({ length: 80 }, (_, index) => placed(100n + BigInt(index), 'pending', fields)),
];

const survey = surveyOnce(surveyList);
const { judge } = await openContract(undefined, { survey });
const context = { ...simpleContext, judge, observe: (exchange: Exchange) => observeGaps(exchange, survey) };

type Sent = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};
type Got = {
  readonly status: number;
  readonly rawHeaders: readonly (readonly [string, string])[];
  readonly body: Buffer;
};
type Traffic = Sent & Got & { readonly at: number; readonly time: number };
/** What is sent at the same time, after a wait, and how long it takes. */
type Step = { readonly waitMs: number; readonly tookMs: number; readonly sent: readonly Sent[] };

const key = { Authorization: `Bearer ${testKey}` };
const get = (headers = {}, query = ''): Sent => ({
  method: 'GET',
  path: `/store/orders${query}`,
  headers: { ...key, ...headers },
});
const cancel = (id: bigint | string, headers: Sent['headers'] = key): Sent => ({
  method: 'DELETE',
  path: `/store/orders/${id}`,
  headers,
});

const anySent: fc.Arbitrary<Sent> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(get()) },
  { weight: 6, arbitrary: fc.constantFrom(...pending, 2n, 77n).map((id) => cancel(id)) },
  fc.constantFrom('?limit=10', '?status=pending', '?_=1').map((query) => get({}, query)),
  fc
    .constantFrom<Record<string, string>>(
      { Origin: 'https://shop.example' },
      { 'Accept-Encoding': 'gzip, br' },
      { Accept: 'text/plain' },
      { Accept: 'text/html, */*;q=0.1' },
      { Authorization: `bearer ${testKey}` },
      { Authorization: 'Bearer other-key' },
    )
    .map((headers) => get(headers)),
  fc.constantFrom(cancel('abc'), cancel(3n, {}), cancel(77n, { Authorization: 'Basic a2V5' })),
);

const anyStep: fc.Arbitrary<Step> = fc.record({
  waitMs: fc.constantFrom(0, 0, 1, 50, 300, 12_000),
  tookMs: fc.constantFrom(0, 3, 60),
  sent: fc.array(anySent, { minLength: 1, maxLength: 2 }),
});

async function send(baseUrl: string, { method, path, headers }: Sent): Promise<Got> {
  const outgoing = httpRequest(baseUrl + path, { method, headers });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray());
  const names = response.rawHeaders.filter((_, index) => index % 2 === 0);
  const rawHeaders = names.map((name, index) => [name, response.rawHeaders[2 * index + 1] ?? ''] as const);
  return { status: response.statusCode ?? 0, rawHeaders, body };
}

/** Sends requests to a simulator, and moves its clock while they take time. */
async function record(
  baseUrl: string,
  clock: HandClock,
  steps: readonly Step[],
): Promise<readonly Traffic[]> {
  const traffic: Traffic[] = [];
  const start = clock.now();
  for (const { waitMs, tookMs, sent } of steps) {
    clock.advance(waitMs);
    const at = clock.now() - start;
    const got = await Promise.all(sent.map(async (one) => ({ ...one, ...(await send(baseUrl, one)) })));
    clock.advance(tookMs);
    traffic.push(...got.map((one) => ({ ...one, at, time: tookMs })));
  }
  return traffic;
}

/** The profile that a HAR file of a browser shows. */
async function harProfile(traffic: readonly Traffic[]): Promise<ObservedProfile> {
  const entries = traffic.map(({ method, path, headers, status, rawHeaders, body, at, time }) =>
    entry({
      method,
      url: path,
      key: null,
      status,
      at,
      time,
      headers: rawHeaders.map(([name, value]) => ({ name, value })),
      request: { headers: Object.entries(headers).map(([name, value]) => ({ name, value })) },
      response: {
        bodySize: body.length,
        content: { size: body.length, text: body.toString('base64'), encoding: 'base64' },
      },
    }),
  );
  return observedProfile(await judgeHar(readHarText(har(...entries), 'it.har'), context));
}

/** The profile that the proxy shows. */
async function proxyProfile(traffic: readonly Traffic[]): Promise<ObservedProfile> {
  const now = Date.UTC(2026, 0, 21);
  const observer = await createObserver({
    baseUrl: 'https://orders.example/v1',
    upstreamPath: '/v1',
    criteria: readCriteria({}),
    startedAt: now,
  });
  for (const [index, { method, path, headers, status, rawHeaders, body, at, time }] of traffic.entries())
    await observer.judge(
      list({
        number: index + 1,
        method,
        target: `/v1${path}`,
        key: null,
        headers: Object.entries(headers),
        status,
        responseHeaders: rawHeaders,
        body,
        at,
        time,
      }),
    );
  return observedProfile(observer.report(now));
}

async function profilesOf(gaps: AnyProfile, steps: readonly Step[]): Promise<readonly ObservedProfile[]> {
  const clock = createHandClock();
  await using simulator = await openTestSimulator({ orders, gaps, machine: clock });
  const traffic = await record(simulator.baseUrl, clock, steps);
  return [await harProfile(traffic), await proxyProfile(traffic)];
}

const lagging = anyProfile({ 'list-lag': ['after-1-reads', 'after-1-ms', 'after-200-ms', 'after-9999-ms'] });

test(`emits no choice that a target has not (${howMany(30, 300)} profiles)`, async () => {
  await fc.assert(
    fc.asyncProperty(lagging, fc.array(anyStep, { maxLength: 25 }), async (profile, steps) => {
      for (const { gaps } of await profilesOf(profile, steps))
        for (const { gap, seen } of gaps)
          if (seen.kind === 'choice')
            expect(
              isChoiceOf(profile, gap, seen.choice),
              `${gap}=${seen.choice} instead of ${profile[gap]}`,
            ).toBe(true);
    }),
    { numRuns: howMany(30, 300) },
  );
});

/** Traffic that decides every gap that traffic can decide. */
const decisive: readonly Step[] = [
  get(),
  get({}, '?limit=10'),
  get({ Origin: 'https://shop.example' }),
  get({ 'Accept-Encoding': 'gzip' }),
  get({ Accept: 'text/plain' }),
  get({ Authorization: `bearer ${testKey}` }),
  cancel('abc'),
  cancel(2n),
  cancel(77n, {}),
  cancel(3n),
  cancel(3n),
  get(),
  get(),
  get(),
].map((sent) => ({ waitMs: 5000, tookMs: 5, sent: [sent] }));

const decided = [
  'cancelled-in-list',
  'cancel-again',
  'conflict-body',
  'malformed-order-id',
  'list-query',
  'accept',
  'content-type',
  'etag',
  'list-compression',
  'www-authenticate',
  'cors',
];

test(`emits every choice that traffic decides (${howMany(10, 200)} profiles)`, async () => {
  await fc.assert(
    fc.asyncProperty(lagging, async (profile) => {
      for (const { gaps } of await profilesOf(profile, decisive)) {
        const emitted = new Map(
          gaps.map(({ gap, seen }) => [gap as string, seen.kind === 'choice' ? seen.choice : seen.kind]),
        );
        const wanted = [...decided, ...(profile['bearer-case'] === 'any-case' ? ['bearer-case'] : [])];
        expect(wanted.map((gap) => [gap, emitted.get(gap)])).toEqual(
          wanted.map((gap) => [gap, profile[gap]]),
        );
      }
    }),
    { numRuns: howMany(10, 200) },
  );
});
