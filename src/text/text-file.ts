import { createReadStream } from 'node:fs';
import { codeOf, UserError } from '../user-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  ENOTDIR: 'does not exist: a part of the path is a file',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
  ELOOP: 'is a link that leads to itself',
  ENAMETOOLONG: 'has a name that is too long',
  ERR_INVALID_ARG_VALUE: 'is not a file name',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8 text; save it as UTF-8',
};

/**
 * Reads a UTF-8 text without its byte order mark from a file, a pipe or a device. Throws a UserError if it cannot be read, has
 * more than `maxBytes`, or is not UTF-8.
 */
export async function readTextFile(path: string, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [text, bytes] = ['', 0];
  try {
    // In parts: a large text is not in memory twice.
    for await (const part of createReadStream(path, { end: maxBytes, highWaterMark: 1024 ** 2 })) {
      text += decoder.decode(part, { stream: true });
      bytes += part.length;
    }
    refuseLarge(path, bytes, maxBytes);
    return text + decoder.decode();
  } catch (error) {
    throw fileError(path, error);
  }
}

/** Throws a UserError if a text has more than `maxBytes`. */
export function refuseLarge(name: string, bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  const hint = /\.ya?ml$/.test(name) && { hint: 'for more, use a JSON file' };
  throw new UserError({ where: name, what: `has more than ${maxBytes} bytes`, ...hint });
}

/** The UserError for an error of the file system, or the error itself if the user cannot correct it. */
export function fileError(path: string, error: unknown): unknown {
  const reason = reasons[codeOf(error) ?? ''];
  if (reason === undefined) return error;
  return new UserError({ where: path, what: reason });
}
