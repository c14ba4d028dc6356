# The most expensive parts of a level.

expensive-nodes = Nodes
expensive-leaves = Leaves
expensive-portals = Portals
expensive-faces = Faces
expensive-brushes = Brushes
expensive-nodes-cost = faces cut by the node's plane
expensive-leaves-cost = face fragments that are potentially visible from the leaf
expensive-portals-cost = portal flow steps that start at the portal
expensive-faces-cost = fragments into which the solid-leaf tree cuts the face
expensive-brushes-cost = portal flow steps that start at portals on the brush's planes
expensive-by-cost = By cost
expensive-by-number = By number
expensive-node = Node { $number }: { $cost ->
        [one] its plane cuts { $cost } face
       *[other] its plane cuts { $cost } faces
    }
expensive-leaf = Leaf { $number }: { $cost ->
        [one] { $cost } visible face fragment
       *[other] { $cost } visible face fragments
    }
expensive-portal = Portal { $number }: { $cost ->
        [one] { $cost } PVS step
       *[other] { $cost } PVS steps
    }
expensive-face = Face { $number }: { $cost ->
        [one] { $cost } fragment
       *[other] { $cost } fragments
    }
expensive-brush = Brush { $number }: { $cost ->
        [one] { $cost } PVS step
       *[other] { $cost } PVS steps
    }
expensive-counting = Counting costs
expensive-is-counted = The costs are still being counted. The list opens when they are ready.
expensive-not-yet = The list of expensive parts needs the solid-leaf tree and its PVS, which are not ready yet.
expensive-none = No part of this kind has a cost.
expensive-none-found = No part matches the search.
expensive-more = and { $more } more; use --top N for a longer list
expensive-search = Search
expensive-count = Count costs
expensive-count-hint = Counts the costs of all nodes, leaves, portals and faces in the background.
expensive-hint = Cost: { $cost }. Click an entry to go to that part of the level.
