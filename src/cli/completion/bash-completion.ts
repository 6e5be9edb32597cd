import type { CompletedCommand, Completion } from './completion-model.ts';

/** Returns the completion script for bash. It needs bash 3.2 or later and no other package. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const all = new Set(commands.flatMap(({ flags }) => flags));
  const withValue = unique(
    [...all].filter(({ argument }) => argument === 'required').map(({ long }) => long),
  );
  const paths = commands.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(' ')}'`);
  return `${head}
_store_orders_sim() {
  local word path='' skip='' joins='' current='' previous='' values='' files='' index
  local -a words=()
  COMPREPLY=()
  # Bash splits a word at each "=". Join the parts: --tls=off, etag=on.
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ \${#words[@]} -gt 0 && ( $word == '=' || -n $joins ) ]]; then
      words[\${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    [[ $word == '=' ]] && joins=1 || joins=''
  done
  for ((index = 0; index < \${#words[@]} - 1; index++)); do
    word=\${words[index]}
    if [[ -n $skip ]]; then
      skip=''
      continue
    fi
    case $word in
      ${withValue.join(' | ')}) skip=1 ;;
      -*) ;;
      *) case "$path\${path:+ }$word" in ${paths.join(' | ')}) path+="\${path:+ }$word" ;; esac ;;
    esac
    previous=$word
  done
  [[ \${#words[@]} -gt 1 ]] && previous=\${words[\${#words[@]} - 2]}
  current=\${words[\${#words[@]} - 1]}
  if [[ $current == --*=* ]]; then
    previous=\${current%%=*}
    current=\${current#*=}
  fi
  case "$path:$previous" in
${commands.flatMap(valueCases).join('\n')}
    *) case "$path:$current" in
${commands.map(wordCase).join('\n')}
    esac ;;
  esac
  if [[ $current == *=* && $values == *= ]]; then
    values='' files=1
    current=\${current#*=}
  fi
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "\${values// /$IFS}" -- "$current"))
  [[ -n $files ]] && COMPREPLY+=($(compgen -f -- "$current"))
  # Bash replaces only what follows the last "=".
  local typed=\${current%"\${current##*=}"}
  [[ -n $typed && $COMP_WORDBREAKS == *=* ]] && COMPREPLY=("\${COMPREPLY[@]#"$typed"}")
  if type compopt &> /dev/null; then
    [[ -n $files ]] && compopt -o filenames 2> /dev/null
    [[ $values == *= ]] && compopt -o nospace 2> /dev/null
  fi
  return 0
}
complete -F _store_orders_sim store-orders-sim
`;
}

const head = '# Completion of store-orders-sim for bash, written by `store-orders-sim completion bash`.';

function valueCases({ path, flags }: CompletedCommand): readonly string[] {
  return flags
    .filter(
      ({ argument, values, files }) =>
        argument === 'required' || (argument === 'optional' && (files || values.length > 0)),
    )
    .map((flag) => `    ${label(path, flag.long)}) ${assign(flag)} ;;`);
}

/** Flags after a hyphen; otherwise commands, or the argument. An optional value is completed only after \`=\`. */
function wordCase({ path, flags, commands, argument }: CompletedCommand): string {
  const names = flags.flatMap(({ long, short }) => (short === undefined ? [long] : [short, long]));
  const words = {
    values: [...commands.map(({ name }) => name), ...(argument?.values ?? [])],
    files: argument?.files ?? false,
  };
  return `      ${label(path, '-')}*) ${assign({ values: names, files: false })} ;;
      ${label(path, '')}*) ${assign(words)} ;;`;
}

function label(path: readonly string[], word: string): string {
  return `'${path.join(' ')}:${word}'`;
}

function assign({ values, files }: Completion): string {
  return `values='${values.join(' ')}'${files ? ' files=1' : ''}`;
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
