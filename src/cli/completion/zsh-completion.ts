import type { CompletedCommand, CompletedFlag, Completion } from './completion-model.ts';

/** Returns the completion script for zsh: a file of `fpath`, or a text for `source`. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `${head}
${commands.map(functionOf).join('\n')}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _store-orders-sim "$@"
else
  compdef _store-orders-sim store-orders-sim
fi
`;
}

const head = `#compdef store-orders-sim
# Completion of store-orders-sim for zsh, written by \`store-orders-sim completion zsh\`.

_store-orders-sim-or-file() {
  compadd -- "$@"
  _files
}

_store-orders-sim-then-file() {
  if compset -P '*='; then _files; else compadd -S '' -- "$@"; fi
}
`;

function functionOf({ path, flags, commands, argument }: CompletedCommand): string {
  const name = functionName(path);
  const specs = flags.map(flagSpec);
  if (commands.length === 0) {
    if (argument !== undefined) specs.push(quoted(`*:argument:${actionOf(argument)}`));
    return `${name}() {\n${argumentsCall('-S', specs)}\n}\n`;
  }
  const described = commands.map((one) => `    ${quoted(`${one.name}:${one.description}`)}`);
  const cases = commands
    .filter((one) => one.name !== 'help')
    .map((one) => `    ${one.name}) ${functionName([...path, one.name])} ;;`);
  return `${name}() {
  local curcontext=$curcontext state line
  local -a commands=(
${described.join('\n')}
  )
${argumentsCall('-C -S', [...specs, quoted('1:command:{_describe command commands}'), quoted('*::argument:->rest')])}
  [[ $state == rest ]] && case $words[1] in
${cases.join('\n')}
  esac
}
`;
}

function functionName(path: readonly string[]): string {
  return ['_store-orders-sim', ...path].join('-');
}

function argumentsCall(options: string, specs: readonly string[]): string {
  return [`  _arguments ${options}`, ...specs.map((spec) => `    ${spec}`)].join(' \\\n');
}

/** A flag may be given more than once, since a repeatable one cannot be told from another. */
function flagSpec(flag: CompletedFlag): string {
  const { long, short, description, argument, argumentName } = flag;
  const text = `[${description.replace(/[[\]\\:]/g, '\\$&')}]`;
  const value = `${argumentName.replaceAll(':', '\\:')}:${actionOf(flag)}`;
  if (argument === 'none') {
    const names = short === undefined ? [long] : [short, long];
    return names.map((name) => quoted(`*${name}${text}`)).join(' ');
  }
  return quoted(argument === 'optional' ? `*${long}=-${text}::${value}` : `*${long}=${text}:${value}`);
}

/** An action of `_arguments`: one that begins with a space calls a function. */
function actionOf({ values, files }: Completion): string {
  if (values.length === 0) return files ? '_files' : ' ';
  if (files) return ` _store-orders-sim-or-file ${values.join(' ')}`;
  if (values.some((value) => value.endsWith('='))) return ` _store-orders-sim-then-file ${values.join(' ')}`;
  return `(${values.join(' ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
