import type { RunRecord } from '../../simulator/environment/record/run-record.ts';
import type { Cell } from '../model.ts';

/** A simulator that runs with the choices and the faults of one cell. */
export type RunningCell = {
  /** The address of the service without `/v1`. */
  readonly origin: string;
  /** The base address of production. Ends in `/v1`. */
  readonly baseUrl: string;
  /** The API key of production. */
  readonly apiKey: string;
  readonly controlUrl: string;
  readonly controlToken: string;
  /** The cell as JSON, for simulators that the tests start themselves. */
  readonly settings: string;
  /** Stops the simulator, which then calls `onRecord` no more. A second call does nothing. */
  stop(): Promise<void>;
};

/** Starts a simulator on free ports, which reports what it records. */
export type StartCell = (cell: Cell, onRecord: (record: RunRecord) => void) => Promise<RunningCell>;
