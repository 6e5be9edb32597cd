import { readFileSync } from 'node:fs';

/** The root of the installed package: the folder that holds `openapi/` and `scenarios/`. */
export const packageRoot: URL = new URL('../', import.meta.url);

/** The version of this package, as its package.json says. */
export const version: string = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')).version;
