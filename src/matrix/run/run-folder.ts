import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProcessGroups } from '../../command/process-groups.ts';
import { readRecordLines } from '../../simulator/environment/record/record-lines.ts';
import { codeOf, UserError } from '../../user-error.ts';

/** Creates a folder for temporary files. Throws a UserError with exit code 3 if the disk is full or cannot be written. */
async function createTemporaryFolder(parent: string): Promise<string> {
  return mkdtemp(join(parent, 'store-orders-matrix-')).catch((error: unknown): never => {
    const code = codeOf(error);
    const why = code === undefined ? '' : ` (${code})`;
    const hint = 'free some space, or name another folder in the variable TMPDIR';
    throw new UserError({ where: parent, what: `cannot hold the files of a run${why}`, hint }, 3);
  });
}

/** Creates the folder of one run below `parent`, outside the user's project. Throws like `createTemporaryFolder`. */
export async function createRunFolder(parent: string) {
  const path = await createTemporaryFolder(parent);
  const recordFile = join(path, 'records.jsonl');
  return {
    path,
    /** Simulators in other processes append records to it, one line of JSON for each. */
    recordFile,
    /** Reads the complete records that were appended. The environments of the first simulator are named `production@1`. */
    readRecords: async () => readRecordLines(await readFile(recordFile, 'utf8').catch(() => '')),
    // A process that outlives its group may still write here.
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {}),
  };
}

/** Creates where the runs of a matrix take place: their processes and their files. Throws like `createRunFolder`. */
export async function createRunArea() {
  const folder = await createTemporaryFolder(tmpdir());
  const groups = createProcessGroups();
  return {
    groups,
    /** The folder in which each run has one of its own. */
    folder,
    /** Kills every process and removes every file at once, also when this process ends. A second call does nothing. */
    clear: (): void => {
      groups.killAll();
      try {
        rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      } catch {
        // A process that has left its group writes there. The system removes what is left of a temporary folder.
      }
    },
  };
}
