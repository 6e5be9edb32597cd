import { existsSync, readFileSync } from 'node:fs';

/** The root of the installed package: the folder that holds `openapi/` and `scenarios/`. */
export const packageRoot: URL = findPackage(new URL('./', import.meta.url));

/** The version of this package, as its package.json says. */
export const version: string = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')).version;

/** Walks up, since the published command line is bundled and stands at another depth than the sources. */
function findPackage(folder: URL): URL {
  const above = new URL('../', folder);
  return existsSync(new URL('package.json', folder)) || above.href === folder.href
    ? folder
    : findPackage(above);
}
