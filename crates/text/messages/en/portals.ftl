# The portals of a portal file beside those of the tree; areas in square metres.

portals-compared = { $same } of { $file } portals in the file match one of the { $tree } portals in the tree. An area of { $only_file } m² is only in the file, and an area of { $only_tree } m² is only in the tree.
