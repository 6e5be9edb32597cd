import { readFile } from 'node:fs/promises';
import type { ScenarioSummary } from '../../control-api.ts';
import { ok, refusal, unknown } from '../../http/control-response.ts';
import { loadOnce } from '../../load-once.ts';
import { UserError } from '../../user-error.ts';
import { packageRoot } from '../../version.ts';
import type { Catalog, CatalogEntry } from '../scenarios/catalog.ts';
import { scenarioJsonSchemaFile } from '../scenarios/scenario-schema.ts';
import { type ControlRoute, environmentRoute, route } from './control-route.ts';
import { form, scenarioFile } from './scenario-file.ts';

/** The OpenAPI documents of the package. */
export const documentNames: readonly string[] = ['store-orders', 'quickstart', 'control'];
const scenarioSchemaPath = '/openapi/scenario.schema.json';
/** Every document that the control API serves: its name, and its path. */
export const documents: readonly { readonly name: string; readonly path: string }[] = [
  ...documentNames.map((name) => ({ name, path: `/openapi/${name}.yaml` })),
  { name: 'scenario', path: scenarioSchemaPath },
];

/** Any client may ask for a document, without a token and a thousand times at once: all of them get the same bytes. */
const openOnce = (file: string) => loadOnce(() => readFile(new URL(file, packageRoot)));
const openSchema = openOnce(scenarioJsonSchemaFile);
const openDocument = new Map(documentNames.map((name) => [name, openOnce(`openapi/${name}.yaml`)]));

/** The routes that belong to no environment: documents, metrics, the coverage of a suite, the record of a run, and the named scenarios. */
export const simulatorRoutes: readonly ControlRoute[] = [
  route('GET /openapi', { open: true, handle: () => ok({ documents }) }),
  route(`GET ${scenarioSchemaPath}`, {
    open: true,
    handle: async () => ({ status: 200, text: await openSchema(), type: 'application/schema+json' }),
  }),
  route('GET /openapi/{document}.yaml', {
    open: true,
    handle: async ({ params: { document } }) => {
      const open = openDocument.get(document);
      if (open === undefined) return unknown('document', document, 'GET /openapi lists them');
      return { status: 200, text: await open(), type: 'application/yaml' };
    },
  }),
  route('GET /metrics', {
    handle: async ({ context }) => {
      const { writeMetrics } = await import('./metrics.ts');
      return { status: 200, ...(await writeMetrics(context)) };
    },
  }),
  route('GET /coverage', { handle: ({ context }) => ok(context.coverage.view()) }),
  environmentRoute('GET /environments/{environment}/coverage', {
    handle: ({ environment }) => ok(environment.coverage.view()),
  }),
  route('GET /record', {
    handle: ({ context: { record } }) =>
      record === undefined
        ? refusal(
            'not_found',
            'This simulator has no record in memory; start it with --cell and without --record.',
          )
        : { status: 200, text: record(), type: 'application/jsonl' },
  }),
  route('GET /settings', { handle: ({ context }) => ok({ settings: context.settings() }) }),
  route('GET /scenarios', {
    handle: async ({ context: { scenarios } }) => {
      const entries = await scenarios.catalog.entries();
      return ok({
        scenarios: await Promise.all(entries.map((entry) => viewScenario(scenarios.catalog, entry))),
      });
    },
  }),
  route('GET /scenarios/{scenario}', {
    query: { form },
    handle: async ({ context: { scenarios, environments }, params: { scenario }, query }) => {
      const names = await scenarios.catalog.names();
      if (!names.includes(scenario)) return unknown('scenario', scenario, 'GET /scenarios lists them');
      const { seed } = environments.production.settings;
      return scenarioFile(await scenarios.resolve(scenario, seed), query.form);
    },
  }),
];

/** A file of the user's folder that cannot be read is listed with its problems, so that the others are listed too. */
async function viewScenario(
  catalog: Catalog,
  { name, source: from }: CatalogEntry,
): Promise<ScenarioSummary> {
  const source = from === 'folder' ? from : 'built-in';
  try {
    const { content } = await catalog.open(name);
    return { name, source, description: content.description ?? '', handles: content.handles ?? {} };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { name, source, problems: error.message.split('\n') };
  }
}
