command-copy-hint = Copy the command that answers this: `bspwalk` in a shell says the same.
command-not-copied = The command is not copied: { $why }
command-spheres-alone = the command line asks about spheres and upright capsules alone.
