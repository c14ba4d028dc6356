# Help and wrong usage: what the command line says by itself.

usage-usage = Usage:
usage-commands = Commands:
usage-arguments = Arguments:
usage-options = Options:
# These stand before values, and a ] after them.
usage-default = [default:{" "}
usage-values = [possible values:{" "}
usage-values-heading = Possible values:
usage-help-short = Print help (see more with '--help')
usage-help-long = Print help (see a summary with '-h')
usage-help = Print help
usage-version = Print version
usage-help-of = Print this message or the help of the given subcommand(s)
usage-error = error:
usage-tip = tip:
usage-more = For more information, try '{ $option }'.
# $languages are the tags of the languages with their names.
usage-language = there are { $languages }
usage-language-item = { $tag } ({ $name })
usage-no-equals = equal sign is needed when assigning values to '{ $argument }'
usage-no-value = a value is required for '{ $argument }' but none was supplied
usage-invalid = invalid value '{ $value }' for '{ $argument }'
# $problem is `usage-invalid`.
usage-invalid-because = { $problem }: { $why }
usage-unknown-command = unrecognized subcommand '{ $command }'
# The arguments follow, a line each.
usage-missing = the following required arguments were not provided:
usage-unknown = unexpected argument '{ $argument }' found
usage-too-many = unexpected value '{ $value }' for '{ $argument }' found; no more were expected
usage-too-few = { $wanted } values required by '{ $argument }'; only { $given } { $given ->
    [one] was
   *[other] were
} provided
usage-not-unicode = invalid UTF-8 was detected in one or more arguments
usage-twice = the argument '{ $argument }' cannot be used multiple times
usage-conflict = the argument '{ $argument }' cannot be used with '{ $other }'
# The others follow, a line each.
usage-conflicts = the argument '{ $argument }' cannot be used with:
usage-conflict-others = the argument '{ $argument }' cannot be used with one or more of the other specified arguments
# $names are in quotes.
usage-similar-command = { $count ->
    [one] a similar subcommand exists: { $names }
   *[other] some similar subcommands exist: { $names }
}
usage-similar-argument = { $count ->
    [one] a similar argument exists: { $names }
   *[other] some similar arguments exist: { $names }
}
usage-similar-value = { $count ->
    [one] a similar value exists: { $names }
   *[other] some similar values exist: { $names }
}
usage-tip-value = to pass '{ $value }' as a value, use '{ $instead }'
usage-tip-command = '{ $command }' exists
# $command is a command's name.
usage-misplaced = a level or an option of the window cannot stand before `{ $command }`: write `bspwalk { $command } LEVEL`
usage-no-film = it is no film
