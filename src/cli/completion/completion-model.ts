import type { Command, Option } from 'commander';
import { isSettingKey, settingOf } from '../../options/settings-table.ts';
import { namesOf } from '../flags.ts';

/** What can follow a flag, or stand as an argument. */
export type Completion = {
  /** One that ends in `=` is followed by a file. */
  readonly values: readonly string[];
  readonly files: boolean;
};

export type CompletedFlag = Completion & {
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  readonly argument: 'none' | 'optional' | 'required';
  /** The name of the value: `PORT`. */
  readonly argumentName: string;
};

/** A command with what can follow it. The program itself has an empty path and the flags of its default command. */
export type CompletedCommand = {
  readonly path: readonly string[];
  readonly flags: readonly CompletedFlag[];
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly argument: Completion | undefined;
};

/**
 * Values that the command line parser does not know: by the flag, by the flag of one command as `matrix --report`, or by the
 * argument as `scenarios show <name>`.
 */
export type KnownValues = Readonly<Record<string, Completion>>;

/** Returns every command of a program, the program first. */
export function completedCommands(program: Command, known: KnownValues): readonly CompletedCommand[] {
  const shared = program.createHelp().visibleOptions(program);
  const visit = (command: Command, path: readonly string[]): readonly CompletedCommand[] => {
    const help = command.createHelp();
    const nested = help.visibleCommands(command);
    const serving = path.length === 0 ? nested.find((one) => one.name() === 'serve') : undefined;
    const options = [...shared, ...(serving ?? command).options].filter(({ hidden }) => !hidden);
    const unique = options.filter((one, at) => options.findIndex(({ long }) => long === one.long) === at);
    return [
      {
        path,
        flags: unique.map((option) => completedFlag(option, path, known)),
        commands: nested.map((one) => ({ name: one.name(), description: one.description() })),
        argument: completedArgument(command, path, known),
      },
      ...nested.filter((one) => one.name() !== 'help').flatMap((one) => visit(one, [...path, one.name()])),
    ];
  };
  return visit(program, []);
}

function completedFlag(option: Option, path: readonly string[], known: KnownValues): CompletedFlag {
  const long = option.long ?? option.flags;
  const [, argumentName = ''] = /[<[](.*)[>\]]/.exec(option.flags) ?? [];
  const key = option.attributeName();
  const names = isSettingKey(key) ? namesOf(settingOf(key).read) : namesOf(option.parseArg);
  const values =
    option.argChoices ??
    names ??
    (/^[a-z-]+(?:\|[a-z-]+)+$/.test(argumentName) ? argumentName.split('|') : []);
  return {
    long,
    short: option.short,
    description: option.description.replace(/\s+/g, ' '),
    argument: option.required ? 'required' : option.optional ? 'optional' : 'none',
    argumentName,
    ...(known[[...path, long].join(' ')] ??
      known[long] ?? { values, files: /\b(?:file|dir|folder)\b/.test(argumentName) }),
  };
}

function completedArgument(
  command: Command,
  path: readonly string[],
  known: KnownValues,
): Completion | undefined {
  const [argument] = command.registeredArguments;
  if (argument === undefined) return undefined;
  const name = [...path, `<${argument.name()}>`].join(' ');
  return known[name] ?? { values: argument.argChoices ?? [], files: argument.name() === 'file' };
}
