# The most expensive brushes, and what making them detail saves.

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
brush-make-detail = make it detail: saves { $saved }
brush-keep-structural = keep it structural: { $reason }
brush-measuring = Measuring
brush-measuring-unit = brushes
brush-times = PVS in { $before } → { $after }
brush-warning-hides-nothing = detail hides nothing, so an average point would see { $after } % of the space instead of { $before } %
brush-warning-nothing-saved = detail saves nothing
brush-warning-costs = detail takes { $steps } more
brush-warning-leaks =
    as detail the level leaks: { $count ->
        [one] it seals
       *[other] they seal
    } the level against the outside
