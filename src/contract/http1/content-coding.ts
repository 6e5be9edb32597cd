import zlib from 'node:zlib';
import { quoted } from '../../report/plain-text.ts';
import { headerValues } from '../exchange.ts';

/** The default of `maxBodyBytes`: a list of 150,000 orders, which a check reads in less than 256 MiB of memory. */
export const defaultMaxBody = 16 * 1024 ** 2;

/** The maximum of a body with another status than 200. Only a list is long. */
const maxOtherBody = 1024 ** 2;
/** Returns the maximum number of bytes of a body with this status, before and after decoding. */
export function bodyLimit(status: number, maxBodyBytes: number): number {
  return status === 200 ? maxBodyBytes : Math.min(maxOtherBody, maxBodyBytes);
}

export function tooLargeContent(status: number, maxBodyBytes: number): string {
  const limit = bodyLimit(status, maxBodyBytes);
  const what = `The response with status ${status} has content of more than ${limit} bytes`;
  return limit < maxBodyBytes
    ? `${what}; only one with status 200 may have more.`
    : `${what}: raise --max-body.`;
}

export type Decoded =
  | { readonly kind: 'decoded'; readonly body: Buffer }
  | { readonly kind: 'fault'; readonly fault: string }
  | { readonly kind: 'too-large' };

type Result = { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
type Options = { readonly maxOutputLength: number; readonly info: true };

type Decode = (content: Buffer, options: Options) => unknown;

const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', zlib.gunzipSync],
  ['x-gzip', zlib.gunzipSync],
  ['deflate', zlib.inflateSync],
  ['br', zlib.brotliDecompressSync],
  ['zstd', zlib.zstdDecompressSync],
]);

/** Removes the codings that Content-Encoding names, last first. `limit` is the maximum number of bytes after each step. */
export function decodeContent(
  content: Buffer,
  rawHeaders: readonly (readonly [string, string])[],
  limit: number,
): Decoded {
  const codings = headerValues(rawHeaders, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > 4)
    return { kind: 'fault', fault: `The content has ${codings.length} codings; at most 4 are supported` };
  let body = content;
  for (const coding of codings.reverse()) {
    if (body.length === 0) break;
    const step = decodeOnce(body, coding, limit);
    if (step.kind !== 'decoded') return step;
    body = step.body;
  }
  return { kind: 'decoded', body };
}

function decodeOnce(content: Buffer, coding: string, limit: number): Decoded {
  const decoder = decoders.get(coding);
  if (decoder === undefined)
    return { kind: 'fault', fault: `Content-Encoding names an unknown coding: ${quoted(coding)}` };
  try {
    const { buffer: body, engine } = decoder(content, { maxOutputLength: limit, info: true }) as Result;
    const left = content.length - engine.bytesWritten;
    if (left > 0) return { kind: 'fault', fault: `${left} bytes follow the end of the ${coding} content` };
    return { kind: 'decoded', body };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') return { kind: 'too-large' };
    return { kind: 'fault', fault: `The content cannot be decoded as ${coding}: ${message}` };
  }
}
