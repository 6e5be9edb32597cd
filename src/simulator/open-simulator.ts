import type { RequestListener, Server } from 'node:http';
import { createControlApp } from './control-api/control-app.ts';
import type { NamedScenarios } from './control-api/named-scenarios.ts';
import type { Clock } from './environment/clock.ts';
import { createEnvironment, type Environment, production, staging } from './environment/environment.ts';
import { createEnvironments, type Environments } from './environment/environments.ts';
import type { GapChoiceTexts, InitialState } from './environment/initial-state.ts';
import type { ProfileName } from './environment/profile-name.ts';
import { createTemporaryEnvironments } from './environment/temporary-environments.ts';
import { createTraffic } from './environment/traffic.ts';
import type { OrderStore, PlacedOrder } from './orders/order-store.ts';
import { type Drain, trackConnections } from './server/drain.ts';
import { createHttpServer } from './server/http-server.ts';
import { type ListenAddress, listen } from './server/listen.ts';
import type { TlsCertificate } from './server/tls.ts';
import type { ReportFault, ReportRequest } from './service/reported-request.ts';
import { createExchangeEndHook, createFailureReporter } from './service/request-reports.ts';
import { createServiceRouter } from './service/service-router.ts';

/** One of the two environments that exist from the start. */
export type FirstEnvironment = {
  readonly initial: InitialState;
  readonly apiKeys: readonly string[];
};

/** Where the control API listens, and whom it lets in. */
export type ControlSettings = {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  /** Names beside the loopback ones by which clients may call it. */
  readonly hosts: readonly string[];
  readonly scenarios: NamedScenarios;
  /** The most orders of a scenario. */
  readonly maxOrders: number;
};

/** Everything a simulator is composed of, read and checked. */
export type SimulatorParts = {
  readonly production: FirstEnvironment;
  readonly staging: FirstEnvironment;
  readonly seed: string;
  readonly profile: ProfileName | undefined;
  readonly gaps: GapChoiceTexts;
  readonly gapsHeader: boolean;
  readonly service: { readonly host: string; readonly port: number };
  /** Undefined switches the control API off. */
  readonly control: ControlSettings | undefined;
  readonly certificate: TlsCertificate | undefined;
  readonly machine: Clock;
  /** How many exchanges the journal of an environment holds; 1,000 where left out. */
  readonly journalSize?: number | undefined;
  readonly reportFault: ReportFault;
  /** Told of each answered request of the service. */
  readonly reportRequest?: ReportRequest | undefined;
  readonly createStore?: ((orders: Iterable<PlacedOrder>) => OrderStore) | undefined;
};

/** A simulator whose sockets listen. */
export type OpenSimulator = {
  readonly environments: Environments;
  /** `http://127.0.0.1:4010`, without a path. */
  readonly serviceOrigin: string;
  readonly controlOrigin: string | undefined;
  /**
   * Stops accepting, lets requests in flight finish, cuts every other connection, and ends after `deadlineMs` at the
   * latest.
   */
  stop(deadlineMs: number): Promise<void>;
};

/** Composes a simulator and opens its sockets; when one cannot be opened, none stays open. */
export async function openSimulator(parts: SimulatorParts): Promise<OpenSimulator> {
  const keyOwner = (text: string): string | undefined =>
    environments.all().find(({ state }) => state.keys.accepts(text))?.name;
  const environments: Environments = createEnvironments(
    firstEnvironment(parts, production, keyOwner),
    firstEnvironment(parts, staging, keyOwner),
  );
  const life = { ready: false, serviceOrigin: '' };
  const stopping = new AbortController();
  const traffic = createTraffic();
  const { gapsHeader, reportFault, reportRequest } = parts;
  const isToken = (text: string): boolean => text === parts.control?.token;
  const reportFailure = createFailureReporter(environments, reportFault, isToken);
  const onExchangeEnd = createExchangeEndHook(traffic, reportRequest);
  const serviceRouter = createServiceRouter(environments, { gapsHeader, onExchangeEnd, reportFailure });
  const service = drainable(createHttpServer(serviceRouter, parts.certificate));
  const temporaryEnvironments = createTemporaryEnvironments({
    environments,
    machine: parts.machine,
    stopping: stopping.signal,
  });
  const controlApp = (settings: ControlSettings): RequestListener =>
    createControlApp({
      ...settings,
      environments,
      temporaryEnvironments,
      traffic,
      machine: parts.machine,
      serviceOrigin: () => life.serviceOrigin,
      ready: () => life.ready,
      stopping: stopping.signal,
      reportFailure,
    });
  const control = parts.control && drainable(createHttpServer(controlApp(parts.control)));
  const stop = async (deadlineMs: number): Promise<void> => {
    life.ready = false;
    stopping.abort();
    for (const environment of environments.all()) environment.end();
    const drains = control === undefined ? [service.drain] : [service.drain, control.drain];
    await drainAll(drains, deadlineMs, parts.machine);
  };
  try {
    // The service listens last: whoever waits for its port alone finds everything there.
    const controlOrigin =
      parts.control === undefined || control === undefined
        ? undefined
        : await open(control.server, 'http', { ...parts.control, setting: '--control-port' });
    const scheme = parts.certificate === undefined ? 'http' : 'https';
    const serviceOrigin = await open(service.server, scheme, { ...parts.service, setting: '--port' });
    life.serviceOrigin = serviceOrigin;
    life.ready = true;
    return { environments, serviceOrigin, controlOrigin, stop };
  } catch (error) {
    await stop(0);
    throw error;
  }
}

function firstEnvironment(
  parts: SimulatorParts,
  name: typeof production | typeof staging,
  keyOwner: (text: string) => string | undefined,
): Environment {
  const { seed, profile, gaps, machine, createStore, journalSize } = parts;
  const { apiKeys, initial } = parts[name];
  const settings = { name, apiKeys, seed, profile, gaps, machine, createStore, journalSize, keyOwner };
  return createEnvironment(settings, initial);
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

async function open(server: Server, scheme: 'http' | 'https', address: ListenAddress): Promise<string> {
  const port = await listen(server, address);
  const { host } = address;
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `${scheme}://${shown}:${port}`;
}
