export type { InlineScenario } from './control-api.ts';
export type { GapKey } from './simulator/environment/gaps/gaps.ts';
export type { EndedRequest, FailedRequest } from './simulator/service/reports.ts';
export type { StartOptions, WatchEvent } from './simulator/start-options.ts';
export { type Simulator, startSimulator } from './simulator/start-simulator.ts';
export { type ExitCode, type Problem, UserError } from './user-error.ts';
