opening-tree-by = the tree by build rule { $rule }
opening-no-tree = No tree was built: { $error }.
opening-first-alone = Only the first of the dropped files is opened, not { $others }.
opening-as-it-was = {" "}as it was before it was saved
opening-stays = {" "}{ $level } stays{ $as_it_was }.
opening-view-not-shown = {" "}The view that was asked for is not shown.
opening-cancelled = Cancelled { $title }.{ $kept }{ $view }
opening-built = Build rule `{ $rule }`: { $count ->
        [one] { $count } node
       *[other] { $count } nodes
    } in { $time }.
opening-by-rule = {" "}by build rule `{ $rule }`
opening-in = in { $time }
opening-from-cache = from the cache
opening-compiled = compiled before
opening-opened = { $title }{ $read }: { $triangles ->
        [one] { $triangles } triangle
       *[other] { $triangles } triangles
    }, { $nodes ->
        [one] { $nodes } node
       *[other] { $nodes } nodes
    }{ $rule }, { $origin }.
opening-more-warnings = {" "}And { $more } more: see the panel.
opening-building = Building
opening-loading = Loading
