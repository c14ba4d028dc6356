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
usage-map-itself = { $file } is the map itself, which is never written over: name another file
usage-no-course = { $level } has no course; the built-in level `torture` has one
usage-comparison-cancelled = the comparison was cancelled
usage-no-own-leaves = { $name } brings no tree of leaves: --own-tree is for compiled levels (.bsp)
usage-duel-left-out = not all that were named took part: { $reasons }
usage-left-out = left out: { $reason }
usage-duel-long = not among them, as they take long in a level of this size: { $names }; --rules asks for them by name
usage-output = standard output could not be written: { $error }
usage-not-written = { $file } cannot be written: { $error }
usage-pvs-waits = computing the potentially visible set, which --json reports; --pvs=false leaves it out
usage-watch-built-in = { $level } is in the program and cannot change: --watch needs a level in a file
usage-no-leak = bspwalk: there is no leak, so { $file } is not written
usage-built-again = bspwalk: { $level } was compiled with other options: built again: { $what }
usage-flow-failed = the portal flow cannot be recorded: { $error }
usage-portals-far = { $level }: in units of { $scale } m its portals are too far away
usage-beside-png = --beside draws PNG alone
usage-beside-width = --beside needs a picture at least 2 pixels wide
usage-beside-show = --beside compares what queries cost in node-storing trees: --show takes one of { $names }
usage-figures-show = --csv and --json are about what queries cost: --show takes one of { $names }
usage-no-division = the build has no division { $step }: it has { $count }
usage-no-face = the tree stores no face { $face } to select
usage-no-nodes = the tree has no nodes to select: the level has no solid triangles
usage-no-node = the tree has no node { $node }: its nodes are 0 to { $last }
usage-no-leaf = the solid-leaf tree has no leaf { $leaf }: its leaves are 0 to { $last }
usage-replay-failed = the build cannot be replayed: { $error }
usage-plan-png = --with-plan draws PNG alone
usage-plan-view = --with-plan shows the plan beside what the eye sees: it takes no other --view
usage-plan-width = --with-plan needs a picture at least 3 pixels wide
usage-costs-too-small = the level is cut into too many pieces by each of the costs; larger costs cut less
usage-costs = write the least and the greatest cost as in { $least }-{ $greatest }, at most { $most } of them
usage-picture-name = a picture is written as PNG, as SVG or as PDF: end its name in .png, .svg or .pdf
usage-page-name = the name of a page ends in .html
usage-film-name = a film is written as GIF or as animated PNG, not as WebP or as a video: end its name in .gif or .png
usage-level-name = the name of a compiled level ends in .bspw
usage-portals-name = the name of a portal file ends in .prt
usage-map-name = the name of a Quake map ends in .map
usage-tree-name = a tree is written as JSON or for Graphviz, the PVS as PNG: end the name of the file in .json, .dot or .png
usage-pixels = `{ $text }` is no whole number from 1 to { $limit }
usage-size = write width and height as in 1280x720
usage-rate = ticks a second are between 1 and 1e5
usage-no-node-rule = `{ $name }` is no rule of the node-storing tree
usage-standard-input = standard input: { $reason }
usage-unreadable = cannot be read: { $cause }
usage-too-large = larger than { $size } MiB
usage-film-no-tree = there is no such tree
usage-film-no-nodes = the tree has no nodes: there is nothing to divide
usage-film-no-flow = the eye is in something solid or outside, where no portal flow begins: --eye or --select-leaf says another place
usage-film-no-decision = no decision which leaves are solid is known: the level itself says what is solid
usage-film-cancelled = the film was cancelled
usage-steps = write the first and the last step, counted from 1, as in 5..20, 5.. or 7
usage-steps-order = step { $first } comes after step { $last }
usage-seconds = a step is shown for 0.02 to 60 seconds
usage-film-query-of = --query asks for a film of { $query }, --of for one of { $of }: one of them is enough
usage-film-one-step = a film has all steps: --steps takes some of them, not --division, --build-step or --flow-step
usage-film-eye = the film of the division is seen in the model and in the plan, not from the eye: --view model or --view plan
usage-film-select = the steps of this film show nodes of their own: --select and --select-face have no place in it
usage-film-no-step = the film has no step { $first }: its steps are 1 to { $all }
usage-film-steps = the film has { $steps ->
        [one] { $steps } step
       *[other] { $steps } steps
    }
usage-film-part = steps { $first } to { $last } are { $steps } steps
usage-film-spread = bspwalk: { $from }: { $file } has { $shown } of them, evenly spread; --most N takes more, --steps A..B others
usage-film-visible = there is no film of `visible`: --of flow shows how the PVS is found
usage-film-order = there is no film of `order`
usage-pvs-png = the PVS is written as PNG: end the name of its file in .png
usage-tree-text = a tree is written as JSON or for Graphviz: end the name of its file in .json or .dot
usage-own-node-tree = --own-tree is about the solid-leaf tree: the tree that a level brings keeps no faces in its nodes
usage-pvs-depth = --depth is about a tree: the PVS has no depths
usage-cast-by-nodes = it is answered by the node-storing tree
usage-input = standard input could not be read: { $error }
usage-line-long = longer than { $limit } bytes
usage-not-answered = { $errors } of { $lines } lines were not answered: see the `error` answers
usage-line-too-long = line { $count } is longer than 1 GiB; give one request a line
usage-no-own-pvs = { $name } brings no PVS
# What `--version` says beside the version; $gamepads is the name of a library.
usage-gamepads = gamepads: { $gamepads }
usage-no-gamepads = none, as there is no window
usage-heading = { $heading }:
# $label is `usage-error` or `usage-tip`.
usage-error-is = { $label } { $problem }
usage-tip-is = { $label } { $tip }
usage-film-script = a film of a walk needs --script FILE, and no other film has one
