import { UserError } from '../../shared/user-error.ts';
import type { OperationId } from '../wire/exchange.ts';
import type { HarEntry } from './har-format.ts';

/** An address as it was sent: nothing of its path is decoded or resolved. */
export type HarAddress = { readonly origin: string; readonly path: string; readonly query: string };

/** A base address in its parts; `path` begins with a slash, or is empty, and does not end in one. */
export type HarBase = { readonly origin: string; readonly path: string };

/** Reads an http or https address; undefined for any other text. */
export function readAddress(url: string): HarAddress | undefined {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return undefined;
  const [, path = '', query = ''] = /^[a-z]+:\/\/[^/?#]*([^?#]*)(?:\?([^#]*))?/i.exec(url) ?? [];
  return { origin: new URL(url).origin, path, query };
}

/** Which operation of the contract a request below the base address is; undefined for none. */
export function operationOf(method: string, path: string): OperationId | undefined {
  if (method === 'GET' && path === '/store/orders') return 'listOrders';
  if (method === 'DELETE' && /^\/store\/orders\/[^/]+$/.test(path)) return 'cancelOrder';
  return undefined;
}

/** A base address as text. */
export function baseText({ origin, path }: HarBase): string {
  return origin + path;
}

/** Reads a base address that the user gives. Throws a UserError where it is not an http or https address. */
export function readBase(given: string): HarBase {
  const address = readAddress(given);
  if (address !== undefined) return { origin: address.origin, path: address.path.replace(/\/+$/, '') };
  throw new UserError({
    where: 'base address',
    what: `is not an address: ${given}`,
    expected: 'http:// or https:// with a path that ends in /v1',
  });
}

/** The base below which a request is an operation of the contract; undefined where it is none. */
function baseOf(entry: HarEntry): HarBase | undefined {
  const address = readAddress(entry.request.url);
  const [, base, below = ''] = /^(.*?\/v1)(\/store\/orders.*)$/s.exec(address?.path ?? '') ?? [];
  if (address === undefined || base === undefined) return undefined;
  return operationOf(entry.request.method, below) && { origin: address.origin, path: base };
}

/**
 * Finds the one base address, ending in /v1, that the recording has operations of the contract below; undefined where
 * there is none. Throws a UserError where there are several, for the orders of two environments are not one state.
 */
export function findBase(entries: readonly HarEntry[], file: string): HarBase | undefined {
  const found = new Map<string, { readonly base: HarBase; readonly requests: number }>();
  for (const entry of entries) {
    const base = baseOf(entry);
    if (base === undefined) continue;
    const text = baseText(base);
    found.set(text, { base, requests: (found.get(text)?.requests ?? 0) + 1 });
  }
  const bases = [...found.values()];
  if (bases.length < 2) return bases[0]?.base;
  const each = bases.map(({ base, requests }) => `${baseText(base)} (${requests})`).join(', ');
  throw new UserError({
    where: file,
    what: `has requests to ${bases.length} base addresses: ${each}`,
    expected: 'the recording of one',
    hint: 'name the base address that is meant',
  });
}
