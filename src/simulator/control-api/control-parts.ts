import type { IncomingMessage } from 'node:http';
import type { Clock } from '../environment/clock.ts';
import type { Environments } from '../environment/environments.ts';
import type { TemporaryEnvironments } from '../environment/temporary-environments.ts';
import type { Traffic } from '../environment/traffic.ts';
import type { NamedScenarios } from './named-scenarios.ts';

/** What the control API is made of. */
export type ControlParts = {
  readonly environments: Environments;
  readonly temporaryEnvironments: TemporaryEnvironments;
  readonly scenarios: NamedScenarios;
  /** The most orders of a scenario. */
  readonly maxOrders: number;
  readonly traffic: Traffic;
  readonly machine: Clock;
  /** `http://127.0.0.1:4010`; asked for at each answer, since the service listens last. */
  readonly serviceOrigin: () => string;
  /** The bearer token that every route but the two probes wants. */
  readonly token: string;
  /** Names beside the loopback ones by which clients may call. */
  readonly hosts: readonly string[];
  /** False before every socket listens and from the moment a stop begins. */
  readonly ready: () => boolean;
  /** Aborts when the simulator stops, so that no long answer holds it up. */
  readonly stopping: AbortSignal;
  /** Told of what should never happen. */
  readonly reportFailure: (error: unknown, request: IncomingMessage) => void;
};
