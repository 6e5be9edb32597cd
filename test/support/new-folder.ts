import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder below that of the run, which is removed with everything in it when all tests have ended. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'test-'));
