import { isIP, isIPv6 } from 'node:net';
import { isLoopback } from '../check/target.ts';
import { createHostMatcher } from '../http/host-pattern.ts';
import { proxyProblems } from '../http/http-proxy.ts';
import type { Variables } from '../options/setting-sources.ts';
import { UserError } from '../user-error.ts';

/**
 * Returns the proxy that the variables name for an address, as curl reads them: `https_proxy` or `http_proxy` by the
 * scheme of the address, else `all_proxy`, except for the hosts of `no_proxy`. Lower case has precedence over upper case.
 * This machine is never reached by a proxy, for which 127.0.0.1 is another machine. Throws a UserError without the
 * credentials.
 */
export function findProxy(address: string, env: Variables): string | undefined {
  const url = URL.parse(address);
  if (url === null || isLoopback(url.hostname)) return undefined;
  const name = [`${url.protocol.slice(0, -1)}_proxy`, 'all_proxy']
    .flatMap((lower) => [lower, lower.toUpperCase()])
    .find((variable) => env[variable] !== undefined);
  if (name === undefined || isExcepted(url, env.no_proxy ?? env.NO_PROXY ?? '')) return undefined;
  const given = env[name] ?? '';
  const proxy = given.includes('://') ? given : `http://${given}`;
  const problems = proxyProblems(proxy, name);
  if (problems.length > 0) throw new UserError(problems);
  return proxy;
}

/** An entry is a name, which includes the names below it, an address, or a range of addresses, with or without a port. */
function isExcepted(url: URL, noProxy: string): boolean {
  const host = url.hostname.replace(/\.$/, '');
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const names = noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .map(readEntry)
    .filter(({ name, wantedPort = port }) => name !== '' && wantedPort === port)
    .map(({ name }) => name);
  const patterns = names.flatMap((name) => [
    name,
    isIP(name) === 0 ? `*.${name}` : `${name}/${isIPv6(name) ? 128 : 32}`,
  ]);
  return names.includes('*') || createHostMatcher(patterns)(host);
}

function readEntry(entry: string): { readonly name: string; readonly wantedPort?: string } {
  const bracketed = /^\[([^\]]*)\](?::([0-9]+))?$/.exec(entry);
  const severalColons = entry.split(':').length > 2;
  const [name = '', wantedPort] =
    bracketed === null ? (severalColons ? [entry] : entry.split(':')) : bracketed.slice(1);
  return {
    name: name.replace(/^\*?\./, '').replace(/\.$/, ''),
    ...(wantedPort === undefined ? {} : { wantedPort }),
  };
}
