import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limitTaking } from '../../server/limit-taking.ts';

/** So many bytes of one list go out in a turn of the event loop, so that others are answered between its parts. */
const bytesInTurn = 1024 * 1024;

/**
 * Writes chunks to the socket, none of them copied, and ends the response. A promise is answered where there is something
 * to wait for: the end of a long list, or of its client, which is no error.
 */
export function writeChunks(response: ServerResponse, chunks: readonly Buffer[]): Promise<void> | undefined {
  if (response.req.method !== 'HEAD' && chunks.length > 1) return writeInTurns(response, chunks);
  response.end(chunks[0]);
  limitTaking(response);
  return undefined;
}

async function writeInTurns(response: ServerResponse, chunks: readonly Buffer[]): Promise<void> {
  for (let at = 0; at < chunks.length && !response.destroyed; ) {
    at = writePart(response, chunks, at);
    limitTaking(response);
    if (at === chunks.length) return happened(response, 'close');
    if (response.writableNeedDrain) await happened(response, 'drain');
    await nextTurn();
  }
}

/** Writes the chunks of one turn, from the one at a place on; answers the place of the next. */
function writePart(response: ServerResponse, chunks: readonly Buffer[], from: number): number {
  // Corked, they go out as one write of many Buffers.
  response.cork();
  let at = from;
  for (let left = bytesInTurn; at < chunks.length && left > 0; at++) {
    const chunk = chunks[at] ?? noBytes;
    if (at === chunks.length - 1) response.end(chunk);
    else response.write(chunk);
    left -= chunk.length;
  }
  if (at < chunks.length) response.uncork();
  return at;
}

const noBytes = Buffer.alloc(0);

/** Waits until something happens to a response, or its client goes. */
function happened(response: ServerResponse, event: 'close' | 'drain'): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once(event, done).once('close', done);
  });
}
