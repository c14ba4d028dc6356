# How it was decided which leaves are solid. Areas and costs have their unit.

solidity-evidence = Evidence: the winding number of a leaf says how often the faces enclose it. Behind a closed wall it is greater by one than in front; a hole blurs it nearby.
solidity-level = Level { $level }: below it a leaf seems empty, above it solid. By that alone { $leaves } would be solid.
solidity-covers = Covers: leaves on both sides of a face should differ, leaves on both sides of an open interface should be alike, the more so the larger the opening.
solidity-covered = Of { $interfaces }, faces cover { $whole } wholly and { $partly } in part, of which { $open } stay open.
solidity-cut = Minimum cut: all leaves are divided at once into solid and empty ones, as cheaply as possible. To cut through an opening costs its area, to decide against a leaf's evidence costs the weight of that; a face costs nothing.
solidity-cut-costs = The cut runs through { $interfaces } and costs { $all }: { $openings } for openings, { $evidence } for evidence that it overrules.
solidity-hole-solid = The largest opening costs { $paid } to close. Were the solid leaf beside it empty instead, its faces and its evidence would be against it, and the cut would cost { $cost }.
solidity-hole-empty = The largest opening costs { $paid } to close. Were the empty leaf beside it solid instead, its faces and its evidence would be against it, and the cut would cost { $cost }.
solidity-result = Result: solid leaves are wall, empty ones are room; portals lie between empty leaves only.
solidity-no-contradiction = No face contradicts it: each has solid behind it and room in front.
solidity-tiny-area = less than 0.01 m²
solidity-says-neither = { $of }: says neither
solidity-says-empty = { $of }: says empty
solidity-says-solid = { $of }: says solid
solidity-legend-covered = covered by faces
solidity-legend-open = open; the number is the area of a hole in m²
solidity-legend-cut-at-faces = cut where faces are, at no cost
solidity-legend-cut-through = cut through an opening; the number is what it costs in m²
solidity-legend-differing = a leaf that is not what its winding number alone says
solidity-solid = solid
solidity-empty = empty
solidity-legend-misclassified = misclassified face
solidity-not-decided = No decision is known: it is still being found, or the level itself says what is solid.
solidity-differing = { $count ->
    [0] No leaf is decided otherwise than its winding number alone says.
    [one] { $count } leaf is decided otherwise than its winding number alone says.
   *[other] { $count } leaves are decided otherwise than their winding numbers alone say.
}
solidity-solid-and-empty = { $solid ->
    [one] { $solid } leaf is
   *[other] { $solid } leaves are
} solid, { $empty } empty.
solidity-filled = { $count ->
    [one] { $count } leaf
   *[other] { $count } leaves
} of them became solid afterwards, as no path leads there from the spawn (filled).
solidity-misclassified = { $count ->
    [one] { $count } face contradicts
   *[other] { $count } faces contradict
} it, over { $area }: both sides are alike (misclassified).
