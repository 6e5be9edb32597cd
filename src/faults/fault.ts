import { asDuration, count, type FieldsOf, optional, time } from '../field.ts';
import { type OperationName, operationNames } from '../operation.ts';
import { type BandwidthFault, bandwidth } from './bandwidth.ts';
import { type CloseFault, close } from './close.ts';
import { type DripFault, drip } from './drip.ts';
import type { FaultKind } from './fault-kind.ts';
import { type GarbageFault, garbage } from './garbage.ts';
import { type LatencyFault, latency } from './latency.ts';
import { type MeanwhileFault, meanwhile } from './meanwhile.ts';
import { type RateLimitFault, rateLimit } from './rate-limit.ts';
import { type ResetFault, reset } from './reset.ts';
import { type StaleListFault, staleList } from './stale-list.ts';
import { type StatusFault, status } from './status.ts';
import { type TruncateFault, truncate } from './truncate.ts';
import { type UnauthorizedFault, unauthorized } from './unauthorized.ts';

/** The fields of every fault: its name, which exchanges it disturbs, and how often. All given parts must match. */
export type CommonSettings = {
  readonly id?: string | undefined;
  readonly operation?: OperationName | undefined;
  readonly orderId?: bigint | undefined;
  /** The id of an API key of the environment, never its text. */
  readonly key?: string | undefined;
  readonly times?: number | undefined;
  readonly every?: number | undefined;
  readonly probability?: number | undefined;
  readonly durationMs?: number | undefined;
};

/** The id of every fault of a cell of `matrix` begins with it. */
export const cellFaultPrefix = 'matrix-';

export const commonFields: FieldsOf<CommonSettings> = {
  id: {
    type: 'text',
    optional: true,
    pattern: /^[A-Za-z0-9][\w.-]{0,63}$/,
    expected: 'a name like lost-response, of letters, digits, ., - and _',
    description: 'The name of the fault in lists and in the journal. Default: fault-1, fault-2, …',
  },
  operation: {
    type: 'enum',
    optional: true,
    values: operationNames,
    description: 'Disturbs only this operation.',
  },
  orderId: { type: 'order-id', optional: true, description: 'Disturbs only requests for this order.' },
  key: {
    type: 'text',
    optional: true,
    pattern: /^key-[1-9][0-9]{0,8}$/,
    expected: 'the id of a key, like key-1',
    description:
      'Disturbs only requests with this API key: key-1 is the first of the environment, those of the settings before those of the scenario.',
  },
  times: optional(count('Fires at most this many times.')),
  every: optional(count('Fires on every nth match: 3 means on the third and the sixth.')),
  probability: {
    type: 'number',
    optional: true,
    maximum: 1,
    description:
      'Fires with this probability, drawn from the seed: the same requests in the same order meet the same faults.',
  },
  durationMs: asDuration(
    'duration',
    optional(time("Ends this long after it was added, on the environment's clock.", 31_536_000_000)),
  ),
};

/** The fields that say what a fault does. */
export type FaultSettings =
  | LatencyFault
  | BandwidthFault
  | DripFault
  | ResetFault
  | CloseFault
  | TruncateFault
  | GarbageFault
  | StatusFault
  | RateLimitFault
  | UnauthorizedFault
  | StaleListFault
  | MeanwhileFault;

/** A disturbance injected on purpose. */
export type Fault = CommonSettings & FaultSettings;

type Kinds = { readonly [Kind in FaultSettings['kind']]: FaultKind<Extract<FaultSettings, { kind: Kind }>> };

/** The table of faults, one file each, in the order of the docs. */
export const faultKinds: Kinds = {
  latency,
  bandwidth,
  drip,
  reset,
  close,
  truncate,
  garbage,
  status,
  'rate-limit': rateLimit,
  unauthorized,
  'stale-list': staleList,
  meanwhile,
};

export function kindOf(fault: FaultSettings): FaultKind<FaultSettings> {
  // The row was found by the kind of this fault, which the types cannot follow.
  return faultKinds[fault.kind] as FaultKind<FaultSettings>;
}
