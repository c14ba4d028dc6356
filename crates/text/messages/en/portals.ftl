# The portals of a portal file beside those of the tree; areas in square metres.

portals-compared = { $same } of { $file } portals in the file match one of the { $tree } portals in the tree. { $only_file } m² are only in the file, { $only_tree } m² only in the tree.
