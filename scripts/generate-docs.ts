import { writeFileSync } from 'node:fs';
import { packageRoot } from '../src/version.ts';
import { generatedDocs } from './generated-docs.ts';

for (const [file, text] of await generatedDocs()) writeFileSync(new URL(file, packageRoot), text);
