# Why one leaf is seen from another. $from, $to: numbers of leaves; $seen, $whole: square metres; $select: a key.

sight-same = Leaf { $from } is both ends: it sees itself. Go to another, or select another.
sight-seen = Leaf { $from } sees leaf { $to }: a straight line of { $length } leads through { $portals }.
sight-no-chain = no chain of portals leads there
sight-no-line = no line passes the { $portals } between, as the PVS has shown
sight-ends-at-first = the view ends at the first portal
sight-ends-through-one = nothing of the next portal can be seen through this one
sight-ends-through = nothing of the next portal can be seen through these { $portals }
sight-counted-visible = The PVS counts it as visible all the same: it may count too many leaves, and never too few.
sight-hidden = Leaf { $from } cannot see leaf { $to }: { $reason }.
sight-unknown = Leaf { $from } may see leaf { $to }: neither a line was found, nor a proof that there is none.
sight-solid-leaf = solid leaf { $leaf }
sight-face-between = a face between empty leaves
sight-one-plane = Solid leaves hide it too: every line between the two meets one plane, through { $through }, where it is solid.
sight-planes = Solid leaves hide it too: taken in parts, every line between the two meets one of { $count } planes where it is solid; the first is through { $through }.
sight-part = { $seen } of { $whole } m² of { $of }
sight-part-nothing = nothing of { $of }
sight-parts = Through those before it is seen: { $parts }.
sight-select = Select a leaf: point at a face and press { $select }. The line starts in the leaf of the eye.
sight-legend-seen = what is seen of each portal, and the edges of the view behind it
sight-legend-occluders = where all lines meet a plane that hides one leaf from the other, and the solid leaf there
sight-legend-line = the line and its portals
sight-legend-chain = the chain that came nearest
sight-legend-closed = the portal that cannot be seen through it
sight-portal = the { $number }{ $ending } portal
