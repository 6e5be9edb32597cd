import { UserError } from '../../../user-error.ts';
import { createCatalog } from '../../scenarios/catalog.ts';
import type { Scenario } from '../../scenarios/read-scenario.ts';
import { packScenario } from '../../scenarios/resolve-scenario.ts';
import { sendScenario } from '../../scenarios/sent-scenario.ts';
import { controlRoutes } from '../control-routes.ts';
import { readJsonBody } from '../read-request.ts';
import { readScenarioBody } from '../scenario-file.ts';
import type { Job, Reply } from './job.ts';

/** Does a job. Returns the reply and the buffers to transfer with it. */
export async function doJob(job: Job): Promise<[Reply, ArrayBufferLike[]]> {
  try {
    const [result, buffers] = await resultOf(job);
    return [{ kind: 'done', result }, buffers];
  } catch (error) {
    if (!(error instanceof UserError)) return [{ kind: 'failed', error }, []];
    return [{ kind: 'refused', problems: error.problems }, []];
  }
}

async function resultOf(job: Job): Promise<[unknown, ArrayBufferLike[]]> {
  switch (job.kind) {
    case 'body':
      return packBody(await readBody(job));
    case 'open':
      return sendScenario(await packScenario(await createCatalog(job.catalog).open(job.name), job));
    case 'generate':
      return sendScenario(await packScenario(job.scenario, job));
  }
}

async function readBody({ route, content, maxOrders }: Extract<Job, { kind: 'body' }>): Promise<unknown> {
  const row = controlRoutes.find(({ method, path }) => `${method} ${path}` === route);
  if (row?.body === undefined) throw new Error(`no route ${route} reads a body`);
  return row.accepts === 'scenario'
    ? readScenarioBody(content, row.body, maxOrders)
    : readJsonBody(content, row.body);
}

/** Packs the orders of an inline scenario. Only the handler of the request knows the seed of those that are generated. */
async function packBody(body: unknown): Promise<[unknown, ArrayBufferLike[]]> {
  const { scenario } = body as { readonly scenario?: string | Scenario };
  if (typeof scenario !== 'object') return [body, []];
  const generates = (scenario.content.generate ?? []).length > 0;
  const [sent, buffers] = sendScenario(generates ? scenario : await packScenario(scenario, { seed: 0 }));
  return [{ ...(body as object), scenario: sent }, buffers];
}
