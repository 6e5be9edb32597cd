// Writes what is made from the routes of the control API: its document, the types of its clients, and the forms of the
// console: `npm run generate`.
import { writeFileSync } from 'node:fs';
import { packageRoot } from '../src/version.ts';
import { consoleForms } from './console-forms.ts';
import { controlDocumentText } from './control-document.ts';
import { controlTypesText } from './control-types.ts';

const text = controlDocumentText();
writeFileSync(new URL('openapi/control.yaml', packageRoot), text);
writeFileSync(new URL('src/control-api.ts', packageRoot), controlTypesText(text));
writeFileSync(
  new URL('src/console/forms.json', packageRoot),
  `${JSON.stringify(consoleForms(text), null, 2)}\n`,
);
