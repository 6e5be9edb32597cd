// Writes the document of the control API, and the types of its clients: `npm run generate`.
import { writeFileSync } from 'node:fs';
import { packageRoot } from '../src/version.ts';
import { controlDocument, controlDocumentText } from './control-document/document.ts';
import { controlApiTypes } from './control-document/types.ts';

writeFileSync(new URL('openapi/control.yaml', packageRoot), controlDocumentText());
writeFileSync(new URL('src/control-api.ts', packageRoot), controlApiTypes(controlDocument()));
