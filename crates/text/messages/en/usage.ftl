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
usage-language = the available languages are { $languages }
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
usage-tip-command = a subcommand '{ $command }' exists
# $command is a command's name.
usage-misplaced = levels and window options must come after the command: write `bspwalk { $command } LEVEL`
usage-no-film = this is not a `film` command
usage-map-itself = { $file } is the map itself, which is never overwritten: choose another file
usage-no-course = { $level } has no course; the built-in level `torture` has one
usage-comparison-cancelled = the comparison was cancelled
usage-no-own-leaves = { $name } contains no solid-leaf tree: --own-tree requires a compiled level (.bsp)
usage-no-doom-nodes = { $name } has no DOOM nodes: visplanes and drawsegs can only be counted in a DOOM map (.wad) that contains built nodes
usage-duel-left-out = some of the requested rules were skipped: { $reasons }
usage-left-out = a contestant was skipped: { $reason }
usage-duel-long = these contestants were skipped because they are slow on a level of this size: { $names }; to include them, name them with --rules
usage-duel-no-levels = --levels draws a k-d tree, an octree or a BVH: add one, as in --with kd
usage-replay-no-tree = replaying a log without a tree takes too long: remove `none` from --rules
usage-replay-too-many = the log has more than { $most } queries: split it into several logs
usage-replay-line = line { $line }: { $problem }
usage-replay-invalid =
    invalid lines: { $invalid } of { $lines }
    { $problems }
usage-output = could not write to standard output: { $error }
usage-not-written = could not write { $file }: { $error }
usage-pvs-waits = computing the potentially visible set for --json; use --pvs=false to skip this step
usage-watch-built-in = { $level } is built in and cannot change: --watch requires a level file
usage-no-leak = bspwalk: the level has no leak, so { $file } was not written
usage-built-again = bspwalk: { $level } was compiled with different options, so these were rebuilt: { $what }
usage-flow-failed = the portal flow cannot be recorded: { $error }
usage-portals-far = { $level }: portal coordinates are too large for a portal file in units of { $scale } m
usage-beside-png = --beside requires a PNG file
usage-beside-width = --beside requires a picture at least 2 pixels wide
usage-beside-show = --beside compares query costs in node-storing trees: use it with --show and one of { $names }
usage-figures-show = --csv and --json output per-pixel values: use them with --show and one of { $names }
usage-no-division = the build has no split { $step }: splits are numbered 1 to { $count }
usage-no-face = no node of the tree stores face { $face }
usage-no-nodes = the tree has no nodes to select: the level has no solid triangles
usage-no-node = the tree has no node { $node }: nodes are numbered 0 to { $last }
usage-no-leaf = the solid-leaf tree has no leaf { $leaf }: leaves are numbered 0 to { $last }
usage-replay-failed = the build cannot be replayed: { $error }
usage-plan-png = --with-plan requires a PNG file
usage-plan-view = --with-plan shows the plan next to the first-person view, so it cannot be combined with a different --view
usage-plan-width = --with-plan requires a picture at least 3 pixels wide
usage-costs-too-small = with each of the given costs, the level is cut into too many fragments: choose larger costs
usage-costs = write the lowest and highest cost, as in { $least }-{ $greatest }; a range can contain at most { $most } costs
usage-picture-name = pictures can be PNG, SVG or PDF: end the file name in .png, .svg or .pdf
usage-page-name = the name of an HTML page must end in .html
usage-film-name = films can be GIF or animated PNG, but not WebP or video: end the file name in .gif or .png
usage-level-name = the name of a compiled level must end in .bspw
usage-portals-name = the name of a portal file must end in .prt
usage-map-name = the name of a Quake map must end in .map
usage-png-name = this picture is a PNG file: end the file name in .png
usage-tree-name = trees can be JSON or Graphviz, and the PVS can be PNG: end the file name in .json, .dot or .png
usage-pixels = `{ $text }` is not a whole number from 1 to { $limit }
usage-size = write the width and height, as in 1280x720
usage-rate = the number of ticks per second must be between 1 and 1e5
usage-no-node-rule = `{ $name }` is not a rule of the node-storing tree
usage-standard-input = standard input: { $reason }
usage-unreadable = the input cannot be read: { $cause }
usage-too-large = the script is larger than { $size } MiB
usage-film-no-tree = the tree for this film is not available
usage-film-no-nodes = the tree has no nodes, so there is nothing to film
usage-film-no-flow = the eye is in solid space or outside the level, where no portal flow can start: choose a different position with --eye, or a leaf with --select-leaf
usage-film-no-decision = there is no decision about solid leaves to film, because the level itself defines which leaves are solid
usage-film-cancelled = the film was cancelled
usage-steps = write the first and the last step, counted from 1, as in 5..20, 5.. or 7
usage-steps-order = the first step, { $first }, must not come after the last, { $last }
usage-seconds = a step must last between 0.02 and 60 seconds
usage-film-query-of = --query requests a film of { $query }, but --of requests { $of }: use only one of these options
usage-film-one-step = a film shows a sequence of steps: select them with --steps instead of --division, --build-step or --flow-step
usage-film-eye = the subdivision film cannot be shown in first person: use --view model or --view plan
usage-film-select = each step of this film selects its own node: remove --select and --select-face
usage-film-no-step = the film has no step { $first }: steps are numbered 1 to { $all }
usage-film-steps = the film has { $steps ->
        [one] { $steps } step
       *[other] { $steps } steps
    }
usage-film-part = the range { $first }..{ $last } has { $steps } steps
usage-film-spread = bspwalk: { $from }; { $file } shows { $shown } evenly spaced steps. Use --most N to show more steps, or --steps A..B to choose different ones
usage-film-mode = --mode applies only to query films: remove it, or film a query
usage-film-visible = `visible` requests cannot be filmed; --of flow shows how the PVS is computed
usage-film-order = `order` requests cannot be filmed
usage-pvs-png = the PVS can only be written as PNG: end the file name in .png
usage-tree-text = a tree can only be written as JSON or for Graphviz: end the file name in .json or .dot
usage-own-node-tree = --own-tree requires the solid-leaf tree, because trees stored in levels have no faces in their nodes
usage-pvs-depth = --depth applies only to trees, because the PVS has no depth
usage-cast-by-nodes = this request needs the node-storing tree
usage-input = could not read standard input: { $error }
usage-line-long = the line is longer than { $limit } bytes
usage-not-answered = { $errors } of { $lines } requests failed: see the `error` field of their answers
usage-line-too-long = line { $count } is longer than 1 GiB; write one request per line
usage-no-own-pvs = { $name } contains no PVS
# What `--version` says beside the version; $gamepads is the name of a library.
usage-gamepads = gamepads: { $gamepads }
usage-no-gamepads = none, because this build has no window
usage-heading = { $heading }:
# $label is `usage-error` or `usage-tip`.
usage-error-is = { $label } { $problem }
usage-tip-is = { $label } { $tip }
usage-film-script = the walk film requires --script FILE, and no other film accepts it
usage-no-brush-of-face = no brush of the map contains face { $face } of the level
