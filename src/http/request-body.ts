import type { IncomingMessage } from 'node:http';

/** The result of reading a request's body. */
export type BodyReading =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** The body is larger than is read; the rest is not read. */
  | { readonly kind: 'too-large' }
  /** The client left before the end of the body. */
  | { readonly kind: 'aborted' };

/** The maximum size of a request body in bytes. The connection is closed after a larger one. */
export const largestBody: number = 1024 * 1024;

/** Reads a body to its end, up to `most` bytes. Never rejects. */
export function readBody(request: IncomingMessage, most: number = largestBody): Promise<BodyReading> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const end = (reading: BodyReading): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(reading);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= most) return;
      request.pause();
      end({ kind: 'too-large' });
    };
    const onEnd = (): void => end({ kind: 'whole', bytes: Buffer.concat(chunks, length) });
    const onClose = (): void => end({ kind: 'aborted' });
    request.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}
