/** A client of the control API: fetch alone, in any runtime that has it. */
export type { CallOptions, ControlClientOptions } from './caller.ts';
export { ControlApiError } from './control-api-error.ts';
export { ControlClient } from './control-client.ts';
export { EnvironmentClient } from './environment-client.ts';
export type { FaultsClient } from './faults-client.ts';
export type { GatesClient } from './gates-client.ts';
export type { JournalClient } from './journal-client.ts';
export type * from './journal-types.ts';
export type { KeysClient } from './keys-client.ts';
export { OpenEnvironment } from './open-environment.ts';
export type { OrderReference, OrdersClient } from './orders-client.ts';
export type * from './wire-types.ts';
