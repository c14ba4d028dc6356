//! The section of the model view: the level cut open at a height.
//!
//! Solid leaves fill what the cut goes through, the faces that it cuts are drawn as lines, and splitting planes are drawn
//! where they meet it.

use bevy::prelude::*;
use glam::DVec3;

use super::{
    collision::outline,
    drawing::Drawing,
    layers::{Layer, Layers},
    lines::{LineBatch, Stroke},
    planes::choice::shown_depths,
    report::OverlayReport,
    tree_stats::CurrentTreeStats,
};
use crate::{
    app::{
        leaf_tree::LeafTreeState,
        palette::{Palette, Rgb},
        schedule::AppSystems,
        state::{CurrentLevel, FilmTree, ModelView, Overlays, Player},
        worker::Job,
    },
    bsp::{
        LeafTree, NodeTree,
        node_storing::Branch,
        section::{Region, SectionParams},
    },
    cli::overlays::OverlayKind,
    collision::Capsule,
    geometry::Plane,
    level::Level,
    progress::Progress,
};

/// The colour of what is solid where the section cuts it.
const SOLID: Rgb = Rgb(38, 42, 50);

/// The colour of the faces that the section cuts.
const WALL: Rgb = Rgb(236, 238, 242);

/// Cells narrower than this share of the distance from the camera are not divided: they are about two pixels wide.
const DETAIL: f64 = 2.5e-3;

/// The section is computed anew when the distance of the camera has changed by this factor.
const DETAIL_STEP: f32 = 1.6;

/// Widths of the lines of the planes, in logical pixels: of the root, how much less at each depth, and the least.
const WIDTHS: [f32; 3] = [5.5, 0.8, 1.2];

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Computing>()
        .add_systems(Update, (compute, figure).in_set(AppSystems::Overlays));
}

/// What the section depends on.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    /// The height of the cut in millimetres.
    height: i64,
    revision: u64,
    leaves: Option<u64>,
    /// The depths of the planes that are drawn.
    planes: Option<[u32; 2]>,
    /// The power of [`DETAIL_STEP`] that the camera is away.
    distance: i32,
    palette: Palette,
    film: Option<(FilmTree, u32)>,
}

#[derive(Resource, Default)]
struct Computing(Job<Option<Key>, Drawing>);

/// Computes the section where what it depends on has changed.
fn compute(
    (view, player, overlays): (Res<ModelView>, Res<Player>, Res<Overlays>),
    (current, leaf_tree, stats): (Res<CurrentLevel>, Res<LeafTreeState>, Res<CurrentTreeStats>),
    mut computing: ResMut<Computing>,
    mut layers: ResMut<Layers>,
    mut report: ResMut<OverlayReport>,
) {
    let built = leaf_tree.built();
    let key = view.is_cut().then(|| Key {
        height: (f64::from(view.height(&player)) * 1000.0).round() as i64,
        revision: current.revision,
        leaves: built.map(|built| built.revision),
        planes: overlays
            .is_on(OverlayKind::Planes)
            .then(|| shown_depths(&overlays, &stats.stats)),
        distance: view.orbit.map_or(0, |orbit| {
            orbit.distance.max(0.01).log(DETAIL_STEP).round() as i32
        }),
        palette: overlays.palette,
        film: view.film.tree.map(|tree| (tree, view.film.shown())),
    });
    let (level, nodes) = (current.level.clone(), current.tree.clone());
    let leaves = built.map(|built| built.tree.clone());
    let computing = &mut computing.bypass_change_detection().0;
    computing.request(key.clone(), move || {
        key.map_or_else(Drawing::default, |key| {
            drawing(&key, &level, &nodes, leaves.as_deref())
        })
    });
    if let Some(drawing) = computing.take() {
        layers.set(Layer::Section, drawing);
    }
    report.set_section_busy(computing.is_busy());
}

fn drawing(key: &Key, level: &Level, nodes: &NodeTree, leaves: Option<&LeafTree>) -> Drawing {
    let height = key.height as f64 / 1000.0;
    let plane = Plane::from_point_normal(DVec3::Y * height, DVec3::Y);
    let detail = DETAIL * f64::from(DETAIL_STEP.powi(key.distance));
    let mut drawing = Drawing::default();
    if let Some(film) = key.film {
        division(&mut drawing, film, &plane, detail, key.palette, (nodes, leaves));
    }
    let params = SectionParams {
        depth: u32::MAX,
        detail,
    };
    if let Some(leaves) = leaves
        && let Ok(section) = leaves.section(&plane, &params, &Progress::default())
    {
        for cell in &section.cells {
            let center = cell.polygon.positions().sum::<DVec3>() / cell.polygon.vertices.len() as f64;
            let leaf = match cell.region {
                Region::Leaf(leaf) => leaf,
                // Too small to divide: as its middle is.
                _ => leaves.locate(center),
            };
            if leaves.is_solid(leaf) {
                let corners = cell.polygon.positions().map(DVec3::as_vec3);
                drawing.polygons.push(corners, SOLID, 1.0);
            }
        }
    }
    let stroke = Stroke::new(WALL, 1.0, 2.2);
    for triangle in level.triangles.iter().filter(|triangle| triangle.solid) {
        if let Some([from, to]) = cut(triangle.corners, height) {
            drawing.lines.line(from.as_vec3(), to.as_vec3(), stroke);
        }
    }
    if let Some([first, last]) = key.planes {
        let params = SectionParams {
            depth: last.saturating_add(1),
            detail,
        };
        if let Ok(section) = nodes.section(&plane, &params, &Progress::default()) {
            // The shallow lines are drawn over the deep ones.
            for line in section.lines.iter().rev().filter(|line| line.depth >= first) {
                let color = key.palette.depth(line.depth - first, last - first);
                let width = (WIDTHS[0] - WIDTHS[1] * line.depth as f32).max(WIDTHS[2]);
                let stroke = Stroke::new(color.mix(Rgb(255, 255, 255), 0.15), 1.0, width);
                let [from, to] = line.ends.map(DVec3::as_vec3);
                drawing.lines.line(from, to, stroke);
                let middle = from.midpoint(to);
                let tip = (from.distance(to) * 0.12).min(0.12 * nodes.bounds().size().length() as f32);
                drawing
                    .lines
                    .arrow(middle, middle + line.front.as_vec3() * tip, stroke);
            }
        }
    }
    drawing
}

/// Adds the cells that the nodes above a depth make, each in a colour of its own, and the planes that divide them; those of
/// the last depth are white.
fn division(
    drawing: &mut Drawing,
    (tree, depth): (FilmTree, u32),
    plane: &Plane,
    detail: f64,
    palette: Palette,
    (nodes, leaves): (&NodeTree, Option<&LeafTree>),
) {
    let params = SectionParams { depth, detail };
    let progress = Progress::default();
    let section = match (tree, leaves) {
        (FilmTree::Nodes, _) => nodes.section(plane, &params, &progress),
        (FilmTree::Leaves, Some(leaves)) => leaves.section(plane, &params, &progress),
        (FilmTree::Leaves, None) => return,
    };
    let Ok(section) = section else { return };
    let categories = palette.categories();
    for cell in &section.cells {
        let number = match cell.region {
            Region::Node(id) | Region::Leaf(id) => id,
            Region::Below(id, branch) => id.wrapping_mul(2) + u32::from(branch == Branch::Back),
        };
        let color = categories[number.wrapping_mul(2_654_435_761) as usize % categories.len()];
        let corners = cell.polygon.positions().map(DVec3::as_vec3);
        drawing
            .polygons
            .push(corners, color, if depth == 0 { 0.0 } else { 0.5 });
    }
    for line in section.lines.iter().rev() {
        let is_new = line.depth + 1 == depth;
        let color = if is_new {
            WALL
        } else {
            palette.depth(line.depth, depth.max(1))
        };
        let width = if is_new { 4.0 } else { 2.0 };
        let [from, to] = line.ends.map(DVec3::as_vec3);
        drawing.lines.line(from, to, Stroke::new(color, 1.0, width));
    }
}

/// The segment in which a level plane at a height cuts a triangle.
fn cut(corners: [DVec3; 3], height: f64) -> Option<[DVec3; 2]> {
    let mut ends = [DVec3::ZERO; 2];
    let mut found = 0;
    for i in 0..3 {
        let (a, b) = (corners[i], corners[(i + 1) % 3]);
        // A corner at the height counts as above it.
        if (a.y >= height) != (b.y >= height) {
            *ends.get_mut(found)? = a.lerp(b, (height - a.y) / (b.y - a.y)).with_y(height);
            found += 1;
        }
    }
    (found == 2 && ends[0] != ends[1]).then_some(ends)
}

/// Draws the body as a figure, and the cone of its view.
fn figure(
    (view, player, overlays): (Res<ModelView>, Res<Player>, Res<Overlays>),
    mut layers: ResMut<Layers>,
    mut drawn: Local<Option<(Vec3, f32, f32, Palette)>>,
) {
    let key = view.is_cut().then(|| {
        (
            player.position,
            player.yaw,
            view.height(&player),
            overlays.palette,
        )
    });
    if *drawn == key {
        return;
    }
    *drawn = key;
    let mut lines = LineBatch::default();
    if let Some((eye, _, height, palette)) = key {
        let stroke = Stroke::new(palette.contact(), 1.0, 3.0);
        let body = if player.walking {
            player.mover.body()
        } else {
            Capsule::sphere(player.radius)
        };
        let center = if player.entered {
            player.mover.position()
        } else {
            eye
        };
        outline(&mut lines, center, body, stroke);
        // The cone lies in the cut, where nothing hides it.
        let at = eye.with_y(height.min(eye.y.max(height)));
        let length = 2.5;
        for side in [-0.7_f32, 0.7] {
            let direction = Quat::from_rotation_y(player.yaw + side) * Vec3::NEG_Z;
            let faint = Stroke::new(palette.contact(), 0.0, 3.0);
            lines.gradient(at, at + direction * length, stroke, faint);
        }
        let ahead = Quat::from_rotation_y(player.yaw) * Vec3::NEG_Z;
        lines.arrow(at, at + ahead * 1.2, stroke);
    }
    layers.set(Layer::Figure, lines);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_is_cut_in_one_segment_or_none() {
        let triangle = [DVec3::ZERO, DVec3::new(4.0, 2.0, 0.0), DVec3::new(0.0, 4.0, 4.0)];
        let [from, to] = cut(triangle, 1.0).expect("it reaches from 0 to 4");
        assert!(from.distance(DVec3::new(2.0, 1.0, 0.0)) < 1.0e-12);
        assert!(to.distance(DVec3::new(0.0, 1.0, 1.0)) < 1.0e-12);
        assert!(cut(triangle, 2.0).is_some(), "through a corner");
        assert_eq!(cut(triangle, 4.0), None, "it only touches");
        assert_eq!(cut(triangle, -1.0), None);
        assert_eq!(
            cut(triangle.map(|corner| corner.with_y(1.0)), 1.0),
            None,
            "it lies in the cut"
        );
    }
}
