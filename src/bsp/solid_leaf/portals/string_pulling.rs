//! Pulling a line through portals taut: the shortest that passes them in their order.
//!
//! Its length is a convex function of the points on the portals, but not a smooth one where points coincide, as they do
//! where several portals meet in an edge: there no single point can be moved to a better place, all of them together can.
//! So all are moved at once, by an interior-point method for second-order cones (Nesterov and Nemirovskii 1994; Boyd and
//! Vandenberghe, *Convex Optimization*, 2004, 11.6).

use glam::{DMat2, DMat3, DVec2, DVec3};

use crate::bsp::solid_leaf::{PortalGraph, PortalId};
use crate::{
    geometry::{
        Segment,
        tolerance::{TAUT, TAUT_CLEARANCE},
    },
    progress::{Cancelled, Progress},
};

/// What the weight of the barrier is multiplied with from centre to centre.
const SHRINK: f64 = 0.2;

/// Most centres, and most Newton steps to one of them: each is reached in a few.
const CENTRES: usize = 60;
const STEPS: usize = 40;

/// A centre is reached where a Newton step promises less than this share of the barrier's weight.
const CENTRED: f64 = 0.01;

/// Most rounds that put points which are all but on an edge, or on a straight line, exactly there.
const ROUNDS: usize = 200;

/// Length of a line, in metres.
pub(in crate::bsp::solid_leaf) fn length(line: &[DVec3]) -> f64 {
    line.windows(2).map(|part| part[0].distance(part[1])).sum()
}

/// Moves the points of a line, but the first, on their portals so that it becomes as short as it can: within
/// [`TAUT`] of its length. A portal without an inside leaves only the last rounds, point by point.
pub(in crate::bsp::solid_leaf) fn pull_taut(
    graph: &PortalGraph,
    portals: &[PortalId],
    line: &mut [DVec3],
    progress: &Progress,
) -> Result<(), Cancelled> {
    let Some(&start) = line.first() else { return Ok(()) };
    let openings: Option<Vec<Opening>> = portals
        .iter()
        .map(|&portal| Opening::new(graph, portal, start))
        .collect();
    if let Some(openings) = openings {
        let mut chain = Chain::new(openings);
        chain.shorten(progress)?;
        let points: Vec<DVec3> = chain.points().map(|point| start + point).collect();
        let mut found = line.to_vec();
        found[1..].copy_from_slice(&points);
        if length(&found) < length(line) {
            line.copy_from_slice(&found);
        }
    }
    sharpen(graph, portals, line, progress)
}

/// A portal in coordinates of its own plane.
struct Opening {
    /// The middle of its corners, from where the line starts.
    origin: DVec3,
    axes: [DVec3; 2],
    /// Unit normals of its sides, inwards, and how far inside each the middle is.
    sides: Vec<(DVec2, f64)>,
    /// The point on it.
    at: DVec2,
}

impl Opening {
    /// `None` where it has no inside.
    fn new(graph: &PortalGraph, id: PortalId, start: DVec3) -> Option<Self> {
        let normal = graph.portal(id)?.plane.normal;
        let corners = graph.polygon(id);
        let middle = corners.iter().sum::<DVec3>() / corners.len() as f64;
        let axes = normal.any_orthonormal_pair();
        let axes = [axes.0, axes.1];
        let reach = corners.iter().map(|c| c.distance(middle)).fold(0.0, f64::max);
        let mut sides = Vec::with_capacity(corners.len());
        for edge in edges(corners) {
            let Some(inwards) = normal.cross(edge.direction()).try_normalize() else {
                continue;
            };
            let inside = inwards.dot(middle - edge.from);
            if !(inside > TAUT_CLEARANCE * reach) {
                return None;
            }
            sides.push((flat(&axes, inwards), inside));
        }
        (sides.len() >= 3).then_some(Self {
            origin: middle - start,
            axes,
            sides,
            at: DVec2::ZERO,
        })
    }

    fn point(&self, at: DVec2) -> DVec3 {
        self.origin + self.axes[0] * at.x + self.axes[1] * at.y
    }
}

/// The components of a vector along two axes.
fn flat(axes: &[DVec3; 2], vector: DVec3) -> DVec2 {
    DVec2::new(axes[0].dot(vector), axes[1].dot(vector))
}

/// A form on two vectors of space as one on the coordinates in two planes.
fn between(rows: &[DVec3; 2], form: &DMat3, columns: &[DVec3; 2]) -> DMat2 {
    let column = |axis: DVec3| flat(rows, *form * axis);
    DMat2::from_cols(column(columns[0]), column(columns[1]))
}

/// The line, from the origin through all the openings.
struct Chain {
    openings: Vec<Opening>,
}

/// What the next point on a central path is found from: a tridiagonal system of blocks.
#[derive(Default)]
struct System {
    gradient: Vec<DVec2>,
    diagonal: Vec<DMat2>,
    /// From each opening to the next.
    above: Vec<DMat2>,
}

impl Chain {
    fn new(openings: Vec<Opening>) -> Self {
        Self { openings }
    }

    fn points(&self) -> impl Iterator<Item = DVec3> + '_ {
        self.openings.iter().map(|opening| opening.point(opening.at))
    }

    /// The parts of the line, with all points moved `step` times `by`.
    fn parts(&self, by: &[DVec2], step: f64) -> impl Iterator<Item = DVec3> {
        let points: Vec<DVec3> = self
            .openings
            .iter()
            .zip(by)
            .map(|(opening, &by)| opening.point(opening.at + step * by))
            .collect();
        let mut before = DVec3::ZERO;
        points
            .into_iter()
            .map(move |point| point - std::mem::replace(&mut before, point))
    }

    fn shorten(&mut self, progress: &Progress) -> Result<(), Cancelled> {
        let still = vec![DVec2::ZERO; self.openings.len()];
        let sides: usize = self.openings.iter().map(|opening| opening.sides.len()).sum();
        // What is lost in a centre is less than the barrier's parameter times its weight.
        let parameter = (2 * self.openings.len() + sides) as f64;
        let mut length: f64 = self.parts(&still, 0.0).map(DVec3::length).sum();
        let mut weight = length / self.openings.len().max(1) as f64;
        for _ in 0..CENTRES {
            if !(weight * parameter > TAUT * length) {
                break;
            }
            self.center(weight, progress)?;
            length = self.parts(&still, 0.0).map(DVec3::length).sum();
            weight *= SHRINK;
        }
        Ok(())
    }

    /// Newton's method for the least of [`Chain::value`].
    fn center(&mut self, weight: f64, progress: &Progress) -> Result<(), Cancelled> {
        let mut system = System::default();
        for _ in 0..STEPS {
            progress.check()?;
            self.derive(weight, &mut system);
            let by = system.solve();
            let promised: f64 = by
                .iter()
                .zip(&system.gradient)
                .map(|(by, slope)| -by.dot(*slope))
                .sum();
            if !(promised > CENTRED * weight) {
                break;
            }
            let before = self.value(weight, &by, 0.0);
            let enough = |step: f64| self.value(weight, &by, step) <= before - 0.1 * step * promised;
            let largest = self.largest_step(&by);
            let mut step = None;
            for half in 0..40 {
                progress.check()?;
                let shorter = largest * 0.5_f64.powi(half);
                if enough(shorter) {
                    step = Some(shorter);
                    break;
                }
            }
            let Some(step) = step else { break };
            for (opening, by) in self.openings.iter_mut().zip(by) {
                opening.at += step * by;
            }
        }
        Ok(())
    }

    /// At most 1, and less where a point would come to a side.
    fn largest_step(&self, by: &[DVec2]) -> f64 {
        let mut largest: f64 = 1.0;
        for (opening, by) in self.openings.iter().zip(by) {
            for (normal, inside) in &opening.sides {
                let speed = -normal.dot(*by);
                if speed > 0.0 {
                    largest = largest.min(0.95 * (inside + normal.dot(opening.at)) / speed);
                }
            }
        }
        largest
    }

    /// The length with the barriers: a part of length `d` has a bound `t` that minimises `t − w ln(t² − d²)`, which is
    /// `w + √(w² + d²)`; a point that is `c` inside a side has `−w ln c`. But for a constant.
    fn value(&self, weight: f64, by: &[DVec2], step: f64) -> f64 {
        let bounds = self.parts(by, step).map(|part| {
            let bound = weight + weight.hypot(part.length());
            bound - weight * bound.ln()
        });
        let barriers = self.openings.iter().zip(by).flat_map(|(opening, &by)| {
            let at = opening.at + step * by;
            opening
                .sides
                .iter()
                .map(move |(normal, inside)| -weight * (inside + normal.dot(at)).ln())
        });
        bounds.sum::<f64>() + barriers.sum::<f64>()
    }

    /// The first and second derivatives of [`Chain::value`].
    fn derive(&self, weight: f64, system: &mut System) {
        let still = vec![DVec2::ZERO; self.openings.len()];
        let parts: Vec<(DVec3, DMat3)> = self
            .parts(&still, 0.0)
            .map(|part| {
                let root = weight.hypot(part.length());
                let bound = weight + root;
                let outer = DMat3::from_cols(part * part.x, part * part.y, part * part.z);
                let curve = DMat3::IDENTITY * (1.0 / bound) - outer * (1.0 / (bound * bound * root));
                (part / bound, curve)
            })
            .collect();
        system.gradient.clear();
        system.diagonal.clear();
        system.above.clear();
        for (i, opening) in self.openings.iter().enumerate() {
            let (mut slope, mut curve) = parts[i];
            if let Some((next_slope, next_curve)) = parts.get(i + 1) {
                slope -= *next_slope;
                curve += *next_curve;
                let next = &self.openings[i + 1].axes;
                system.above.push(between(&opening.axes, &-*next_curve, next));
            }
            let mut gradient = flat(&opening.axes, slope);
            let mut diagonal = between(&opening.axes, &curve, &opening.axes);
            for &(normal, inside) in &opening.sides {
                let inside = inside + normal.dot(opening.at);
                gradient -= normal * (weight / inside);
                let outer = DMat2::from_cols(normal * normal.x, normal * normal.y);
                diagonal += outer * (weight / (inside * inside));
            }
            system.gradient.push(gradient);
            system.diagonal.push(diagonal);
        }
    }
}

impl System {
    /// The step to where the gradient is zero, by elimination block by block.
    fn solve(&self) -> Vec<DVec2> {
        let mut pivots: Vec<DMat2> = Vec::with_capacity(self.diagonal.len());
        let mut steps: Vec<DVec2> = Vec::with_capacity(self.diagonal.len());
        for (i, (&diagonal, &gradient)) in self.diagonal.iter().zip(&self.gradient).enumerate() {
            let (mut pivot, mut right) = (diagonal, -gradient);
            if i > 0 {
                let above = self.above[i - 1];
                let carried = above.transpose() * pivots[i - 1];
                pivot -= carried * above;
                right -= carried * steps[i - 1];
            }
            pivots.push(pivot.inverse());
            steps.push(right);
        }
        for i in (0..steps.len()).rev() {
            let mut right = steps[i];
            if i + 1 < steps.len() {
                right -= self.above[i] * steps[i + 1];
            }
            steps[i] = pivots[i] * right;
        }
        steps
    }
}

/// Puts points exactly where they are best between their neighbours, until all rounds together would gain little.
fn sharpen(
    graph: &PortalGraph,
    portals: &[PortalId],
    line: &mut [DVec3],
    progress: &Progress,
) -> Result<(), Cancelled> {
    let mut before = length(line);
    for round in 0..ROUNDS {
        straighten(graph, portals, line, progress)?;
        for step in 0..portals.len() {
            progress.check()?;
            // There and back.
            let index = if round % 2 == 0 {
                step
            } else {
                portals.len() - 1 - step
            };
            let from = line[index];
            // The last goes nearest to the one before it.
            let to = line.get(index + 2).copied().unwrap_or(from);
            line[index + 1] = best_point(graph, portals[index], from, to);
        }
        let after = length(line);
        if before - after <= TAUT / ROUNDS as f64 * before {
            break;
        }
        before = after;
    }
    Ok(())
}

/// Most parts of the line that are replaced by one straight one.
const MOST_STRAIGHT: usize = 1024;

/// Replaces parts of the line that pass their portals without a bend by straight ones.
fn straighten(
    graph: &PortalGraph,
    portals: &[PortalId],
    line: &mut [DVec3],
    progress: &Progress,
) -> Result<(), Cancelled> {
    let mut from = 0;
    while from + 2 < line.len() {
        let mut to = from + 2;
        let mut straight = None;
        while to < line.len() && to - from <= MOST_STRAIGHT {
            progress.check()?;
            let crossings: Option<Vec<DVec3>> = portals[from..to - 1]
                .iter()
                .map(|&portal| crossing(graph, portal, line[from], line[to]))
                .collect();
            let Some(crossings) = crossings else { break };
            straight = Some((to, crossings));
            to += 1;
        }
        match straight {
            Some((to, crossings)) => {
                line[from + 1..to].copy_from_slice(&crossings);
                from = to - 1;
            }
            None => from += 1,
        }
    }
    Ok(())
}

/// Where a straight line from one side of a portal to the other passes it.
fn crossing(graph: &PortalGraph, portal: PortalId, from: DVec3, to: DVec3) -> Option<DVec3> {
    let plane = graph.portal(portal)?.plane;
    let (here, there) = (plane.distance(from), plane.distance(to));
    let point = (here * there < 0.0).then(|| from.lerp(to, here / (here - there)))?;
    graph.is_in_portal(portal, point, 0.0).then_some(point)
}

fn edges(corners: &[DVec3]) -> impl Iterator<Item = Segment> + '_ {
    corners.iter().enumerate().map(|(i, &from)| Segment {
        from,
        to: corners[(i + 1) % corners.len()],
    })
}

/// The point of a portal by which the way from `from` to `to` is the shortest.
fn best_point(graph: &PortalGraph, id: PortalId, from: DVec3, to: DVec3) -> DVec3 {
    let Some(portal) = graph.portal(id) else {
        return from;
    };
    let plane = portal.plane;
    let (here, there) = (plane.distance(from).abs(), plane.distance(to).abs());
    // On the whole plane: seen as if both were on different sides.
    let t = if here + there > 0.0 {
        here / (here + there)
    } else {
        0.5
    };
    let free = plane.project(from).lerp(plane.project(to), t);
    if graph.is_in_portal(id, free, 0.0) {
        return free;
    }
    // A convex function whose least value is outside has it on the boundary.
    edges(graph.polygon(id))
        .map(|edge| {
            let point = best_on_edge(&edge, from, to);
            (from.distance(point) + point.distance(to), point)
        })
        .min_by(|(a, _), (b, _)| a.total_cmp(b))
        .map_or(free, |(_, point)| point)
}

/// The point of an edge by which the way from `from` to `to` is the shortest: both turned around the edge into one plane,
/// on different sides of it, a straight line.
fn best_on_edge(edge: &Segment, from: DVec3, to: DVec3) -> DVec3 {
    let direction = edge.direction();
    let length_squared = direction.length_squared();
    if length_squared <= 0.0 {
        return edge.from;
    }
    let along = |point: DVec3| direction.dot(point - edge.from) / length_squared;
    let off = |point: DVec3| point.distance(edge.from + direction * along(point));
    let (here, there) = (off(from), off(to));
    let t = if here + there > 0.0 {
        here / (here + there)
    } else {
        0.5
    };
    edge.at((along(from) + (along(to) - along(from)) * t).clamp(0.0, 1.0))
}
