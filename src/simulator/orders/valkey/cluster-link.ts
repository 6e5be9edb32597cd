import { StoreFailure } from '../store-failure.ts';
import type { FunctionName } from './functions.ts';
import type { SecuredAddress } from './new-client.ts';
import { MovedSlot, ServerLink } from './server-link.ts';
import { addressAt } from './store-address.ts';
import type { Argument, LinkOptions, Reply, ValkeyLink } from './valkey-link.ts';

const maxRedirects = 5;

/**
 * Connections to the nodes of a cluster. All keys of an environment are in one slot, so that a call has one node: the one
 * that was right before, or else any, which names the right one.
 */
export class ClusterLink implements ValkeyLink {
  readonly prefix: string;
  readonly #address: SecuredAddress;
  readonly #options: LinkOptions;
  readonly #nodes: Map<string, ServerLink>;
  readonly #places = new Map<string, ServerLink>();

  constructor(first: ServerLink, address: SecuredAddress, options: LinkOptions) {
    this.prefix = address.prefix;
    this.#address = address;
    this.#options = options;
    this.#nodes = new Map([[first.server, first]]);
  }

  call(name: FunctionName, keys: readonly string[], args: readonly Argument[]) {
    return this.#route(keys[0] ?? '', (node) => node.call(name, keys, args));
  }

  callForBytes(name: FunctionName, keys: readonly string[], args: readonly Argument[]) {
    return this.#route(keys[0] ?? '', (node) => node.callForBytes(name, keys, args));
  }

  members(key: string): Promise<readonly string[]> {
    return this.#route(key, (node) => node.members(key));
  }

  async responds(): Promise<boolean> {
    const used = new Set(this.#places.values());
    const all = await Promise.all([...used].map((node) => node.responds()));
    return all.every((one) => one);
  }

  close(): void {
    for (const node of this.#nodes.values()) node.close();
  }

  /** A node that is not the right one has done nothing, so that the call may be sent again. */
  async #route<T extends readonly Reply[]>(key: string, use: (node: ServerLink) => Promise<T>): Promise<T> {
    let node = this.#places.get(key) ?? this.#anyNode();
    for (let redirects = 0; ; redirects++) {
      try {
        const reply = await use(node);
        this.#places.set(key, node);
        return reply;
      } catch (error) {
        this.#places.delete(key);
        if (!(error instanceof MovedSlot)) throw error;
        if (redirects === maxRedirects)
          throw new StoreFailure('unavailable', 'The nodes of the shared store disagree on who has a slot.');
        node = await this.#nodeAt(error.to);
      }
    }
  }

  #anyNode(): ServerLink {
    const all = [...this.#nodes.values()];
    const node = all.find(({ isReady }) => isReady) ?? all[0];
    if (node === undefined) throw new Error('a cluster has no node');
    return node;
  }

  async #nodeAt(host: string): Promise<ServerLink> {
    const known = this.#nodes.get(host);
    if (known !== undefined) return known;
    const url = addressAt(this.#address, host);
    const node = new ServerLink(this.#address, async () => url, this.#options);
    try {
      await node.connect();
    } catch (error) {
      node.close();
      throw new StoreFailure('unavailable', `The node ${host} of the shared store cannot be reached.`, {
        cause: error,
      });
    }
    // Another request may have connected meanwhile.
    const first = this.#nodes.get(host);
    if (first === undefined) this.#nodes.set(host, node);
    else node.close();
    return first ?? node;
  }
}
