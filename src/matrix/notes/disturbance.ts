import type { ExchangeRecord } from '../../simulator/environment/record/run-record.ts';
import type { EndedRun } from '../model.ts';
import { conversationsOf, pairConversations, requestOf } from '../plan/conversations.ts';
import { type FaultPoint, faultId } from '../plan/fault-points.ts';

/** An exchange in which a fault of the cell fired, and what the client did next. */
export type Disturbance = {
  readonly run: EndedRun;
  readonly point: FaultPoint;
  readonly exchange: ExchangeRecord;
  /** The same request again, in the same state of the environment, in the order of arrival. */
  readonly again: readonly ExchangeRecord[];
  /** How many of those the client sends without the fault as well: only what is beyond them is a repetition. */
  readonly usual: number;
  /** All later exchanges in the same state. */
  readonly next: readonly ExchangeRecord[];
};

/** Returns the disturbed exchanges of a run, compared with a run of the baseline. */
export function disturbancesOf(run: EndedRun, baseline: EndedRun): readonly Disturbance[] {
  return pairConversations(conversationsOf(run), conversationsOf(baseline)).flatMap(([own, usual]) =>
    own.flatMap((exchange, at) => {
      const point = run.run.cell.faults.find((one) => exchange.faults.includes(faultId(one)));
      if (point === undefined) return [];
      const request = requestOf(exchange);
      const isSame = (one: ExchangeRecord): boolean => requestOf(one) === request;
      const next = own.slice(at + 1);
      // The disturbed exchange is itself one of the usual ones, as are those before it.
      const before = own.slice(0, at + 1).filter(isSame).length;
      return [
        {
          run,
          point,
          exchange,
          again: next.filter(isSame),
          usual: Math.max(0, usual.filter(isSame).length - before),
          next,
        },
      ];
    }),
  );
}
