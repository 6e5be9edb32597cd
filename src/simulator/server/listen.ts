import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '../../shared/user-error.ts';

/** Where a server listens. */
export type ListenAddress = {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** The setting of the port, for error messages: `--port`. */
  readonly setting: string;
};

/** Starts listening and returns the port. Throws a UserError with exit code 3 if the port is not available. */
export function listen(server: Server, address: ListenAddress): Promise<number> {
  const { host, port } = address;
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(explain(error, address));
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function explain(error: NodeJS.ErrnoException, { host, port, setting }: ListenAddress): Error {
  const where = setting;
  switch (error.code) {
    case 'EADDRINUSE':
      return new UserError(
        {
          where,
          what: `port ${port} on ${host} is taken`,
          hint: `free it, or choose another with ${setting} (0 takes any)`,
        },
        3,
      );
    case 'EACCES':
      return new UserError(
        {
          where,
          what: `port ${port} on ${host} is not allowed to this user`,
          hint: `choose one above 1023 with ${setting}`,
        },
        3,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UserError(
        { where, what: `this machine has no address ${host}`, hint: 'use 127.0.0.1, or 0.0.0.0 for all' },
        3,
      );
    default:
      return error;
  }
}
