import { writeJson } from '../../json/json.ts';
import type { CellSettings } from '../../simulator/environment/initial-state.ts';
import type { RunRecord } from '../../simulator/environment/record/run-recorder.ts';
import { startSimulatorFor } from '../../simulator/start-simulator.ts';
import type { Cell } from '../model.ts';
import { faultsOf } from '../plan/fault-points.ts';

/** A simulator that runs with the choices and the faults of one cell. */
export type RunningCell = Awaited<ReturnType<StartCell>>;

/** What every simulator of a matrix starts with. Its choices are those of the baseline. */
export type MatrixBase = {
  readonly scenario?: string | undefined;
  readonly seed?: number | undefined;
  readonly profile?: string | undefined;
  readonly gaps?: CellSettings['gaps'] | undefined;
};

const apiKey = 'test-api-key';

/** The command has ended, so that nobody waits for a response. */
const stopMs = 200;

export type StartCell = ReturnType<typeof createStartCell>;

/** Returns a function that starts a simulator of this process for each cell. All of them have the same control token. */
export function createStartCell(base: MatrixBase, controlToken: string) {
  return async (cell: Cell, onRecord: (record: RunRecord) => void) => {
    const settings: CellSettings = { gaps: cell.gaps, faults: faultsOf(cell.faults) };
    const options = { ...base, apiKey: [apiKey], controlToken };
    const simulator = await startSimulatorFor(options, { matrix: { cell: settings, onRecord } });
    const { baseUrl, controlUrl = '' } = simulator;
    /** Stops the simulator, which then calls `onRecord` no more. */
    const stop = (): Promise<void> => simulator.stop({ timeoutMs: stopMs });
    return {
      /** The base address of production. Ends in `/v1`. */
      baseUrl,
      /** The address of the service without `/v1`. */
      origin: new URL(baseUrl).origin,
      ...{ apiKey, controlUrl, controlToken },
      /** The cell as JSON, for simulators that the tests start themselves. */
      settings: writeJson(settings),
      stop,
      [Symbol.asyncDispose]: stop,
    };
  };
}
