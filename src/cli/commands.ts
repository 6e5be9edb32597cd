import type { Command } from 'commander';
import { readSettings } from '../settings/settings.ts';
import type { StartServing } from './serve.ts';

/** A command of the command line; its module is loaded when it is the one that runs. */
export type CommandRow = {
  readonly name: string;
  readonly says: string;
  readonly load: (start: StartServing) => Promise<Command>;
};

/** The command that runs when none is named. */
export const defaultCommand = 'serve';

/** The commands, in the order of the help. */
export const commands: readonly CommandRow[] = [
  {
    name: defaultCommand,
    says: 'serve the Store Orders Service (runs when no command is named)',
    load: async (start) => (await import('./serve.ts')).serveCommand(start),
  },
  {
    name: 'check',
    says: 'tell whether a deployment keeps the contract, and report',
    load: async () =>
      (await import('./check.ts')).checkCommand((await import('./this-process.ts')).thisProcess()),
  },
  {
    name: 'scenarios',
    says: 'list, show and validate scenarios',
    load: async () => {
      const { scenarios: folder, maxOrders } = (await readSettings()).settings;
      return (await import('./scenarios.ts')).scenariosCommand({ folder, maxOrders });
    },
  },
  {
    name: 'gaps',
    says: 'list what the specification leaves open, and the answers there are',
    load: async () => (await import('./gaps.ts')).gapsCommand(),
  },
  {
    name: 'healthcheck',
    says: 'ask a simulator on this machine whether it is ready',
    load: async () => (await import('./healthcheck-command.ts')).healthcheckCommand(),
  },
];
