# The worked examples: titles and explanations.

example-plane-hit = The plane is hit, but not the triangle
example-plane-hit-words = The segment crosses the root's plane, but outside the root's triangle. That is not yet a hit: the cast first searches in front of the plane, then behind it.
example-through-corner = One corner on the plane, one on each side
example-through-corner-words = One corner lies on the plane, and the other two lie on opposite sides. The cut produces two triangles, one in front and one behind.
example-corner-front = One corner on the plane, two in front
example-corner-front-words = One corner lies on the plane and the others lie in front, so nothing is cut and the triangle goes in front.
example-corner-back = One corner on the plane, two behind
example-corner-back-words = One corner lies on the plane and the others lie behind, so nothing is cut and the triangle goes behind.
example-edge-front = Two corners on the plane, one in front
example-edge-front-words = An edge lies on the plane and the third corner lies in front, so the triangle goes in front.
example-edge-back = Two corners on the plane, one behind
example-edge-back-words = An edge lies on the plane and the third corner lies behind, so the triangle goes behind.
example-coplanar = Coplanar, same normal
example-coplanar-words = All corners lie on the plane, and the normals agree. DxFramework puts the triangle in front; a node-storing tree keeps it in the node.
example-coplanar-opposite = Coplanar, opposite normal
example-coplanar-opposite-words = All corners lie on the plane, and the normals are opposite. DxFramework puts the triangle behind; a node-storing tree keeps it in the node, with its own normal.
example-separating-axis = One separating axis among 13
example-separating-axis-words = Neither the axes of the box nor the triangle's normal separate the box from the triangle. The cross product of the box's Z axis and the triangle's slanted edge does: along this axis, the two are 7 cm apart.
example-push-fails = A push-out that fails in an acute corner
example-push-fails-words = The sphere is in a 30° corner. The ATI sample pushes it out of one wall after another, each time by the full depth, and never checks again. The sphere ends up inside a wall, and the sample still reports a push.
example-push-holds = A push-out from all walls at once
example-push-holds-words = Every contact confines the centre to a half-space. The sphere moves to the nearest point that is in all of these half-spaces, and ends clear of both walls.
example-room-order = Rooms in the order C, B, A
example-room-order-words = You are in room C. You are behind plane 1, so A comes last. You are also behind plane 2, so C comes before B. Two tests give the order of the rooms: C, B, A.
