import { existsSync, readFileSync } from 'node:fs';

/** The root of the installed package: the folder with `openapi/` and `scenarios/`. */
export const packageRoot: URL = findPackage(new URL('./', import.meta.url));

const description = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8'));

/** The version of this package, from its package.json. */
export const version: string = description.version;

/** Walks up, since the published bundle is at another depth than the sources. */
function findPackage(folder: URL): URL {
  const above = new URL('../', folder);
  return existsSync(new URL('package.json', folder)) || above.href === folder.href
    ? folder
    : findPackage(above);
}
