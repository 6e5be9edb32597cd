import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variables that os.tmpdir() reads, on Unix and on Windows. */
const variables = ['TMPDIR', 'TEMP', 'TMP'];

/** Gives the tests of a run, and the programs that they start, one folder for temporary files. Returns its removal. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'store-orders-sim-tests-'));
  for (const name of variables) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** A new folder below that of the run, which is removed with everything in it when all tests have ended. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'test-'));
