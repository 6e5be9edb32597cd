import type { RequestListener, Server } from 'node:http';
import { hostname } from 'node:os';
import type { Clock } from '../clock.ts';
import { type Drain, trackConnections } from '../http/drain.ts';
import { createHttpServer } from '../http/http-server.ts';
import { hostInUrl, isWildcard, listen } from '../http/listen.ts';
import type { CompleteOptions } from './complete-options.ts';
import { createControlApp } from './control-api/control-app.ts';
import type { ControlParts } from './control-api/control-context.ts';
import { reportRequests } from './control-api/report-requests.ts';
import type { ServiceListener } from './control-api/service-address.ts';
import { Coverage } from './environment/coverage.ts';
import type { Environments } from './environment/environments.ts';
import type { RecordLog } from './environment/record/record-log.ts';
import { createRunRecorder, type RunParts } from './environment/record/run-recorder.ts';
import { Traffic } from './environment/traffic.ts';
import { type EnvironmentParts, openEnvironments } from './open-environments.ts';
import { createExchangeEndHook, createFailureReporter } from './service/reports.ts';
import { anyOrigin } from './service/service-response.ts';
import { createServiceRouter } from './service/service-router.ts';

/** Everything that a simulator is composed of, already validated. */
export type SimulatorParts = EnvironmentParts &
  Omit<CompleteOptions, keyof EnvironmentParts | 'scenario' | 'scenarios'> &
  Pick<ControlParts, 'signInCode' | 'consoleFiles' | 'scenarios'> & {
    /** Returns every setting, without secrets. Default: none. */
    readonly settings?: ControlParts['settings'] | undefined;
    readonly run?: RunParts | undefined;
    /** The record of the run for `GET /record`. Undefined if there is none in memory. */
    readonly log?: RecordLog | undefined;
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
  const { machine, store, gapsHeader, certificate, onRequest } = parts;
  const onRecord = parts.run?.onRecord;
  const recorder = onRecord && createRunRecorder(onRecord, machine.now);
  const run = { ...parts.run, nextState: (environment: string) => recorder?.nextState(environment) ?? 0 };
  const life: Life = { ready: false, stopping: new AbortController(), service: listenerOf(parts) };
  const coverage = new Coverage();
  const { environments, secrets, room } = await openEnvironments(parts, run, life.stopping.signal);
  const traffic = new Traffic();
  const reportFailure = createFailureReporter(parts.onError, secrets);
  const onExchangeEnd = createExchangeEndHook({ traffic, coverage, recorder, onRequest });
  const router = createServiceRouter({ environments, gapsHeader, onExchangeEnd, reportFailure });
  const options = { onRefused: traffic.countRefused, extraHeaders: headersOfRefusals(environments) };
  const service = drainable(createHttpServer(router, certificate, options));
  const report = (app: RequestListener) =>
    parts.onControlRequest ? reportRequests(app, parts.onControlRequest, secrets, reportFailure) : app;
  const control = parts.control
    ? createControlServer(parts, life, report, { environments, traffic, coverage, reportFailure, room })
    : undefined;
  const stop = async (deadlineMs: number, drainDelayMs = 0): Promise<void> => {
    life.ready = false;
    if (drainDelayMs > 0) await machine.sleep(drainDelayMs, life.stopping.signal);
    life.stopping.abort();
    for (const environment of environments.all()) environment.end();
    const drains = control === undefined ? [service.drain] : [service.drain, control.drain];
    await drainAll(drains, deadlineMs, machine);
    store?.close();
  };
  try {
    // The service listens last: a client that waits only for its port finds the control API too.
    const controlOrigin = control && (await listenForControl(parts, control));
    life.service.port = await listen(service.server, { host: parts.host, port: parts.port, setting: 'port' });
    life.ready = true;
    const serviceOrigin = originOf(life.service.scheme, parts.host, life.service.port);
    return { environments, serviceOrigin, controlOrigin, stop };
  } catch (error) {
    await stop(0);
    throw error;
  }
}

/** Gap `cors` of production: a request that the parser refuses has no path to find its environment by. */
function headersOfRefusals({ production }: Environments): () => readonly string[] {
  return () => (production.state.choices.forRequest(0).cors === 'on' ? anyOrigin : []);
}

async function listenForControl(
  { controlHost: host, controlPort: port }: SimulatorParts,
  { server }: Drainable,
): Promise<string> {
  return originOf('http', host, await listen(server, { host, port, setting: 'controlPort' }));
}

/** What changes between the start and the stop. The port of the service is 0 until it listens. */
type Life = {
  ready: boolean;
  readonly stopping: AbortController;
  readonly service: ServiceListener & { port: number };
};

function listenerOf({ host, controlHost, certificate, publicUrl }: SimulatorParts): Life['service'] {
  return { publicUrl, scheme: certificate === undefined ? 'http' : 'https', host, port: 0, controlHost };
}

function createControlServer(
  parts: SimulatorParts,
  life: Life,
  report: (app: RequestListener) => RequestListener,
  shared: Pick<ControlParts, 'environments' | 'traffic' | 'coverage' | 'reportFailure' | 'room'>,
): Drainable {
  const { log, store, controlHost, controlHosts } = parts;
  const app = createControlApp({
    ...parts,
    ...shared,
    token: parts.controlToken,
    // A client may use the address that it is told to use.
    hosts: isWildcard(controlHost) ? controlHosts : [controlHost, ...controlHosts],
    replica: parts.replica ?? hostname(),
    settings: parts.settings ?? (() => []),
    record: log && (() => log.text()),
    service: life.service,
    ready: () => life.ready && (store?.isReady() ?? true),
    stopping: life.stopping.signal,
  });
  return drainable(createHttpServer(report(app), undefined, { onRefused: shared.traffic.countRefused }));
}

type Drainable = { readonly server: Server; readonly drain: Drain };

function drainable(server: Server): Drainable {
  return { server, drain: trackConnections(server) };
}

async function drainAll(drains: readonly Drain[], deadlineMs: number, machine: Clock): Promise<void> {
  const deadline = new AbortController();
  const drained = new AbortController();
  void machine.sleep(deadlineMs, drained.signal).then(() => deadline.abort());
  await Promise.all(drains.map((drain) => drain.stop(deadline.signal)));
  drained.abort();
}

function originOf(scheme: 'http' | 'https', host: string, port: number): string {
  return `${scheme}://${isWildcard(host) ? '127.0.0.1' : hostInUrl(host)}:${port}`;
}
