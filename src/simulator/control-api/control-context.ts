import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../clock.ts';
import type { SettingView } from '../../control-api.ts';
import type { Coverage } from '../environment/coverage.ts';
import type { Environments } from '../environment/environments.ts';
import type { OrderRoom } from '../environment/order-room.ts';
import type { Traffic } from '../environment/traffic.ts';
import type { ConsoleFiles } from './console/console-files.ts';
import type { Sessions } from './console/sessions.ts';
import type { NamedScenarios } from './named-scenarios.ts';
import type { ServiceListener } from './service-address.ts';

export type ControlParts = {
  readonly environments: Environments;
  readonly scenarios: NamedScenarios;
  readonly maxOrders: number;
  readonly traffic: Traffic;
  /** What clients met in all environments, also in those that are deleted. */
  readonly coverage: Coverage;
  /** Returns the record of a run of `matrix`. Undefined if there is none in memory. */
  readonly record?: (() => string) | undefined;
  readonly room: OrderRoom;
  readonly replica: string;
  readonly machine: Clock;
  /** Where the service listens. Its port is 0 until then. */
  readonly service: ServiceListener;
  /** The bearer token that every route except the open ones requires. */
  readonly token: string;
  /** The one-time code of the link with which a person signs in to the console. */
  readonly signInCode?: string | undefined;
  readonly settings: () => readonly SettingView[];
  /** The files of the console. Default: those of this package. */
  readonly consoleFiles?: ConsoleFiles | undefined;
  /** Host names under which clients may call the API, in addition to the loopback names. */
  readonly hosts: readonly string[];
  /** Returns false until every socket listens, from the moment a stop begins, and while a shared store does not accept changes. */
  readonly ready: () => boolean | Promise<boolean>;
  /** Aborts when the simulator stops, which ends every wait. */
  readonly stopping: AbortSignal;
  readonly reportFailure: (error: unknown, request: IncomingMessage) => void;
};

/** What the handlers of the routes use. */
export type ControlContext = ControlParts & {
  readonly sessions: Sessions;
  readonly consoleFiles: ConsoleFiles;
};
