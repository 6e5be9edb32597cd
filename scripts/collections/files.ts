import { brunoCollection } from './bruno.ts';
import { postmanCollection } from './postman.ts';

/** The folder of the generated collections. */
export const collectionsFolder = 'examples/collections/';

/** Returns the text of every generated file by its path in the folder. */
export function collectionFiles(): ReadonlyMap<string, string> {
  const bruno = [...brunoCollection()].map(([path, text]) => [`bruno/${path}`, text] as const);
  return new Map([['store-orders-sim.postman_collection.json', postmanCollection()], ...bruno]);
}
