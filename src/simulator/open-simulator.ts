import type { Server } from 'node:http';
import { hostname } from 'node:os';
import type { Clock } from '../clock.ts';
import { type Drain, trackConnections } from '../http/drain.ts';
import { createHttpServer } from '../http/http-server.ts';
import { hostInUrl, isWildcard, listen } from '../http/listen.ts';
import type { CompleteOptions } from './complete-options.ts';
import { createControlApp } from './control-api/control-app.ts';
import type { ControlParts } from './control-api/control-context.ts';
import type { ServiceListener } from './control-api/service-address.ts';
import { Coverage } from './environment/coverage.ts';
import type { Environments } from './environment/environments.ts';
import { createRunRecorder, type RunParts } from './environment/record/run-recorder.ts';
import { Traffic } from './environment/traffic.ts';
import { type EnvironmentParts, openEnvironments } from './open-environments.ts';
import { createExchangeEndHook, createFailureReporter } from './service/reports.ts';
import { anyOrigin } from './service/service-response.ts';
import { createServiceRouter } from './service/service-router.ts';

/** Everything that a simulator is composed of, already validated. */
export type SimulatorParts = EnvironmentParts &
  Omit<CompleteOptions, keyof EnvironmentParts | 'scenario' | 'scenarios'> &
  Pick<ControlParts, 'signInCode' | 'consoleFiles' | 'scenarios' | 'record'> & {
    /** Returns every setting, without secrets. Default: none. */
    readonly settings?: ControlParts['settings'] | undefined;
    readonly run?: RunParts | undefined;
  };

/** A simulator whose servers listen. */
export type OpenSimulator = {
  readonly environments: Environments;
  /** The origin without a path: `http://127.0.0.1:4010`. */
  readonly serviceOrigin: string;
  readonly controlOrigin: string | undefined;
  /**
   * First is not ready for `drainDelayMs` milliseconds, but serves. Then stops accepting connections, closes idle ones, lets
   * requests in flight finish, and resolves after at most `deadlineMs` more.
   */
  stop(deadlineMs: number, drainDelayMs?: number): Promise<void>;
};

/** Composes a simulator and starts its servers. If one cannot listen, none stays open. */
export async function openSimulator(parts: SimulatorParts): Promise<OpenSimulator> {
  const { machine, store, gapsHeader, certificate, onRequest, host, publicUrl, controlHost } = parts;
  const onRecord = parts.run?.onRecord;
  const recorder = onRecord && createRunRecorder(onRecord, machine.now);
  const run = { ...parts.run, nextState: (environment: string) => recorder?.nextState(environment) ?? 0 };
  const stopping = new AbortController();
  const scheme = certificate === undefined ? 'http' : 'https';
  const address = { publicUrl, scheme, host, port: 0, controlHost } satisfies ServiceListener;
  let isReady = false;
  const coverage = new Coverage();
  const traffic = new Traffic();
  const { environments, secrets, room } = await openEnvironments(parts, run, stopping.signal);
  const reportFailure = createFailureReporter(parts.onError, secrets);
  const onExchangeEnd = createExchangeEndHook(traffic, coverage, recorder, onRequest);
  const router = createServiceRouter({ environments, gapsHeader, onExchangeEnd, reportFailure });
  const onRefused = traffic.countRefused;
  const extraHeaders = headersOfRefusals(environments);
  const service = createHttpServer(router, certificate, { onRefused, extraHeaders });
  const control = parts.control
    ? createControlServer(parts, {
        ...{ environments, traffic, coverage, room, reportFailure },
        service: address,
        stopping: stopping.signal,
        ready: () => isReady && (store?.isReady() ?? true),
      })
    : undefined;
  const drains = [service, control].flatMap((server) => (server ? [trackConnections(server)] : []));
  const stop = async (deadlineMs: number, drainDelayMs = 0): Promise<void> => {
    isReady = false;
    if (drainDelayMs > 0) await machine.sleep(drainDelayMs, stopping.signal);
    stopping.abort();
    for (const environment of environments.here.all()) environment.end();
    await drainAll(drains, deadlineMs, machine);
    store?.close();
  };
  try {
    // The service listens last: a client that waits only for its port finds the control API too.
    const where = { host: controlHost, port: parts.controlPort, flag: '--control-port' };
    const controlPort = control && (await listen(control, where));
    address.port = await listen(service, { host, port: parts.port, flag: '--port' });
    isReady = true;
    return {
      environments,
      serviceOrigin: originOf(scheme, host, address.port),
      controlOrigin: controlPort === undefined ? undefined : originOf('http', controlHost, controlPort),
      stop,
    };
  } catch (error) {
    await stop(0);
    throw error;
  }
}

/** Gap `cors` of production: a request that the parser refuses has no path to find its environment by. */
function headersOfRefusals({ production }: Environments): () => readonly string[] {
  return () => (production.state.choices.forRequest(0).cors === 'on' ? anyOrigin : []);
}

type OfProcess = 'environments' | 'traffic' | 'coverage' | 'room' | 'reportFailure';

function createControlServer(
  parts: SimulatorParts,
  shared: Pick<ControlParts, OfProcess | 'service' | 'stopping' | 'ready'>,
): Server {
  const { controlHost, controlHosts } = parts;
  const app = createControlApp({
    ...parts,
    ...shared,
    token: parts.controlToken,
    // A client may use the address that it is told to use.
    hosts: isWildcard(controlHost) ? controlHosts : [controlHost, ...controlHosts],
    replica: parts.replica ?? hostname(),
    settings: parts.settings ?? (() => []),
  });
  return createHttpServer(app, undefined, { onRefused: shared.traffic.countRefused });
}

async function drainAll(drains: readonly Drain[], deadlineMs: number, machine: Clock): Promise<void> {
  const deadline = new AbortController();
  const drained = new AbortController();
  void machine.sleep(deadlineMs, drained.signal).then(() => deadline.abort());
  await Promise.all(drains.map((drain) => drain(deadline.signal)));
  drained.abort();
}

function originOf(scheme: string, host: string, port: number): string {
  return `${scheme}://${isWildcard(host) ? '127.0.0.1' : hostInUrl(host)}:${port}`;
}
