import type { InlineScenario } from '../control-api.ts';
import type { TlsCertificate } from '../http/tls.ts';
import type { Problem } from '../user-error.ts';
import type { GapKey } from './environment/gaps/gaps.ts';
import type { OnStore } from './environment/store-unavailable.ts';
import type { OnError, OnRequest } from './service/reports.ts';

export type WatchEvent =
  /** The changed file of a scenario was read, and these environments have its state now. */
  | { readonly kind: 'loaded'; readonly scenario: string; readonly environments: readonly string[] }
  /** The changed file is invalid or gone. The environments keep their state. */
  | { readonly kind: 'refused'; readonly scenario: string; readonly problems: readonly Problem[] };

/** Options of `startSimulator`. Each has the meaning and the default of the setting of the same name, except ports. */
export type StartOptions = {
  /**
   * The name of a scenario, the path of a scenario file, or the scenario itself, as `createEnvironment` accepts it. An id
   * that a number cannot hold is a bigint: `9007199254740993n`.
   * @default 'mixed'
   * @example
   * const scenario = { orders: [{ id: 1001, status: 'pending' }], handles: { pending: 1001 } };
   */
  readonly scenario?: string | InlineScenario | undefined;
  /** The scenario of the environment `staging`, given like `scenario`. @default the same as `scenario` */
  readonly stagingScenario?: string | InlineScenario | undefined;
  /** The text of a scenario in YAML. Used instead of `scenario`. */
  readonly scenarioInline?: string | undefined;
  /** A folder of scenarios that override and extend the built-in ones. */
  readonly scenarios?: string | undefined;
  /** Whether to load the scenario of production and staging again when its file changes. @default false */
  readonly watch?: boolean | undefined;
  /** Called when `watch` has read a changed file. @default prints the problems of an invalid file to stderr */
  readonly onWatch?: ((event: WatchEvent) => void) | undefined;
  /**
   * A folder with a YAML or JSON file for each environment to create at the start, as `PUT /environments/{name}` accepts it.
   * Their API keys are by default those of production.
   */
  readonly environments?: string | undefined;
  /** The maximum number of orders of a scenario. @default 100000 */
  readonly maxOrders?: number | undefined;
  /** The API keys of production. @default ['test-api-key'] */
  readonly apiKey?: readonly string[] | undefined;
  /** The API keys of staging. @default ['test-staging-key'] */
  readonly stagingApiKey?: readonly string[] | undefined;
  /** The seed of everything random, a whole number from 0. @default 1 */
  readonly seed?: number | undefined;
  /**
   * How gaps are chosen: `least-promise`, `typical`, `vary`, or the path of a profile file.
   * @default the profile of the scenario, or `least-promise`
   */
  readonly profile?: string | undefined;
  /** Choices that override the profile, by gap key: `{ 'conflict-body': 'error' }`. */
  readonly gaps?: Readonly<Partial<Record<GapKey, string>>> | undefined;
  /** Whether responses name the gaps that they rely on, in the header `Sim-Gaps`. @default false */
  readonly gapsHeader?: boolean | undefined;
  /** The port of the service. @default 0, any free port */
  readonly port?: number | undefined;
  /** The address on which the service listens. @default '127.0.0.1' */
  readonly host?: string | undefined;
  /**
   * The address at which clients reach the service, without `/v1`: `https://orders.test`. Every base address begins with it.
   * @default the address on which the service listens, or the host by which a client called the control API
   */
  readonly publicUrl?: string | undefined;
  /** Whether to serve the control API. @default true */
  readonly control?: boolean | undefined;
  /** The port of the control API. @default 0, any free port */
  readonly controlPort?: number | undefined;
  /** The address on which the control API listens. @default '127.0.0.1' */
  readonly controlHost?: string | undefined;
  /** The bearer token of the control API. @default a random token */
  readonly controlToken?: string | undefined;
  /** Host names under which clients may call the control API, in addition to the loopback names. */
  readonly controlHosts?: readonly string[] | undefined;
  /** The name of this process in `GET /environments` and `/metrics`. @default the host name of the machine */
  readonly replica?: string | undefined;
  /** The address of a Valkey or Redis that several processes share: `redis://host:6379`. @default none */
  readonly store?: string | undefined;
  /** Called when the connection to the store is lost or restored. @default prints a line to stderr */
  readonly onStore?: OnStore | undefined;
  /** The number of exchanges that the journal of an environment keeps. @default 1000 */
  readonly journalSize?: number | undefined;
  /** Serves https with this certificate. */
  readonly certificate?: TlsCertificate | undefined;
  /** Called for errors in the simulator itself. @default prints the error to stderr */
  readonly onError?: OnError | undefined;
  /** Called after each request of the service. */
  readonly onRequest?: OnRequest | undefined;
};
