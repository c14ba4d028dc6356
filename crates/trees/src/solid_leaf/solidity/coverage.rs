//! Computes how much of an interface is covered by faces, and the orientation of these faces. Overlapping areas count
//! once. Also finds faces that contradict the decision about solid leaves.

use bspwalk_geometry::{Aabb, Plane, Polygon, Tolerances, polygon::Split};
use bspwalk_progress::{Cancelled, Progress};
use smallvec::{SmallVec, smallvec};

use super::{
    adjacency::{Interface, is_sliver},
    structural_faces::Cover,
};
use crate::solid_leaf::{LeafAdjacency, LeafId, MisclassifiedFace, build::merge::Face};

/// Groups the covers by interface. Both slices are sorted by [`Interface::key`]; covers of other interfaces are
/// skipped.
pub(crate) fn group_by_interface<'a>(interfaces: &[Interface], covers: &'a [Cover]) -> Vec<&'a [Cover]> {
    let mut rest = covers;
    let of_interface = |interface: &Interface| {
        let key = interface.key();
        let before = rest.iter().take_while(|cover| cover.key < key).count();
        let own = rest[before..].iter().take_while(|cover| cover.key == key).count();
        let (passed, others) = rest.split_at(before + own);
        rest = others;
        &passed[before..]
    };
    interfaces.iter().map(of_interface).collect()
}

/// Returns the covered areas of an interface with the given area, in square metres.
///
/// There are three areas: the area covered only by faces with the same orientation as the plane, only by faces with the
/// opposite orientation, and by both. Areas of up to `slack` square metres count as rounding errors.
pub(crate) fn coverage(
    covers: &[Cover],
    area: f64,
    slack: f64,
    tolerances: &Tolerances,
    progress: &Progress,
) -> Result<[f64; 3], Cancelled> {
    let covered = |along: Option<bool>| {
        let polygons = covers
            .iter()
            .filter(|cover| along.is_none_or(|along| cover.along == along))
            .map(|cover| &cover.polygon);
        union_area(polygons.collect(), tolerances, progress)
    };
    let front = covered(Some(true))?.min(area);
    let back = covered(Some(false))?.min(area);
    let all = if front == 0.0 || back == 0.0 {
        front + back
    } else {
        covered(None)?
    };
    let all = if area - all <= slack { area } else { all };
    // Assign rounding errors to the larger part.
    let both = (front + back - all).clamp(0.0, front.min(back));
    let both = if both <= slack { 0.0 } else { both };
    let (front_only, back_only) = ((front - both).max(0.0), (back - both).max(0.0));
    let found = front_only + back_only + both;
    let scale = if found > 0.0 && (found >= area || area - found <= slack) {
        area / found
    } else {
        1.0
    };
    Ok([front_only, back_only, both].map(|part| part * scale))
}

/// Maximum number of polygons that may represent the uncovered part of an interface.
const MAX_OPEN_PARTS: usize = 4;

/// Maximum number of polygons while covers are being subtracted.
const MAX_RAGGED_PARTS: usize = 64;

/// Returns the uncovered part of an interface as a few convex polygons, or the entire interface if there would be too
/// many of them.
pub(crate) fn open_parts(
    interface: &Polygon,
    covers: &[Cover],
    tolerances: &Tolerances,
    progress: &Progress,
) -> Result<SmallVec<[Polygon; 1]>, Cancelled> {
    // Interfaces are never slivers.
    let mut open: SmallVec<[Polygon; 1]> = smallvec![interface.clone()];
    if covers.is_empty() {
        return Ok(open);
    }
    for piece in covers
        .iter()
        .filter_map(|cover| EdgedPolygon::new(&cover.polygon))
    {
        progress.check()?;
        open = open
            .into_iter()
            .flat_map(|part| without(part, &piece, tolerances))
            .collect();
        if open.len() > MAX_RAGGED_PARTS {
            return Ok(smallvec![interface.clone()]);
        }
    }
    open.retain(|part| !is_sliver(part, part.area(), tolerances.on_plane));
    if open.len() > MAX_OPEN_PARTS {
        open = smallvec![interface.clone()];
    }
    Ok(open)
}

struct EdgedPolygon<'a> {
    polygon: &'a Polygon,
    bounds: Aabb,
    edges: Vec<Plane>,
}

impl<'a> EdgedPolygon<'a> {
    fn new(polygon: &'a Polygon) -> Option<Self> {
        let normal = polygon.plane()?.normal;
        let edges = polygon
            .edges()
            .filter_map(|edge| {
                let outwards = edge.direction().cross(normal).try_normalize()?;
                Some(Plane::from_point_normal(edge.from, outwards))
            })
            .collect();
        Some(Self {
            bounds: polygon.bounds(),
            edges,
            polygon,
        })
    }
}

fn union_area(
    polygons: SmallVec<[&Polygon; 8]>,
    tolerances: &Tolerances,
    progress: &Progress,
) -> Result<f64, Cancelled> {
    // Most interfaces have at most one cover.
    if let [] | [_] = polygons[..] {
        let has_plane = |polygon: &&&Polygon| polygon.vector_area().try_normalize().is_some();
        return Ok(polygons
            .iter()
            .find(has_plane)
            .map_or(0.0, |polygon| polygon.area()));
    }
    let mut pieces: Vec<EdgedPolygon<'_>> = polygons.into_iter().filter_map(EdgedPolygon::new).collect();
    if pieces.len() == 1 {
        return Ok(pieces[0].polygon.area());
    }
    // Sweep along the longest axis. A piece can only overlap earlier pieces that have not ended yet.
    let size = pieces
        .iter()
        .fold(Aabb::EMPTY, |all, piece| all.union(&piece.bounds))
        .size();
    let axis = size.max_position();
    pieces.sort_by(|a, b| a.bounds.min[axis].total_cmp(&b.bounds.min[axis]));
    let mut area = 0.0;
    let mut before: Vec<&EdgedPolygon<'_>> = Vec::new();
    for piece in &pieces {
        progress.check()?;
        before.retain(|other| other.bounds.max[axis] > piece.bounds.min[axis]);
        let mut left = vec![piece.polygon.clone()];
        for other in before
            .iter()
            .filter(|other| other.bounds.intersects(&piece.bounds))
        {
            progress.check()?;
            left = left
                .into_iter()
                .flat_map(|part| without(part, other, tolerances))
                .collect();
        }
        area += left.iter().map(Polygon::area).sum::<f64>();
        before.push(piece);
    }
    Ok(area)
}

fn without(polygon: Polygon, piece: &EdgedPolygon<'_>, tolerances: &Tolerances) -> SmallVec<[Polygon; 2]> {
    let outside = |edge: &Plane| {
        polygon
            .positions()
            .all(|corner| edge.distance(corner) >= -tolerances.on_plane)
    };
    if piece.edges.iter().any(outside) {
        return smallvec![polygon];
    }
    let mut parts = SmallVec::new();
    let mut inside = polygon;
    for edge in &piece.edges {
        match inside.split(edge, tolerances.cell()) {
            Split::Front => {
                parts.push(inside);
                return parts;
            }
            Split::Cut { front, back } => {
                parts.push(front);
                inside = back;
            }
            Split::Back | Split::CoplanarFront | Split::CoplanarBack => {}
        }
    }
    parts
}

/// Returns, in order, the faces with leaves of the same kind on both sides, although exactly one side should be solid.
///
/// If solids overlap, the faces of one solid inside the other separate nothing and are not included. `covers` contains
/// the covers of each interface.
pub(crate) fn misclassified_faces(
    covers: &[&[Cover]],
    adjacencies: &[LeafAdjacency],
    within: &[bool],
    faces: &[Face],
    is_solid: impl Fn(LeafId) -> bool,
    tolerance: f64,
    progress: &Progress,
) -> Result<Vec<MisclassifiedFace>, Cancelled> {
    let mut areas = vec![0.0; faces.len()];
    for (index, (adjacency, covers)) in adjacencies.iter().zip(covers).enumerate() {
        progress.check_at(index)?;
        let [front, back] = adjacency.leaves;
        if within[index] || is_solid(front) != is_solid(back) {
            continue;
        }
        for cover in *covers {
            // If faces of both orientations cover a part, the leaves on both sides should be of the same kind.
            let one_way = if cover.along {
                adjacency.facing_front
            } else {
                adjacency.facing_back
            };
            let share = one_way / (one_way + adjacency.facing_both).max(f64::MIN_POSITIVE);
            areas[cover.face as usize] += share * cover.polygon.area();
        }
    }
    let contradicted = faces
        .iter()
        .zip(areas)
        .filter(|&(face, area)| !is_sliver(&face.polygon, area, tolerance))
        .map(|(face, area)| MisclassifiedFace {
            face: face.face,
            area,
        });
    Ok(contradicted.collect())
}
