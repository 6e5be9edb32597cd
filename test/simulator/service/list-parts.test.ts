import type { RequestListener, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { stallTimeoutMs } from '../../../src/http/stall-timeout.ts';
import { writeInParts } from '../../../src/simulator/service/fast-path/write-in-parts.ts';
import { writeResponse } from '../../../src/simulator/service/write-response.ts';
import { dial, requestBytes } from '../../faults/a-connection.ts';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator } from '../../support/open-test-simulator.ts';
import { parseResponse, sendRaw } from '../../support/raw-http.ts';
import { serveHere } from '../../support/serve-here.ts';
import { sendUnread } from './unread-response.ts';

const mebibyte = 1024 * 1024;
const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
/** More in total than the sockets of both sides buffer. */
const many = Array.from({ length: 64 }, (_, at) => Buffer.alloc(mebibyte, 97 + (at % 26)));

async function serve(handle: RequestListener): Promise<{ readonly origin: string }> {
  const served = await serveHere(createHttpServer(handle));
  onTestFinished(() => served[Symbol.asyncDispose]());
  return served;
}

function head(response: ServerResponse, chunks: readonly Buffer[]): void {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  response.writeHead(200, ['Content-Length', `${length}`]);
}

/** Writes chunks to a client that reads nothing; returns the response and the promise of its end. */
async function writeUnread(chunks: readonly Buffer[]) {
  const begun = Promise.withResolvers<{ response: ServerResponse; ending: Promise<void> }>();
  const { client } = await sendUnread(request, (_, response) => {
    head(response, chunks);
    begun.resolve({ response, ending: writeInParts(response, chunks) });
  });
  return { client, ...(await begun.promise) };
}

test('a long list is written in parts of a MiB, with a turn of the event loop between them', async () => {
  const begun = Promise.withResolvers<number>();
  const chunks = many.slice(0, 5).flatMap((chunk) => [chunk.subarray(0, 600_000), chunk.subarray(600_000)]);
  const { origin } = await serve((_, response) => {
    head(response, chunks);
    void writeInParts(response, chunks);
    setImmediate(() => begun.resolve(response.socket?.bytesWritten ?? Number.NaN));
  });
  const sent = sendRaw(origin, request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  const atFirst = await begun.promise;
  expect(atFirst).toBeGreaterThan(mebibyte);
  expect(atFirst).toBeLessThan(2 * mebibyte);
  expect(parseResponse(await sent).body === Buffer.concat(chunks).toString('latin1')).toBe(true);
});

test('no part is written before the socket has taken the previous one', async () => {
  const { response } = await writeUnread(many);
  for (let turn = 0; turn < 200; turn++) {
    await nextTurn();
    expect(response.socket?.writableLength).toBeLessThanOrEqual(mebibyte);
  }
  expect(response.writableEnded).toBe(false);
});

test('a client that stops reading after the first parts gets a time-out', async () => {
  const { response } = await writeUnread(many);
  expect(response.socket?.timeout ?? 0).toBe(0);
  while (!response.writableNeedDrain || response.socket?.writableLength === 0) await nextTurn();
  expect(response.socket?.timeout).toBe(stallTimeoutMs);
});

test('writing ends when the client leaves between two parts', async () => {
  const { client, response, ending } = await writeUnread(many);
  client.destroy();
  await ending;
  expect([response.destroyed, response.writableEnded]).toEqual([true, false]);
});

test('the response to HEAD has none of the chunks', async () => {
  const endings: unknown[] = [];
  const length = many.reduce((sum, chunk) => sum + chunk.length, 0);
  const list = { kind: 'chunks', chunks: many, length, head: Buffer.alloc(0) } as const;
  const { origin } = await serve((_, res) => {
    endings.push(writeResponse(res, { status: 200, headers: [], body: list }, []));
  });
  const response = parseResponse(
    await sendRaw(origin, 'HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
  );
  expect([response.status, response.body]).toEqual([200, '']);
  expect(endings).toEqual(['answered']);
});

test('a long list behind a held request ends as client-gone when its client leaves', async () => {
  const sim = await openTestSimulator({
    orders: Array.from({ length: 8_000 }, (_, at) =>
      placed(BigInt(at + 1), 'pending', { shipDate: '2026-01-20T10:00:00Z' }),
    ),
  });
  onTestFinished(() => sim.stop(0));
  const { holds, journal } = sim.environments.production.state;
  holds.open({ id: 'held', orderId: 1n });
  const list = requestBytes('GET /v1/store/orders');
  const client = dial(sim.serviceOrigin, `${requestBytes('DELETE /v1/store/orders/1')}${list}`);
  await holds.wait('held', { waiting: 1, timeoutMs: 60_000 });
  client.socket.destroy();
  const { show } = await journal.wait({ filter: {}, count: 2, timeoutMs: 60_000 });
  expect((await show()).map(({ number, end }) => [number, end])).toEqual([
    [2, 'client-gone'],
    [1, 'client-gone'],
  ]);
});
