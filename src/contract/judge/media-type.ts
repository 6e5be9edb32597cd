import { token } from '../http1/wire-text.ts';

export type MediaType = NonNullable<ReturnType<typeof readMediaType>>;

const typeShape = new RegExp(`^(${token}/${token})[ \\t]*`);
// A parameter may be missing between two semicolons and after the last one.
const parameterShape = new RegExp(
  `;[ \\t]*(?:(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)"))?[ \\t]*`,
  'y',
);

/** Reads the value of a Content-Type header; returns undefined if it is not valid. */
export function readMediaType(text: string) {
  const start = typeShape.exec(text);
  if (start === null) return undefined;
  const parameters: [string, string][] = [];
  parameterShape.lastIndex = start[0].length;
  while (parameterShape.lastIndex < text.length) {
    const match = parameterShape.exec(text);
    if (match === null) return undefined;
    const [, name, plain, quoted] = match;
    if (name === undefined) continue;
    const value = plain ?? (quoted ?? '').replace(/\\(.)/g, '$1');
    parameters.push([name.toLowerCase(), value]);
  }
  return { type: (start[1] ?? '').toLowerCase(), parameters };
}

/**
 * Returns whether a type is exactly `application/json`, as the specification requires. A charset must be UTF-8, the only
 * encoding of JSON; other parameters have no meaning (RFC 8259, 11).
 */
export function isJsonType(media: MediaType): boolean {
  const charsets = media.parameters.filter(([name]) => name === 'charset');
  return media.type === 'application/json' && charsets.every(([, value]) => value.toLowerCase() === 'utf-8');
}
