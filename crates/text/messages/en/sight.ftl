# Visibility of one leaf from another, with the reason. $from, $to: numbers of leaves; $seen, $whole: square metres; $select: a key.

sight-same = Both ends of the sightline are in leaf { $from }, and every leaf sees itself. Move to another leaf, or select a different one.
sight-seen = Leaf { $from } sees leaf { $to }: a straight line of { $length } passes through { $portals }.
sight-no-chain = no chain of portals connects the two leaves
sight-no-line = no line passes through the { $portals } between the two leaves, according to the PVS
sight-ends-at-first = the view ends at the first portal
sight-ends-through-one = no part of the second portal is visible through the first
sight-ends-through = no part of the next portal is visible through the first { $portals }
sight-counted-visible = The PVS still counts the second leaf as visible, because a PVS may contain too many leaves but never too few.
sight-hidden = Leaf { $from } cannot see leaf { $to }: { $reason }.
sight-unknown = Leaf { $from } may see leaf { $to }: the search found neither a line nor a proof that no line exists.
sight-solid-leaf = solid leaf { $leaf }
sight-face-between = a face between empty leaves
sight-one-plane = Solid leaves also block the view: every line between the two leaves hits a solid part of one plane. The plane passes through { $through }.
sight-planes = Solid leaves also block the view: every line between the two leaves hits a solid part of one of { $count } planes. The first passes through { $through }.
sight-part = { $seen } of the { $whole } m² of { $of }
sight-part-nothing = no part of { $of }
sight-parts = These areas are visible through the previous portals: { $parts }.
sight-select = Point at a face and press { $select } to select its leaf. The sightline starts in the leaf that contains the eye.
sight-legend-seen = visible part of each portal, and the limits of the view through the portals
sight-legend-occluders = area where all sightlines hit an occluding plane, and the solid leaf in that area
sight-legend-line = the sightline and its portals
sight-legend-chain = the portal chain closest to the target leaf
sight-legend-closed = the portal that is not visible through the chain
sight-portal = the { $number }{ $ending } portal
