export type { GapKey } from './simulation/gaps/gaps.ts';
export { type Simulator, type StartOptions, startSimulator } from './start-simulator.ts';
export { type ExitCode, type Problem, UserError } from './user-error.ts';
