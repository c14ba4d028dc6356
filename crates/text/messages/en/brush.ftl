# The most expensive brushes, and what making them detail saves.

brush-finding-planes = Finding brush planes
brush-finding-faces = Finding brush faces
brush-measure-pvs = portal-flow steps from portals on the brush's side planes
brush-measure-portals = portals on the brush's side planes
brush-measure-cuts = face fragments cut by the brush's side planes
brush-box = { $min } to { $max }
brush-figure-pvs-steps = PVS steps
brush-figure-leaves = leaves
brush-figure-portals = portals
brush-figure-cuts = cuts
brush-figure-visible-pairs = visible pairs
brush-make-detail = change to detail to save { $saved }
brush-keep-structural = keep structural because { $reason }
brush-hint-hides = keep this hint: with it, an average point sees { $after } % of the space instead of { $before } %
brush-hint-saves = keep this hint: it saves { $steps }
brush-hint-nothing = remove this hint: it saves nothing
brush-hint-costs = remove this hint: it hides nothing and costs { $steps }
brush-place = Brush { $index } of entity { $entity }, line { $line }
brush-place-nothing = Select a face first to copy its location in the map.
brush-place-no-map = Only the faces of a Quake .map have a map editor location.
brush-place-not-yet = The brushes of the map are still being read.
brush-place-unreadable = The map can no longer be read.
brush-place-none = No brush of the map contains this face. The map may have changed, so reload the level.
brush-measuring = Measuring
brush-measuring-unit = brushes
brush-times = PVS time { $before } → { $after }
brush-warning-hides-nothing = detail hides nothing, so an average point would see { $after } % of the space instead of { $before } %
brush-warning-nothing-saved = the change to detail would save nothing
brush-warning-costs = the change to detail would cost { $steps } more
brush-warning-leaks =
    the level would leak because { $count ->
        [one] this brush seals
       *[other] these brushes seal
    } it
