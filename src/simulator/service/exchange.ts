import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Environment, EnvironmentState } from '../environment/environment.ts';
import type { Choices } from '../environment/gaps/choices.ts';
import type { GapKey } from '../environment/gaps/gaps.ts';
import type { JournalEntry } from '../environment/journal/journal-entry.ts';
import type { OrderList } from '../orders/order-store.ts';
import type { RequestHead } from '../server/request-head.ts';
import type { Route } from './route.ts';

/** A request as a server gets it: it has a method and a target. */
export type ServiceRequest = IncomingMessage & { method: string; url: string };

/** One request on its way through the service, with all it needs. */
export type Exchange = {
  readonly request: ServiceRequest;
  readonly response: ServerResponse;
  readonly route: Route;
  readonly head: RequestHead;
  /** The request's body; empty where there is none. */
  readonly body: Buffer;
  /** Whether a body came that is larger than this operation reads. */
  readonly tooLarge: boolean;
  readonly environment: Environment;
  /** Taken once, so that a reset in between changes nothing for this request. */
  readonly state: EnvironmentState;
  /** Counts from 1 within the state. */
  readonly number: number;
  readonly answers: Choices;
  /** The gaps whose answers this exchange relied on, in the order of asking; may repeat. */
  readonly reliedOn: GapKey[];
  /** What the journal keeps. */
  readonly entry: JournalEntry;
  /** The list that a fault shows in place of the orders; undefined where none does. */
  staleList: OrderList | undefined;
};

/** The answer to a gap, for this exchange; notes that the exchange relied on it. */
export function choice<Key extends GapKey>(exchange: Exchange, key: Key): Choices[Key] {
  exchange.reliedOn.push(key);
  return exchange.answers[key];
}
