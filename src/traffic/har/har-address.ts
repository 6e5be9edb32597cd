import type { OperationId } from '../../contract/exchange.ts';
import { UserError } from '../../user-error.ts';
import type { HarEntry } from './har-format.ts';

/** An address as it was sent: the path is not decoded and dot segments are not resolved. */
export type HarAddress = { readonly origin: string; readonly path: string; readonly query: string };

/** A base address. `path` is empty, or begins with a slash and does not end with one. */
export type HarBase = Pick<HarAddress, 'origin' | 'path'>;

/** Returns the parts of an http or https address, or undefined for any other text. */
export function readAddress(url: string): HarAddress | undefined {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return undefined;
  const [, path = '', query = ''] = /^[a-z]+:\/\/[^/?#]*([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? [];
  return { origin: new URL(url).origin, path, query };
}

/** Returns the operation of a request, or undefined if there is none. `path` is below the base address. */
export function operationOf(method: string, path: string): OperationId | undefined {
  if (method === 'GET' && path === '/store/orders') return 'listOrders';
  if (method === 'DELETE' && /^\/store\/orders\/[^/]+$/.test(path)) return 'cancelOrder';
  return undefined;
}

/** Reads a base address. Throws a UserError if the text is not an http or https address. */
export function readBase(given: string): HarBase {
  const address = readAddress(given);
  if (address !== undefined) return { origin: address.origin, path: address.path.replace(/\/+$/, '') };
  throw new UserError({
    where: 'base address',
    what: `is not an address: ${given}`,
    expected: 'http:// or https:// with a path that ends in /v1',
  });
}

function baseOf(entry: HarEntry): HarBase | undefined {
  const address = readAddress(entry.request.url);
  const [, base, below = ''] = /^(.*?\/v1)(\/store\/orders.*)$/s.exec(address?.path ?? '') ?? [];
  if (address === undefined || base === undefined) return undefined;
  return operationOf(entry.request.method, below) && { origin: address.origin, path: base };
}

/**
 * Returns the base address, ending in /v1, of the recorded operations of the contract, or undefined if there are none.
 * Throws a UserError if there are several base addresses: the orders of two environments cannot be judged as one state.
 */
export function findBase(entries: readonly HarEntry[], file: string): HarBase | undefined {
  const bases = entries.flatMap((entry) => baseOf(entry) ?? []);
  const found = Map.groupBy(bases, ({ origin, path }) => origin + path);
  if (found.size < 2) return bases[0];
  const each = [...found].map(([text, requests]) => `${text} (${requests.length})`).join(', ');
  throw new UserError({
    where: file,
    what: `has requests to ${found.size} base addresses: ${each}`,
    expected: 'requests to one base address',
    hint: 'pass the base address to check',
  });
}
