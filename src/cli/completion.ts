import { Argument, Command } from 'commander';
import { reportFormats } from '../check/reports/reports.ts';
import { rules } from '../contract/rules/rules.ts';
import { matrixReportFormats } from '../matrix/report/reports.ts';
import { gaps } from '../simulator/environment/gaps/gaps.ts';
import { hasParameter } from '../simulator/environment/gaps/read-choice.ts';
import { profileNames } from '../simulator/environment/profile-name.ts';
import { createCatalog } from '../simulator/scenarios/catalog.ts';
import { bashCompletion } from './completion/bash-completion.ts';
import {
  type CompletedCommand,
  type Completion,
  completedCommands,
  type KnownValues,
} from './completion/completion-model.ts';
import { fishCompletion } from './completion/fish-completion.ts';
import { zshCompletion } from './completion/zsh-completion.ts';

const scripts: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

const help = `
Install:
  bash  store-orders-sim completion bash > ~/.local/share/bash-completion/completions/store-orders-sim
        or, without the package bash-completion: source <(store-orders-sim completion bash) in ~/.bashrc
  zsh   store-orders-sim completion zsh > "\${fpath[1]}/_store-orders-sim"
        or, after compinit in ~/.zshrc: source <(store-orders-sim completion zsh)
  fish  store-orders-sim completion fish > ~/.config/fish/completions/store-orders-sim.fish

Write the script again after an update of store-orders-sim.
`;

/** The command `completion`: prints a completion script that is made from the commands and flags of a program. */
export function completionCommand(loadProgram: () => Promise<Command>): Command {
  return new Command('completion')
    .addArgument(new Argument('<shell>', 'the shell that reads the script').choices(Object.keys(scripts)))
    .addHelpText('after', help)
    .action(async (shell: string) => {
      const commands = completedCommands(await loadProgram(), await knownValues());
      process.stdout.write(scripts[shell]?.(commands) ?? '');
    });
}

/** Returns the values of flags and arguments that come from tables of the program: scenarios, profiles, gaps, rules. */
async function knownValues(): Promise<KnownValues> {
  const scenarios: Completion = { values: await createCatalog().names(), files: true };
  const choices = gaps.flatMap(({ key, choices }) =>
    Object.keys(choices)
      .filter((choice) => !hasParameter(choice))
      .map((choice) => `${key}=${choice}`),
  );
  return {
    '--scenario': scenarios,
    '--staging-scenario': scenarios,
    'scenarios show <name>': scenarios,
    'scenarios validate <file>': scenarios,
    '--profile': { values: profileNames, files: true },
    '--expect-profile': { values: profileNames.filter((name) => name !== 'vary'), files: true },
    '--unknown': { values: profileNames, files: false },
    '--gap': { values: choices, files: false },
    'matrix --profile': { values: profileNames.filter((name) => name !== 'vary'), files: true },
    'matrix --only': { values: choices, files: false },
    'matrix --input': { values: [], files: true },
    'matrix --results': { values: [], files: true },
    'matrix --report': { values: matrixReportFormats.map((format) => `${format}=`), files: false },
    '--report': { values: reportFormats.map((format) => `${format}=`), files: false },
    '--ignore': { values: rules.map(({ id }) => id), files: false },
  };
}
