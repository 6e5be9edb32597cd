import type { ChangedPart } from './changes.ts';

/** What the routes of an environment change besides replacing its whole state, by the path after its name. */
const partsOf: Readonly<Record<string, readonly ChangedPart[]>> = {
  orders: ['orders'],
  profile: ['gaps'],
  faults: ['faults'],
  gates: ['holds'],
  // What becomes due with the time.
  clock: ['clock', 'orders', 'keys', 'faults'],
  keys: ['keys'],
  journal: ['journal'],
};

/** Returns the parts of an environment that a request of a route may have changed. `path` is the path of the route. */
export function changedParts(method: string, path: string): readonly ChangedPart[] {
  const [, , environment, part = '', ...rest] = path.split('/');
  if (method === 'GET' || environment !== '{environment}' || rest.includes('verify')) return [];
  return partsOf[part] ?? [];
}
