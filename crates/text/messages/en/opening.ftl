opening-tree-by = the tree with build rule { $rule }
opening-no-tree = The tree could not be built: { $error }.
opening-first-alone = Opening only the first dropped file. { $others } was ignored.
opening-as-it-was = , as it was before the save
opening-stays = {" "}{ $level } stays open{ $as_it_was }.
opening-view-not-shown = {" "}The requested view is not shown.
opening-cancelled = Work on { $title } was cancelled.{ $kept }{ $view }
opening-built = Build rule `{ $rule }`: { $count ->
        [one] { $count } node
       *[other] { $count } nodes
    } in { $time }.
opening-by-rule = {" "}with build rule `{ $rule }`
opening-in = in { $time }
opening-from-cache = from the cache
opening-compiled = precompiled
opening-opened = { $title }{ $read }: { $triangles ->
        [one] { $triangles } triangle
       *[other] { $triangles } triangles
    }, { $nodes ->
        [one] { $nodes } node
       *[other] { $nodes } nodes
    }{ $rule }, { $origin }.
opening-more-warnings = {" "}The panel lists { $more ->
        [one] { $more } more warning
       *[other] { $more } more warnings
    }.
opening-building = Building
opening-loading = Loading
