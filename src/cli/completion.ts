import { Argument, Command } from 'commander';
import { bashCompletion } from './completion/bash-completion.ts';
import { type CompletedCommand, completedCommands } from './completion/completion-model.ts';
import { fishCompletion } from './completion/fish-completion.ts';
import { knownValues } from './completion/known-values.ts';
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
