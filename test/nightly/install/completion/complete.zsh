# Prints what zsh offers for a command line: complete.zsh SCRIPT LINE FILE. The matches are collected in FILE, since only
# an interactive shell, here in a pseudo-terminal, completes anything.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT=; autoload -Uz compinit; compinit -u -D; source $1; MATCHES=$3"
zpty -w shell '
compadd() {
  typeset -a hits
  builtin compadd -A hits "$@"
  (( $#hits )) && print -rl -- $hits >> $MATCHES
  builtin compadd "$@"
}
finished() { print "the ""end" }
zle -N finished
bindkey "^I" complete-word
bindkey "^X" finished
print "the ""start"
'
zpty -r shell output '*the start*'
zpty -w -n shell "store-orders-sim $2"$'\t'$'\x18'
zpty -r shell output '*the end*'
zpty -d shell
sort -u "$3"
