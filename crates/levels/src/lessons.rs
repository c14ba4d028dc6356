//! Geometry of the lessons: levels of a few triangles, each with one worked example.

/// A segment that hits the plane of the first triangle outside the triangle (`BNode::intersects` in the ATI SDK's BSP
/// sample, 2006): from (1.5, 1.7, 4) to (1.5, 2.9, −3). It passes the second triangle and hits the third.
pub(super) const SEGMENT: &[u8] =
    b"# A segment hits a plane, but not its triangle (the ATI SDK's BSP sample, 2006). Metres, Y up.
mtllib segment.mtl
o first
usemtl red
v -3 0.2 0
v 3 0.2 0
v -3 3.8 0
f 1 2 3
o in_front
usemtl azure
v -3 0.2 2
v -1.5 0.2 2
v -3 1.7 2
f 4 5 6
o behind
usemtl violet
v -1 0.2 -2
v 3.5 0.2 -2
v 2 4 -2
f 7 8 9
o floor
usemtl pale
v -4 0 -4
v -4 0 5
v 5 0 5
v 5 0 -4
f 10 11 12
f 10 12 13
o spawn
v 3.6 0 3.8
v 4 0 3.8
v 3.8 0 3.4
f 14 15 16
";

/// All ways to split a triangle with corners on a plane (`DxFramework`, 10.3.4), one triangle for each. Face 0 lies
/// on the plane z = 0, whose front is +Z; the others follow from −X to +X.
pub(super) const SPLITS: &[u8] =
    b"# Every case of a triangle with corners on a splitting plane, z = 0 (DxFramework, 10.3.4, www.xionggf.com). Metres, Y up.
mtllib splits.mtl
o plane
usemtl red
v -7 0.4 0
v -5 0.4 0
v -6 1.6 0
f 1 2 3
o one_on_and_one_on_each_side
usemtl sand
v -4.5 1 0
v -3.5 1 1
v -3.5 1 -1
f 4 5 6
o one_on_others_in_front
usemtl azure
v -2 1 0
v -2.6 1 1.2
v -1.4 1 1.2
f 7 8 9
o one_on_others_behind
usemtl violet
v 0 1 0
v 0.6 1 -1.2
v -0.6 1 -1.2
f 10 11 12
o two_on_third_in_front
usemtl azure
v 1.4 1 0
v 2 1 1.2
v 2.6 1 0
f 13 14 15
o two_on_third_behind
usemtl violet
v 3.4 1 0
v 4.6 1 0
v 4 1 -1.2
f 16 17 18
o all_on_same_normal
usemtl red
v 5.4 0.4 0
v 6.6 0.4 0
v 6 1.6 0
f 19 20 21
o all_on_opposite_normal
usemtl green
v 8.6 0.4 0
v 7.4 0.4 0
v 8 1.6 0
f 22 23 24
o floor
usemtl pale
v -8 0 0
v -8 0 5
v 10 0 5
v 10 0 0
v -8 0 -4
v 10 0 -4
f 25 26 27
f 25 27 28
f 29 25 28
f 29 28 30
o spawn
v 0.8 0 4.4
v 1.2 0 4.4
v 1 0 4
f 31 32 33
";

/// A box and a triangle that only the cross product of an axis and an edge separates (Ericson 2005, 5.2.9). Face 0 is
/// the triangle.
pub(super) const AXIS: &[u8] =
    b"# A triangle that passes the edge of a box: of the 13 axes one separates them (Ericson 2005, 5.2.9). Metres, Y up.
mtllib axis.mtl
o triangle
usemtl azure
v 1.6 0.5 0
v 2.5 3.5 0
v -0.5 2.6 0
f 1 2 3
o floor
usemtl pale
v -5 0 -4
v -5 0 5
v 5 0 5
v 5 0 -4
f 4 5 6
f 4 6 7
o spawn
v 0.3 0 4.6
v 0.7 0 4.6
v 0.5 0 4.2
f 8 9 10
";

/// Two rooms with a thick wall between them and a doorway through it. A piece of 0.5 × 0.4 m is missing from the wall
/// of one room. A minimum cut classifies the space behind it as solid.
pub(super) const HOLE: &[u8] =
    b"# Two rooms and a doorway. One wall lacks a piece of 0.5 by 0.4 m, behind which is solid. Metres, Y up.
mtllib hole.mtl
v -4 0 -2
v -4 0 2
v -0.3 0 2
v -0.3 0 -2
v -4 2.6 -2
v -0.3 2.6 -2
v -0.3 2.6 2
v -4 2.6 2
v 0.3 0 -2
v 0.3 0 2
v 4 0 2
v 4 0 -2
v 0.3 2.6 -2
v 4 2.6 -2
v 4 2.6 2
v 0.3 2.6 2
v -0.3 0 -1
v -0.3 2.6 -1
v -0.3 0 -0.5
v -0.3 1.2 -0.5
v -0.3 1.2 -1
v -0.3 1.6 -1
v -0.3 1.6 -0.5
v -0.3 2.6 -0.5
v -0.3 0 0.6
v -0.3 2.6 0.6
v -0.3 2.1 0.6
v -0.3 2.1 1.6
v -0.3 2.6 1.6
v -0.3 0 1.6
v 0.3 2.6 0.6
v 0.3 0 0.6
v 0.3 2.1 0.6
v 0.3 2.6 1.6
v 0.3 2.1 1.6
v 0.3 0 1.6
o walls_sand
usemtl sand
f 1 2 3 4
f 9 10 11 12
f 25 30 36 32
o walls_pale
usemtl pale
f 5 6 7 8
f 1 4 6 5
f 2 8 7 3
f 13 14 15 16
f 9 12 14 13
f 10 16 15 11
f 1 5 8 2
f 12 11 15 14
f 9 13 31 32
f 33 31 34 35
f 36 34 16 10
f 27 33 35 28
f 25 32 33 27
f 30 28 35 36
o walls_green
usemtl green
f 4 17 18 6
f 17 19 20 21
f 22 23 24 18
f 19 25 26 24
f 27 28 29 26
f 30 3 7 29
o spawn
v -3.2 0 1.5
v -3.2 0 1.1
v -2.8 0 1.3
f 37 38 39
";

/// Materials of all lessons.
pub(super) const COLORS: &[u8] = b"newmtl red
Kd 0.80 0.36 0.28
newmtl sand
Kd 0.85 0.74 0.50
newmtl azure
Kd 0.32 0.58 0.82
newmtl violet
Kd 0.58 0.44 0.76
newmtl green
Kd 0.40 0.66 0.42
newmtl pale
Kd 0.82 0.82 0.80
";
