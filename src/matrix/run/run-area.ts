import { rmSync } from 'node:fs';
import { createProcessGroups, type ProcessGroups } from './process-groups.ts';
import { createTemporaryFolder } from './run-folder.ts';

/** Where the runs of a matrix take place: their processes and their files. */
export type RunArea = {
  readonly groups: ProcessGroups;
  /** The folder in which each run has one of its own. */
  readonly folder: string;
  /** Kills every process and removes every file at once, also when this process ends. A second call does nothing. */
  clear(): void;
};

/** Creates an area without processes. Throws a UserError with exit code 3 if its folder cannot be created. */
export async function createRunArea(): Promise<RunArea> {
  const folder = await createTemporaryFolder();
  const groups = createProcessGroups();
  const clear = (): void => {
    groups.killAll();
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // A process that has left its group writes there. The system removes what is left of a temporary folder.
    }
  };
  return { groups, folder, clear };
}
