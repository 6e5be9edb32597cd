import type { IncomingMessage } from 'node:http';
import { loopback, splitHost } from '../../http/guards.ts';
import { hostInUrl, isWildcard } from '../../http/listen.ts';

/** Where the service and the control API listen, by the settings. */
export type ServiceListener = {
  /** The setting `publicUrl`, without a slash at the end. */
  readonly publicUrl: string | undefined;
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  readonly controlHost: string;
};

/** Where the client of a request finds the service: without `url` if any address could be that of another simulator. */
export type ServiceAddress = {
  readonly url?: string;
  /** Why there is none, or what it assumes: that the ports of the control API and of the service are mapped to the same numbers. */
  readonly hint?: string;
};

type Called = Pick<IncomingMessage, 'headers'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'localAddress' | 'localPort'>;
};

const remedy = 'put the address that you know before "path", or start the simulator with SIM_PUBLIC_URL';

/**
 * Returns where the client that sent a request finds the service. A port can be mapped to another one between the client and
 * this process, as by Docker: the Host header shows whether the port of the control API was, and nothing shows the port of
 * the service.
 */
export function locateService(listener: ServiceListener, { headers, socket }: Called): ServiceAddress {
  const { publicUrl, scheme, host, port, controlHost } = listener;
  if (publicUrl !== undefined) return { url: publicUrl };
  if (!isWildcard(host) && host !== controlHost) return { url: `${scheme}://${hostInUrl(host)}:${port}` };
  const called = splitHost(headers.host ?? '');
  if (called.port !== socket.localPort) {
    const ports = `port ${called.port} is mapped to port ${socket.localPort} of the control API`;
    return { hint: `${ports}, so port ${port} of the service is mapped to an unknown one: ${remedy}` };
  }
  const url = `${scheme}://${called.name}:${port}`;
  const { localAddress = '' } = socket;
  const isHere = localAddress === '::1' || localAddress.replace('::ffff:', '').startsWith('127.');
  if (isHere || !loopback.includes(called.name)) return { url };
  const hint = `this assumes that port ${port} of the service is mapped to the same number; if it is not, ${remedy}`;
  return { url, hint };
}

/** Returns the fields of an environment for its base address. */
export function viewAddress({ url, hint }: ServiceAddress, basePath: string) {
  return { baseUrl: url === undefined ? undefined : url + basePath, baseUrlHint: hint };
}
