import type { AddressInfo, Server } from 'node:net';
import { UserError } from '../user-error.ts';

/** Where a server listens. */
export type ListenAddress = {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** The flag of the port, which error messages name. */
  readonly flag: string;
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

/** What is wrong with a port; other errors of these calls are about the host. */
const ofPorts: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken',
  EACCES: 'is not allowed to this user',
};

function explain(error: NodeJS.ErrnoException, { host, port, flag }: ListenAddress): Error {
  const { code = '', syscall = '' } = error;
  if (!['listen', 'bind', 'getaddrinfo'].includes(syscall) || code === 'EMFILE') return error;
  const ofPort = ofPorts[code];
  const what = `${hostInUrl(host)}:${port} ${ofPort ?? `cannot be used (${code})`}`;
  const hint = ofPort
    ? 'choose another port; 0 takes any'
    : 'use an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all IPv4 addresses';
  return new UserError({ where: flag, what, hint }, 3);
}
