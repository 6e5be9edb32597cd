import { getHeapStatistics } from 'node:v8';
import type { FiredFault } from '../../../faults/live-fault.ts';
import type { OperationName, PathName } from '../../../operation.ts';
import type { CancelOutcome } from '../../orders/order-store.ts';
import type { Choices } from '../gaps/choices.ts';
import type { GapKey } from '../gaps/gaps.ts';
import type { RefusalReason } from './refusal-reason.ts';
import type { BytePool } from './ring.ts';

/** The maximum number of bytes that the journal keeps of a request body or a response body. */
export const keptBodyBytes: number = 8_192;

/**
 * How an exchange ended. `answered`: with a complete response. `client-gone`: the client left before the response was
 * written. `reset`, `closed`, `garbled`, `cut`: a fault ended it. `failed`: by a bug of the simulator.
 */
export type ExchangeEnd = 'answered' | 'client-gone' | 'reset' | 'closed' | 'garbled' | 'cut' | 'failed';

/**
 * One exchange as the journal keeps it: references and numbers, without copies. It contains keys; `Journal.find` and
 * `Journal.show` redact them.
 */
export type JournalEntry = {
  /** Counts from 1 within one state of the environment. */
  number: number;
  /** The places of its begin and its end among the events of the journal; 0 until then. They show which exchanges overlapped. */
  begun: number;
  ended: number;
  /** Milliseconds since 1970 on the environment's clock. */
  readonly begunAt: number;
  readonly method: string;
  /** The request target as received, with the query. */
  readonly target: string;
  /** Alternating names and values, as received. */
  readonly rawHeaders: readonly string[];
  /** At most `keptBodyBytes` of the request's body. */
  readonly body: Buffer;
  /** The number of bytes that were read of the request's body. */
  bodyLength: number;
  /** Undefined if the target is not a path of the service. */
  readonly path: PathName | undefined;
  /** The operation of path and method, if any. */
  readonly operation: OperationName | undefined;
  /** The text of orderId in the path; empty if the path has none. */
  readonly orderIdText: string;
  readonly choices: Choices;
  /** The gaps that the exchange relied on; may contain duplicates. */
  readonly reliedOn: GapKey[];
  /** The outcome of the cancel, if the exchange reached one. */
  cancel: CancelOutcome['kind'] | undefined;
  /** The code of the refusal, before a gap choice or a fault changed the response. */
  refusal: string | undefined;
  /** Explains the refusal, or the fault that replaced the response. */
  reason: RefusalReason | undefined;
  /** The faults that fired, in order. */
  faults: readonly FiredFault[];
  /** The id of the gate that held the request. */
  gate: string | undefined;
  end: ExchangeEnd | undefined;
  /** Milliseconds since 1970 on the environment's clock; undefined while the exchange is open. */
  endedAt: number | undefined;
  /** The status that was sent, if any. */
  status: number | undefined;
  /** The headers that were sent, as alternating names and values, without those that Node adds. */
  responseHeaders: readonly string[];
  /** At most `keptBodyBytes` of the response body, before faults. */
  responseBody: string | Buffer | undefined;
  /** The number of bytes of the response body. */
  responseLength: number;
  /** The bytes that the entry keeps in memory, estimated. */
  bytes: number;
};

const mebibyte = 1024 * 1024;
const heap = getHeapStatistics().heap_size_limit;

/** The maximum bytes of the journal of an environment. */
export const maxJournalBytes: number = Math.min(16 * mebibyte, heap / 10);

/** The bytes of the journals of all environments. */
export const journalBytes: BytePool = { most: Math.min(64 * mebibyte, heap / 5), used: 0 };

/** What an exchange keeps besides texts and bodies. */
const perEntry = 1_024;
/** What a text keeps besides its characters. */
const perText = 28;

/** Returns the bytes that an exchange keeps when it begins. */
export function bytesOfRequest({
  target,
  rawHeaders,
  body,
}: Pick<JournalEntry, 'target' | 'rawHeaders' | 'body'>): number {
  return perEntry + target.length + body.length + bytesOfTexts(rawHeaders);
}

/** Returns the bytes that an exchange keeps of its response. */
export function bytesOfResponse({ responseHeaders, responseBody }: JournalEntry): number {
  const ofBody = typeof responseBody === 'string' ? 2 * responseBody.length : (responseBody?.length ?? 0);
  return ofBody + bytesOfTexts(responseHeaders);
}

function bytesOfTexts(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + perText + text.length, 0);
}
