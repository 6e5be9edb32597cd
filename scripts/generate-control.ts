// Writes the document of the control API, and the types of its clients: `npm run generate`.
import { writeFileSync } from 'node:fs';
import { packageRoot } from '../src/version.ts';
import { controlDocumentText } from './control-document.ts';
import { controlTypesText } from './control-types.ts';

const text = controlDocumentText();
writeFileSync(new URL('openapi/control.yaml', packageRoot), text);
writeFileSync(new URL('src/control-api.ts', packageRoot), controlTypesText(text));
