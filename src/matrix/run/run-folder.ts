import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecordLines } from '../../simulator/environment/record/record-lines.ts';
import { UserError } from '../../user-error.ts';

/** The maximum size of the records of other processes, which is read. */
const maxRecordBytes = 64 * 1024 * 1024;

/** Creates a folder for temporary files. Throws a UserError with exit code 3 if the disk is full or cannot be written. */
export async function createTemporaryFolder(parent: string = tmpdir()): Promise<string> {
  return mkdtemp(join(parent, 'store-orders-matrix-')).catch((error: unknown): never => {
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    const hint = 'free some space, or name another folder in the variable TMPDIR';
    throw new UserError({ where: parent, what: `cannot hold the files of a run${why}`, hint }, 3);
  });
}

/** Creates the folder of one run below `parent`, outside the user's project. Throws like `createTemporaryFolder`. */
export async function createRunFolder(parent?: string) {
  const path = await createTemporaryFolder(parent);
  const recordFile = join(path, 'records.jsonl');
  return {
    path,
    /** Simulators in other processes append records to it, one line of JSON for each. */
    recordFile,
    /** Reads the complete records that were appended. The environments of the first simulator are named `production@1`. */
    readRecords: async () => readRecordLines(await firstBytes(recordFile)),
    // A process that outlives its group may still write here.
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {}),
  };
}

async function firstBytes(file: string): Promise<string> {
  try {
    await using handle = await open(file);
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.min(size, maxRecordBytes));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.toString('utf8', 0, bytesRead);
  } catch {
    // No simulator of another process wrote a record.
    return '';
  }
}
