import { createClient } from '@redis/client';
import type { StoreAddress } from './store-address.ts';

/** An address with the certificates of the authorities to trust; undefined for those of Node.js. */
export type SecuredAddress = StoreAddress & { readonly ca: Buffer | undefined };

export type Client = ReturnType<typeof newClient>;

/** Creates a client that neither queues commands while it is not connected nor connects again. */
export function newClient(url: string, { timeoutMs, ca }: Pick<SecuredAddress, 'timeoutMs' | 'ca'>) {
  const tls = url.startsWith('rediss:') && ca !== undefined ? { tls: true as const, ca } : {};
  return createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    // A signal for each command would cost more than the command: see ReplyWatch.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: connectTimeout(timeoutMs), reconnectStrategy: false, ...tls },
  });
}

const leastConnectMs = 2_000;

/** How long a connection may take, in milliseconds. Requests do not wait for it, so that it may take longer than they. */
export function connectTimeout(timeoutMs: number): number {
  return Math.max(timeoutMs, leastConnectMs);
}
