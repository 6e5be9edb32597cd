/** A request in which the simulator failed, so that a person finds it in the journal. */
export type FailedRequest = {
  /** Counts the failures of this simulator from 1. */
  readonly failure: number;
  readonly method: string;
  /** Without keys, as in the journal. */
  readonly target: string;
  /** The environment in whose journal it stands; undefined where the failure came before any exchange, or in the control API. */
  readonly environment?: string;
  /** Its number in that journal. */
  readonly exchange?: number;
};

/** A request of the service that has been answered. */
export type EndedRequest = {
  /** The environment in whose journal it stands. */
  readonly environment: string;
  /** Its number in that journal. */
  readonly exchange: number;
  readonly method: string;
  /** Without keys, as in the journal. */
  readonly target: string;
  /** The HTTP status; 0 where no answer was sent. */
  readonly status: number;
  /** Milliseconds from the request's head to the end of the answer. */
  readonly ms: number;
};

/** Told of what should never happen, so that it can be logged. */
export type ReportFault = (error: unknown, request: FailedRequest) => void;

/** Told of each exchange at its end. */
export type ReportRequest = (request: EndedRequest) => void;
