import { readFile } from 'node:fs/promises';
import { fileError } from '../../../text/text-file.ts';
import { UserError } from '../../../user-error.ts';
import { ClusterLink } from './cluster-link.ts';
import { findPrimary } from './find-primary.ts';
import { ServerLink } from './server-link.ts';
import { addressAt, type StoreAddress } from './store-address.ts';
import type { LinkOptions, ValkeyLink } from './valkey-link.ts';

/**
 * Connects to a shared store and loads the functions: one server, that which Sentinel names, or a cluster. Connects again by
 * itself after every failure. Throws a UserError with exit code 3 if the first connection fails.
 */
export async function connectValkey(address: StoreAddress, options: LinkOptions): Promise<ValkeyLink> {
  const ca = address.caFile === undefined ? undefined : await readAuthority(address.caFile);
  const secured = { ...address, ca };
  const locate =
    address.sentinel === undefined
      ? [address.url, ...address.others.map((other) => addressAt(address, other))].map(
          (url) => async () => url,
        )
      : [() => findPrimary(secured)];
  let failure: unknown;
  for (const one of locate) {
    const link = new ServerLink(secured, one, options);
    try {
      await link.connect();
      return link.isInCluster ? new ClusterLink(link, secured, options) : link;
    } catch (error) {
      link.close();
      failure = error;
    }
  }
  const why = failure instanceof Error ? failure.message : String(failure);
  throw new UserError(
    {
      where: '--store',
      what: `${address.shown} cannot be used: ${why}`,
      hint: 'start Valkey 7.2 or newer, or Redis 7 or newer, there, with TLS for rediss:// and valkeys:// and without for the others; docs/guides/shared-store.md lists what its user may do',
    },
    3,
  );
}

async function readAuthority(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw fileError(`the ca of --store, ${file},`, error);
  }
}
