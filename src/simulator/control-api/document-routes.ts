import { readFile } from 'node:fs/promises';
import { packageRoot } from '../../shared/version.ts';
import { refusal } from './control-error.ts';
import { ok, yaml } from './control-response.ts';
import type { ControlRoute } from './control-route.ts';
import { nothing } from './input-schemas.ts';
import { readQuery } from './read-input.ts';

/** The OpenAPI documents of the package. */
export const documentNames: readonly string[] = ['store-orders', 'quickstart', 'control'];

/** The documents, as they are in the package. */
export const documentRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/openapi',
    takes: 'nothing',
    answer: ({ query }) => {
      readQuery(query, nothing);
      return ok({ documents: documentNames.map((name) => ({ name, path: `/openapi/${name}.yaml` })) });
    },
  },
  {
    method: 'GET',
    path: '/openapi/{document}.yaml',
    takes: 'nothing',
    answer: async ({ parameters, query }) => {
      readQuery(query, nothing);
      const { document = '' } = parameters;
      return documentNames.includes(document)
        ? yaml(await readFile(new URL(`openapi/${document}.yaml`, packageRoot), 'utf8'))
        : refusal(
            'document_not_found',
            `There is no document ${JSON.stringify(document)}; GET /openapi lists them.`,
          );
    },
  },
];
