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

/** An entry is `*`, or a name, which includes the names below it, or an address, each with or without a port. */
function isExcepted({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const host = hostname.replace(/\.$/, '');
  const ports = ['', `:${port || (protocol === 'https:' ? '443' : '80')}`];
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .map((entry) => entry.replace(/^\*?\./, '').replace(/\.$/, ''))
    .some((entry) =>
      ports.some((suffix) => entry === '*' || entry === host + suffix || isBelow(host + suffix, entry)),
    );
}

function isBelow(host: string, name: string): boolean {
  return name !== '' && host.endsWith(`.${name}`) && /[a-z]/.test(name);
}
