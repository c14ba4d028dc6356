# What is compared, while it is.

difference-matching-nodes = Matching nodes
difference-matching-planes = Matching planes
difference-matching-leaves = Matching leaves
difference-matching-brushes = Matching brushes
difference-matching-polygons = Matching polygons
difference-comparing-visible = Comparing what is seen

# What became of a number of things.

difference-change-none = none
difference-change-same = { $count }, all the same
difference-change = { $before } → { $after }: { $gone } gone, { $came } came
difference-words-faces = faces
difference-words-brushes = brushes
difference-words-nodes = nodes of the node-storing tree
difference-words-leaves = leaves
difference-words-portals = portals
difference-words-visible-pairs = visible pairs of leaves

# What a change did, in one sentence: figures with their signs.

difference-nothing = Nothing came and nothing is gone.
difference-figure-cuts = cuts of faces in the node-storing tree
difference-figure-its-nodes = its nodes
difference-figure-empty-leaves = empty leaves
difference-figure-solid-leaves = solid leaves
difference-figure-visible-pairs = visible pairs
difference-figure-pvs-steps = steps of the PVS
difference-figure-faces = faces
difference-figure-portals = portals
difference-figure-nodes = nodes
difference-figures-stay = the figures stay, but places changed
difference-brush-came = The brush that came did this: { $changes }.
difference-brush-gone = Without the brush that is gone: { $changes }.
difference-brush-changed = The brush that changed did this: { $changes }.
difference-in-all = In all: { $changes }.

# What a save changed, in one line. $what: brushes, faces.

difference-save-nothing = The save changed nothing in the level and its trees.
difference-since-save = Since the last save: { $parts }; { $changes }.
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
difference-trees-stay = the figures of the trees stay
difference-read-again = The level was saved and read again.
difference-leak-opened = New leak, { $length } long: { $key } follows it.
difference-leak-stays = Leak, { $length } long: { $key } follows it.
difference-leak-closed = The leak is closed.
difference-new-warnings =
    { $count ->
        [one] New warning: { $first }.
       *[other] { $count } new warnings. The first: { $first }.
    }
