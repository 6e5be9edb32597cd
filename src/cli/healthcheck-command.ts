import { Command } from 'commander';
import { healthcheckDetails } from './healthcheck.ts';

/** The health check as it stands in the help; it runs without the command line parser. */
export function healthcheckCommand(): Command {
  return new Command('healthcheck')
    .description('ask a simulator on this machine whether it is ready')
    .addHelpText('after', healthcheckDetails);
}
