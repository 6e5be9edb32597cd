import type { RequestListener, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from '../../../src/simulator/server/http-server.ts';
import { takingPatience } from '../../../src/simulator/server/limit-taking.ts';
import { writeChunks } from '../../../src/simulator/service/list/write-chunks.ts';
import { placed } from '../../helpers/an-environment.ts';
import { openTestSimulator } from '../../helpers/open-test-simulator.ts';
import { parseResponse, sendRaw } from '../../helpers/raw-http.ts';
import { serveHere } from '../../helpers/serve-here.ts';
import { dial, requestBytes } from '../environment/faults/a-connection.ts';
import { sendUnread } from './unread-answer.ts';

const mebibyte = 1024 * 1024;
const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
/** Together more than the sockets of both sides take unread. */
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

/** Has chunks written for a client that reads nothing; answers the response and the promise of its end. */
async function writeUnread(chunks: readonly Buffer[]) {
  const begun = Promise.withResolvers<{ response: ServerResponse; ending: Promise<void> | undefined }>();
  const { client } = await sendUnread(request, (_, response) => {
    head(response, chunks);
    begun.resolve({ response, ending: writeChunks(response, chunks) });
  });
  return { client, ...(await begun.promise) };
}

test('a long list goes out in parts of a MiB, a turn of the event loop between them', async () => {
  const begun = Promise.withResolvers<number>();
  const chunks = many.slice(0, 5).flatMap((chunk) => [chunk.subarray(0, 600_000), chunk.subarray(600_000)]);
  const { origin } = await serve((_, response) => {
    head(response, chunks);
    void writeChunks(response, chunks);
    setImmediate(() => begun.resolve(response.socket?.bytesWritten ?? Number.NaN));
  });
  const answer = sendRaw(origin, request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  const atFirst = await begun.promise;
  expect(atFirst).toBeGreaterThan(mebibyte);
  expect(atFirst).toBeLessThan(2 * mebibyte);
  expect(parseResponse(await answer).body === Buffer.concat(chunks).toString('latin1')).toBe(true);
});

test('no part is handed over before the one before it is taken', async () => {
  const { response } = await writeUnread(many);
  for (let turn = 0; turn < 200; turn++) {
    await nextTurn();
    expect(response.socket?.writableLength).toBeLessThanOrEqual(mebibyte);
  }
  expect(response.writableEnded).toBe(false);
});

test('a client that takes the first parts and then no more is not waited for without end', async () => {
  const { response } = await writeUnread(many);
  expect(response.socket?.timeout ?? 0).toBe(0);
  while (!response.writableNeedDrain || response.socket?.writableLength === 0) await nextTurn();
  expect(response.socket?.timeout).toBe(takingPatience);
});

test('writing ends with the client that goes away between two parts', async () => {
  const { client, response, ending } = await writeUnread(many);
  client.destroy();
  await ending;
  expect([response.destroyed, response.writableEnded]).toEqual([true, false]);
});

test('the answer to HEAD is none of the chunks', async () => {
  const endings: unknown[] = [];
  const { origin } = await serve((_, response) => {
    head(response, many);
    endings.push(writeChunks(response, many));
  });
  const answer = parseResponse(
    await sendRaw(origin, 'HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
  );
  expect([answer.status, answer.body]).toEqual([200, '']);
  expect(endings).toEqual([undefined]);
});

test('a long list behind a held request ends with its client, as not answered', async () => {
  const sim = await openTestSimulator({
    orders: Array.from({ length: 8_000 }, (_, at) =>
      placed(BigInt(at + 1), 'pending', { shipDate: '2026-01-20T10:00:00Z' }),
    ),
  });
  onTestFinished(() => sim.stop(0));
  const { gates, journal } = sim.environments.production.state;
  gates.open({ id: 'held', orderId: 1n });
  const list = requestBytes('GET /v1/store/orders');
  const client = dial(sim.serviceOrigin, `${requestBytes('DELETE /v1/store/orders/1')}${list}`);
  await gates.wait('held', { waiting: 1, timeoutMs: 60_000 });
  client.socket.destroy();
  const { exchanges } = await journal.wait({ filter: {}, count: 2, timeoutMs: 60_000 });
  expect(exchanges.map(({ number, end }) => [number, end])).toEqual([
    [2, 'client-gone'],
    [1, 'client-gone'],
  ]);
});
