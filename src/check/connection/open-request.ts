import http, { type ClientRequest, type RequestOptions } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { Phase } from '../../http/endpoint.ts';
import type { Destination } from './destination.ts';

export type CreateConnection = NonNullable<RequestOptions['createConnection']>;

const maxHeadBytes = 256 * 1024;

/**
 * Creates a request over a connection of its own, perhaps by a proxy. It is not sent before its `end` is called.
 *
 * @param head `signal` destroys the request and its connection
 */
export function openRequest(
  { proxy, host, port, secure, tls }: Destination,
  head: Pick<RequestOptions, 'method' | 'path' | 'headers' | 'signal'>,
  onPhase: (phase: Phase) => void,
  createConnection?: CreateConnection,
): ClientRequest {
  const { Agent, request } = secure ? https : http;
  const options = {
    ...{ ...head, host, port, setHost: false, maxHeaderSize: maxHeadBytes, ALPNProtocols: ['http/1.1'] },
    ...(net.isIP(host) === 0 && { servername: host }),
    ...tls,
    ...(createConnection === undefined
      ? { agent: proxy === undefined ? false : new Agent({ proxyEnv: proxy.proxyEnv }) }
      : { createConnection }),
  };
  return request(options).on('socket', (socket) => {
    if (!socket.connecting) onPhase('talking');
    socket.on('connect', () => onPhase(secure ? 'securing' : 'talking'));
    socket.on('secureConnect', () => onPhase('talking'));
  });
}
