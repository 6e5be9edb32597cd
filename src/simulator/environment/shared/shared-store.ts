import { type Clock, machineClock } from '../../../clock.ts';
import { connectValkey } from '../../orders/valkey/connect-valkey.ts';
import { readStoreAddress } from '../../orders/valkey/store-address.ts';
import type { StoreEvent } from '../../orders/valkey/valkey-link.ts';
import { type FirstShared, openSharedEnvironments, type SharedEnvironments } from './shared-environments.ts';

/** A shared store that this process is connected to. */
export interface SharedStore {
  /** Opens the environments in it. Rejects with a StoreFailure if it fails, with a UserError for a scenario that it cannot have. */
  open(
    first: readonly [FirstShared, FirstShared],
    options: { readonly machine: Clock; readonly journalSize: number },
  ): Promise<SharedEnvironments>;
  /** Whether it responds in time. */
  responds(): Promise<boolean>;
  close(): void;
}

/** Connects to the shared store at an address. Throws a UserError if the address is wrong or cannot be reached. */
export async function connectSharedStore(
  address: string,
  report: (event: StoreEvent) => void = () => undefined,
): Promise<SharedStore> {
  const link = await connectValkey(readStoreAddress(address), { pause: machineClock.sleep, report });
  return {
    open: (first, options) => openSharedEnvironments(first, { link, ...options }),
    responds: () => link.responds(),
    close: () => link.close(),
  };
}
