import { isLoopback } from '../check/target.ts';
import { proxyProblems } from '../http/http-proxy.ts';
import type { Variables } from '../options/process-variables.ts';
import { UserError } from '../user-error.ts';

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
