import net from 'node:net';
import { serveHere } from '../support/serve-here.ts';

export type ProxyOptions = {
  /** The port of this machine that stands for every host. */
  readonly port: number;
  /** The response to every request, instead of forwarding it. */
  readonly respond?: string;
  /** The only value of Proxy-Authorization that is accepted. */
  readonly authorization?: string;
};

/** Starts an HTTP proxy on a free port. It records the heads of the requests. */
export async function startProxy({ port, respond, authorization }: ProxyOptions) {
  const heads: string[] = [];
  const serve = (socket: net.Socket): void => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (bytes) => {
      const head = bytes.toString('latin1');
      heads.push(head);
      const given = /^Proxy-Authorization: (.*)\r$/im.exec(head)?.[1];
      if (respond !== undefined) socket.end(respond);
      else if (authorization !== given)
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
      else forward(socket, head, port);
    });
  };
  const server = net.createServer({ allowHalfOpen: true }, serve);
  const { port: own, [Symbol.asyncDispose]: close } = await serveHere(server);
  return {
    address: `http://127.0.0.1:${own}`,
    heads,
    [Symbol.asyncDispose]: close,
  };
}

function forward(socket: net.Socket, head: string, port: number): void {
  const target = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
    if (head.startsWith('CONNECT ')) socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    else
      target.write(
        head.replace(/^(\S+) http:\/\/[^/]+/, '$1 ').replace(/^Proxy-Authorization: .*\r\n/im, ''),
      );
    target.pipe(socket).pipe(target);
  });
  target.on('error', () => socket.destroy());
  socket.on('close', () => target.destroy());
}
