import type { RequestListener, Server } from 'node:http';
import { createControlApp } from './control-api/control-app.ts';
import type { ControlContext } from './control-api/control-context.ts';
import { createMatrixControl } from './control-api/matrix-control.ts';
import type { OpenMatrixSession } from './control-api/matrix-session.ts';
import type { NamedScenarios } from './control-api/named-scenarios.ts';
import { type OnControlRequest, reportRequests } from './control-api/report-requests.ts';
import type { ServiceListener } from './control-api/service-address.ts';
import { createWaits } from './control-api/waits.ts';
import type { JobWorker } from './control-api/worker/job-worker.ts';
import type { RunSettings } from './environment/cell-settings.ts';
import type { Clock } from './environment/clock.ts';
import { createEnvironment, type Environment, production, staging } from './environment/environment.ts';
import { createEnvironments, type Environments } from './environment/environments.ts';
import type { GapChoiceTexts, InitialState } from './environment/initial-state.ts';
import type { ProfileName } from './environment/profile-name.ts';
import { createImposedRun, type ImposedRun, type RunParts } from './environment/record/imposed-run.ts';
import type { RecordLog } from './environment/record/record-log.ts';
import type { RunRecorder } from './environment/record/run-recorder.ts';
import { createTemporaryEnvironments } from './environment/temporary-environments.ts';
import { createTraffic } from './environment/traffic.ts';
import type { OrderStore, PlacedOrder } from './orders/order-store.ts';
import { type Drain, trackConnections } from './server/drain.ts';
import { createHttpServer } from './server/http-server.ts';
import { hostInUrl, isWildcard, listen } from './server/listen.ts';
import type { TlsCertificate } from './server/tls.ts';
import {
  createExchangeEndHook,
  createFailureReporter,
  isAnyKey,
  type OnError,
  type OnRequest,
} from './service/reports.ts';
import { createServiceRouter } from './service/service-router.ts';

/** One of the two environments of the specification. */
export type FirstEnvironment = {
  readonly initial: InitialState;
  readonly apiKeys: readonly string[];
};

/** Where the control API listens, and what it accepts. */
export type ControlSettings = {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  /** The host names, in addition to the loopback ones, by which clients may call it. */
  readonly hosts: readonly string[];
  readonly scenarios: NamedScenarios;
  readonly worker: JobWorker;
  /** Opens a matrix that a client executes over the control API. */
  readonly openMatrix: OpenMatrixSession;
  /** The maximum number of orders of a scenario. */
  readonly maxOrders: number;
  /** The record of a run of `matrix` for `GET /record`. Undefined if there is none in memory. */
  readonly record?: RecordLog | undefined;
};

/** Everything that a simulator is composed of, already validated. */
export type SimulatorParts = {
  readonly production: FirstEnvironment;
  readonly staging: FirstEnvironment;
  readonly seed: string;
  readonly profile: ProfileName | undefined;
  readonly gaps: GapChoiceTexts;
  readonly gapsHeader: boolean;
  readonly service: { readonly host: string; readonly port: number };
  /** The address at which clients reach the service, without a slash at the end. Default: derived from each request. */
  readonly publicUrl?: string | undefined;
  /** Undefined disables the control API. */
  readonly control: ControlSettings | undefined;
  readonly certificate: TlsCertificate | undefined;
  readonly machine: Clock;
  /** The number of exchanges that the journal of an environment keeps. */
  readonly journalSize?: number | undefined;
  readonly onError: OnError;
  readonly onRequest?: OnRequest | undefined;
  readonly onControlRequest?: OnControlRequest | undefined;
  readonly createStore?: ((orders: Iterable<PlacedOrder>) => OrderStore) | undefined;
  readonly run?: RunParts | undefined;
};

/** A simulator whose servers listen. */
export type OpenSimulator = {
  readonly environments: Environments;
  /** The origin without a path: `http://127.0.0.1:4010`. */
  readonly serviceOrigin: string;
  readonly controlOrigin: string | undefined;
  /**
   * Stops accepting connections, closes idle ones, lets requests in flight finish, and resolves after at most
   * `deadlineMs` milliseconds.
   */
  stop(deadlineMs: number): Promise<void>;
};

/** Composes a simulator and starts its servers. If one cannot listen, none stays open. */
export async function openSimulator(parts: SimulatorParts): Promise<OpenSimulator> {
  const { machine, gapsHeader, certificate } = parts;
  const run = createImposedRun(parts.run, machine.now);
  const environments = firstEnvironments(parts, run.settings);
  const life: Life = { ready: false, stopping: new AbortController(), service: listenerOf(parts) };
  const traffic = createTraffic();
  const isSecret = (text: string) => text === parts.control?.token || isAnyKey(environments, text);
  const reportFailure = createFailureReporter(parts.onError, isSecret);
  const onExchangeEnd = createExchangeEndHook(traffic, {
    onRequest: parts.onRequest,
    recorder: run.recorder,
  });
  const router = createServiceRouter({ environments, gapsHeader, onExchangeEnd, reportFailure });
  const service = drainable(createHttpServer(router, certificate, { onRefused: traffic.countRefused }));
  const report = (app: RequestListener) =>
    parts.onControlRequest === undefined
      ? app
      : reportRequests(app, { onRequest: parts.onControlRequest, isSecret, reportFailure });
  const control =
    parts.control &&
    createControlServer(parts.control, {
      environments,
      traffic,
      machine,
      life,
      reportFailure,
      report,
      record: shownRecord(parts.control.record, run.recorder),
      run,
    });
  const stop = async (deadlineMs: number): Promise<void> => {
    life.ready = false;
    life.stopping.abort();
    for (const environment of environments.all()) environment.end();
    const drains = control === undefined ? [service.drain] : [service.drain, control.drain];
    await drainAll(drains, deadlineMs, machine);
    run.end();
    await parts.control?.worker.end();
  };
  try {
    // The service listens last: a client that waits only for its port finds the control API too.
    const controlOrigin =
      parts.control &&
      control &&
      originOf(
        'http',
        parts.control.host,
        await listen(control.server, { ...parts.control, setting: '--control-port' }),
      );
    life.service.port = await listen(service.server, { ...parts.service, setting: '--port' });
    life.ready = true;
    const serviceOrigin = originOf(life.service.scheme, parts.service.host, life.service.port);
    return { environments, serviceOrigin, controlOrigin, stop };
  } catch (error) {
    await stop(0);
    throw error;
  }
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

function createControlServer(
  settings: ControlSettings,
  parts: Pick<ControlContext, 'environments' | 'traffic' | 'machine' | 'reportFailure' | 'record'> & {
    readonly life: Life;
    readonly run: ImposedRun;
    readonly report: (app: RequestListener) => RequestListener;
  },
): Drainable {
  const { environments, machine, life, report } = parts;
  const stopping = life.stopping.signal;
  const app = createControlApp({
    ...settings,
    ...parts,
    matrix: createMatrixControl({ ...parts, open: settings.openMatrix }),
    temporaryEnvironments: createTemporaryEnvironments({ environments, machine, stopping }),
    waits: createWaits(),
    service: life.service,
    ready: () => life.ready,
    stopping,
  });
  return drainable(createHttpServer(report(app), undefined, { onRefused: parts.traffic.countRefused }));
}

/** The record as the control API shows it, with what was only counted so far. */
function shownRecord(
  log: RecordLog | undefined,
  recorder: () => RunRecorder | undefined,
): ControlContext['record'] {
  const text = (): string => {
    recorder()?.flush();
    return log?.text() ?? '';
  };
  return log && { text };
}

function firstEnvironments(parts: SimulatorParts, run: RunSettings): Environments {
  const { seed, profile, gaps, machine, createStore, journalSize } = parts;
  const keyOwner = (text: string): string | undefined =>
    environments.all().find(({ state }) => state.keys.accepts(text))?.name;
  const create = (name: typeof production | typeof staging): Environment => {
    const { apiKeys, initial } = parts[name];
    const settings = { name, apiKeys, seed, profile, gaps, machine, createStore, journalSize, keyOwner, run };
    return createEnvironment(settings, initial);
  };
  const environments = createEnvironments(create(production), create(staging));
  return environments;
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
