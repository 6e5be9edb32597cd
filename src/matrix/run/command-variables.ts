import type { UserCommand } from '../../command/run-command.ts';
import { fillTemplates, type PlaceholderValues, type VariableTemplate } from '../../command/variables.ts';
import type { RunningCell } from './start-cell.ts';

export type VariableSources = {
  readonly cell: RunningCell;
  /** A new folder, removed after the run. */
  readonly runFolder: string;
  /** The file to which simulators that the tests start append their records. */
  readonly recordFile: string;
  readonly handles: ReadonlyMap<string, bigint>;
};

const ofCell = ['baseUrl', 'origin', 'apiKey', 'controlUrl', 'controlToken'] as const;
const fixed: readonly string[] = [...ofCell, 'runFolder'];
export const placeholderNames: readonly string[] = [...fixed, 'handle:NAME'];

export function matrixPlaceholders(handles: ReadonlyMap<string, bigint>): readonly string[] {
  return [...fixed, ...[...handles.keys()].map((name) => `handle:${name}`)];
}

function placeholderValues({ cell, runFolder, handles }: VariableSources): PlaceholderValues {
  const ofHandles = [...handles].map(([name, id]) => [`handle:${name}`, `${id}`]);
  return { runFolder, ...Object.fromEntries([...ofCell.map((name) => [name, cell[name]]), ...ofHandles]) };
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Returns the variables with this machine excepted from proxies. Clients read either spelling. */
export function withoutProxy(env: UserCommand['env']): UserCommand['env'] {
  const excepted = (name: 'NO_PROXY' | 'no_proxy'): string =>
    [env[name] ?? env.no_proxy ?? env.NO_PROXY ?? '', ...loopback].filter((host) => host !== '').join(',');
  return { ...env, NO_PROXY: excepted('NO_PROXY'), no_proxy: excepted('no_proxy') };
}

/** Returns the variables that the command gets in addition to those of this process. */
export function commandVariables(
  templates: readonly VariableTemplate[],
  sources: VariableSources,
): Readonly<Record<string, string>> {
  const { cell, runFolder, recordFile } = sources;
  return {
    STORE_ORDERS_BASE_URL: cell.baseUrl,
    STORE_ORDERS_API_KEY: cell.apiKey,
    STORE_ORDERS_CONTROL_URL: cell.controlUrl,
    STORE_ORDERS_CONTROL_TOKEN: cell.controlToken,
    STORE_ORDERS_RUN_FOLDER: runFolder,
    ...fillTemplates(templates, placeholderValues(sources)),
    SIM_CELL: cell.settings,
    SIM_RECORD: recordFile,
  };
}
