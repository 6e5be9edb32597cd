import type { EndedRun, Outcome } from '../../src/matrix/model.ts';
import { type FaultPoint, faultId } from '../../src/matrix/plan/fault-points.ts';
import type { ExchangeRecord } from '../../src/simulator/environment/record/run-recorder.ts';
import { ended, passed, record } from './report/sample-runs.ts';

/** An exchange of a run: when it was sent, and what differs from a list that passed. */
export type Sent = { readonly at: number; readonly fault?: FaultPoint } & Partial<ExchangeRecord>;

export { passed } from './report/sample-runs.ts';
export const failed: Outcome = { kind: 'failed', exit: 'exit code 1', tests: [] };
export const cancel = {
  operation: 'cancelOrder',
  method: 'DELETE',
  target: '/v1/store/orders/1',
  orderId: '1',
} as const;
export const point = (
  kind: FaultPoint['kind'],
  nth = 1,
  operation: FaultPoint['operation'] = 'cancelOrder',
): FaultPoint => ({
  operation,
  nth,
  kind,
});
export const lost = { ...cancel, cancel: 'cancelled', end: 'reset', status: 0 } as const;
export const reset = { end: 'reset', status: 0 } as const;
export const unavailable = { status: 503, headers: ['Retry-After', '1'] } as const;

let runs = 0;
/** A run with these exchanges, and with their faults as its cell. */
export function run(sent: readonly Sent[], outcome: Outcome = passed): EndedRun {
  const records = sent.map(({ at, fault, ...changes }, index) =>
    record(index + 1, {
      ...{ begunAt: at, endedAt: at, headers: [] },
      ...(fault !== undefined && { faults: [faultId(fault)] }),
      ...changes,
    }),
  );
  const faults = sent.flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
  return { ...ended(++runs, { gaps: {}, faults }, outcome), records };
}

export const once: readonly Sent[] = [{ at: 0, ...cancel }];
export const listed: readonly Sent[] = [{ at: 0 }];
