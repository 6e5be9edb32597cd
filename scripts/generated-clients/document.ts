import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../../src/version.ts';

/** A new folder, for what the clients read when they run. */
const folder = mkdtempSync(join(tmpdir(), 'clients-'));

/** The OpenAPI document as JSON, for the client that reads it when it runs. */
export const documentFile = join(folder, 'store-orders.json');
writeFileSync(
  documentFile,
  JSON.stringify(parse(readFileSync(new URL('openapi/store-orders.yaml', packageRoot), 'utf8'))),
);

/** Returns the path of a new file in the folder. */
export const inFolder = (name: string): string => join(folder, name);
