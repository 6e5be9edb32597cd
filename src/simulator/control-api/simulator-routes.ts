import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { ok, refusal, unknown } from '../../http/control-response.ts';
import { loadOnce } from '../../load-once.ts';
import { UserError } from '../../user-error.ts';
import { packageRoot } from '../../version.ts';
import { coverageGroups } from '../environment/coverage.ts';
import type { Catalog, CatalogEntry } from '../scenarios/catalog.ts';
import { scenarioJsonSchemaFile } from '../scenarios/scenario-schema.ts';
import { count, text } from './components.ts';
import { type ControlRoute, environmentRoute, route } from './control-route.ts';
import { handles } from './environment-view.ts';
import { form, scenarioFile, scenarioFileTypes } from './scenario-file.ts';

const documentNames = ['store-orders', 'quickstart', 'control'];
/** Every document that the control API serves: its name, and its path. */
export const documents: readonly { readonly name: string; readonly path: string }[] = [
  ...documentNames.map((name) => ({ name, path: `/openapi/${name}.yaml` })),
  { name: 'scenario', path: '/openapi/scenario.schema.json' },
];

/** Any client may ask for a document, without a token and a thousand times at once: all of them get the same bytes. */
const openOnce = (file: string) => loadOnce(() => readFile(new URL(file, packageRoot)));
const openSchema = openOnce(scenarioJsonSchemaFile);
const openDocument = new Map(documentNames.map((name) => [name, openOnce(`openapi/${name}.yaml`)]));

export const documentList = z.array(z.strictObject({ name: z.string(), path: z.string() }));
const settingView = z
  .strictObject({
    key: text('The name of the option in `startSimulator`.'),
    flag: z.string(),
    variable: z.string(),
    value: text('The value as a text; `(secret)` for a secret; in parentheses, what an unset setting means.'),
    source: text('A flag, a variable, `option` in a program, or `default`.'),
    description: z.string(),
  })
  .meta({ id: 'SettingView' });
const coverageCounts = z
  .record(z.string(), count)
  .meta({ id: 'CoverageCounts', description: 'How many exchanges met each point, by its name.' });
const coverageView = z
  .strictObject({
    outcomes: coverageCounts.describe('By operation and status: `cancelOrder 409`.'),
    ids: coverageCounts.describe('Order ids of cancels, by class.'),
    percent: z.strictObject({ outcomes: count, ids: count }),
    holes: z.array(
      z.strictObject({
        group: z.enum(coverageGroups),
        name: z.string(),
        hole: text('A sentence with what provokes the point.'),
      }),
    ),
  })
  .meta({ id: 'CoverageView', description: 'What the tests of a client met, and what they did not meet.' });
const scenarioSummary = z
  .strictObject({
    name: z.string(),
    source: z.enum(['built-in', 'folder']),
    description: z.string().optional(),
    handles: handles.optional(),
    problems: z.array(z.string()).optional().describe('Why the file cannot be read.'),
  })
  .meta({ id: 'ScenarioSummary' });

export const simulatorRoutes: readonly ControlRoute[] = [
  route('GET /openapi', {
    id: 'listDocuments',
    summary: 'List the OpenAPI documents and the schema of scenarios',
    responses: { 200: z.strictObject({ documents: documentList }) },
    open: true,
    handle: () => ok({ documents }),
  }),
  route('GET /openapi/scenario.schema.json', {
    id: 'getScenarioSchema',
    summary: 'Get the JSON Schema of scenario files',
    responses: { 200: { 'application/schema+json': z.string() } },
    open: true,
    handle: async () => ({ status: 200, text: await openSchema(), type: 'application/schema+json' }),
  }),
  route('GET /openapi/{document}.yaml', {
    id: 'getDocument',
    summary: 'Get an OpenAPI document',
    responses: { 200: { 'application/yaml': z.string() } },
    open: true,
    handle: async ({ params: { document } }) => {
      const open = openDocument.get(document);
      if (open === undefined) return unknown('document', document, 'GET /openapi lists them');
      return { status: 200, text: await open(), type: 'application/yaml' };
    },
  }),
  route('GET /metrics', {
    id: 'getMetrics',
    summary: 'Get the metrics for Prometheus',
    responses: { 200: { 'text/plain': z.string() } },
    handle: async ({ context }) => {
      const { writeMetrics } = await import('./metrics.ts');
      return { status: 200, ...(await writeMetrics(context)) };
    },
  }),
  route('GET /coverage', {
    id: 'getCoverage',
    summary: 'Get what the tests met in all environments',
    responses: { 200: coverageView },
    handle: ({ context }) => ok(context.coverage.view()),
  }),
  environmentRoute('GET /environments/{environment}/coverage', {
    id: 'getEnvironmentCoverage',
    summary: 'Get what the tests met in an environment',
    description: 'A reset or another scenario does not clear it.',
    responses: { 200: coverageView },
    handle: ({ environment }) => ok(environment.coverage.view()),
  }),
  route('GET /record', {
    id: 'getRecord',
    summary: 'Get the record of a run of `matrix`',
    description:
      'One JSON object on each line, without API keys. In memory if the simulator was started with `SIM_CELL` and without `SIM_RECORD`; it ends after 20,000 exchanges.',
    responses: { 200: { 'application/jsonl': z.string() } },
    handle: ({ context: { record } }) => {
      const hint = 'start the simulator with SIM_CELL and without SIM_RECORD';
      if (record === undefined) return refusal('not_found', `There is no record in memory; ${hint}.`);
      return { status: 200, text: record(), type: 'application/jsonl' };
    },
  }),
  route('GET /settings', {
    id: 'getSettings',
    summary: 'Get the settings with their sources',
    responses: { 200: z.strictObject({ settings: z.array(settingView) }) },
    handle: ({ context }) => ok({ settings: context.settings() }),
  }),
  route('GET /scenarios', {
    id: 'listScenarios',
    summary: 'List the named scenarios',
    description:
      'A scenario of the `--scenarios` folder overrides the built-in one of its name. A file that cannot be read is listed with its problems.',
    responses: { 200: z.strictObject({ scenarios: z.array(scenarioSummary) }) },
    handle: async ({ context: { scenarios } }) => {
      const { catalog } = scenarios;
      const entries = await catalog.entries();
      return ok({ scenarios: await Promise.all(entries.map((entry) => viewScenario(catalog, entry))) });
    },
  }),
  route('GET /scenarios/{scenario}', {
    id: 'getScenario',
    summary: 'Get a scenario as a file',
    description: 'Generated orders are written out, drawn with the seed that the simulator was started with.',
    responses: { 200: scenarioFileTypes },
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
async function viewScenario(catalog: Catalog, { name, source }: CatalogEntry) {
  try {
    const { description = '', handles = {} } = (await catalog.open(name)).content;
    return { name, source, description, handles };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { name, source, problems: error.message.split('\n') };
  }
}
