# Prints what bash offers for a command line: complete.bash SCRIPT WORD… The words are as bash splits them.
source "$1"
shift
COMP_WORDS=(store-orders-sim "$@")
COMP_CWORD=$#
_store_orders_sim
printf '%s\n' "${COMPREPLY[@]}"
