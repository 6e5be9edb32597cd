import { Command } from 'commander';
import { healthcheckHelp } from './healthcheck.ts';

/** The health check as it stands in the help; `main.ts` runs it without loading the command line parser. */
export function healthcheckCommand(): Command {
  return new Command('healthcheck')
    .description('ask a simulator on this machine whether it is ready')
    .configureHelp({ formatHelp: () => healthcheckHelp });
}
