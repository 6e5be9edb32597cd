import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { CheckFlags } from '../check/check-table.ts';
import type { Variables } from '../options/process-variables.ts';
import { fileError } from '../text/text-file.ts';
import { UserError } from '../user-error.ts';

type KeyFlags = Pick<CheckFlags, 'apiKey' | 'apiKeyFile' | 'dryRun'>;

// More than any header of a request may have.
const maxBytes = 64 * 1024;

/**
 * Returns the API key of `check`: from one of the flags, or from STORE_ORDERS_API_KEY. A dry run needs none. Throws a
 * UserError without the key.
 */
export async function readApiKey(flags: KeyFlags, env: Variables): Promise<string> {
  const { apiKey, apiKeyFile: file } = flags;
  if (apiKey !== undefined && file !== undefined)
    throw new UserError({
      where: '--api-key',
      what: 'and --api-key-file exclude each other',
      hint: 'remove one of them',
    });
  if (flags.dryRun === true) return 'key';
  if (apiKey !== undefined) return secretIn(apiKey, '--api-key');
  if (file !== undefined) return secretIn(await readKeyFile(file), `--api-key-file ${file}`);
  const key = env.STORE_ORDERS_API_KEY;
  if (key !== undefined) return key;
  throw new UserError({
    where: '--api-key',
    what: 'is missing',
    expected: 'the API key of the deployment, in STORE_ORDERS_API_KEY, --api-key-file FILE or --api-key',
  });
}

/** Reads a file that may be a pipe, such as `/dev/stdin` or the `/dev/fd/63` of a process substitution. Throws a UserError. */
async function readKeyFile(file: string): Promise<string> {
  const given = await text(createReadStream(file, { end: maxBytes })).catch((error: unknown) => {
    throw fileError(file, error);
  });
  if (given.length > maxBytes)
    throw new UserError({ where: file, what: 'is too long', expected: 'only the key' });
  return given;
}

/** Removes the line end that editors and `echo` add. */
function secretIn(given: string, where: string): string {
  const secret = given.replace(/\r?\n$/, '');
  if (secret === '') throw new UserError({ where, what: 'is empty' });
  return secret;
}
