import { BlockList, isIP } from 'node:net';

/** Returns a function that tests whether a host, in lower case and as in a Host header without its port, fits one of the patterns. */
export function createHostMatcher(patterns: readonly string[]): (host: string) => boolean {
  const lower = patterns.map((pattern) => pattern.toLowerCase());
  const exact = new Set(lower.filter((pattern) => !pattern.startsWith('*.') && !pattern.includes('/')));
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
