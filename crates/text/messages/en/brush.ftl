# Which brushes cost most, and what is saved where they are detail.

brush-finding-planes = Finding the planes of brushes
brush-finding-faces = Finding the faces of brushes
brush-measure-pvs = steps of the portal flow from portals on the planes of its sides
brush-measure-portals = portals on the planes of its sides
brush-measure-cuts = pieces of faces that the planes of its sides cut
brush-box = { $min } to { $max }
brush-figure-pvs-steps = PVS steps
brush-figure-leaves = leaves
brush-figure-portals = portals
brush-figure-cuts = cuts
brush-figure-visible-pairs = visible pairs
brush-times = PVS in { $before } → { $after }
brush-warning-hides-nothing = detail hides nothing: { $before } % of the space are seen from the mean place now, and { $after } % then
brush-warning-nothing-saved = nothing is saved
brush-warning-leaks =
    as detail the level leaks: { $count ->
        [one] it seals
       *[other] they seal
    } the level against the outside
