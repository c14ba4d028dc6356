# The portal flow: legends and the sentences of its film. $to: a portal in words; $leaf: the number of a leaf; $steps, $known, $leaves: counted, with their noun;
# widths in metres, areas in square metres.

flow-nothing-to-search = What is seen through its portals was found by random lines: the [[portal flow]] had nothing left to search there.
flow-portal-cost = the portal of { $width } m, { $area } m², between leaves { $a } and { $b } took { $steps }, { $percent } % of them
flow-seen = a portal that is seen, and the leaf beyond
flow-counts-as-seen = a portal that is not tried for want of steps or as the chain is too long: it counts as seen
flow-clipped = a portal of which nothing is seen, and the leaf beyond
flow-not-tried = a portal that is not tried: it is known to be hidden, or out of the view
flow-source = the leaf from which is looked
flow-chain = the chain of portals, from the source to the pass, and the leaf that it enters
flow-through = what is seen of each portal through those before, and the edges of the view
flow-plane = the plane behind which it is clipped away
flow-not-yet = dashed: a portal of the leaf entered that is not tried yet
flow-may-be-seen = leaves that may be seen
flow-ruled-out = reached, and ruled out in the end
flow-most-steps = the portal whose searches took the most steps
flow-few-steps = those that took hardly any; numbers: the steps of the costliest
flow-others = { $lines } along random lines and { $steps } among solid leaves
flow-costs = The portal flow took { $all } from all portals, beside { $others }. The costliest: { $most }.
flow-no-costs = The portal flow took no steps from any portal, beside { $others }.
flow-of-leaf-kept = From leaf { $leaf }: { $steps }, and { $more } more that are not kept. The next step of a film shows the first.
flow-of-leaf = From leaf { $leaf }: { $steps }. The next step of a film shows the first.
flow-step = Step { $number } of { $all }
flow-short-chains = short chains only
flow-whole-chains = whole chains
flow-equal-shares = once more, with equal shares of the steps
flow-leaf-to = leaf { $leaf } to { $leaves }
flow-begun = { $place }, { $pass }: { $chain }. This portal is the source. Random lines have passed it and { $known } behind it, which are known to be seen.
flow-portal-to = the portal to leaf { $leaf }
flow-followed = { $part } is seen: the chain goes on into that leaf
flow-known-behind = all that might be seen behind it is known to be seen
flow-nothing-behind = nothing of what else might be seen behind it is in view
flow-chain-ends = { $part } is seen. The chain ends, as { $why }
flow-closed-of-source = it is behind the plane of the source
flow-closed-of-next = the source is on its far side
flow-closed-of-pass = it is behind the plane of the last portal of the chain
flow-closed-separating = it is outside of the frustum, behind a plane that separates the source and the last portal
flow-closed-looking-back = looking back from it through the last portal, nothing of the source is in view
flow-closed = { $to } is clipped away: { $why }
flow-known = { $to } is known to be seen, and so is all that might be seen behind it: the chain ends
flow-out-of-view = { $to } is not tried: it is out of the view with which the chain came into this leaf
flow-not-in-mightsee = { $to } is not tried: it is not in the mightsee of the source, as narrowed so far
flow-not-in-mightsee-of = { $to } is not tried: it is not in the mightsee of the chain's portal to leaf { $leaf }
flow-out-of-steps = there are no steps left: { $to } and all that might be seen behind it count as seen
flow-chain-too-long = the chain is as long as it may be: { $to } and all that might be seen behind it count as seen for now
flow-step-sentence = { $place }, { $pass }: { $chain }. { $outcome }.
flow-part = { $seen } of { $whole } m² of { $name }
flow-end = The chains from leaf { $leaf } lead to { $leaves }, itself included.
flow-end-by-chains = Chains from elsewhere, looked along the other way, rule out { $number }.
flow-end-by-leaves = Planes through solid leaves, which block all lines at once, hide { $number } of the rest.
flow-end-pvs = The PVS has { $number }.
flow-waiting = The PVS is computed once more, and the portal flow from this leaf is recorded. Solid leaves have none; a page records it only where the PVS takes few steps.
flow-to = {" "}to{" "}
flow-costliest-of-leaf = { $portals ->
    [one] Its portal
   *[other] Of its { $portals } portals, that
} of { $width } m, { $area } m², to leaf { $leaf } took the most steps of the [[portal flow]]: { $steps }, { $percent } % of all.
