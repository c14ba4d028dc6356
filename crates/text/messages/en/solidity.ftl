# The decision about which leaves are solid. Areas and costs have their unit.

solidity-evidence = Evidence: the winding number of a leaf counts how often the faces enclose it. Behind a closed wall, it is one greater than in front. Near a hole, the difference is blurred.
solidity-level = Threshold { $level }: a leaf with a smaller winding number looks empty, and a leaf with a greater number looks solid. { $leaves } would be solid if this were the only test.
solidity-covers = Coverage: a face should separate a solid leaf from an empty one. Leaves joined by an opening should be both solid or both empty, and the larger the opening, the more strongly this counts.
solidity-covered = Faces cover { $whole } of { $interfaces } completely and { $partly } in part, leaving { $open } open.
solidity-cut = Minimum cut: this step divides all leaves into solid and empty ones at once, at the lowest total cost. Cutting through an opening costs its area. Contradicting a leaf's evidence costs the weight of that evidence. Cutting along a face is free.
solidity-cut-costs = The cut passes through { $interfaces } and costs { $all }: { $openings } for openings and { $evidence } for overruled evidence.
solidity-hole-solid = Closing the largest opening costs { $paid }. Labelling the solid leaf next to it empty would avoid this cost but contradict the leaf's faces and winding number. The total cost of the cut would then be { $cost }.
solidity-hole-empty = Closing the largest opening costs { $paid }. Labelling the empty leaf next to it solid would avoid this cost but contradict the leaf's faces and winding number. The total cost of the cut would then be { $cost }.
solidity-result = Result: solid leaves are walls, empty leaves are open space. Portals connect only empty leaves.
solidity-no-contradiction = No face contradicts the result: each has a solid leaf behind it and an empty leaf in front.
solidity-tiny-area = less than 0.01 m²
solidity-says-neither = { $of } suggests neither kind of leaf
solidity-says-empty = { $of } suggests an empty leaf
solidity-says-solid = { $of } suggests a solid leaf
solidity-legend-covered = covered by faces
solidity-legend-open = open, with the area of the hole in m²
solidity-legend-cut-at-faces = cut along faces, at no cost
solidity-legend-cut-through = cut through an opening, with the cost in m²
solidity-legend-differing = leaf classified against its winding number
solidity-solid = solid
solidity-empty = empty
solidity-legend-misclassified = misclassified face
solidity-not-decided = No decision is available. It is still being computed, or the level itself defines what is solid.
solidity-differing = { $count ->
    [0] No leaf was classified against its winding number.
    [one] { $count } leaf was classified against its winding number.
   *[other] { $count } leaves were classified against their winding numbers.
}
solidity-solid-and-empty = { $solid ->
    [one] { $solid } leaf is
   *[other] { $solid } leaves are
} solid, and { $empty } { $empty ->
    [one] is
   *[other] are
} empty.
solidity-filled = { $count ->
    [one] { $count } leaf
   *[other] { $count } leaves
} that cannot be reached from the spawn became solid afterwards (filled).
solidity-misclassified = { $count ->
    [one] { $count } face is
   *[other] { $count } faces are
} misclassified, with a total area of { $area }: the leaves on both sides are of the same kind.
