import type { CellSettings } from '../environment/cell-settings.ts';
import type { RunRecord } from '../environment/record/run-record.ts';

/** What a client of the control API wants to explore. */
export type MatrixRequest = {
  /** Whether faults are varied too. */
  readonly faults: boolean;
  /** Only the baseline and this cell. */
  readonly only: string | undefined;
  readonly command: readonly string[];
};

/** One run that the client has to execute. */
export type MatrixStep = {
  /** Counts from 1. */
  readonly run: number;
  /** The cell in words: `cancelled-in-list=remove`, `baseline`. */
  readonly cell: string;
  readonly settings: CellSettings;
};

/** How a run ended. */
export type MatrixStepResult = {
  readonly outcome: 'passed' | 'failed' | 'hung';
  readonly tests: readonly string[];
  readonly records: readonly RunRecord[];
  readonly ms: number;
};

/** How far a matrix is. `planned` can grow. */
export type MatrixProgress = { readonly ended: number; readonly planned: number; readonly failing: number };

/** A matrix whose runs a client executes one after the other. */
export interface MatrixSession {
  /** Returns the next run, or undefined at the end. Call it when the run before has ended. */
  next(): MatrixStep | undefined;
  /** Returns the names of the failing tests in the texts of JUnit XML files. Throws a UserError for other texts. */
  failingTests(junit: readonly string[]): readonly string[];
  /** Ends the run that `next` returned. */
  end(result: MatrixStepResult): void;
  progress(): MatrixProgress;
  report(format: 'json' | 'markdown', secrets: readonly string[]): string;
}

/** Opens a matrix. Throws a UserError for a cell that does not exist. */
export type OpenMatrixSession = (request: MatrixRequest) => Promise<MatrixSession>;
