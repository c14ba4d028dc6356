view-no-bookmarks = There are no bookmarks: { $why }
view-level-no-bookmarks = This level has no bookmarks; { $key } keeps the view as one.
view-nameless = a level that was drawn has no name by which a line could open it.
view-not-copied = The view is not copied: { $why }
view-no-such-node = The tree has no node { $asked } to select: it has { $nodes }.
view-no-such-face = The tree stores no face { $face } to select.
