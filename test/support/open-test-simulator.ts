import { randomBytes } from 'node:crypto';
import { type Clock, machineClock } from '../../src/clock.ts';
import type { SettingView } from '../../src/control-api.ts';
import type { TlsCertificate } from '../../src/http/tls.ts';
import { completeOptions } from '../../src/simulator/complete-options.ts';
import type { ConsoleFiles } from '../../src/simulator/control-api/console/console-files.ts';
import { createNamedScenarios } from '../../src/simulator/control-api/named-scenarios.ts';
import type { EnvironmentState } from '../../src/simulator/environment/environment.ts';
import type { ProfileName } from '../../src/simulator/environment/gaps/gap.ts';
import type { GapChoiceTexts, InitialState } from '../../src/simulator/environment/initial-state.ts';
import { createRecordLog } from '../../src/simulator/environment/record/record-lines.ts';
import { connectStore } from '../../src/simulator/environment/store/connect-store.ts';
import type { EnvironmentStore } from '../../src/simulator/environment/store/environment-store.ts';
import {
  type OpenSimulator,
  openSimulator,
  type SimulatorParts,
} from '../../src/simulator/open-simulator.ts';
import type { PlacedOrder } from '../../src/simulator/orders/order-store.ts';
import { createCatalog } from '../../src/simulator/scenarios/catalog.ts';
import type { OnError, OnRequest } from '../../src/simulator/service/reports.ts';
import { aState } from './an-environment.ts';
import { type RawResponse, request } from './raw-http.ts';

export const testKey = 'test-api-key';
export const stagingKey = 'test-staging-key';
export const controlToken = 'test-control-token';
export const signInCode = 'test-sign-in-code';

export type TestSimulatorOptions = Partial<
  Pick<InitialState, 'apiKeys' | 'ships' | 'pets' | 'clock' | 'handles' | 'faults'>
> & {
  readonly orders?: Iterable<PlacedOrder>;
  readonly stagingOrders?: Iterable<PlacedOrder>;
  readonly gaps?: GapChoiceTexts;
  readonly profile?: ProfileName;
  readonly seed?: string;
  readonly gapsHeader?: boolean;
  /** Whether to record the exchanges for `GET /record`. */
  readonly recorded?: boolean;
  readonly publicUrl?: string;
  readonly machine?: Clock;
  readonly journalSize?: number;
  readonly certificate?: TlsCertificate;
  readonly maxOrders?: number;
  readonly controlHosts?: readonly string[];
  readonly scenarioFolder?: string;
  readonly mostKib?: number;
  readonly store?: EnvironmentStore;
  readonly replica?: string;
  readonly settings?: () => readonly SettingView[];
  readonly consoleFiles?: ConsoleFiles;
  readonly onError?: OnError;
  readonly onRequest?: OnRequest;
  /** Why the test needs a simulator that is one process, also where others run with a store. */
  readonly ofOneProcess?: string;
};

export type TestSimulator = OpenSimulator &
  AsyncDisposable & {
    readonly baseUrl: string;
    readonly stagingBaseUrl: string;
    readonly controlUrl: string;
  };

/** A simulator on free ports of the loopback address, in a state given as data. */
export async function openTestSimulator(options: TestSimulatorOptions = {}): Promise<TestSimulator> {
  const { orders = [], stagingOrders = [], handles, apiKeys, clock, ships, faults, pets } = options;
  const given = Object.entries({ handles, apiKeys, clock, ships, faults, pets });
  const state = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  const catalog = createCatalog({ folder: options.scenarioFolder });
  const record = options.recorded === true ? createRecordLog() : undefined;
  const { certificate, controlHosts, journalSize, maxOrders, publicUrl, replica, gapsHeader } = options;
  const { onError, onRequest } = options;
  const parts: SimulatorParts = {
    ...completeOptions({
      apiKey: [testKey],
      stagingApiKey: [stagingKey],
      seed: Number(options.seed ?? '1'),
      ...{ certificate, controlHosts, controlToken, gapsHeader, journalSize, maxOrders, publicUrl, replica },
      ...{ onError: onError ?? console.error, onRequest },
    }),
    production: aState({ ...state, orders }),
    staging: aState({ orders: stagingOrders }),
    others: [],
    profile: options.profile,
    gaps: options.gaps ?? {},
    scenarios: createNamedScenarios({ catalog, first: await catalog.open('mixed') }),
    signInCode,
    settings: options.settings,
    consoleFiles: options.consoleFiles,
    mostKib: options.mostKib,
    store: options.store,
    run: record && { onRecord: record.add },
    record: record?.text,
    machine: options.machine ?? machineClock,
  };
  const open = await openWithStore(parts, options.ofOneProcess !== undefined);
  return {
    ...open,
    controlUrl: open.controlOrigin ?? '',
    baseUrl: `${open.serviceOrigin}/v1`,
    stagingBaseUrl: `${open.serviceOrigin}/staging/v1`,
    [Symbol.asyncDispose]: () => open.stop(0),
  };
}

/** Sends a request to the service: `ask(simulator, 'GET /v1/store/orders')`, with the key of production unless a header has another. */
export function ask(
  { serviceOrigin }: Pick<OpenSimulator, 'serviceOrigin'>,
  line: string,
  headers: readonly string[] = [],
  body: string | Buffer = '',
): Promise<RawResponse> {
  const [method = '', target = ''] = line.split(' ');
  const hasKey = headers.some((header) => header.startsWith('Authorization:'));
  const all = hasKey ? headers : [`Authorization: Bearer ${testKey}`, ...headers];
  return request(serviceOrigin, method, target, all, body);
}

/** Changes the state of production as a request does, so that the store has the change, if there is one. */
export async function inProduction<T>(
  { environments: { production } }: TestSimulator,
  run: (state: EnvironmentState) => T,
): Promise<T> {
  const result = run(production.state);
  await production.confirm?.();
  return result;
}

/** With TEST_STORE, as in `bash .ci/nightly store`, every simulator has a part of this store for itself. */
async function openWithStore(parts: SimulatorParts, isAlone: boolean): Promise<OpenSimulator> {
  const { TEST_STORE: address } = process.env;
  if (address === undefined || isAlone || parts.store !== undefined) return openSimulator(parts);
  const prefix = randomBytes(6).toString('hex');
  const store = await connectStore(`${address}?durable=no&prefix=${prefix}`, () => {});
  return openSimulator({ ...parts, store });
}
