import type { Server } from 'node:http';
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
import {
  createExchangeEndHook,
  createFailureReporter,
  type OnError,
  type OnRequest,
  type ReportFailure,
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
  /** The maximum number of orders of a scenario. */
  readonly maxOrders: number;
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
  /** Undefined disables the control API. */
  readonly control: ControlSettings | undefined;
  readonly certificate: TlsCertificate | undefined;
  readonly machine: Clock;
  /** The number of exchanges that the journal of an environment keeps. */
  readonly journalSize?: number | undefined;
  readonly onError: OnError;
  readonly onRequest?: OnRequest | undefined;
  readonly createStore?: ((orders: Iterable<PlacedOrder>) => OrderStore) | undefined;
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
  const { machine, gapsHeader } = parts;
  const environments = firstEnvironments(parts);
  const life = { ready: false, serviceOrigin: '' };
  const stopping = new AbortController();
  const traffic = createTraffic();
  const reportFailure = failureReporter(parts, environments);
  const onExchangeEnd = createExchangeEndHook(traffic, parts.onRequest);
  const router = createServiceRouter({ environments, gapsHeader, onExchangeEnd, reportFailure });
  const service = drainable(createHttpServer(router, parts.certificate, { onRefused: traffic.countRefused }));
  const control =
    parts.control &&
    drainable(
      createHttpServer(
        createControlApp({
          ...parts.control,
          environments,
          temporaryEnvironments: createTemporaryEnvironments({
            environments,
            machine,
            stopping: stopping.signal,
          }),
          traffic,
          machine,
          serviceOrigin: () => life.serviceOrigin,
          ready: () => life.ready,
          stopping: stopping.signal,
          reportFailure,
        }),
        undefined,
        { onRefused: traffic.countRefused },
      ),
    );
  const stop = async (deadlineMs: number): Promise<void> => {
    life.ready = false;
    stopping.abort();
    for (const environment of environments.all()) environment.end();
    const drains = control === undefined ? [service.drain] : [service.drain, control.drain];
    await drainAll(drains, deadlineMs, machine);
  };
  try {
    // The service listens last: a client that waits only for its port finds the control API too.
    const controlOrigin =
      parts.control &&
      control &&
      (await open(control.server, 'http', { ...parts.control, setting: '--control-port' }));
    const scheme = parts.certificate === undefined ? 'http' : 'https';
    life.serviceOrigin = await open(service.server, scheme, { ...parts.service, setting: '--port' });
    life.ready = true;
    return { environments, serviceOrigin: life.serviceOrigin, controlOrigin, stop };
  } catch (error) {
    await stop(0);
    throw error;
  }
}

function failureReporter({ control, onError }: SimulatorParts, environments: Environments): ReportFailure {
  return createFailureReporter(environments, onError, (text) => text === control?.token);
}

function firstEnvironments(parts: SimulatorParts): Environments {
  const { seed, profile, gaps, machine, createStore, journalSize } = parts;
  const keyOwner = (text: string): string | undefined =>
    environments.all().find(({ state }) => state.keys.accepts(text))?.name;
  const create = (name: typeof production | typeof staging): Environment => {
    const { apiKeys, initial } = parts[name];
    const settings = { name, apiKeys, seed, profile, gaps, machine, createStore, journalSize, keyOwner };
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

async function open(server: Server, scheme: 'http' | 'https', address: ListenAddress): Promise<string> {
  const port = await listen(server, address);
  const { host } = address;
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `${scheme}://${shown}:${port}`;
}
