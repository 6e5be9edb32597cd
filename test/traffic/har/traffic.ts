import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type ObservedProfile, observedProfile } from '../../../src/contract/gaps/observed-profile.ts';
import { pairsOf } from '../../../src/contract/http1/head.ts';
import { judgeHar } from '../../../src/traffic/har/judge-har.ts';
import { readHarText } from '../../../src/traffic/har/read-har.ts';
import type { HandClock } from '../../support/hand-clock.ts';
import { context, entry, har } from './recording.ts';

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
  return { status: response.statusCode ?? 0, rawHeaders: pairsOf(response.rawHeaders), body };
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
