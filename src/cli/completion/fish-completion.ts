import type { CompletedCommand, CompletedFlag, Completion } from './completion-model.ts';

export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const flags = commands.flatMap((command) => command.flags);
  const withValue = new Set(flags.filter(({ argument }) => argument === 'required').map(({ long }) => long));
  const paths = commands.filter(({ path }) => path.length > 0).map(({ path }) => quoted(path.join(' ')));
  return `# Completion of store-orders-sim for fish, written by \`store-orders-sim completion fish\`.

# Whether the words before the cursor name this command. The value of a flag is no command.
function __store_orders_sim_at
    set -l path
    set -l skip 0
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        if test $skip = 1
            set skip 0
            continue
        end
        switch $word
            case ${[...withValue].join(' ')}
                set skip 1
            case '-*'
            case '*'
                contains -- (string join ' ' $path $word) ${paths.join(' ')}
                and set -a path $word
        end
    end
    test "$path" = "$argv"
end

complete -c store-orders-sim -f
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ path, flags, commands, argument }: CompletedCommand): readonly string[] {
  const start = `complete -c store-orders-sim -n ${quoted(['__store_orders_sim_at', ...path].join(' '))}`;
  return [
    ...commands.map(({ name, description }) => `${start} -a ${quoted(name)} -d ${quoted(description)}`),
    ...flags.map((flag) => start + flagPart(flag)),
    ...(argument === undefined ? [] : [start + valuePart(argument)]),
  ];
}

function flagPart(flag: CompletedFlag): string {
  const { long, short, description, argument } = flag;
  const names = `${short === undefined ? '' : ` -s ${short.slice(1)}`} -l ${long.slice(2)}`;
  const needs = argument === 'required' ? ' -r' : '';
  return `${names}${needs}${argument === 'none' ? '' : valuePart(flag)} -d ${quoted(description)}`;
}

function valuePart({ values, files }: Completion): string {
  return `${files ? ' -F' : ' -f'}${values.length === 0 ? '' : ` -a ${quoted(values.join(' '))}`}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
