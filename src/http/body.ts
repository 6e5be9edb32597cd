import type { IncomingMessage } from 'node:http';
import { getHeapStatistics } from 'node:v8';

export type BodyReading =
  /** `length`: of the whole body, of which `bytes` may be the beginning. */
  | { readonly kind: 'whole'; readonly bytes: Buffer; readonly length: number }
  /** The body is larger than is read; the rest is not read. */
  | { readonly kind: 'too-large' }
  /** The client left before the end of the body, or too many other bodies are read at the same time. */
  | { readonly kind: 'aborted' };

/** The maximum size of a request body in bytes. The connection is closed after a larger one. */
export const largestBody: number = 1024 * 1024;

/** The maximum bytes of all bodies of the process that have not ended. A body beyond it loses its connection. */
export const maxUnfinished: number = Math.min(
  64 * 1024 ** 2,
  getHeapStatistics().heap_size_limit / 4,
  (process.constrainedMemory() || Number.POSITIVE_INFINITY) / 8,
);
// biome-ignore lint/plugin: it bounds the memory of the process, in which there may be several simulators.
let unfinished = 0;

/**
 * Reads a body to its end, up to `most` bytes. Never rejects.
 *
 * @param keep how many bytes of it are kept
 */
export function readBody(
  request: IncomingMessage,
  { most = largestBody, keep = most }: { readonly most?: number; readonly keep?: number } = {},
): Promise<BodyReading> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let kept = 0;
    const end = (reading: BodyReading): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      unfinished -= kept;
      resolve(reading);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      const own = chunk.length > keep - kept ? ownBytes(chunk, keep - kept) : chunk;
      if (own.length > 0) chunks.push(own);
      kept += own.length;
      unfinished += own.length;
      if (length > most) {
        request.pause();
        end({ kind: 'too-large' });
      } else if (unfinished > maxUnfinished) {
        request.destroy();
        end({ kind: 'aborted' });
      }
    };
    const onEnd = (): void => end({ kind: 'whole', bytes: Buffer.concat(chunks, kept), length });
    const onClose = (): void => end({ kind: 'aborted' });
    request.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

/**
 * Copies at most `most` bytes into memory of their own. A small Buffer is otherwise a part of a pool of 64 KiB, which stays
 * in memory for as long as any part of it.
 */
export function ownBytes(bytes: Buffer, most: number): Buffer {
  const own = Buffer.allocUnsafeSlow(Math.min(most, bytes.length));
  bytes.copy(own);
  return own;
}
