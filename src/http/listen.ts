import type { AddressInfo, Server } from 'node:net';
import { UserError } from '../user-error.ts';

/** The setting of the host beside each setting of a port. */
const hostSettings = { port: 'host', controlPort: 'controlHost', metrics: 'metrics' } as const;

/** Where a server listens. */
export type ListenAddress = {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** The setting of the port, for error messages. */
  readonly setting: keyof typeof hostSettings;
};

/** Whether an address means every interface of the machine. */
export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Returns a host name or an address as it is written in a URL. */
export function hostInUrl(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

/** Starts listening and returns the port. Throws a UserError with exit code 3 if the port or the host is not available. */
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

function explain(error: NodeJS.ErrnoException, address: ListenAddress): Error {
  const { host, port, setting } = address;
  const where = `\`${setting}\``;
  switch (error.code) {
    case 'EADDRINUSE': {
      const hint = `free it, or choose another with ${where} (0 takes any)`;
      return new UserError({ where, what: `${port} on ${host} is taken`, hint }, 3);
    }
    case 'EACCES': {
      const what = `${port} on ${host} is not allowed to this user`;
      return new UserError({ where, what, hint: `choose one above 1023 with ${where}` }, 3);
    }
    default:
      return hostErrors[error.code ?? ''] === undefined ? error : wrongHost(error, address);
  }
}

const hostErrors: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'is not an address of this machine',
  EINVAL: 'is not an address on which a server can listen',
  EAFNOSUPPORT: 'has an address family that this machine does not support',
  ENOTFOUND: 'is not a host name that this machine can resolve',
  EAI_AGAIN: 'is not a host name that this machine can resolve now',
};

function wrongHost({ code = '' }: NodeJS.ErrnoException, { host, setting }: ListenAddress): UserError {
  const what = `${JSON.stringify(host)} ${hostErrors[code]} (${code})`;
  const expected = 'an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all IPv4 addresses';
  return new UserError({ where: `\`${hostSettings[setting]}\``, what, expected }, 3);
}
