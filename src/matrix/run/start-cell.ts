import { writeJson } from '../../json/json.ts';
import type { CellSettings } from '../../simulator/environment/cell-settings.ts';
import { startMatrixSimulator } from '../../simulator/start-simulator.ts';
import type { Cell } from '../model.ts';
import { faultsOf } from '../plan/fault-points.ts';
import type { StartCell } from './running-cell.ts';

/** What every simulator of a matrix starts with. Its choices are those of the baseline. */
export type MatrixBase = {
  readonly scenario?: string | undefined;
  /** The status of the orders whose status the scenario does not know. */
  readonly unknownStatus?: 'pending' | 'shipped' | undefined;
  readonly seed?: number | undefined;
  readonly profile?: string | undefined;
  /** The preset for the gaps without a choice in an observed profile, which is based on `vary`. */
  readonly unknown?: 'least-promise' | undefined;
  readonly gap?: CellSettings['gaps'] | undefined;
};

/** The API key of production in every run. */
export const matrixApiKey = 'test-api-key';

/** The command has ended, so that nobody waits for a response. */
const stopMs = 200;

/** Returns a function that starts a simulator of this process for each cell. All of them have the same control token. */
export function createStartCell(base: MatrixBase, controlToken: string): StartCell {
  return async (cell, onRecord) => {
    const settings = cellSettings(cell);
    const options = { ...base, apiKey: [matrixApiKey], controlToken };
    const simulator = await startMatrixSimulator(options, { cell: settings, onRecord });
    let stopped: Promise<void> | undefined;
    return {
      baseUrl: simulator.baseUrl,
      origin: new URL(simulator.baseUrl).origin,
      apiKey: matrixApiKey,
      controlUrl: simulator.controlUrl ?? '',
      controlToken,
      settings: writeJson(settings),
      stop: () => {
        stopped ??= simulator.stop({ timeoutMs: stopMs });
        return stopped;
      },
    };
  };
}

/** Returns what a simulator imposes for a cell. */
export function cellSettings({ gaps, faults }: Cell): CellSettings {
  return { gaps, faults: faultsOf(faults) };
}
