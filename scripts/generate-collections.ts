// Writes the Postman and the Bruno collection: `npm run generate:collections`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../src/version.ts';
import { collectionFiles, collectionsFolder } from './collections/files.ts';

const folder = fileURLToPath(new URL(collectionsFolder, packageRoot));
rmSync(`${folder}bruno`, { recursive: true, force: true });
for (const [path, text] of collectionFiles()) {
  mkdirSync(dirname(folder + path), { recursive: true });
  writeFileSync(folder + path, text);
}
