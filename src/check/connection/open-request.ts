import http, { type ClientRequest, type RequestOptions } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { addAbortSignal } from 'node:stream';
import tls from 'node:tls';
import type { Peer, Phase } from '../../http/connection-failure.ts';
import { connectToProxy, type HttpProxy, requestTunnel } from '../../http/http-proxy.ts';
import type { Destination } from './destination.ts';

/** Makes the connection of a request. */
export type CreateConnection = NonNullable<RequestOptions['createConnection']>;

/** A proxy refuses to open a tunnel. */
export class TunnelRefused extends Error {}

const maxHeadBytes = 256 * 1024;

/**
 * Creates a request over a connection of its own, perhaps by a proxy. It is not sent before its `end` is called.
 *
 * @param head `signal` destroys the request and its connection
 */
export function openRequest(
  destination: Destination,
  head: Pick<RequestOptions, 'method' | 'path' | 'headers'> & { readonly signal: AbortSignal },
  onPhase: (phase: Phase) => void,
  connect?: CreateConnection,
): ClientRequest {
  const { proxy, host, port, secure } = destination;
  const common = { ...head, setHost: false, maxHeaderSize: maxHeadBytes } as const;
  const createConnection = connect ?? (proxy && connectBy(proxy, destination, head.signal, onPhase));
  if (createConnection !== undefined)
    return http.request({ ...common, createConnection }).on('socket', () => onPhase('talking'));
  const place = { host, port, agent: false };
  const request = secure
    ? https.request({ ...common, ...place, ...securityOf(destination) })
    : http.request({ ...common, ...place });
  return request.on('socket', (socket) => {
    socket.on('connect', () => onPhase(secure ? 'securing' : 'talking'));
    socket.on('secureConnect', () => onPhase('talking'));
  });
}

function securityOf({ host, ca, clientCertificate }: Destination) {
  const servername = net.isIP(host) === 0 ? { servername: host } : {};
  return {
    ALPNProtocols: ['http/1.1'],
    ...servername,
    ...(ca !== undefined && { ca }),
    ...clientCertificate,
  };
}

/** A proxy forwards a request to http, and opens a tunnel to https. */
function connectBy(
  proxy: HttpProxy,
  destination: Destination,
  signal: AbortSignal,
  onPhase: (phase: Phase) => void,
): CreateConnection {
  const { secure, ca, where, host } = destination;
  return (_options, done) => {
    const socket = connectToProxy(proxy, ca === undefined ? {} : { ca }, () => {
      if (!secure) return done(null, socket);
      onPhase('tunnelling');
      requestTunnel(socket, proxy, where, (refusal) => {
        if (refusal !== undefined) return done(new TunnelRefused(refusal), socket);
        onPhase('securing');
        const inside = tls.connect({ socket, host, ...securityOf(destination) }, () => done(null, inside));
        inside.on('error', (error) => done(error, inside));
      });
    });
    addAbortSignal(signal, socket).on('error', (error) => done(error, socket));
    return undefined;
  };
}

/** Returns where a connection goes in a phase: to the proxy, or to the target. */
export function peerIn(phase: Phase, { proxy, ...target }: Destination): Peer {
  const toProxy = phase === 'connecting' || phase === 'tunnelling';
  return toProxy && proxy !== undefined ? proxy : target;
}
