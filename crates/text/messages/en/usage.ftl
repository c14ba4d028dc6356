# Help and wrong usage: messages of the command-line parser.

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
usage-language = the languages are { $languages }
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
usage-misplaced = a level or an option of the window must follow the command: write `bspwalk { $command } LEVEL`
usage-no-film = the command is not `film`
usage-map-itself = { $file } is the map itself, which is never overwritten: choose another file
usage-no-course = { $level } has no course; the built-in level `torture` has one
usage-comparison-cancelled = the comparison was cancelled
usage-no-own-leaves = { $name } contains no solid-leaf tree: --own-tree requires a compiled level (.bsp)
usage-no-doom-nodes = { $name } has no nodes of DOOM: these counts require a DOOM map (.wad) whose nodes were built
usage-duel-left-out = some of the requested rules were skipped: { $reasons }
usage-left-out = skipped: { $reason }
usage-duel-long = skipped because they are slow on a level of this size: { $names }; add them with --rules
usage-duel-no-levels = --levels draws a k-d tree, an octree or a BVH: add one, as in --with kd
usage-replay-no-tree = without a tree, a log takes too long: remove `none` from --rules
usage-replay-too-many = the log has more than { $most } queries: split it
usage-replay-line = line { $line }: { $problem }
usage-replay-invalid =
    invalid lines: { $invalid } of { $lines }
    { $problems }
usage-output = standard output could not be written: { $error }
usage-not-written = { $file } cannot be written: { $error }
usage-pvs-waits = computing the potentially visible set for --json; --pvs=false skips it
usage-watch-built-in = { $level } is built in and cannot change: --watch requires a level file
usage-no-leak = bspwalk: the level has no leak, so { $file } was not written
usage-built-again = bspwalk: { $level } was compiled with other options; rebuilt: { $what }
usage-flow-failed = the portal flow cannot be recorded: { $error }
usage-portals-far = { $level }: coordinates of portals are too large in units of { $scale } m
usage-beside-png = --beside requires a PNG file
usage-beside-width = --beside requires a picture at least 2 pixels wide
usage-beside-show = --beside compares query costs in node-storing trees: use --show with one of { $names }
usage-figures-show = --csv and --json report values of pixels: use --show with one of { $names }
usage-no-division = the build has no split { $step }: its splits are 1 to { $count }
usage-no-face = the tree stores no face { $face }
usage-no-nodes = the tree has no nodes to select: the level has no solid triangles
usage-no-node = the tree has no node { $node }: its nodes are 0 to { $last }
usage-no-leaf = the solid-leaf tree has no leaf { $leaf }: its leaves are 0 to { $last }
usage-replay-failed = the build cannot be replayed: { $error }
usage-plan-png = --with-plan requires a PNG file
usage-plan-view = --with-plan shows the plan next to the view of the eye: it cannot be combined with another --view
usage-plan-width = --with-plan requires a picture at least 3 pixels wide
usage-costs-too-small = all of these costs cut the level into too many fragments: choose larger costs
usage-costs = write the lowest and highest cost, as in { $least }-{ $greatest }, at most { $most } costs
usage-picture-name = pictures can be PNG, SVG or PDF: end the file name in .png, .svg or .pdf
usage-page-name = the file name of a page must end in .html
usage-film-name = films can be GIF or animated PNG, but not WebP or video: end the file name in .gif or .png
usage-level-name = the file name of a compiled level must end in .bspw
usage-portals-name = the name of a portal file must end in .prt
usage-map-name = the name of a Quake map must end in .map
usage-png-name = this picture is a PNG file: end the file name in .png
usage-tree-name = trees can be JSON or Graphviz, the PVS can be PNG: end the file name in .json, .dot or .png
usage-pixels = `{ $text }` is not a whole number from 1 to { $limit }
usage-size = write width and height, as in 1280x720
usage-rate = the number of ticks per second must be from 1 to 1e5
usage-no-node-rule = `{ $name }` is not a rule of the node-storing tree
usage-standard-input = standard input: { $reason }
usage-unreadable = cannot be read: { $cause }
usage-too-large = larger than { $size } MiB
usage-film-no-tree = this tree is not available
usage-film-no-nodes = the tree has no nodes, so it divides nothing
usage-film-no-flow = the eye is in solid space or outside, where no portal flow starts: choose another place with --eye or --select-leaf
usage-film-no-decision = there was no decision about solid leaves: the level itself defines which leaves are solid
usage-film-cancelled = the film was cancelled
usage-steps = write the first and the last step, counted from 1, as in 5..20, 5.. or 7
usage-steps-order = the first step, { $first }, must not come after the last, { $last }
usage-seconds = a step must last 0.02 to 60 seconds
usage-film-query-of = --query asks for a film of { $query }, but --of asks for { $of }: give only one of them
usage-film-one-step = a film shows all steps: choose some with --steps instead of --division, --build-step or --flow-step
usage-film-eye = the subdivision film cannot be shown from the eye: use --view model or --view plan
usage-film-select = the steps of this film select their own nodes: remove --select and --select-face
usage-film-no-step = the film has no step { $first }: its steps are 1 to { $all }
usage-film-steps = the film has { $steps ->
        [one] { $steps } step
       *[other] { $steps } steps
    }
usage-film-part = the range { $first }..{ $last } has { $steps } steps
usage-film-spread = bspwalk: { $from }; { $file } shows { $shown } of them, evenly spaced. Use --most N for more, --steps A..B for others
usage-film-mode = --mode applies only to query films: remove it, or film a query
usage-film-visible = `visible` has no film; --of flow shows how the PVS is found
usage-film-order = `order` has no film
usage-pvs-png = the PVS can only be written as PNG: end the file name in .png
usage-tree-text = a tree can only be written as JSON or for Graphviz: end the file name in .json or .dot
usage-own-node-tree = --own-tree requires the solid-leaf tree: a tree stored in a level has no faces in its nodes
usage-pvs-depth = --depth requires a tree: the PVS has no depths
usage-cast-by-nodes = this request needs the node-storing tree
usage-input = standard input could not be read: { $error }
usage-line-long = longer than { $limit } bytes
usage-not-answered = { $errors } of { $lines } lines failed: see their `error` answers
usage-line-too-long = line { $count } is longer than 1 GiB; write one request per line
usage-no-own-pvs = { $name } contains no PVS
# What `--version` says beside the version; $gamepads is the name of a library.
usage-gamepads = gamepads: { $gamepads }
usage-no-gamepads = none, because there is no window
usage-heading = { $heading }:
# $label is `usage-error` or `usage-tip`.
usage-error-is = { $label } { $problem }
usage-tip-is = { $label } { $tip }
usage-film-script = a film of a walk requires --script FILE, and other films do not accept it
usage-no-brush-of-face = no brush of the map has face { $face } of the level
