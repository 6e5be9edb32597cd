import type { PathName } from '../environment/operation.ts';

/** What a request target names: an environment, and a path with its parameter where it is a known one. */
export type Route = {
  /** Undefined where the target lies in no environment. The quickstart belongs to production. */
  readonly environment: string | undefined;
  readonly path: PathName | undefined;
  /** The text of orderId or petId, with percent-encoded unreserved characters decoded; else empty. */
  readonly parameter: string;
  /** With its question mark; empty for none. */
  readonly query: string;
};

/** The methods of each path; the first is the operation's own. */
export const methodsOfPath: Readonly<Record<PathName, readonly string[]>> = {
  orders: ['GET', 'HEAD'],
  order: ['DELETE'],
  pet: ['GET', 'HEAD'],
  messages: ['POST'],
};

const absoluteForm = /^https?:\/\/[^/?#]*/i;
const namedEnvironment = /^\/([a-z0-9][a-z0-9._-]*)\/v1\//;
const ordersPath = '/store/orders';
const orderPath = '/store/orders/';
const petsPath = '/pets/';

/**
 * Matches a request target to the letter: no trailing slash, no dot segments, no other case. Paths that only look alike
 * name nothing, since the specification shows one spelling.
 */
export function matchRoute(target: string): Route {
  const origin = target.startsWith('/') ? target : target.replace(absoluteForm, '');
  const mark = origin.indexOf('?');
  const path = mark < 0 ? origin : origin.slice(0, mark);
  const query = mark < 0 ? '' : origin.slice(mark);
  if (path === '/quickstart/messages')
    return { environment: 'production', path: 'messages', parameter: '', query };
  if (path.startsWith('/v1/')) return routeOf('production', matchPath(path.slice(3)), query);
  const environment = namedEnvironment.exec(path)?.[1];
  if (environment === undefined || environment === 'production') return routeOf(undefined, noPath, query);
  return routeOf(environment, matchPath(path.slice(environment.length + 4)), query);
}

type PathMatch = Pick<Route, 'path' | 'parameter'>;

const noPath: PathMatch = { path: undefined, parameter: '' };
const listPath: PathMatch = { path: 'orders', parameter: '' };

function routeOf(environment: string | undefined, { path, parameter }: PathMatch, query: string): Route {
  return { environment, path, parameter, query };
}

function matchPath(path: string): PathMatch {
  if (path === ordersPath) return listPath;
  if (path.startsWith(orderPath)) return matchParameter('order', path.slice(orderPath.length));
  if (path.startsWith(petsPath) && path.length > petsPath.length)
    return matchParameter('pet', path.slice(petsPath.length));
  return noPath;
}

function matchParameter(path: PathName, raw: string): PathMatch {
  if (raw.includes('/')) return noPath;
  if (!raw.includes('%')) return { path, parameter: raw };
  if (/%(?![0-9a-f]{2})|%2f/i.test(raw)) return noPath;
  return { path, parameter: raw.replace(/%[0-9a-f]{2}/gi, decodeUnreserved) };
}

/** RFC 3986, 6.2.2.2: a percent-encoded unreserved character is the character; any other stays as it is. */
function decodeUnreserved(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /[A-Za-z0-9._~-]/.test(character) ? character : encoded;
}
