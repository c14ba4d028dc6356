overlay-depth-name = Depth
overlay-flow-step = Step 0 shows the cost of each portal; the last step shows the leaves that were reached.
overlay-solidity-step = The steps show the evidence, the coverage, the minimum cut and the result.
overlay-before = before
overlay-after = after
overlay-depth-keys = { $less } and { $more } change the depth.
overlay-leaf-tree-building = The solid-leaf tree is being built …
overlay-which-leaves = Use the panel ({ $panel }) to choose between empty, solid and all leaves.
overlay-leaf-of-eye = The eye's leaf
overlay-cost-of = { $of }: { $cost }
overlay-follow = { $on } moves forward along the leak; { $back } moves back.
overlay-next-step = { $key } shows the next step. After the last step, { $key } shows the portal flow and then turns the overlay off.
overlay-one-tree = { $escape } returns to a single tree; { $duel } opens the duel.
overlay-ringed-pixel = Shows the cast through the ringed pixel, step by step.
overlay-costliest = Film of the most expensive cast
overlay-view-height = View height (map units)
overlay-painter-keys = { $back } and { $on } step through the order.
overlay-painter-slider = Fraction of the faces to draw, farthest first.
overlay-painter-asks = Stops now and then to ask which face is painted next.
overlay-painter-by = Order by
overlay-by-leaf = leaf
overlay-by-node = node
overlay-painter-up-to = Paint up to
overlay-stop = Stop
overlay-painter-play = Paint from far to near
overlay-path-more =
    … { $more } more { $more ->
        [one] letter
       *[other] letters
    } …
overlay-path-side = The eye is { $side } the plane of node { $node }, at depth { $depth }.
overlay-path-click = Click to select the node.
overlay-neither = Split planes ({ $planes }) would show depths { $first } to { $last }, and cells ({ $cells }) would show depth { $depth }. Both overlays are off.
overlay-planes-soon = Split planes follow the selected node. After you clear the selection ({ $key }), depths { $first } to { $last } are shown.
