import type { PathName } from '../../operation.ts';

export type Route = {
  /** The name in the target, even if no environment has it; undefined without one. The quickstart belongs to production. */
  readonly environment: string | undefined;
  /** Undefined if no operation has this path. */
  readonly path: PathName | undefined;
  /** The text of orderId or petId with percent-encoded unreserved characters decoded, or empty. */
  readonly parameter: string;
  /** The query with its question mark, or empty. */
  readonly query: string;
};

/** The route of a target outside every environment. */
export const nowhere: Route = { environment: undefined, path: undefined, parameter: '', query: '' };

const absoluteForm = /^https?:\/\/[^/?#]*/i;
const namedEnvironment = /^\/([^/]+)\/v1\//;
const orderPath = '/store/orders/';
const petPath = '/pets/';

/**
 * Matches a request target exactly: trailing slashes, dot segments and other cases match no path, because the
 * specification shows one spelling of each.
 */
export function matchRoute(target: string): Route {
  const origin = target.startsWith('/') ? target : target.replace(absoluteForm, '');
  const mark = origin.indexOf('?');
  const end = mark === -1 ? origin.length : mark;
  const path = origin.slice(0, end);
  const query = origin.slice(end);
  if (path === '/quickstart/messages')
    return { environment: 'production', path: 'messages', parameter: '', query };
  if (path.startsWith('/v1/')) return routeIn('production', matchPath(path.slice(3)), query);
  const environment = namedEnvironment.exec(path)?.[1];
  if (environment === undefined || environment === 'production') return routeIn(undefined, noPath, query);
  return routeIn(environment, matchPath(path.slice(environment.length + 4)), query);
}

type PathMatch = Pick<Route, 'path' | 'parameter'>;

const noPath: PathMatch = { path: undefined, parameter: '' };
const listPath: PathMatch = { path: 'orders', parameter: '' };

function routeIn(environment: string | undefined, { path, parameter }: PathMatch, query: string): Route {
  return { environment, path, parameter, query };
}

function matchPath(path: string): PathMatch {
  if (path === '/store/orders') return listPath;
  if (path.startsWith(orderPath)) return matchParameter('order', path.slice(orderPath.length));
  if (path.startsWith(petPath) && path.length > petPath.length)
    return matchParameter('pet', path.slice(petPath.length));
  return noPath;
}

function matchParameter(path: PathName, raw: string): PathMatch {
  if (raw.includes('/')) return noPath;
  if (!raw.includes('%')) return { path, parameter: raw };
  if (/%(?![0-9a-f]{2})|%2f/i.test(raw)) return noPath;
  return { path, parameter: raw.replace(/%[0-9a-f]{2}/gi, decodeUnreserved) };
}

/** RFC 3986, 6.2.2.2: a percent-encoded unreserved character is equivalent to the character; others stay encoded. */
function decodeUnreserved(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /[A-Za-z0-9._~-]/.test(character) ? character : encoded;
}
