import { BlockList, isIP } from 'node:net';

/** Returns whether a text is a host name or an address without brackets, and has no port. */
export function isHostName(text: string): boolean {
  const hasPort = /^[^:]*:[0-9]*$/.test(text);
  return /^[A-Za-z0-9._:-]{1,255}$/.test(text) && !hasPort;
}

/**
 * Returns whether a text is a pattern of hosts.
 *
 * - a name or an address: `sim.test`, `10.0.0.7`, `fd00::7`
 * - every name below a domain, however deep: `*.svc.cluster.local`
 * - every address of a network: `10.0.0.0/8`, `fd00::/8`
 */
export function isHostPattern(text: string): boolean {
  if (text.includes('/')) return readNetwork(text) !== undefined;
  return isHostName(text.replace(/^\*\.(?=[^.])/, ''));
}

/** Returns whether a pattern stands for more than one host. */
export function isManyHosts(pattern: string): boolean {
  return pattern.startsWith('*.') || pattern.includes('/');
}

/** Returns a function that tests whether a host, in lower case and as in a Host header without its port, fits one of the patterns. */
export function createHostMatcher(patterns: readonly string[]): (host: string) => boolean {
  const lower = patterns.map((pattern) => pattern.toLowerCase());
  const exact = new Set(lower.filter((pattern) => !isManyHosts(pattern)));
  const endings = lower.filter((pattern) => pattern.startsWith('*.')).map((pattern) => pattern.slice(1));
  const networks = new BlockList();
  for (const { address, bits, family } of lower.flatMap((pattern) => readNetwork(pattern) ?? []))
    networks.addSubnet(address, bits, family);
  return (host) => {
    const plain = host.replace(/^\[(.*)\]$/, '$1');
    if (exact.has(plain)) return true;
    const version = isIP(plain);
    if (version !== 0) return networks.check(plain, version === 4 ? 'ipv4' : 'ipv6');
    return endings.some((ending) => plain.length > ending.length && plain.endsWith(ending));
  };
}

type Network = { readonly address: string; readonly bits: number; readonly family: 'ipv4' | 'ipv6' };

function readNetwork(text: string): Network | undefined {
  const [, address = '', digits = ''] = /^([^/]+)\/(0|[1-9][0-9]{0,2})$/.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0 || Number(digits) > (version === 4 ? 32 : 128)) return undefined;
  return { address, bits: Number(digits), family: version === 4 ? 'ipv4' : 'ipv6' };
}
