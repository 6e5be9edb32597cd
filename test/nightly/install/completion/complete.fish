# Prints what fish offers for a command line: complete.fish SCRIPT LINE.
source $argv[1]
complete -C "store-orders-sim $argv[2]" | cut -f 1
