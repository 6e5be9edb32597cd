import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { clientGone } from '../../../http/client-gone.ts';
import { startStallTimeout } from '../../../http/stall-timeout.ts';

/** The bytes of one response that are written in one turn of the event loop. */
const bytesPerTurn = 1024 * 1024;

/**
 * Fast path for other clients: writes a long list a MiB per turn of the event loop and waits until the socket has taken
 * each part. A small request beside four lists of 100,000 orders then waits a third as long (docs/maintainers/performance.md).
 *
 * Resolves when the response has ended, or its client has left, which is not an error. No chunk is copied.
 */
export async function writeInParts(res: ServerResponse, chunks: readonly Buffer[]): Promise<void> {
  const gone = clientGone(res);
  for (let at = 0; !res.destroyed; ) {
    at = writePart(res, chunks, at);
    startStallTimeout(res);
    if (at === chunks.length) {
      await once(res, 'close');
      return;
    }
    if (res.writableNeedDrain) await once(res, 'drain', { signal: gone }).catch(() => undefined);
    await nextTurn();
  }
}

/** Writes the chunks of one turn, starting at an index, and returns the index of the next. */
function writePart(res: ServerResponse, chunks: readonly Buffer[], from: number): number {
  // Corked, the chunks go to the socket in one system call.
  res.cork();
  let at = from;
  for (let left = bytesPerTurn; at < chunks.length && left > 0; at++) {
    const chunk = chunks[at] ?? noBytes;
    if (at === chunks.length - 1) res.end(chunk);
    else res.write(chunk);
    left -= chunk.length;
  }
  res.uncork();
  return at;
}

const noBytes = Buffer.alloc(0);
