import type { CheckOptions } from '../check/check-options.ts';
import { type CheckFlags, checkTable } from '../check/check-table.ts';
import { isLoopback } from '../check/target.ts';
import type { CriteriaOptions } from '../contract/criteria.ts';
import { proxyProblems } from '../http/http-proxy.ts';
import { readPem } from '../http/tls.ts';
import { libraryOptions } from '../options/option-row.ts';
import type { Variables } from '../options/process-variables.ts';
import { readTextFile } from '../text/text-file.ts';
import { UserError } from '../user-error.ts';

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
    ca: await readPem(flags.ca),
    clientCert: await readPem(flags.cert),
    clientKey: await readPem(flags.key),
    proxy: findProxy(url, env),
  };
}

/** Returns what decides the exit code. */
export function readCriteriaFlags({ failOn, ignore, skip, require }: CheckFlags): CriteriaOptions {
  return { failOn, ignore, skip: skip?.flat(), require: require?.flat() };
}

/** Returns the key of the deployment, without the line end that editors and `echo` add. A dry run needs none. */
async function readApiKey({ apiKey, apiKeyFile: file, dryRun }: CheckFlags, env: Variables): Promise<string> {
  const where = '--api-key';
  if (apiKey !== undefined && file !== undefined)
    throw new UserError({ where, what: 'and --api-key-file exclude each other', hint: 'remove one of them' });
  if (dryRun === true) return 'key';
  const given = apiKey ?? (file && (await readTextFile(file, 64 * 1024))) ?? env.STORE_ORDERS_API_KEY;
  if (given) return given.replace(/\r?\n$/, '');
  const expected = 'the API key of the deployment, in STORE_ORDERS_API_KEY, --api-key-file FILE or --api-key';
  throw new UserError({ where, what: 'is missing', expected });
}

/**
 * Returns the proxy that the variables name for an address: `https_proxy` or `http_proxy` by the scheme of the address, else
 * `all_proxy`, except for the hosts of `no_proxy`. Lower case has precedence over upper case, and an empty variable means none.
 * This machine is never reached by a proxy, for which 127.0.0.1 is another machine. Throws a UserError without the
 * credentials.
 */
export function findProxy(address: string, env: Variables): string | undefined {
  const url = URL.parse(address);
  if (url === null || isLoopback(url.hostname)) return undefined;
  const name = [`${url.protocol.slice(0, -1)}_proxy`, 'all_proxy']
    .flatMap((lower) => [lower, lower.toUpperCase()])
    .find((variable) => env[variable] !== undefined);
  const given = name === undefined ? undefined : env[name];
  if (name === undefined || !given || isExcepted(url, env.no_proxy ?? env.NO_PROXY ?? '')) return undefined;
  const proxy = given.includes('://') ? given : `http://${given}`;
  const problems = proxyProblems(proxy, name);
  if (problems.length > 0) throw new UserError(problems);
  return proxy;
}

/** An entry is `*`, or a host, which includes the names below it, with or without a port. */
function isExcepted({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const named = [hostname, `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`];
  const entries = noProxy.toLowerCase().split(/[\s,]+/);
  return entries
    .map((entry) => entry.replace(/^\*?\./, ''))
    .some((entry) => entry !== '' && (entry === '*' || named.some((one) => `.${one}`.endsWith(`.${entry}`))));
}
