import { createStore, type Store } from './store.ts';

/** A place in the console: `#/production/orders?search=10` is `['production', 'orders']` with one parameter. */
export type Place = {
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
};

export const home = ['production', 'orders'] as const;

export function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const decoded = path.split('/').filter(Boolean).map(decode);
  return {
    path: decoded.length === 0 ? home : decoded,
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** Returns the fragment of a place, for `href`. Leaves out empty parameters. */
export function hrefOf(path: readonly string[], query: Place['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `#/${path.map(encodeURIComponent).join('/')}${search}`;
}

/** Replaces the parameters of the current place without a new entry in the history of the browser. */
export function replaceQuery(places: Store<Place>, query: Place['query']): void {
  const { path } = places.get();
  history.replaceState(null, '', hrefOf(path, query));
  places.set(readPlace(location.hash));
}

export function followPlaces(): Store<Place> {
  const places = createStore(readPlace(location.hash));
  addEventListener('hashchange', () => places.set(readPlace(location.hash)));
  return places;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
