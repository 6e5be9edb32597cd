import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy between a simulator and its store, which can part them. */
export type CutProxy = AsyncDisposable & {
  readonly port: number;
  /** The number of calls of functions that went through so far. */
  readonly calls: number;
  /** How many of them read a scenario. */
  readonly readings: number;
  /** Closes every connection; new ones are possible. */
  cut(): void;
  /** Holds every byte of both directions, or lets them pass again. */
  hold(held: boolean): void;
};

/** Opens a proxy to a port of this machine. */
export async function openCutProxy(to: number): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  let held = false;
  let calls = 0;
  let readings = 0;
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one);
      one.on('data', (bytes) => other.write(bytes));
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      if (held) one.pause();
    }
    near.on('data', (bytes) => {
      const sent = bytes.toString('latin1');
      calls += sent.split('\r\nFCALL\r\n').length - 1;
      readings += sent.split('_open\r\n').length - 1;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const cut = (): void => {
    for (const one of sockets) one.destroy();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    get calls() {
      return calls;
    },
    get readings() {
      return readings;
    },
    cut,
    hold: (given) => {
      held = given;
      for (const one of sockets) {
        if (held) one.pause();
        else one.resume();
      }
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
