/** A client of the control API. It needs only `fetch` and runs in every runtime that has it. */
export type * from '../control-api.ts';
export { type CallOptions, ControlApiError, type ControlClientOptions } from './caller.ts';
export { ControlClient } from './control-client.ts';
export type { EnvironmentClient, OpenEnvironment } from './environment-client.ts';
export type { FaultsClient } from './faults-client.ts';
export type { GatesClient } from './gates-client.ts';
export type { JournalClient, JournalFilter } from './journal-client.ts';
export type { KeysClient } from './keys-client.ts';
export type { OrderReference, OrdersClient } from './orders-client.ts';
