import { createNamedScenarios } from '../src/http/control/named-scenarios.ts';
import type { ReportFault, ReportRequest } from '../src/http/reported-request.ts';
import type { Order, OrderStatus } from '../src/orders/order.ts';
import type { OrderStore, PlacedOrder } from '../src/orders/order-store.ts';
import { packOrders } from '../src/orders/packed-orders.ts';
import { createCatalog } from '../src/scenarios/catalog.ts';
import { type Clock, machineClock } from '../src/simulation/clock.ts';
import type { GapAnswerTexts, InitialState } from '../src/simulation/initial-state.ts';
import type { ProfileName } from '../src/simulation/profile-name.ts';
import { type OpenSimulator, openSimulator } from '../src/simulator.ts';
import type { TlsCertificate } from '../src/tls.ts';

export const testKey = 'test-api-key';
export const stagingKey = 'test-staging-key';
export const controlToken = 'test-control-token';

export type TestSimulatorOptions = Partial<
  Pick<InitialState, 'apiKeys' | 'ships' | 'pets' | 'clock' | 'handles' | 'faults'>
> & {
  readonly orders?: Iterable<PlacedOrder>;
  readonly stagingOrders?: Iterable<PlacedOrder>;
  readonly gaps?: GapAnswerTexts;
  readonly profile?: ProfileName;
  readonly seed?: string;
  readonly gapsHeader?: boolean;
  readonly machine?: Clock;
  readonly journalSize?: number;
  readonly certificate?: TlsCertificate;
  readonly controlHosts?: readonly string[];
  readonly scenarioFolder?: string;
  readonly createStore?: (orders: Iterable<PlacedOrder>) => OrderStore;
  readonly reportFault?: ReportFault;
  readonly reportRequest?: ReportRequest;
};

export type TestSimulator = OpenSimulator &
  AsyncDisposable & {
    readonly baseUrl: string;
    readonly stagingBaseUrl: string;
    readonly controlUrl: string;
  };

/** An order in a state, for tests: `order(1n)`, `order(2n, 'shipped', { complete: true })`. */
export function order(id: bigint, status: OrderStatus = 'pending', rest: Order = {}): PlacedOrder {
  return { order: { id, ...rest }, status };
}

/** A state that a scenario file could have given. */
export function initialState(options: TestSimulatorOptions = {}): InitialState {
  return {
    scenario: 'test',
    description: '',
    orders: packOrders(options.orders ?? []),
    handles: options.handles ?? new Map(),
    apiKeys: options.apiKeys ?? new Map(),
    gaps: {},
    clock: options.clock ?? {},
    ships: options.ships ?? [],
    faults: options.faults ?? [],
    pets: options.pets ?? new Map(),
  };
}

/** A simulator on free ports of the loopback address, in a state given as data. */
export async function openTestSimulator(options: TestSimulatorOptions = {}): Promise<TestSimulator> {
  const catalog = createCatalog({ folder: options.scenarioFolder });
  const open = await openSimulator({
    production: { initial: initialState(options), apiKeys: [testKey] },
    staging: { initial: initialState({ orders: options.stagingOrders ?? [] }), apiKeys: [stagingKey] },
    seed: options.seed ?? '1',
    profile: options.profile,
    gaps: options.gaps ?? {},
    gapsHeader: options.gapsHeader ?? false,
    service: { host: '127.0.0.1', port: 0 },
    control: {
      host: '127.0.0.1',
      port: 0,
      token: controlToken,
      hosts: options.controlHosts ?? [],
      scenarios: createNamedScenarios({
        catalog,
        first: await catalog.open('mixed'),
        folder: options.scenarioFolder,
      }),
      maxOrders: 1_000_000,
    },
    certificate: options.certificate,
    journalSize: options.journalSize,
    machine: options.machine ?? machineClock,
    reportFault: options.reportFault ?? ((error) => console.error(error)),
    reportRequest: options.reportRequest,
    createStore: options.createStore,
  });
  return {
    ...open,
    controlUrl: open.controlOrigin ?? '',
    baseUrl: `${open.serviceOrigin}/v1`,
    stagingBaseUrl: `${open.serviceOrigin}/staging/v1`,
    [Symbol.asyncDispose]: () => open.stop(0),
  };
}
