import net from 'node:net';
import tls from 'node:tls';
import { endpointOf } from '../../http/endpoint.ts';
import { UserError } from '../../user-error.ts';

export type Upstream = ReturnType<typeof readUpstream>;

const expected = 'the base address of a service, such as https://staging.example/v1';

/** Reads the base address of a service. Throws a `UserError` if it is not one. */
export function readUpstream(text: string, ca?: string) {
  const url = URL.parse(text);
  const where = 'UPSTREAM';
  if (url === null || url.hostname === '')
    throw new UserError({ where, what: 'is not an address', expected });
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UserError({ where, what: `has the scheme ${url.protocol}`, expected });
  if (url.username !== '' || url.password !== '')
    throw new UserError({ where, what: 'has credentials', hint: 'clients send their own Authorization' });
  if (url.search !== '' || url.hash !== '')
    throw new UserError({ where, what: 'has a query or a fragment', expected });
  return {
    ...endpointOf(url),
    /** `https://staging.example` */
    origin: url.origin,
    /** The path of the base address without a trailing slash: `/v1`. Targets are not changed: clients use the same path. */
    basePath: url.pathname.replace(/\/+$/, ''),
    authority: url.host,
    /** Trusted certificates in PEM, instead of those of the system and of Node. */
    ca,
  };
}

/** Returns how connections to an upstream are secured; undefined if none is. */
export function securityOf({ secure, ca }: Upstream): tls.SecureContext | undefined {
  if (!secure) return undefined;
  if (ca !== undefined) return tls.createSecureContext({ ca });
  // Before Node 22.15, only the certificates of Node are known.
  const { getCACertificates }: Partial<typeof tls> = tls;
  if (getCACertificates === undefined) return tls.createSecureContext();
  return tls.createSecureContext({ ca: [...getCACertificates('default'), ...getCACertificates('system')] });
}

/** Opens a connection to an upstream. Bytes can be written at once; they are sent when it is open. */
export function connectToUpstream(
  { secure, host, port }: Upstream,
  context: tls.SecureContext | undefined,
): net.Socket {
  const to = { host, port, noDelay: true };
  if (!secure || context === undefined) return net.connect(to);
  const servername = net.isIP(host) === 0 ? { servername: host } : {};
  return tls.connect({ ...to, ...servername, secureContext: context, ALPNProtocols: ['http/1.1'] });
}
