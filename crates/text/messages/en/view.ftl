view-no-bookmarks = There are no bookmarks: { $why }
view-level-no-bookmarks = This level has no bookmarks. { $key } bookmarks the view.
view-nameless = a level that you drew has no file that a command could open.
view-not-copied = The view was not copied: { $why }
view-no-such-node = The tree has no node { $asked }. It has only { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}.
view-no-such-face = No node of the tree stores face { $face }.
view-leaf-tree = solid-leaf tree
view-node-tree = node-storing tree
view-no-text = The text is empty.
view-lines = The text has more than one line.
view-not-program = The text does not start with `{ $program }`.
view-unclosed = A quotation mark is not closed.
