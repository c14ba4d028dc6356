//! Differences between two levels and their trees: faces and portals that were added or removed. The model view also
//! shows the leaves on the cut that differ.

use bspwalk_explain::difference_shapes::{AFTER, BEFORE, ChangedPolygon, DifferenceShapes};
use bspwalk_geometry::{Polyhedron, cut_at_height};

use crate::{portals::MOST_PORTALS, prelude::*};

/// Distance that the eye moves before the overlay is redrawn, in metres.
const EYE_STEP: f64 = 4.0;

overlay! {
    /// The overlay of the differences between two levels.
    CameAndGone [] Immediate |scene|
    let (changed, before) = scene.changed?;
    {
        changed: Shared<DifferenceShapes> = Shared::of(changed),
        before: Option<String> = before.map(str::to_owned),
        eye: Rounded<DVec3> = Rounded::place(scene.eye, EYE_STEP),
        cut: Option<Rounded<f64>> = scene.cut(),
    }
}

impl Overlay for CameAndGone {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let cut = self.cut.map(|height| height.exact);
        let drawing = drawing(&self.changed, self.eye.exact, cut, palette);
        let counts = drawing.counts;
        let caption = |before: &str| {
            let legend = legend(&self.changed, before, counts, cut.is_some(), palette);
            (text!("legend-title-difference"), legend)
        };
        OverlayOutput {
            caption: self.before.as_deref().map(caption),
            scale: scale(&self.changed, palette),
            ..OverlayOutput::layer(Layer::CameAndGone, drawing)
        }
    }
}

/// Maximum number of faces to draw for each of the two levels; those nearest to the eye are kept.
const MOST_FACES: usize = 4000;

/// Outline width of a face, in logical pixels.
const OF_FACE: f32 = 2.4;

/// Outline width of a portal, in logical pixels.
const OF_PORTAL: f32 = 1.6;

/// Outline width of a solid area on the cut, in logical pixels.
const OF_SOLID: f32 = 2.4;

/// Opacity of an area that is solid in only one of the two levels.
const SOLID: f32 = 0.6;

/// Opacity of an area that is open in both levels but divided differently.
const ROOM: f32 = 0.12;

const fn color(side: usize, palette: Palette) -> Rgb {
    if side == BEFORE {
        palette.asked()
    } else {
        palette.missed()
    }
}

/// Draws the differences in the coordinates of the newer level. `cut` is the height of the model's cut, in metres.
fn drawing(changed: &DifferenceShapes, eye: DVec3, cut: Option<f64>, palette: Palette) -> Drawing {
    let mut drawing = Drawing::default();
    if let Some(cut) = cut {
        for room in &changed.rooms {
            let corners = cut_through(room, cut);
            drawing.polygons.push(corners, color(AFTER, palette), ROOM);
        }
    }
    for side in [BEFORE, AFTER] {
        let color = color(side, palette);
        // Dash the outlines of removed objects, so that they do not differ from added ones by colour only.
        let stroke = |alpha, width| Stroke::new(color, alpha, width).dashed(side == BEFORE);
        if let Some(cut) = cut {
            for solid in &changed.solid[side] {
                let corners = cut_through(solid, cut);
                drawing.lines.ring(&corners, stroke(1.0, OF_SOLID));
                drawing.polygons.push(corners, color, SOLID);
            }
        }
        let is_in_model = |polygon: &ChangedPolygon| {
            cut.is_none_or(|cut| polygon.outline.corners().any(|corner| corner.y < cut))
        };
        for polygon in nearest(&changed.faces[side], eye, MOST_FACES, &mut drawing.counts) {
            if is_in_model(polygon) {
                let alpha = if side == BEFORE { 0.22 } else { 0.4 };
                add_polygon(&mut drawing, polygon, alpha, stroke(1.0, OF_FACE));
            }
        }
        for portal in nearest(&changed.portals[side], eye, MOST_PORTALS, &mut drawing.counts) {
            let corners: Vec<DVec3> = portal.outline.corners().collect();
            let door = cut.and_then(|cut| cut_at_height(&corners, cut));
            match (cut, door) {
                (Some(_), None) => {}
                // In the model view, draw only the line on the cut: the polygon would hide the leaves below the eye.
                (Some(_), Some([from, to])) => {
                    let stroke = stroke(1.0, 2.0 * OF_PORTAL);
                    drawing.lines.line(from.as_vec3(), to.as_vec3(), stroke);
                }
                // In first person, draw only the outline: filled portals would cover the view.
                (None, _) => add_polygon(&mut drawing, portal, 0.0, stroke(0.7, OF_PORTAL)),
            }
        }
    }
    drawing
}

/// Returns the polygons nearest to the eye, farthest first. Adds the number of drawn polygons and the total number of
/// polygons to `counts`.
fn nearest<'a>(
    polygons: &'a [ChangedPolygon],
    eye: DVec3,
    most: usize,
    counts: &mut [usize; 2],
) -> Vec<&'a ChangedPolygon> {
    let distance = |polygon: &ChangedPolygon| polygon.outline.bounds.closest_point(eye).distance_squared(eye);
    let found = polygons.iter().map(|polygon| (distance(polygon), polygon));
    let mut found: Vec<(f64, &ChangedPolygon)> = found.collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.truncate(most);
    counts[0] += found.len();
    counts[1] += polygons.len();
    found.into_iter().rev().map(|(_, polygon)| polygon).collect()
}

/// Adds a polygon. An opacity of 0 draws only the outline.
fn add_polygon(drawing: &mut Drawing, polygon: &ChangedPolygon, alpha: f32, stroke: Stroke) {
    let corners = single(polygon.outline.corners());
    drawing.lines.ring(&corners, stroke);
    if alpha > 0.0 {
        drawing.polygons.push(corners, stroke.color, alpha);
    }
}

/// Returns the cross-section of a convex cell at a height, counter-clockwise as seen from above. The result is empty if
/// the cross-section has no area.
fn cut_through(cell: &Polyhedron, height: f64) -> Vec<Vec3> {
    let ends = cell.faces.iter().filter_map(|face| {
        let corners: Vec<DVec3> = face.positions().collect();
        cut_at_height(&corners, height)
    });
    let mut corners: Vec<DVec3> = ends.flatten().collect();
    let middle = middle(&corners);
    let angle = |corner: &DVec3| (corner.z - middle.z).atan2(corner.x - middle.x);
    corners.sort_by(|a, b| angle(b).total_cmp(&angle(a)));
    // Each corner appears twice, as an endpoint of two sides.
    corners.dedup_by(|a, b| a.distance_squared(*b) < NEAR * NEAR);
    if corners.len() < 3 {
        return Vec::new();
    }
    corners.into_iter().map(DVec3::as_vec3).collect()
}

/// Distance below which corners are merged, in metres.
const NEAR: f64 = 1.0e-5;

/// Builds the legend: a summary for each kind of object, and the meanings of the colours.
fn legend(
    changed: &DifferenceShapes,
    before: &str,
    counts: [usize; 2],
    of_cut: bool,
    palette: Palette,
) -> Legend {
    let mut legend = vec![
        Row::line(color(BEFORE, palette), OF_FACE, text!("legend-gone", before)),
        Row::area(color(AFTER, palette), text!("legend-came")),
    ];
    let rows = changed.words.iter();
    legend.extend(rows.map(|(name, what)| Row::note(format!("{name} {what}"))));
    legend.push(Row::note(if of_cut {
        text!("legend-filled-at-cut")
    } else {
        text!("legend-became-solid")
    }));
    let drawn = words::describe_share(counts, "face and portal");
    if counts[0] < counts[1] {
        legend.push(Row::note(text!("legend-drawn", drawn)));
    }
    legend
}

fn scale(changed: &DifferenceShapes, palette: Palette) -> Vec<(String, Rgb)> {
    let sides = [(text!("plate-gone"), BEFORE), (text!("plate-came"), AFTER)];
    let mut scale = vec![(text!("plate-difference").to_owned(), ink::GROUND)];
    scale.extend(sides.map(|(name, side)| {
        let (faces, portals) = (changed.faces[side].len(), changed.portals[side].len());
        let leaves = changed.leaves[side];
        (
            text!("plate-changed", name, faces, portals, leaves),
            color(side, palette),
        )
    }));
    scale
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_geometry::Aabb;

    fn cell(low: DVec3, high: DVec3) -> Polyhedron {
        Polyhedron::from_aabb(&Aabb { min: low, max: high })
    }

    #[test]
    fn cell_cut_is_a_cross_section() {
        let cell = cell(DVec3::ZERO, DVec3::new(4.0, 3.0, 2.0));
        let corners = cut_through(&cell, 1.0);
        assert_eq!(corners.len(), 4);
        assert!(corners.iter().all(|corner| corner.y == 1.0));
        let [x, z] = [0, 2].map(|axis| corners.iter().map(|corner| corner[axis]).fold(0.0, f32::max));
        assert_eq!([x, z], [4.0, 2.0]);
        assert!(cut_through(&cell, 3.5).is_empty());
    }

    #[test]
    fn removed_parts_are_dashed_added_are_not() {
        let part = || cell(DVec3::ZERO, DVec3::splat(2.0));
        let of = |side: usize, cut: Option<f64>| {
            let mut changed = DifferenceShapes::default();
            changed.solid[side].push(part());
            drawing(&changed, DVec3::ZERO, cut, Palette::default())
        };
        let [gone, came] = [BEFORE, AFTER].map(|side| of(side, Some(1.0)));
        assert_eq!([gone.polygons.len(), came.polygons.len()], [1, 1]);
        assert_eq!(came.lines.len(), 4);
        assert!(gone.lines.len() > 4, "each side is several dashes");
        // Only the model view shows solid areas.
        assert!(of(AFTER, None).polygons.is_empty());
    }
}
