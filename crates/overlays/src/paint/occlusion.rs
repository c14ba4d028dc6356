//! Occlusion in a picture, tracked with a 2D BSP tree into which the faces are inserted front to back. Source: Bruce
//! Naylor, *Partitioning tree image representation and generation from 3D geometric models*, Graphics Interface 1992.

use glam::DVec2;

use super::screen::doubled_area;

/// Maximum distance of a corner that counts as on a line, in pixels.
const ON_LINE: f64 = 1.0e-3;

/// Child index that marks a part of the picture as not covered.
const FREE: u32 = u32::MAX;

/// Child index that marks a part of the picture as covered.
const COVERED: u32 = u32::MAX - 1;

/// Parent index that marks the root.
const NONE: u32 = u32::MAX;

/// A line that divides a part of the picture.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Normal of the line. The signed distance of a point is `normal · place + offset`, in pixels.
    normal: DVec2,
    offset: f64,
    /// Child on the positive side and child on the negative side.
    sides: [u32; 2],
    parent: u32,
}

impl Node {
    fn distance(&self, place: DVec2) -> f64 {
        self.normal.dot(place) + self.offset
    }
}

/// A convex polygon. Each corner has a flag that is set if the edge to the next corner belongs to the
/// original polygon, and not to a cut.
type ClippedPolygon = Vec<(DVec2, bool)>;

#[derive(Clone, Debug)]
pub(super) struct Occlusion {
    nodes: Vec<Node>,
    root: u32,
    /// Pieces that are still descending the tree. The buffer is reused for each polygon.
    stack: Vec<(u32, usize, ClippedPolygon)>,
}

impl Occlusion {
    /// Creates an uncovered picture of this width and height. Everything outside it counts as covered.
    pub(super) fn new(size: [u32; 2]) -> Self {
        let [width, height] = size.map(f64::from);
        let sides = [
            (DVec2::X, 0.0),
            (DVec2::NEG_X, width),
            (DVec2::Y, 0.0),
            (DVec2::NEG_Y, height),
        ];
        let node = |(index, (normal, offset)): (u32, (DVec2, f64))| Node {
            normal,
            offset,
            sides: [if index < 3 { index + 1 } else { FREE }, COVERED],
            parent: index.checked_sub(1).unwrap_or(NONE),
        };
        Self {
            nodes: (0..).zip(sides).map(node).collect(),
            root: 0,
            stack: Vec::new(),
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.root == COVERED
    }

    /// Calls `part` with each uncovered part of a convex polygon.
    pub(super) fn visit_uncovered(&mut self, corners: &[DVec2], mut part: impl FnMut(&[DVec2])) {
        self.descend(corners, false, &mut part);
    }

    /// Like [`Occlusion::visit_uncovered`], but also marks the polygon as covered.
    pub(super) fn cover(&mut self, corners: &[DVec2], mut part: impl FnMut(&[DVec2])) {
        self.descend(corners, true, &mut part);
    }

    fn descend(&mut self, corners: &[DVec2], covers: bool, part: &mut impl FnMut(&[DVec2])) {
        let doubled = doubled_area(corners);
        if corners.len() < 3 || doubled.is_nan() || doubled.abs() < ON_LINE * ON_LINE || self.is_full() {
            return;
        }
        let mut piece: ClippedPolygon = corners.iter().map(|&corner| (corner, true)).collect();
        if doubled < 0.0 {
            piece.reverse();
        }
        let mut stack = std::mem::take(&mut self.stack);
        stack.push((NONE, 0, piece));
        while let Some((parent, side, mut piece)) = stack.pop() {
            let at = self.child(parent, side);
            match at {
                COVERED => {}
                FREE => {
                    let places: Vec<DVec2> = piece.iter().map(|(place, _)| *place).collect();
                    part(&places);
                    if covers {
                        self.fill(parent, side, &piece);
                    }
                }
                node => {
                    let [inside, outside] = split(&self.nodes[node as usize], &mut piece);
                    for (side, piece) in [(1, outside), (0, inside)] {
                        if let Some(piece) = piece {
                            stack.push((node, side, piece));
                        }
                    }
                }
            }
        }
        self.stack = stack;
    }

    fn child(&self, parent: u32, side: usize) -> u32 {
        if parent == NONE {
            self.root
        } else {
            self.nodes[parent as usize].sides[side]
        }
    }

    fn set_child(&mut self, parent: u32, side: usize, child: u32) {
        if parent == NONE {
            self.root = child;
        } else {
            self.nodes[parent as usize].sides[side] = child;
        }
    }

    fn fill(&mut self, mut parent: u32, mut side: usize, piece: &[(DVec2, bool)]) {
        for (i, &(from, is_edge)) in piece.iter().enumerate() {
            let along = piece[(i + 1) % piece.len()].0 - from;
            let Some(direction) = along.try_normalize().filter(|_| is_edge) else {
                continue;
            };
            // Because y points down, a piece lies to the left of its edges, and the perpendicular points into the
            // piece.
            let normal = direction.perp();
            let node = self.nodes.len() as u32;
            self.nodes.push(Node {
                normal,
                offset: -normal.dot(from),
                sides: [FREE; 2],
                parent,
            });
            self.set_child(parent, side, node);
            (parent, side) = (node, 0);
        }
        self.set_child(parent, side, COVERED);
        // A node whose two children are covered is no longer needed.
        while parent != NONE && self.nodes[parent as usize].sides == [COVERED; 2] {
            let above = self.nodes[parent as usize].parent;
            let side = usize::from(above != NONE && self.nodes[above as usize].sides[1] == parent);
            self.set_child(above, side, COVERED);
            parent = above;
        }
    }

    /// Calls `part` with each uncovered part of a line, in no particular order. A part is a parameter range; parameters
    /// run from 0 at the line's first endpoint to 1 at the second.
    pub(super) fn visible_line(&self, [from, to]: [DVec2; 2], mut part: impl FnMut([f64; 2])) {
        let mut stack = vec![(self.root, [0.0, 1.0])];
        while let Some((at, [begin, end])) = stack.pop() {
            match at {
                COVERED => {}
                FREE => part([begin, end]),
                node => {
                    let node = &self.nodes[node as usize];
                    let ends = [begin, end].map(|t| node.distance(from.lerp(to, t)));
                    let [a, b] = ends;
                    // A line that lies on a dividing line is visible if either side of it is uncovered.
                    if a.abs() <= ON_LINE && b.abs() <= ON_LINE {
                        let side = usize::from(node.sides[0] == COVERED);
                        stack.push((node.sides[side], [begin, end]));
                    } else if a >= -ON_LINE && b >= -ON_LINE {
                        stack.push((node.sides[0], [begin, end]));
                    } else if a <= ON_LINE && b <= ON_LINE {
                        stack.push((node.sides[1], [begin, end]));
                    } else {
                        let middle = begin + (end - begin) * a / (a - b);
                        let [first, second] = if a > 0.0 { [0, 1] } else { [1, 0] };
                        stack.push((node.sides[first], [begin, middle]));
                        stack.push((node.sides[second], [middle, end]));
                    }
                }
            }
        }
    }
}

/// Splits a piece into the parts on either side of a line.
fn split(line: &Node, piece: &mut ClippedPolygon) -> [Option<ClippedPolygon>; 2] {
    let distances: Vec<f64> = piece.iter().map(|(place, _)| line.distance(*place)).collect();
    let has = |side: fn(f64) -> bool| distances.iter().any(|&distance| side(distance));
    let sides = [
        has(|distance| distance > ON_LINE),
        has(|distance| distance < -ON_LINE),
    ];
    let count = piece.len();
    // An edge on the line already bounds this part of the picture.
    for i in 0..count {
        if distances[i].abs() <= ON_LINE && distances[(i + 1) % count].abs() <= ON_LINE {
            piece[i].1 = false;
        }
    }
    match sides {
        [true, true] => {}
        [false, true] => return [None, Some(std::mem::take(piece))],
        [true, false] => return [Some(std::mem::take(piece)), None],
        [false, false] => return [None, None],
    }
    let mut parts: [ClippedPolygon; 2] = [Vec::with_capacity(count + 2), Vec::with_capacity(count + 2)];
    for i in 0..count {
        let ((from, is_edge), a) = (piece[i], distances[i]);
        let (to, b) = (piece[(i + 1) % count].0, distances[(i + 1) % count]);
        if a >= -ON_LINE {
            // In one of the two pieces, a corner on the line is the start of the new edge along the cut.
            let leaves = a <= ON_LINE && b < -ON_LINE;
            parts[0].push((from, is_edge && !leaves));
        }
        if a <= ON_LINE {
            let leaves = a >= -ON_LINE && b > ON_LINE;
            parts[1].push((from, is_edge && !leaves));
        }
        if a > ON_LINE && b < -ON_LINE || a < -ON_LINE && b > ON_LINE {
            let place = from.lerp(to, a / (a - b));
            let enters = usize::from(b < 0.0);
            parts[enters].push((place, is_edge));
            parts[1 - enters].push((place, false));
        }
    }
    parts.map(|part| (part.len() > 2).then_some(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    fn area(corners: &[DVec2]) -> f64 {
        let next = |i: usize| corners[(i + 1) % corners.len()];
        let doubled = (0..corners.len()).map(|i| corners[i].perp_dot(next(i)));
        doubled.sum::<f64>().abs() * 0.5
    }

    /// Returns a random triangle that is in or near a picture of 100×80 pixels.
    fn triangle(random: &mut Rng) -> [DVec2; 3] {
        let middle = DVec2::new(random.f64() * 120.0 - 10.0, random.f64() * 100.0 - 10.0);
        std::array::from_fn(|_| middle + DVec2::new(random.f64() - 0.5, random.f64() - 0.5) * 50.0)
    }

    fn contains(triangle: &[DVec2; 3], place: DVec2) -> bool {
        let sides =
            [0, 1, 2].map(|i| (triangle[(i + 1) % 3] - triangle[i]).perp_dot(place - triangle[i]) > 0.0);
        sides.iter().all(|&side| side) || sides.iter().all(|&side| !side)
    }

    /// Returns whether a convex polygon contains a point, by testing it as a triangle fan.
    fn covers(part: &[DVec2], place: DVec2) -> bool {
        (1..part.len() - 1).any(|i| contains(&[part[0], part[i], part[i + 1]], place))
    }

    #[test]
    fn each_point_shows_its_first_covering_triangle() {
        let mut random = Rng::with_seed(4);
        for _ in 0..20 {
            let triangles: Vec<[DVec2; 3]> = (0..40).map(|_| triangle(&mut random)).collect();
            let mut occlusion = Occlusion::new([100, 80]);
            let mut parts: Vec<(usize, Vec<DVec2>)> = Vec::new();
            for (number, triangle) in triangles.iter().enumerate() {
                let mut before = 0.0;
                occlusion.visit_uncovered(triangle, |part| before += area(part));
                let mut shown = 0.0;
                occlusion.cover(triangle, |part| {
                    shown += area(part);
                    parts.push((number, part.to_vec()));
                });
                assert!((before - shown).abs() < 1.0e-6, "asking covers nothing");
                let mut again = 0.0;
                occlusion.visit_uncovered(triangle, |part| again += area(part));
                assert!(again < 0.1, "{again} pixels of a covered triangle are free");
            }
            for _ in 0..400 {
                let place = DVec2::new(random.f64() * 100.0, random.f64() * 80.0);
                let expected = triangles.iter().position(|triangle| contains(triangle, place));
                let shown: Vec<usize> = parts
                    .iter()
                    .filter(|(_, part)| covers(part, place))
                    .map(|(number, _)| *number)
                    .collect();
                let near_an_edge = triangles.iter().any(|triangle| {
                    (0..3).any(|i| {
                        let (from, to) = (triangle[i], triangle[(i + 1) % 3]);
                        (to - from).normalize_or_zero().perp_dot(place - from).abs() < 0.02
                    })
                });
                if !near_an_edge {
                    assert_eq!(shown, expected.into_iter().collect::<Vec<_>>(), "{place}");
                }
            }
        }
    }

    #[test]
    fn occlusion_is_full_once_covered() {
        let mut occlusion = Occlusion::new([100, 80]);
        let [a, b, c, d] = [(-1.0, -1.0), (101.0, -1.0), (101.0, 81.0), (-1.0, 81.0)].map(DVec2::from);
        occlusion.cover(&[a, b, c], |_| {});
        assert!(!occlusion.is_full());
        occlusion.cover(&[a, c, d], |_| {});
        assert!(occlusion.is_full());
        occlusion.cover(&[DVec2::NAN, b, c], |_| panic!("it is nowhere"));
    }
}
