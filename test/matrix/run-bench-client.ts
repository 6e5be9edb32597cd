import { fileURLToPath } from 'node:url';
import { type MatrixRun, matrix } from '../cli/run-matrix.ts';
import { benchScenario } from './clients/bench-client.ts';

const program = fileURLToPath(new URL('run-client.ts', import.meta.url));
const scenario = ['--scenario', benchScenario];
const { NODE_COMPILE_CACHE = '' } = process.env;

/** The arguments that name a client of the bench as COMMAND. */
export const client = (name: string): readonly string[] => ['--', process.execPath, program, name];

/** Runs `matrix` over a client of the bench. */
export const run = (folder: string, args: readonly string[]): Promise<MatrixRun> =>
  matrix(folder, [...scenario, ...args], { env: { NODE_COMPILE_CACHE } });
