import { createReadStream } from 'node:fs';
import type { CheckFlags } from '../check/check-table.ts';
import type { Variables } from '../options/process-variables.ts';
import { fileError } from '../text/text-file.ts';
import { codeOf, UserError } from '../user-error.ts';

type KeyFlags = Pick<CheckFlags, 'apiKey' | 'apiKeyFile' | 'dryRun'>;

type Bytes = AsyncIterable<Uint8Array | string>;

/** Where a key can come from, besides the flags. */
export type KeySources = { readonly env: Variables; readonly stdin: Bytes };

// More than any header of a request may have.
const maxBytes = 64 * 1024;

/**
 * Returns the API key of `check`: from one of the flags, or from STORE_ORDERS_API_KEY. A dry run needs none. Throws a
 * UserError without the key.
 */
export async function readApiKey(flags: KeyFlags, { env, stdin }: KeySources): Promise<string> {
  const { apiKey, apiKeyFile: file } = flags;
  if (apiKey !== undefined && file !== undefined)
    throw new UserError({
      where: '--api-key',
      what: 'and --api-key-file exclude each other',
      hint: 'remove one of them',
    });
  if (flags.dryRun === true) return 'key';
  if (apiKey === '-') return secretIn(await textOf(stdin, 'stdin'), '--api-key - (stdin)');
  if (apiKey !== undefined) return secretIn(apiKey, '--api-key');
  if (file !== undefined) return readSecretFile(file, '--api-key-file');
  const key = env.STORE_ORDERS_API_KEY;
  if (key !== undefined) return key;
  throw new UserError({
    where: '--api-key',
    what: 'is missing',
    expected: 'the API key of the deployment, in STORE_ORDERS_API_KEY, --api-key-file FILE or --api-key',
  });
}

/**
 * Reads a file that contains one secret and perhaps a line end. It may be a pipe, such as `/dev/fd/63` of a process
 * substitution. Throws a UserError.
 */
async function readSecretFile(file: string, flag: string): Promise<string> {
  return secretIn(await textOf(createReadStream(file), file), `${flag} ${file}`);
}

async function textOf(bytes: Bytes, name: string): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of bytes) {
      parts.push(Buffer.from(part));
      length += part.length;
      if (length > maxBytes)
        throw new UserError({ where: name, what: 'is too long', expected: 'only the key' });
    }
  } catch (error) {
    throw readError(name, error);
  }
  return Buffer.concat(parts).toString();
}

function readError(name: string, error: unknown): unknown {
  return codeOf(error) === 'EISDIR'
    ? new UserError({ where: name, what: 'is a folder' })
    : fileError(name, error);
}

/** Removes the line end that editors and `echo` add. */
function secretIn(text: string, where: string): string {
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new UserError({ where, what: 'is empty' });
  return secret;
}
