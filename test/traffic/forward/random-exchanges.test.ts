import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startForwarding } from '../../../src/traffic/proxy/forward/forwarding.ts';
import { readUpstream } from '../../../src/traffic/proxy/forward/upstream.ts';
import type { ProxiedExchange } from '../../../src/traffic/proxy/proxied-exchange.ts';
import { serveHere } from '../../support/serve-here.ts';
import { anyConversation, type Conversation, inPieces } from './any-exchange.ts';
import { type Played, play, type Step } from './play.ts';

/** The steps of both sides, and what each of them must receive if nobody leaves. */
function stepsOf({ exchanges, cut, pieces, early, pipelined }: Conversation, authority: string) {
  const client: Step[] = [];
  const upstream: Step[] = [];
  const last = exchanges.length - 1;
  let [sent, received] = [0, 0];
  for (const [at, { request, response }] of exchanges.entries()) {
    // A service that closes after an early response does not receive the rest of the request.
    const forwarded = request.forwarded(authority);
    const [from, to] = [
      cut.who === 'client' && at === last ? part(request.bytes, cut.at) : request.bytes,
      cut.who === 'upstream' && at === last ? part(response.bytes, cut.at) : response.bytes,
    ];
    const leaves = cut.who === 'client' && at === last ? { leave: cut.how } : {};
    client.push({ after: pipelined ? 0 : received, send: inPieces(from, pieces), ...leaves });
    const head = forwarded.length - (request.bytes.length - request.headLength);
    const ends =
      cut.who === 'upstream' && at === last
        ? { leave: cut.how }
        : response.untilClose
          ? { leave: 'end' as const }
          : {};
    upstream.push({
      after: sent + (early && !pipelined && !response.untilClose ? head : forwarded.length),
      send: inPieces(to, pieces),
      ...ends,
    });
    sent += forwarded.length;
    received += response.bytes.length;
  }
  const before = received - (exchanges[last]?.response.bytes.length ?? 0);
  if (cut.who === 'reader')
    client.push({ after: before + Math.floor(cut.at * (received - before)), send: [], leave: cut.how });
  else if (cut.who === 'nobody') client.push({ after: received, send: [], leave: 'end' });
  return { client, upstream };
}

function part(bytes: Buffer, fraction: number): Buffer {
  return bytes.subarray(0, Math.floor(fraction * bytes.length));
}

async function startAll() {
  const seen: ProxiedExchange[] = [];
  let accept: (socket: Socket) => void = () => undefined;
  const upstream = await serveHere(
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => accept(socket)),
  );
  const authority = `127.0.0.1:${upstream.port}`;
  const proxy = await startForwarding({
    upstream: readUpstream(`http://${authority}/v1`),
    host: '127.0.0.1',
    port: 0,
    timeoutMs: 600_000,
    keepBytes: 1_000_000,
    onExchange: (exchange) => seen.push(exchange),
  });
  return {
    authority,
    /** Has both sides play a conversation. The upstream has none if no request reached it. */
    async converse(conversation: Conversation) {
      seen.length = 0;
      const steps = stepsOf(conversation, authority);
      let other: Promise<Played> | undefined;
      accept = (socket) => {
        other = play(socket, steps.upstream);
      };
      const socket = connect({ host: '127.0.0.1', port: proxy.port, allowHalfOpen: true, noDelay: true });
      await once(socket, 'connect');
      const client = await play(socket, steps.client);
      while (proxy.connections() > 0) await new Promise((resolve) => setImmediate(resolve));
      return { client, upstream: await other, seen: [...seen] };
    },
    async [Symbol.asyncDispose]() {
      await proxy.stop(AbortSignal.abort());
      await upstream[Symbol.asyncDispose]();
    },
  };
}

function isPrefix(part: Buffer, whole: Buffer): boolean {
  return part.equals(whole.subarray(0, part.length));
}

function expectSame(
  { exchanges, cut, pipelined }: Conversation,
  authority: string,
  result: Awaited<ReturnType<Awaited<ReturnType<typeof startAll>>['converse']>>,
): void {
  const sent = Buffer.concat(exchanges.map(({ request }) => request.forwarded(authority)));
  const answered = Buffer.concat(exchanges.map(({ response }) => response.bytes));
  const { client, upstream, seen } = result;
  expect(isPrefix(upstream?.received ?? Buffer.alloc(0), sent)).toBe(true);
  const own = client.received.indexOf('X-Store-Orders-Proxy: upstream-failed');
  if (cut.who === 'upstream' && own >= 0) {
    const begin = client.received.lastIndexOf('HTTP/1.1 502 Bad Gateway', own);
    expect(isPrefix(client.received.subarray(0, begin), answered)).toBe(true);
    expect(seen.at(-1)?.outcome.kind).toBe('upstream-failed');
  } else expect(isPrefix(client.received, answered)).toBe(true);

  if (cut.who === 'nobody') {
    expect(upstream?.received.equals(sent)).toBe(true);
    expect(client.received.equals(answered)).toBe(true);
    expect(seen).toHaveLength(exchanges.length);
  }
  for (const [at, { request, response, outcome }] of seen
    .map((one) => ({ ...one, response: one.outcome.kind === 'responded' ? one.outcome.response : undefined }))
    .entries()) {
    const { request: given, response: answer } = exchanges[at]!;
    expect([request.method, request.target, request.rawHeaders]).toEqual([
      given.method,
      given.target,
      given.rawHeaders,
    ]);
    if (request.content.complete) expect(request.content.kept?.equals(given.content)).toBe(true);
    // The reset of a client that sent all its requests at once ends all of them.
    const cutHere =
      cut.who !== 'nobody' && (at === exchanges.length - 1 || (pipelined && cut.who === 'client'));
    if (!cutHere)
      expect([outcome.kind, request.content.complete, response?.content.complete]).toEqual([
        'responded',
        true,
        true,
      ]);
    if (response === undefined) continue;
    expect([response.statusLine, response.status, response.rawHeaders]).toEqual([
      answer.statusLine,
      answer.status,
      answer.rawHeaders,
    ]);
    expect(isPrefix(response.content.kept!, answer.content)).toBe(true);
    if (response.content.complete && !answer.untilClose)
      expect(response.content.kept?.equals(answer.content)).toBe(true);
  }
}

test('passes any exchange on byte for byte, whoever leaves at any byte', async () => {
  await using both = await startAll();
  let exchanges = 0;
  await fc.assert(
    fc.asyncProperty(anyConversation, async (conversation) => {
      exchanges += conversation.exchanges.length;
      expectSame(conversation, both.authority, await both.converse(conversation));
    }),
    { numRuns: 60 },
  );
  expect(exchanges).toBeGreaterThan(80);
});
