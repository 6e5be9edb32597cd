import { headerValues } from './request-fields.ts';

/** The maximum number of characters that the journal shows of a `traceparent`. A valid one has 55. */
export const longestTraceParent: number = 256;

const valid = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/**
 * Returns the header `traceparent` as it was sent, valid or not, up to `longestTraceParent` characters. `redact` gets the whole
 * value, since half of a key would not be recognized.
 */
export function traceParentOf(
  rawHeaders: readonly string[],
  redact: (text: string) => string = (text) => text,
): string | undefined {
  const values = headerValues(rawHeaders, 'traceparent');
  return values.length === 0 ? undefined : redact(values.join(', ')).slice(0, longestTraceParent);
}

/** Whether a request belongs to a trace: `wanted` is its `traceparent`, or the trace id of a valid one. W3C Trace Context. */
export function isTraced(rawHeaders: readonly string[], wanted: string): boolean {
  const sent = traceParentOf(rawHeaders);
  return sent !== undefined && (sent === wanted || valid.exec(sent)?.[1] === wanted.toLowerCase());
}
