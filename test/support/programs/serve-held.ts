import { run } from '../../../src/cli/run.ts';
import { type StartServing, serveCommand } from '../../../src/cli/serve.ts';
import { machineClock } from '../../../src/clock.ts';
import { completeOptions } from '../../../src/simulator/complete-options.ts';
import { createNamedScenarios } from '../../../src/simulator/control-api/named-scenarios.ts';
import { openSimulator } from '../../../src/simulator/open-simulator.ts';
import { createCatalog } from '../../../src/simulator/scenarios/catalog.ts';
import { aState, placed, plantBeforeCommits } from '../an-environment.ts';

/**
 * The command line with a simulator whose cancels wait until the first signal (HOLD=signal), forever (HOLD=forever), or not
 * at all. Each waiting cancel prints `held`. BREAK=start fails to start, BREAK=later throws after the start. LOG_KIB=256 logs
 * as much before the start.
 */
const { HOLD, BREAK, LOG_KIB = '0' } = process.env;
const released = new Promise<void>((resolve) => {
  if (HOLD === 'signal') process.once('SIGTERM', () => setImmediate(resolve));
});

const start: StartServing = async ({ settings }, logger) => {
  for (let kib = 0; kib < Number(LOG_KIB); kib++) logger.info({ kib }, 'x'.repeat(1024));
  if (BREAK === 'start') throw new Error('broken on purpose\nsecond line');
  const { apiKey, stagingApiKey, host, port, control, controlHost, controlPort, gap = {}, seed } = settings;
  const controlToken = settings.controlToken ?? 'made-up-token';
  const initial = aState({ orders: [placed(1n)] });
  const catalog = createCatalog();
  const { environments, serviceOrigin, controlOrigin, stop } = await openSimulator({
    ...completeOptions({
      apiKey,
      stagingApiKey,
      host,
      port,
      control,
      controlHost,
      controlPort,
      controlToken,
      seed,
    }),
    production: initial,
    staging: initial,
    others: [],
    profile: undefined,
    gaps: gap,
    scenarios: createNamedScenarios({ catalog, first: await catalog.open('mixed') }),
    store: undefined,
    machine: machineClock,
  });
  if (HOLD !== undefined)
    plantBeforeCommits(environments.production.state, async () => {
      process.stdout.write('held\n');
      await released;
    });
  if (BREAK === 'later') setImmediate(() => Promise.reject(new Error('broken on purpose')));
  return {
    baseUrl: `${serviceOrigin}/v1`,
    stagingBaseUrl: `${serviceOrigin}/staging/v1`,
    quickstartUrl: `${serviceOrigin}/quickstart`,
    controlUrl: controlOrigin,
    controlToken,
    consoleUrl: controlOrigin && `${controlOrigin}/#code=made-up`,
    stop: (options) => stop(options?.timeoutMs ?? 8000),
  };
};

await run(process.argv.slice(2), async (args) => {
  await serveCommand(start).parseAsync(args, { from: 'user' });
});
