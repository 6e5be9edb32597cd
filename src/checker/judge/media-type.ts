/** A Content-Type, read by RFC 9110, 8.3.1. Names in lower case. */
export type MediaType = {
  readonly type: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
};

const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const typeShape = new RegExp(`^(${token}/${token})[ \\t]*`);
// A parameter may be missing between two semicolons and after the last one.
const parameterShape = new RegExp(
  `;[ \\t]*(?:(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)"))?[ \\t]*`,
  'y',
);

/** Reads the value of a Content-Type header; undefined where it is not one. */
export function readMediaType(text: string): MediaType | undefined {
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
 * Whether the content is JSON as the specification wants it: `application/json` and nothing like it. A charset, if
 * given, is UTF-8, the only encoding of JSON; other parameters mean nothing (RFC 8259, 11).
 */
export function isJsonType(media: MediaType): boolean {
  const charsets = media.parameters.filter(([name]) => name === 'charset');
  return media.type === 'application/json' && charsets.every(([, value]) => value.toLowerCase() === 'utf-8');
}

/** The media type in its plainest form, which any reader understands. */
export function writeMediaType(media: MediaType): string {
  const parameters = media.parameters.map(
    ([name, value]) => `; ${name}="${value.replace(/["\\]/g, '\\$&')}"`,
  );
  return media.type + parameters.join('');
}
