import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import type { Failure, Peer, Phase } from '../../http/connection-failure.ts';
import { connectToProxy, type HttpProxy, requestTunnel } from '../../http/http-proxy.ts';
import type { Destination } from './destination.ts';

/** What is told of a connection while it is made. */
export type Connecting = {
  readonly onPhase: (phase: Phase) => void;
  /** Called when the connection accepts the bytes of a request. */
  readonly onOpen: (socket: Duplex) => void;
  readonly onError: (error: Error) => void;
  /** Called if the proxy refuses. */
  readonly onRefused: (failure: Failure) => void;
};

/** Opens a connection to a target, perhaps by a proxy. Returns what destroys it. */
export type Connect = (destination: Destination, connecting: Connecting) => () => void;

export const connect: Connect = (destination, connecting) => {
  const { proxy, host, port, secure } = destination;
  if (proxy !== undefined) return connectBy(proxy, destination, connecting);
  if (secure) return connectTls({ host, port }, destination, connecting);
  const socket = net.connect({ host, port }, () => connecting.onOpen(socket));
  socket.on('error', connecting.onError);
  return () => socket.destroy();
};

function connectTls(
  to: tls.ConnectionOptions,
  { host, ca, clientCertificate }: Destination,
  { onPhase, onOpen, onError }: Connecting,
): () => void {
  const servername = net.isIP(host) === 0 ? { servername: host } : {};
  const trusted = ca === undefined ? {} : { ca };
  const options = { ...to, ALPNProtocols: ['http/1.1'], ...servername, ...trusted, ...clientCertificate };
  const socket = tls.connect(options, () => onOpen(socket));
  socket.on('connect', () => onPhase('securing'));
  socket.on('error', onError);
  return () => socket.destroy();
}

/** A proxy forwards a request to http, and opens a tunnel to https. */
function connectBy(proxy: HttpProxy, destination: Destination, connecting: Connecting): () => void {
  const { secure, ca, host, where } = destination;
  const { onPhase, onOpen, onError, onRefused } = connecting;
  let end = (): void => {};
  const socket = connectToProxy(proxy, ca === undefined ? {} : { ca }, () => {
    if (!secure) return onOpen(socket);
    onPhase('tunnelling');
    requestTunnel(socket, proxy, where, (refusal) => {
      if (refusal !== undefined) return onRefused({ reason: 'proxy', message: refusal });
      onPhase('securing');
      end = connectTls({ socket, host }, destination, connecting);
    });
  });
  socket.on('error', onError);
  return () => {
    end();
    socket.destroy();
  };
}

/** Returns where a connection goes in a phase: to the proxy, or to the target. */
export function peerIn(phase: Phase, { proxy, ...target }: Destination): Peer {
  const toProxy = phase === 'connecting' || phase === 'tunnelling';
  return toProxy && proxy !== undefined ? proxy : target;
}
