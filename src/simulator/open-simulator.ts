import type { RequestListener, Server } from 'node:http';
import { hostname } from 'node:os';
import type { Clock } from '../clock.ts';
import { type Drain, trackConnections } from '../http/drain.ts';
import { createHttpServer } from '../http/http-server.ts';
import { hostInUrl, isWildcard, listen } from '../http/listen.ts';
import type { TlsCertificate } from '../http/tls.ts';
import { createControlApp } from './control-api/control-app.ts';
import type { ControlParts } from './control-api/control-context.ts';
import { type OnControlRequest, reportRequests } from './control-api/report-requests.ts';
import type { ServiceListener } from './control-api/service-address.ts';
import { createWaits } from './control-api/waits.ts';
import { Coverage } from './environment/coverage.ts';
import type { Environments } from './environment/environments.ts';
import type { RecordLog } from './environment/record/record-log.ts';
import { createRunRecorder, type RunParts } from './environment/record/run-recorder.ts';
import { Traffic } from './environment/traffic.ts';
import { type EnvironmentParts, openEnvironments } from './open-environments.ts';
import {
  createEndHook,
  createExchangeEndHook,
  createFailureReporter,
  type OnError,
  type OnRequest,
} from './service/reports.ts';
import { anyOrigin } from './service/service-response.ts';
import { createServiceRouter } from './service/service-router.ts';

/** Where the control API listens, and what it accepts. */
export type ControlSettings = Pick<
  ControlParts,
  'token' | 'signInCode' | 'consoleFiles' | 'hosts' | 'scenarios' | 'maxOrders'
> & {
  readonly host: string;
  readonly port: number;
  /** Returns every setting, without secrets. Default: none. */
  readonly settings?: ControlParts['settings'] | undefined;
  /** The record of a run of `matrix` for `GET /record`. Undefined if there is none in memory. */
  readonly record?: RecordLog | undefined;
};

/** Everything that a simulator is composed of, already validated. */
export type SimulatorParts = EnvironmentParts & {
  /** The name of this process, where several run behind one address. Default: the host name of the machine. */
  readonly replica?: string | undefined;
  readonly gapsHeader: boolean;
  readonly service: { readonly host: string; readonly port: number };
  /** The address at which clients reach the service, without a slash at the end. Default: derived from each request. */
  readonly publicUrl?: string | undefined;
  /** Undefined disables the control API. */
  readonly control: ControlSettings | undefined;
  readonly certificate: TlsCertificate | undefined;
  readonly onError: OnError;
  readonly onRequest?: OnRequest | undefined;
  readonly onControlRequest?: OnControlRequest | undefined;
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
  const { machine, gapsHeader, certificate, onRequest } = parts;
  const onRecord = parts.run?.onRecord;
  const recorder = onRecord && createRunRecorder(onRecord, machine.now);
  const run = { ...parts.run, nextState: (environment: string) => recorder?.nextState(environment) ?? 0 };
  const life: Life = { ready: false, stopping: new AbortController(), service: listenerOf(parts) };
  const coverage = new Coverage();
  const onEnded = createEndHook(recorder);
  const { environments, temporaryEnvironments, secrets, room } = await openEnvironments(
    { ...parts, secrets: [parts.control?.token ?? ''] },
    { run, coverage, stopping: life.stopping.signal },
  );
  const traffic = new Traffic();
  const reportFailure = createFailureReporter(parts.onError, secrets);
  const onExchangeEnd = createExchangeEndHook(traffic, onEnded, onRequest);
  const router = createServiceRouter({ environments, gapsHeader, onExchangeEnd, reportFailure });
  const options = { onRefused: traffic.countRefused, extraHeaders: headersOfRefusals(environments) };
  const service = drainable(createHttpServer(router, certificate, options));
  const control =
    parts.control &&
    createControlServer(parts.control, {
      environments,
      temporaryEnvironments,
      replica: parts.replica ?? hostname(),
      traffic,
      coverage,
      machine,
      life,
      reportFailure,
      report: (app) => reportRequests(app, { onRequest: parts.onControlRequest, secrets, reportFailure }),
      store: parts.store,
      room,
    });
  const stop = async (deadlineMs: number, drainDelayMs = 0): Promise<void> => {
    life.ready = false;
    if (drainDelayMs > 0) await machine.sleep(drainDelayMs, life.stopping.signal);
    life.stopping.abort();
    for (const environment of environments.all()) environment.end();
    const drains = control === undefined ? [service.drain] : [service.drain, control.drain];
    await drainAll(drains, deadlineMs, machine);
    parts.store?.client.close();
  };
  try {
    // The service listens last: a client that waits only for its port finds the control API too.
    const controlOrigin = control && (await listenForControl(parts.control, control));
    life.service.port = await listen(service.server, { ...parts.service, setting: 'port' });
    life.ready = true;
    const serviceOrigin = originOf(life.service.scheme, parts.service.host, life.service.port);
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
  settings: ControlSettings | undefined,
  { server }: Drainable,
): Promise<string | undefined> {
  if (settings === undefined) return undefined;
  const { host, port } = settings;
  return originOf('http', host, await listen(server, { host, port, setting: 'controlPort' }));
}

/** What changes between the start and the stop. The port of the service is 0 until it listens. */
type Life = {
  ready: boolean;
  readonly stopping: AbortController;
  readonly service: ServiceListener & { port: number };
};

function listenerOf({ service, control, certificate, publicUrl }: SimulatorParts): Life['service'] {
  const scheme = certificate === undefined ? 'http' : 'https';
  return { publicUrl, scheme, host: service.host, port: 0, controlHost: control?.host ?? service.host };
}

/** What the control API gets from its server. */
type OfServer = 'record' | 'waits' | 'service' | 'ready' | 'stopping';

function createControlServer(
  settings: ControlSettings,
  parts: Omit<ControlParts, keyof ControlSettings | OfServer> &
    Pick<EnvironmentParts, 'store'> & {
      readonly life: Life;
      readonly report: (app: RequestListener) => RequestListener;
    },
): Drainable {
  const { life, report } = parts;
  const { record: log } = settings;
  const app = createControlApp({
    ...settings,
    ...parts,
    settings: settings.settings ?? (() => []),
    record: log && (() => log.text()),
    waits: createWaits(),
    service: life.service,
    ready: () => life.ready && (parts.store?.isReady() ?? true),
    stopping: life.stopping.signal,
  });
  return drainable(createHttpServer(report(app), undefined, { onRefused: parts.traffic.countRefused }));
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
