import { Socket } from 'node:net';

/** Sends a RST. With TLS, only the socket below can; Node keeps it as `_parent`. */
export function resetConnection(socket: Socket): void {
  const below: unknown = Reflect.get(socket, '_parent');
  if (below instanceof Socket) below.resetAndDestroy();
  else socket.resetAndDestroy();
}
