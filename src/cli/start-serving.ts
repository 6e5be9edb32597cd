import { hostname } from 'node:os';
import type { Logger } from '../logger.ts';
import type { Settings } from '../settings/settings-table.ts';
import type { GapAnswerTexts, InitialState } from '../simulation/initial-state.ts';
import { type ProfileName, profileNames } from '../simulation/profile-name.ts';
import type { TlsCertificate } from '../tls.ts';
import type { ServedSimulator } from './serve.ts';

/**
 * Starts the simulator that the settings describe: reads scenarios, profile and certificate, then opens the sockets.
 * Rejects with a UserError for whatever in them cannot be served.
 */
export async function startServing(settings: Settings, logger: Logger): Promise<ServedSimulator> {
  const { openSimulator } = await import('../simulator.ts');
  const { machineClock } = await import('../simulation/clock.ts');
  const { production, staging } = await initialStates(settings);
  const { profile, gaps } = await answersOf(settings);
  const { serviceOrigin, controlOrigin, stop } = await openSimulator({
    production: { initial: production, apiKeys: settings.apiKey },
    staging: { initial: staging, apiKeys: settings.stagingApiKey },
    seed: String(settings.seed),
    profile,
    gaps: { ...gaps, ...settings.gap },
    gapsHeader: settings.gapsHeader,
    service: { host: settings.host, port: settings.port },
    control: settings.control ? { host: settings.controlHost, port: settings.controlPort } : undefined,
    certificate: await certificateOf(settings),
    machine: machineClock,
    reportFault: (error) => logger.error({ err: error }, 'a request failed by a bug of ours'),
  });
  return {
    baseUrl: `${serviceOrigin}/v1`,
    stagingBaseUrl: `${serviceOrigin}/staging/v1`,
    quickstartUrl: `${serviceOrigin}/quickstart`,
    controlUrl: controlOrigin,
    stop: ({ timeoutMs }) => stop(timeoutMs),
  };
}

type InitialStates = { readonly production: InitialState; readonly staging: InitialState };

async function initialStates(settings: Settings): Promise<InitialStates> {
  const { scenario, scenarioInline, scenarios: folder, stagingScenario, maxOrders, seed } = settings;
  const { createCatalog } = await import('../scenarios/catalog.ts');
  const { readScenario } = await import('../scenarios/read-scenario.ts');
  const { resolveScenario } = await import('../scenarios/resolve-scenario.ts');
  const catalog = createCatalog({ folder, allowPaths: true, maxOrders });
  const inline = { scenario: 'inline', source: 'inline', maxOrders } as const;
  const opened =
    scenarioInline === undefined
      ? await catalog.open(scenario)
      : await readScenario({ name: 'the inline scenario', text: scenarioInline }, inline);
  const production = await resolveScenario(opened, { seed });
  if (stagingScenario === undefined) return { production, staging: production };
  return { production, staging: await resolveScenario(await catalog.open(stagingScenario), { seed }) };
}

type Answers = { readonly profile: ProfileName | undefined; readonly gaps: GapAnswerTexts };

async function answersOf({ profile }: Settings): Promise<Answers> {
  const preset = profileNames.find((name) => name === profile);
  if (profile === undefined || preset !== undefined) return { profile: preset, gaps: {} };
  const { readProfileFile } = await import('../scenarios/profile-file.ts');
  return readProfileFile(profile);
}

async function certificateOf(settings: Settings): Promise<TlsCertificate | undefined> {
  const { tls, tlsCert, tlsKey, tlsCaFile, host, controlHosts } = settings;
  if (tls === 'off' && tlsCert === undefined) return undefined;
  const { makeCertificate, readCertificate } = await import('../tls.ts');
  if (tlsCert !== undefined && tlsKey !== undefined) return readCertificate(tlsCert, tlsKey);
  return makeCertificate([host, hostname(), ...(controlHosts ?? [])], tlsCaFile);
}
