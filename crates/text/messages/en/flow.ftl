# The portal flow: legends and the sentences of its film. $to: a portal in words; $leaf: the number of a leaf; $steps, $known, $leaves: counted, with their noun;
# widths in metres, areas in square metres.

flow-nothing-to-search = Random lines already proved that everything behind the portals of this leaf is visible, so the [[portal flow]] had nothing left to search.
flow-portal-cost = the portal between leaves { $a } and { $b } ({ $width } m wide, { $area } m²), which took { $steps }, { $percent } % of the total
flow-seen = visible portal, and the leaf behind it
flow-counts-as-seen = untried portal (no steps left, or chain too long), which counts as visible
flow-clipped = portal clipped away completely, and the leaf behind it
flow-not-tried = untried portal: known to be hidden, or out of view
flow-source = source leaf, where the search starts
flow-chain = chain of portals from the source to the last portal, and the leaf that the chain enters
flow-through = visible part of each portal, seen through the previous portals, and the edges of the view
flow-plane = plane that clips the portal away
flow-not-yet = portal of the entered leaf that has not been tried yet (dashed)
flow-may-be-seen = leaves that may be visible
flow-ruled-out = leaves reached but later ruled out
flow-most-steps = portal whose searches took the most steps
flow-few-steps = portals that took almost no steps; the numbers are the steps of the most expensive portals
flow-others = { $steps } to test solid leaves and { $lines } to test random lines
flow-costs = The portal flow took { $all } for all portals, plus { $others }. The most expensive was { $most }.
flow-no-costs = The portal flow took no steps for any portal, only { $others }.
flow-of-leaf-kept = The search from leaf { $leaf } took { $steps }, plus { $more } that were not recorded. The next film step shows the first search step.
flow-of-leaf = The search from leaf { $leaf } took { $steps }. The next film step shows the first search step.
flow-step = Step { $number } of { $all }
flow-short-chains = short chains only
flow-whole-chains = full chains
flow-equal-shares = retry with equal shares of the steps
flow-leaf-to = leaf { $leaf } to { $leaves }
flow-begun = { $place }, { $pass }: { $chain }. The portal between these leaves is the source. Random lines passed through it and { $known } behind it, so these portals are known to be visible.
flow-portal-to = the portal to leaf { $leaf }
flow-followed = { $part } is visible, so the chain continues through this portal
flow-known-behind = everything behind this portal that might be visible is already known to be visible
flow-nothing-behind = nothing else that might be visible is in view behind this portal
flow-chain-ends = { $part } is visible. The chain ends because { $why }
flow-closed-of-source = this portal is behind the plane of the source portal
flow-closed-of-next = the source portal lies on the far side of this portal
flow-closed-of-pass = this portal is behind the plane of the last portal of the chain
flow-closed-separating = this portal is outside the frustum, behind a plane that separates the source portal from the last portal of the chain
flow-closed-looking-back = no part of the source portal is visible from this portal through the last portal of the chain
flow-closed = { $to } is clipped away: { $why }
flow-known = { $to } and everything behind it that might be visible are already known to be visible, so the chain ends
flow-out-of-view = { $to } is not tried because it is outside the view of the chain into this leaf
flow-not-in-mightsee = { $to } is not tried because it is not in the narrowed mightsee of the source portal
flow-not-in-mightsee-of = { $to } is not tried because it is not in the mightsee of the chain's portal to leaf { $leaf }
flow-out-of-steps = no steps are left, so { $to } and everything behind it that might be visible count as visible
flow-chain-too-long = the chain has reached its maximum length, so { $to } and everything behind it that might be visible count as visible for now
flow-step-sentence = { $place }, { $pass }: { $chain }. { $outcome }.
flow-part = { $seen } m² of { $name } (total area { $whole } m²)
flow-end = The chains from leaf { $leaf } reach { $leaves }, including the leaf itself.
flow-end-by-chains = Portal chains traced back to the source leaf rule out { $number } of the reached leaves.
flow-end-by-leaves = Planes through solid leaves block all lines to { $number } of the other reached leaves.
flow-end-pvs = The PVS contains the remaining leaves ({ $number }).
flow-waiting = Recomputing the PVS and recording the portal flow from this leaf. Solid leaves have no portal flow. In a browser, the flow is recorded only if computing the PVS takes few steps.
flow-to = {" "}to{" "}
flow-costliest-of-leaf = { $portals ->
    [one] The portal from this leaf
   *[other] Of the { $portals } portals of this leaf, the one
} to leaf { $leaf } ({ $width } m wide, { $area } m²) took the most steps in the [[portal flow]]: { $steps }, { $percent } % of the total.
