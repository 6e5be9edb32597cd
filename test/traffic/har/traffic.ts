import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { readCriteria } from '../../../src/contract/criteria.ts';
import { type ObservedProfile, observedProfile } from '../../../src/contract/gaps/observed-profile.ts';
import { openContract } from '../../../src/contract/open-contract.ts';
import { judgeHar } from '../../../src/traffic/har/judge-har.ts';
import { readHarText } from '../../../src/traffic/har/read-har.ts';
import { createObserver } from '../../../src/traffic/proxy/observer.ts';
import { whyNotJudged } from '../../../src/traffic/proxy/place-request.ts';
import type { HandClock } from '../../support/hand-clock.ts';
import { list } from '../forwarded.ts';
import { entry, har, simpleContext } from './recording.ts';

const context = { ...simpleContext, contract: await openContract() };

/** A request. */
export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};
type Got = {
  readonly status: number;
  readonly rawHeaders: readonly (readonly [string, string])[];
  readonly body: Buffer;
};
/** An exchange, and when it began. */
export type Traffic = Sent & Got & { readonly at: number; readonly time: number };
/** What is sent at the same time, after a wait, and how long it takes. */
export type Step = { readonly waitMs: number; readonly tookMs: number; readonly sent: readonly Sent[] };

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
export async function record(
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
export async function harProfile(traffic: readonly Traffic[]): Promise<ObservedProfile> {
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
export async function proxyProfile(traffic: readonly Traffic[]): Promise<ObservedProfile> {
  const now = Date.UTC(2026, 0, 21);
  const observer = await createObserver({
    baseUrl: 'https://orders.example/v1',
    upstreamPath: '/v1',
    criteria: readCriteria({}),
    startedAt: now,
  });
  for (const [index, { method, path, headers, status, rawHeaders, body, at, time }] of traffic.entries()) {
    const exchange = list({
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
    });
    const why = whyNotJudged(exchange, '/v1');
    if (why === undefined) await observer.judge(exchange);
    else observer.pass(exchange, why);
  }
  return observedProfile(observer.report());
}
