# What is compared, while it is.

difference-matching-nodes = Matching nodes
difference-matching-planes = Matching planes
difference-matching-leaves = Matching leaves
difference-matching-brushes = Matching brushes
difference-matching-polygons = Matching polygons
difference-comparing-visible = Comparing visibility

# What became of a number of things.

difference-change-none = none
difference-change-same = { $count }, all unchanged
difference-change = { $before } → { $after }: { $gone } removed, { $came } added
difference-words-faces = faces
difference-words-brushes = brushes
difference-words-nodes = nodes of the node-storing tree
difference-words-leaves = leaves
difference-words-portals = portals
difference-words-visible-pairs = visible pairs of leaves

# What a change did, in one sentence: figures with their signs.

difference-nothing = Nothing was added or removed.
difference-figure-cuts = face cuts in the node-storing tree
difference-figure-its-nodes = nodes of the node-storing tree
difference-figure-empty-leaves = empty leaves
difference-figure-solid-leaves = solid leaves
difference-figure-visible-pairs = visible pairs
difference-figure-pvs-steps = PVS steps
difference-figure-faces = faces
difference-figure-portals = portals
difference-figure-nodes = nodes
difference-figures-stay = all figures are unchanged, but geometry moved
difference-brush-came = Effect of the added brush: { $changes }.
difference-brush-gone = Effect of the removed brush: { $changes }.
difference-brush-changed = Effect of the changed brush: { $changes }.
difference-in-all = In total: { $changes }.

# What a save changed, in one line. $what: brushes, faces.

difference-save-nothing = The save did not change the level or its trees.
difference-since-save = Since the last save: { $parts }. Effect on the trees: { $changes }.
difference-no-face-moved = no face moved
difference-came =
    { $count } { $what ->
        [brushes] { $count ->
            [one] brush
           *[other] brushes
        }
       *[faces] { $count ->
            [one] face
           *[other] faces
        }
    } added
difference-came-and-gone =
    { $count } { $what ->
        [brushes] { $count ->
            [one] brush
           *[other] brushes
        }
       *[faces] { $count ->
            [one] face
           *[other] faces
        }
    } added, { $gone } removed
difference-gone =
    { $count } { $what ->
        [brushes] { $count ->
            [one] brush
           *[other] brushes
        }
       *[faces] { $count ->
            [one] face
           *[other] faces
        }
    } removed
difference-trees-stay = all figures are unchanged
difference-read-again = The level was saved and reloaded.
difference-leak-opened = There is a new leak, { $length } long. Press { $key } to follow it.
difference-leak-stays = There is still a leak, { $length } long. Press { $key } to follow it.
difference-leak-closed = The leak is closed.
difference-new-warnings =
    { $count ->
        [one] New warning: { $first }.
       *[other] { $count } new warnings. The first is: { $first }.
    }
