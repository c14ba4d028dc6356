//! Analytic hidden surface removal. The tree orders the faces front to back, and a 2D tree tracks the covered parts of
//! the picture. Nothing is sampled, so visible parts are exact up to rounding.

use bspwalk_geometry::Plane;
use bspwalk_trees::{NodeTree, node_storing::NodeId};
use glam::{DVec2, DVec3, Vec3};

use super::{
    occlusion::Occlusion,
    screen::{Screen, doubled_area},
};

/// Width below which parts are omitted, in pixels. Rounding leaves such slivers between adjacent edges.
const NARROWEST: f64 = 0.02;

/// A line in the world, restricted to a parameter range within 0 (first endpoint) to 1 (second endpoint).
#[derive(Clone, Copy, Debug)]
struct LinePart {
    line: usize,
    range: [f64; 2],
}

#[derive(Clone, Debug)]
struct PolygonPart {
    polygon: usize,
    corners: Vec<DVec3>,
}

/// Lines and polygons of the overlays that lie inside one cell.
#[derive(Clone, Debug, Default)]
struct Items {
    lines: Vec<LinePart>,
    polygons: Vec<PolygonPart>,
}

impl Items {
    fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.polygons.is_empty()
    }
}

enum Step {
    /// Visits a subtree, or a cell without nodes, together with the overlay items inside it.
    Enter(Option<NodeId>, Items),
    /// Draws the faces of a node, which may hide faces that come later.
    Faces(NodeId),
}

/// The visible parts of a level's faces, of lines and of polygons, in pixels.
#[derive(Clone, Debug, Default)]
pub(super) struct VisibleParts {
    /// Fragments with their visible parts, nearest first.
    pub(super) faces: Vec<(u32, Vec<Vec<DVec2>>)>,
    /// Endpoints of the visible parts of each line.
    pub(super) lines: Vec<Vec<[DVec2; 2]>>,
    pub(super) polygons: Vec<Vec<Vec<DVec2>>>,
}

/// Depth offset of lines and polygons towards the eye, as a fraction of their distance. It prevents them from being
/// hidden by the face that they lie on, and does not change their position in the picture.
const NEARER: f64 = 6.0e-4;

struct Walk<'a> {
    tree: &'a NodeTree,
    screen: &'a Screen,
    lines: &'a [[DVec3; 2]],
    occlusion: Occlusion,
    parts: VisibleParts,
}

/// Finds the visible parts of a tree's faces, lines and convex polygons on a screen.
pub(super) fn visible_parts(
    tree: &NodeTree,
    screen: &Screen,
    lines: &[[Vec3; 2]],
    polygons: &[Vec<Vec3>],
) -> VisibleParts {
    let nearer = |point: Vec3| screen.move_towards_eye(point.as_dvec3(), NEARER);
    let lines: Vec<[DVec3; 2]> = lines.iter().map(|ends| ends.map(nearer)).collect();
    let all = Items {
        lines: (0..lines.len())
            .map(|line| LinePart {
                line,
                range: [0.0, 1.0],
            })
            .collect(),
        polygons: polygons
            .iter()
            .enumerate()
            .map(|(polygon, corners)| PolygonPart {
                polygon,
                corners: corners.iter().copied().map(nearer).collect(),
            })
            .collect(),
    };
    let mut walk = Walk {
        tree,
        screen,
        lines: &lines,
        occlusion: Occlusion::new(screen.size),
        parts: VisibleParts {
            faces: Vec::new(),
            lines: vec![Vec::new(); lines.len()],
            polygons: vec![Vec::new(); polygons.len()],
        },
    };
    let mut steps = vec![Step::Enter(tree.root(), all)];
    while let Some(step) = steps.pop() {
        if walk.occlusion.is_full() {
            break;
        }
        match step {
            Step::Enter(node, items) => walk.enter(node, items, &mut steps),
            Step::Faces(node) => walk.faces(node),
        }
    }
    walk.parts
}

impl Walk<'_> {
    fn enter(&mut self, node: Option<NodeId>, items: Items, steps: &mut Vec<Step>) {
        let seen = node.filter(|&node| self.is_in_view(node));
        let Some((id, view)) = seen.and_then(|id| Some((id, self.tree.node(id)?))) else {
            self.show(items);
            return;
        };
        if view.is_block {
            self.show(items);
            steps.push(Step::Faces(id));
            return;
        }
        let Plane { normal, d } = view.plane;
        let is_front = self.screen.is_front_visible(normal, normal * -d);
        let [front, back] = self.split(items, &view.plane);
        let ((near, near_items), (far, far_items)) = if is_front {
            ((view.front, front), (view.back, back))
        } else {
            ((view.back, back), (view.front, front))
        };
        if far.is_some() || !far_items.is_empty() {
            steps.push(Step::Enter(far, far_items));
        }
        steps.push(Step::Faces(id));
        if near.is_some() || !near_items.is_empty() {
            steps.push(Step::Enter(near, near_items));
        }
    }

    /// Returns whether any face of a subtree may be in the picture.
    fn is_in_view(&self, node: NodeId) -> bool {
        let Some([min, max]) = self.tree.subtree_bounds(node) else {
            return false;
        };
        let corner = |i: u32| Vec3::select(glam::BVec3::new(i & 1 > 0, i & 2 > 0, i & 4 > 0), max, min);
        let [width, height] = self.screen.size.map(f64::from);
        // For each side of the view, whether all corners are beyond it.
        let mut beyond = [true; 5];
        for i in 0..8 {
            let ([x, y], depth) = self.screen.place_times_depth(corner(i).as_dvec3());
            let past = [x > width * depth, y > height * depth];
            let sides = [depth < 0.0, x < 0.0, y < 0.0, past[0], past[1]];
            for (beyond, is_beyond) in beyond.iter_mut().zip(sides) {
                *beyond &= is_beyond;
            }
        }
        !beyond.contains(&true)
    }

    /// Splits items at a plane. Returns the parts in front and the parts behind.
    fn split(&self, items: Items, plane: &Plane) -> [Items; 2] {
        let mut sides = [Items::default(), Items::default()];
        for part in items.lines {
            let [from, to] = self.lines[part.line].map(|end| plane.distance(end));
            let at = |t: f64| from + (to - from) * t;
            let [a, b] = part.range.map(at);
            if a >= 0.0 && b >= 0.0 {
                sides[0].lines.push(part);
            } else if a <= 0.0 && b <= 0.0 {
                sides[1].lines.push(part);
            } else {
                let [begin, end] = part.range;
                let middle = (begin + (end - begin) * a / (a - b)).clamp(begin, end);
                let ranges = [[begin, middle], [middle, end]];
                let first = usize::from(a < 0.0);
                for (side, range) in [(first, ranges[0]), (1 - first, ranges[1])] {
                    sides[side].lines.push(LinePart { range, ..part });
                }
            }
        }
        for part in items.polygons {
            let distances = part.corners.iter().map(|&corner| plane.distance(corner));
            let distances: Vec<f64> = distances.collect();
            if distances.iter().all(|&distance| distance >= 0.0) {
                sides[0].polygons.push(part);
            } else if distances.iter().all(|&distance| distance <= 0.0) {
                sides[1].polygons.push(part);
            } else {
                let mut halves: [Vec<DVec3>; 2] = Default::default();
                for (i, &from) in part.corners.iter().enumerate() {
                    let (a, b) = (distances[i], distances[(i + 1) % distances.len()]);
                    if a >= 0.0 {
                        halves[0].push(from);
                    }
                    if a <= 0.0 {
                        halves[1].push(from);
                    }
                    if a * b < 0.0 {
                        let to = part.corners[(i + 1) % distances.len()];
                        let crossing = from.lerp(to, a / (a - b));
                        halves[0].push(crossing);
                        halves[1].push(crossing);
                    }
                }
                for (side, corners) in sides.iter_mut().zip(halves) {
                    side.polygons.push(PolygonPart { corners, ..part });
                }
            }
        }
        sides
    }

    /// Draws the overlay items in a cell, after all faces in front of them.
    fn show(&mut self, items: Items) {
        for LinePart { line, range } in items.lines {
            let [from, to] = self.lines[line];
            let ends = range.map(|t| from.lerp(to, t));
            let Some(places) = self.screen.clip_line(ends) else {
                continue;
            };
            let places = places.map(|(place, _)| place.at);
            let seen = &mut self.parts.lines[line];
            self.occlusion.visible_line(places, |part| {
                seen.push(part.map(|t| places[0].lerp(places[1], t)));
            });
        }
        for PolygonPart { polygon, corners } in items.polygons {
            let places = self.screen.clip_polygon(corners);
            let places: Vec<DVec2> = places.iter().map(|place| place.at).collect();
            let seen = &mut self.parts.polygons[polygon];
            self.occlusion.visit_uncovered(&places, |part| {
                if is_wide(part) {
                    seen.push(part.to_vec());
                }
            });
        }
    }

    /// Draws the faces of a node, which then cover everything behind them.
    fn faces(&mut self, node: NodeId) {
        let Some(view) = self.tree.node(node) else { return };
        let mut fragments: Vec<u32> = view.fragments.clone().rev().collect();
        if view.is_block {
            // The tree does not order the faces within a block, so sort them by the distance of their centres.
            let eye = self.screen.eye();
            let distance = |fragment: u32| {
                let fragment = self.tree.fragment(fragment);
                let corners = fragment.map_or(&[][..], |fragment| fragment.vertices);
                let middle = corners.iter().sum::<Vec3>() / corners.len().max(1) as f32;
                middle.as_dvec3().distance_squared(eye)
            };
            fragments.sort_by(|&a, &b| distance(a).total_cmp(&distance(b)));
        }
        for fragment in fragments {
            let Some(view) = self.tree.fragment(fragment) else {
                continue;
            };
            let corners = view.vertices.iter().map(|corner| corner.as_dvec3());
            let places: Vec<DVec2> = self
                .screen
                .clip_face(corners)
                .iter()
                .map(|place| place.at)
                .collect();
            let mut seen = Vec::new();
            self.occlusion.cover(&places, |part| {
                if is_wide(part) {
                    seen.push(part.to_vec());
                }
            });
            if !seen.is_empty() {
                self.parts.faces.push((fragment, seen));
            }
        }
    }
}

/// Returns whether a part is wide enough to be visible.
fn is_wide(part: &[DVec2]) -> bool {
    let next = |i: usize| part[(i + 1) % part.len()];
    // The ratio of area to perimeter approximates the width of a sliver.
    let around: f64 = (0..part.len()).map(|i| part[i].distance(next(i))).sum();
    doubled_area(part).abs() > NARROWEST * around * 0.5
}

/// Joins touching parts of one line and sorts the parts along the line.
pub(super) fn joined(mut parts: Vec<[DVec2; 2]>) -> Vec<[DVec2; 2]> {
    /// Maximum gap between parts that count as touching, in pixels.
    const TOUCH: f64 = 0.05;
    let Some(along) = parts
        .iter()
        .map(|[from, to]| *to - *from)
        .max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()))
    else {
        return parts;
    };
    for part in &mut parts {
        if (part[1] - part[0]).dot(along) < 0.0 {
            part.reverse();
        }
    }
    parts.sort_by(|a, b| a[0].dot(along).total_cmp(&b[0].dot(along)));
    let mut joined: Vec<[DVec2; 2]> = Vec::new();
    for part in parts {
        match joined.last_mut() {
            Some(last) if (part[0] - last[1]).dot(along.normalize_or_zero()) < TOUCH => {
                if (part[1] - last[1]).dot(along) > 0.0 {
                    last[1] = part[1];
                }
            }
            _ => joined.push(part),
        }
    }
    joined.retain(|[from, to]| from.distance(*to) > TOUCH);
    joined
}

#[cfg(test)]
mod tests {
    use bspwalk_trees::FaceId;
    use std::sync::Arc;

    use bspwalk_draw::raster::{Camera, RasterFaces, VisibilityMethod, find_visible_fragments};
    use bspwalk_testing::small_trees;
    use fastrand::Rng;

    use super::*;

    const SIZE: [u32; 2] = [160, 90];

    /// Returns several trees, each with the corners of its faces.
    fn trees() -> Vec<(Arc<NodeTree>, RasterFaces)> {
        let with_faces = |tree: NodeTree| {
            let tree = Arc::new(tree);
            let corners = |face: FaceId| {
                let mut triangles = tree.triangle_ids().filter_map(|index| tree.triangle(index));
                let triangle = triangles.find(|triangle| triangle.face == face);
                triangle.map(|triangle| triangle.corners.map(Vec3::as_dvec3))
            };
            let faces = RasterFaces::new(&tree, corners);
            (tree, faces)
        };
        small_trees::trees().into_iter().map(with_faces).collect()
    }

    /// Returns a random position in or around a tree.
    fn place(tree: &NodeTree, mut share: impl FnMut() -> f64, scale: f64) -> DVec3 {
        tree.bounds().center() + tree.bounds().size() * DVec3::new(share(), share(), share()) * scale
    }

    /// Returns a camera at a random position in or around a tree.
    fn camera(tree: &NodeTree, random: &mut Rng) -> Camera {
        let mut share = || random.f64() - 0.5;
        let eye = place(tree, &mut share, 1.2);
        Camera::perspective(eye, [share() * 6.0, share()], Camera::default_field_of_view())
    }

    fn distance_inside(part: &[DVec2], place: DVec2) -> f64 {
        let next = |i: usize| part[(i + 1) % part.len()];
        let doubled: f64 = (0..part.len()).map(|i| part[i].perp_dot(next(i))).sum();
        (0..part.len())
            .map(|i| (next(i) - part[i]).normalize_or_zero().perp_dot(place - part[i]) * doubled.signum())
            .fold(f64::INFINITY, f64::min)
    }

    /// Checks that the part containing a pixel's centre belongs to the fragment that the rasteriser shows there, except
    /// near edges.
    #[test]
    fn visible_parts_match_a_rasteriser() {
        let mut random = Rng::with_seed(3);
        let (mut compared, mut all) = (0, 0);
        for (tree, faces) in trees() {
            for _ in 0..6 {
                let camera = camera(&tree, &mut random);
                let screen = Screen::new(camera, SIZE);
                let parts = visible_parts(&tree, &screen, &[], &[]);
                let seen = find_visible_fragments(&faces, &camera, SIZE, VisibilityMethod::DepthBuffer);
                for (index, expected) in (0..).zip(seen) {
                    let place = DVec2::from([index % SIZE[0], index / SIZE[0]].map(f64::from)) + 0.5;
                    all += 1;
                    let mut nearest = f64::INFINITY;
                    let mut shown = None;
                    for (fragment, parts) in &parts.faces {
                        for part in parts {
                            let inside = distance_inside(part, place);
                            nearest = nearest.min(inside.abs());
                            if inside > 0.0 {
                                assert_eq!(shown, None, "no two parts overlap at {place}");
                                shown = Some(*fragment);
                            }
                        }
                    }
                    if nearest > 0.05 {
                        assert_eq!(shown, expected, "at {place} from {}", camera.eye);
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared * 10 > all * 7, "{compared} of {all} pixels");
    }

    /// Checks that a point on a line is visible if no face is between it and the eye.
    #[test]
    fn a_line_is_seen_where_no_face_hides_it() {
        let mut random = Rng::with_seed(8);
        let (mut seen, mut hidden) = (0, 0);
        for (tree, _) in trees() {
            for _ in 0..12 {
                let camera = camera(&tree, &mut random);
                let screen = Screen::new(camera, SIZE);
                let line = [(); 2].map(|()| place(&tree, || random.f64() - 0.5, 1.0).as_vec3());
                let parts = visible_parts(&tree, &screen, &[line], &[]);
                let parts = joined(parts.lines[0].clone());
                for i in 0..40 {
                    let point = line[0].lerp(line[1], (i as f32 + 0.5) / 40.0);
                    let Some([(place, _), _]) =
                        screen.clip_line([point.as_dvec3(), point.as_dvec3() + DVec3::X])
                    else {
                        continue;
                    };
                    let at = place.at;
                    let [width, height] = SIZE.map(f64::from);
                    let is_inside = at.x > 0.0 && at.y > 0.0 && at.x < width && at.y < height;
                    // Ignore faces in front of the near plane, because they hide nothing.
                    let (eye, away) = (camera.eye.as_vec3(), (point.as_dvec3() - camera.eye).as_vec3());
                    let to_camera =
                        away.length() < 0.1 || tree.is_blocked(eye, eye + away.normalize_or_zero() * 0.1);
                    let [near, far] = [0.995, 1.005].map(|share| {
                        let end = camera.eye.lerp(point.as_dvec3(), share).as_vec3();
                        tree.is_blocked(camera.eye.as_vec3(), end)
                    });
                    // Near the edge of a face, either result may be correct.
                    if !is_inside || to_camera || near != far {
                        continue;
                    }
                    let distance = |[from, to]: &[DVec2; 2]| {
                        let along = *to - *from;
                        let t = ((at - *from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
                        at.distance(from.lerp(*to, t))
                    };
                    let nearest = parts.iter().map(distance).fold(f64::INFINITY, f64::min);
                    let ends = parts.iter().flatten().map(|end| end.distance(at));
                    if ends.fold(f64::INFINITY, f64::min) < 0.3 {
                        continue;
                    }
                    let is_right = if near { nearest > 0.2 } else { nearest < 0.1 };
                    assert!(is_right, "{point} hidden: {near}, {nearest} px from what is seen");
                    hidden += u32::from(near);
                    seen += u32::from(!near);
                }
            }
        }
        assert!(seen > 100 && hidden > 100, "{seen} {hidden}");
    }

    #[test]
    fn touching_parts_are_joined() {
        let at = |x: f64| DVec2::new(x, 2.0 * x);
        let parts = [[3.0, 4.5], [0.0, 1.0], [2.0, 1.0], [2.01, 2.9]].map(|ends| ends.map(at));
        assert_eq!(
            joined(parts.into()),
            [[0.0, 2.9], [3.0, 4.5]].map(|ends| ends.map(at))
        );
    }
}
