import { hostname } from 'node:os';
import type { Settings } from '../settings/settings-table.ts';
import { makeCertificate, readCertificate, type TlsCertificate } from '../simulator/server/tls.ts';
import type { Logger } from './logger.ts';
import type { ServedSimulator } from './serve.ts';

/** Starts the simulator that the settings describe. Loaded late, so that no other command pays for the server. */
export async function startServing(settings: Settings, logger: Logger): Promise<ServedSimulator> {
  const { startSimulator } = await import('../simulator/start-simulator.ts');
  const simulator = await startSimulator({
    ...settings,
    certificate: await certificateOf(settings),
    onError: (error, request) => logger.error({ ...request, err: error }, 'a request failed'),
    onRequest: logger.isLevelEnabled('debug')
      ? (request) => logger.debug(request, 'a request was answered')
      : undefined,
  });
  const { baseUrl, stagingBaseUrl, quickstartUrl, controlUrl } = simulator;
  return {
    baseUrl,
    stagingBaseUrl,
    quickstartUrl,
    controlUrl,
    ...(settings.controlToken === undefined ? { generatedControlToken: simulator.controlToken } : {}),
    stop: (options) => simulator.stop(options),
  };
}

async function certificateOf(settings: Settings): Promise<TlsCertificate | undefined> {
  const { tls, tlsCert, tlsKey, tlsCaFile, host, controlHosts = [] } = settings;
  if (tlsCert !== undefined && tlsKey !== undefined) return readCertificate(tlsCert, tlsKey);
  return tls === 'self-signed' ? makeCertificate([host, hostname(), ...controlHosts], tlsCaFile) : undefined;
}
