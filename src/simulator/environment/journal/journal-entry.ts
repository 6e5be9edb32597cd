import type { CancelOutcome } from '../../orders/order-store.ts';
import type { FiredFault } from '../faults/live-fault.ts';
import type { Choices } from '../gaps/choices.ts';
import type { GapKey } from '../gaps/gaps.ts';
import type { OperationName, PathName } from '../operation.ts';
import type { RefusalReason } from './refusal-reason.ts';

/** The most bytes of a request's or an answer's body that the journal keeps. */
export const keptBodyBytes: number = 8_192;

/**
 * How an exchange ended. `answered`: whole and on purpose. `client-gone`: the client left before the answer was written.
 * `reset`, `closed`, `garbled`, `cut`: a fault ended the connection so. `failed`: a bug of ours.
 */
export type ExchangeEnd = 'answered' | 'client-gone' | 'reset' | 'closed' | 'garbled' | 'cut' | 'failed';

/**
 * One exchange as the journal keeps it: references and numbers, nothing copied or written out. It holds keys; whoever
 * shows it goes through `Journal.find`, which takes them out.
 */
export type JournalEntry = {
  /** Counts from 1 within one state of the environment. */
  readonly number: number;
  /** Milliseconds since 1970 on the environment's clock. */
  readonly begunAt: number;
  readonly method: string;
  /** The request target as it came, query and all. */
  readonly target: string;
  /** Names and values in turns, as they came. */
  readonly rawHeaders: readonly string[];
  /** At most `keptBodyBytes` of the request's body. */
  readonly body: Buffer;
  /** The bytes of the request's body as read, which may be more than are kept. */
  bodyLength: number;
  /** Undefined where the target names no path of the service. */
  readonly path: PathName | undefined;
  /** The operation that path and method name; undefined where they name none. */
  readonly operation: OperationName | undefined;
  /** The text of orderId in the path; empty where the path has none. */
  readonly orderIdText: string;
  readonly choices: Choices;
  /** The gaps whose answers the exchange relied on; may repeat. */
  readonly reliedOn: GapKey[];
  /** What came of the cancel, where the exchange got as far as trying one. */
  cancel: CancelOutcome['kind'] | undefined;
  /** The code of the refusal that was made, before any gap or fault changed what is shown. */
  refusal: string | undefined;
  /** Explains the refusal, or the fault that replaced the response. */
  reason: RefusalReason | undefined;
  /** What faults did, in the order of firing. */
  faults: readonly FiredFault[];
  /** The gate that held the exchange. */
  gate: string | undefined;
  end: ExchangeEnd | undefined;
  /** On the environment's clock; undefined while the exchange goes on. */
  endedAt: number | undefined;
  /** The status that was sent; undefined where none was. */
  status: number | undefined;
  /** The headers that were sent, names and values in turns, without those that Node adds itself. */
  responseHeaders: readonly string[];
  /** At most `keptBodyBytes` of the answer's body, as it was meant to be sent. */
  responseBody: string | Buffer | undefined;
  /** The bytes of the answer's body, which may be more than are kept. */
  responseLength: number;
};
