walk-leak-corner = Leak: corner { $corner } of { $all }
walk-film-asks = The film now pauses to ask what happens next.
walk-film-asks-not = The film no longer asks questions.
walk-query-mode = Query films: { $mode }
walk-hidden-surfaces = Hidden-surface removal: { $name }
walk-once-more = Press { $key } again to quit.
walk-tree-soon = The overlay appears when the solid-leaf tree is ready.
walk-no-tree = The overlay requires the solid-leaf tree, which is not available.
walk-depths = Showing planes at depths { $first } to { $last } and cells at depth { $cells }
walk-not-read-again = { $reason }; the current level stays open.
walk-answers-not-written = The answers could not be written to { $path } ({ $error }). They are kept until you quit.
walk-speed = Speed: { $speed } m/s
walk-incomplete = the picture is incomplete
walk-from-eyes = First person
walk-model = Cutaway model: turn with the arrow keys or the captured mouse, zoom with the wheel
walk-script-saved = The script was saved. Play it with `bspwalk walk { $level } --script { $file }`.
walk-visited = { $visited } of { $nodes } nodes visited
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
walk-status-plays = playing a script
walk-status-replay = replay: { $at } of { $all } s
walk-status-selected = node { $node } selected
walk-status-picture = picture: { $picture }
walk-paused = Paused
walk-paused-after = { $count ->
    [one] Paused, advanced 1 step
   *[other] Paused, advanced { $count } steps
}
# $speed is a part of real time, as in 1/4.
walk-slow = { $speed } speed
walk-nothing-selected-before = There is no previous selection.
walk-nothing-selected-after = There is no next selection.
walk-collision-soon = { $method } – available once the solid-leaf tree is built
walk-collision-as-sweep = { $method } – works like `sweep` because there is no solid-leaf tree
# $fragments is a count with its noun, $path letters F and B.
walk-selected = Node { $node }, { $depth ->
        [one] { $depth } plane below the root
       *[other] { $depth } planes below the root
    }, stores { $fragments }. Path: { $path }
walk-front-to-back = front to back
walk-painter = painter's order
walk-depth-buffer = depth buffer
