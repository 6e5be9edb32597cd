import { readFile } from 'node:fs/promises';
import type { CheckOptions } from '../check/check-options.ts';
import { type CheckFlags, checkTable } from '../check/check-table.ts';
import type { CriteriaOptions } from '../contract/criteria.ts';
import { libraryOptions } from '../options/option-row.ts';
import type { Variables } from '../options/process-variables.ts';
import { codeOf, UserError } from '../user-error.ts';
import { findProxy } from './find-proxy.ts';
import { readApiKey } from './read-api-key.ts';

/**
 * Converts the flags and variables of `check` to the options of the checker. Throws UserErrors.
 */
export async function readCheckFlags(
  url: string | undefined,
  flags: CheckFlags,
  env: Variables,
): Promise<CheckOptions> {
  if (url === undefined)
    throw new UserError({
      where: 'check',
      what: 'has no target',
      expected: 'the base address of a deployment, such as https://host.example/v1, or --har FILE',
    });
  return {
    ...libraryOptions(checkTable, flags),
    ...readCriteriaFlags(flags),
    url,
    apiKey: await readApiKey(flags, env),
    ca: await readPem('--ca', flags.ca),
    clientCert: await readPem('--cert', flags.cert),
    clientKey: await readPem('--key', flags.key),
    proxy: findProxy(url, env),
  };
}

/** Returns what decides the exit code. */
export function readCriteriaFlags({ failOn, ignore, skip, require }: CheckFlags): CriteriaOptions {
  return { failOn, ignore, skip: skip?.flat(), require: require?.flat() };
}

/** Reads a PEM file that a flag names. Throws a UserError. */
export async function readPem(flag: string, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const what = `${file} cannot be read (${codeOf(error) ?? error})`;
    throw new UserError({ where: flag, what, expected: 'a PEM file' });
  }
}
