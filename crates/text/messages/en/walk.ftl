walk-leak-corner = Leak: corner { $corner } of { $all }
walk-film-asks = The film stops before what can be asked about, and asks what comes
walk-film-asks-not = The film asks no longer
walk-hidden-surfaces = Hidden surfaces: { $name }
walk-once-more = { $key } once more leaves.
walk-tree-soon = It comes as soon as the solid-leaf tree is built.
walk-no-tree = There is no solid-leaf tree to show it by.
walk-depths = Planes of depths { $first } to { $last }, cells of depth { $cells }
walk-not-read-again = { $reason }; the current level stays open.
walk-answers-not-written = The answers cannot be written to { $path } ({ $error }): they last until the walk ends.
walk-speed = Speed: { $speed } m/s
walk-incomplete = the picture is incomplete
walk-from-eyes = From the eyes again
walk-model = The level as a model, cut open above the eyes: the arrows and the captured mouse turn it, the wheel zooms
walk-script-none = There is no script to play: record one ({ $record }).
walk-script-played = Playing the script: { $escape } ends it.
walk-script-saved = The script was saved: `bspwalk walk { $level } --script { $file }` plays it.
walk-visited = { $visited } of { $nodes } nodes
walk-picture = { $nodes ->
        [one] { $nodes } node
       *[other] { $nodes } nodes
    }, { $fragments ->
        [one] { $fragments } fragment
       *[other] { $fragments } fragments
    }
walk-status-noclip = noclip
walk-status-walk = walk
walk-status-fly = fly
walk-status-records = recording
walk-status-plays = a script plays
walk-status-replay = replay: { $at } of { $all } s
walk-status-selected = node { $node } selected
walk-status-picture = picture: { $picture }
walk-paused = Paused
walk-paused-after = { $count ->
    [one] Paused, 1 step on
   *[other] Paused, { $count } steps on
}
# $speed is a part of real time, as in 1/4.
walk-slow = { $speed } speed
walk-nothing-selected-before = Nothing was selected before this.
walk-nothing-selected-after = Nothing was selected after this.
walk-collision-soon = { $told } - as soon as the solid-leaf tree is built
walk-collision-as-sweep = { $told } - but there is no solid-leaf tree: as `sweep`
# $fragments is a count with its noun, $path letters F and B.
walk-selected = Node { $node }, { $depth ->
        [one] { $depth } plane down
       *[other] { $depth } planes down
    }, stores { $fragments }: { $path }
walk-front-to-back = front to back
walk-painter = painter's order
walk-depth-buffer = depth buffer
