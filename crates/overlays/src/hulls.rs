//! Differences between a hull and the visible tree: gaps that look open but are closed to a body, and visible walls
//! that a body can pass.

use bspwalk_collision::{Capsule, mover::MoverParams};
use bspwalk_explain::hull_difference::{HullDifference, HullRegion, RegionKind};
use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_trees::{quake::HullId, solid_leaf::ExpandedTree};

use crate::prelude::*;

overlay! {
    /// Differences between a hull and the visible tree.
    Hulls [Hulls] Background |scene|
    let count = scene.level.tree_with_hulls().map_or(0, |tree| tree.hulls().len() as u32);
    {
        level: Shared<Level> = Shared::of(scene.level),
        nodes: Shared<NodeTree> = scene.nodes(),
        /// Number of the clip hull and the number of hulls, if the level has any.
        hull: Option<[u32; 2]> = (count > 0).then(|| [scene.overlays.hull.clamp(1, count), count]),
        /// Solid-leaf tree, if the level has no hulls.
        leaves: Option<Shared<LeafTree>> = match hull {
            Some(_) => None,
            None => Some(scene.leaves()?),
        },
        /// Body in a level without hulls.
        body: Option<Capsule> = hull.is_none().then(|| standing_body(scene)),
        cut: Option<Rounded<f64>> = scene.cut(),
    }
}

/// Returns the body of the scene if it is a capsule, and the default walking body otherwise.
fn standing_body(scene: &Scene<'_>) -> Capsule {
    let shape = scene
        .shape
        .map(|(shape, _)| shape)
        .filter(|shape| !shape.is_sphere());
    shape.unwrap_or_else(|| {
        let MoverParams { height, radius, .. } = MoverParams::default();
        Capsule::standing(height, radius)
    })
}

impl Overlay for Hulls {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let compared = Progress::uncancellable(|progress| match (self.hull, &self.leaves, self.body) {
            (Some([hull, _]), ..) => match self.level.tree_with_hulls() {
                Some(tree) => HullDifference::of_file(tree, HullId(hull), progress),
                None => Ok(None),
            },
            (None, Some(leaves), Some(body)) => {
                let expanded = ExpandedTree::new_with_progress(leaves, &self.nodes, progress)?;
                HullDifference::of_body(&self.level, leaves, &expanded, body, progress)
            }
            _ => Ok(None),
        });
        let Some(difference) = compared else {
            return OverlayOutput::legend(vec![Row::note(text!("legend-hulls-too-many"))]);
        };
        let drawing = drawing(&difference, self.cut.map(|height| height.exact), palette);
        let legend = legend(&difference, self.hull, drawing.counts, palette);
        OverlayOutput::layer(Layer::Hulls, drawing).with_legend(legend)
    }
}

/// Maximum number of polygons to draw; the largest regions are kept.
const MOST_POLYGONS: usize = 20_000;

/// Distance of the polygons from the visible faces on the same planes, in metres.
const OFF_FACE: f64 = 0.01;

/// Kinds of regions that are drawn, with the dominant one last.
const DRAWN: [RegionKind; 3] = [RegionKind::Narrow, RegionKind::Blocked, RegionKind::Opened];

const fn color(kind: RegionKind, palette: Palette) -> Rgb {
    match kind {
        RegionKind::Blocked => palette.contact(),
        RegionKind::Narrow | RegionKind::Niche => palette.missed(),
        RegionKind::Opened => palette.reached(),
    }
}

fn drawing(difference: &HullDifference, cut: Option<f64>, palette: Palette) -> Drawing {
    let mut drawing = Drawing::default();
    for kind in DRAWN {
        let color = color(kind, palette);
        for region in difference.of_kind(kind) {
            drawing.counts[1] += 1;
            if drawing.polygons.len() + region.surface.len() > MOST_POLYGONS {
                continue;
            }
            drawing.counts[0] += 1;
            add_region(&mut drawing, region, cut, color);
        }
    }
    drawing
}

fn add_region(drawing: &mut Drawing, region: &HullRegion, cut: Option<f64>, color: Rgb) {
    let outwards = if region.kind == RegionKind::Opened {
        OFF_FACE
    } else {
        -OFF_FACE
    };
    for face in &region.surface {
        let normal = face.vector_area().normalize_or_zero();
        let corners: Vec<DVec3> = face
            .positions()
            .map(|corner| corner + normal * outwards)
            .collect();
        drawing.at_cut(&corners, cut, Stroke::new(color, 1.0, 3.0));
        let is_below = cut.is_none_or(|cut| corners.iter().all(|corner| corner.y <= cut));
        if is_below {
            drawing.outlined(&corners, color, 0.4, [0.6, 1.2]);
        }
    }
}

/// Builds the legend. `hull` contains the number of the hull and the number of hulls, if the level has any. `counts`
/// are the numbers of drawn regions and of all regions that can be drawn.
fn legend(
    difference: &HullDifference,
    hull: Option<[u32; 2]>,
    counts: [usize; 2],
    palette: Palette,
) -> Legend {
    let size = difference.body.size();
    let [width, height, depth] = size.to_array().map(words::metres);
    let subject = match hull {
        Some([hull, hulls]) => text!("legend-hulls-hull", hull, hulls, width, depth, height),
        None => text!("legend-hulls-expanded", width, depth, height),
    };
    let mut legend = vec![Row::note(subject)];
    let number = |kind| words::count(difference.of_kind(kind).count() as u64);
    let row = |kind, text: String| Row::area(color(kind, palette), text);
    let blocked = text!("legend-hulls-blocked", number = number(RegionKind::Blocked));
    let narrow = text!("legend-hulls-narrow", number = number(RegionKind::Narrow));
    legend.push(row(RegionKind::Blocked, blocked));
    legend.push(row(RegionKind::Narrow, narrow));
    if hull.is_some() {
        let opened = text!("legend-hulls-opened", number = number(RegionKind::Opened));
        legend.push(row(RegionKind::Opened, opened));
    } else {
        legend.push(Row::note(text!("legend-hulls-opens-nothing")));
    }
    let niches = difference.of_kind(RegionKind::Niche).count();
    if niches > 0 {
        let niches = words::count(niches as u64);
        legend.push(Row::note(text!("legend-hulls-niches", number = niches)));
    }
    if counts[0] < counts[1] {
        let [some, all] = counts.map(|number| words::count(number as u64));
        legend.push(Row::note(text!("legend-hulls-drawn", some, all)));
    }
    legend
}

#[cfg(test)]
mod tests {
    use bspwalk_geometry::{Aabb, Polyhedron};

    use super::*;

    const KINDS: [RegionKind; 4] = [
        RegionKind::Blocked,
        RegionKind::Narrow,
        RegionKind::Niche,
        RegionKind::Opened,
    ];

    /// A difference with a cube of each kind, which are 4 m apart.
    fn difference() -> HullDifference {
        let regions = KINDS.into_iter().zip(0_u8..).map(|(kind, number)| {
            let low = DVec3::X * 4.0 * f64::from(number);
            let bounds = Aabb::from_points([low, low + DVec3::ONE]);
            let cube = Polyhedron::from_aabb(&bounds);
            HullRegion {
                kind,
                surface: cube.faces.clone(),
                parts: vec![cube],
                bounds,
                volume: 1.0,
                openings: 0,
            }
        });
        HullDifference {
            body: Aabb::from_points([DVec3::ZERO, DVec3::new(0.8, 1.4, 0.8)]),
            regions: regions.collect(),
        }
    }

    #[test]
    fn every_drawn_kind_has_a_legend_row() {
        let (difference, palette) = (difference(), Palette::default());
        let drawing = drawing(&difference, None, palette);
        assert_eq!((drawing.counts, drawing.polygons.len()), ([3, 3], 18));
        let legend = legend(&difference, Some([2, 3]), drawing.counts, palette);
        for kind in DRAWN {
            let is_row = |row: &Row| matches!(row, Row::Area(rgb, text) if *rgb == color(kind, palette) && text.ends_with(": 1"));
            assert_eq!(legend.iter().filter(|row| is_row(row)).count(), 1, "{kind:?}");
        }
        let texts: Vec<&str> = legend.iter().map(Row::text).collect();
        assert_eq!(
            texts[0],
            "The comparison uses clip hull 2 of 3, for a body of 80.0 cm × 80.0 cm × 1.40 m."
        );
        assert!(texts.iter().any(|text| text.contains("Niches")), "{texts:?}");
    }

    #[test]
    fn closed_faces_move_inwards_and_opened_outwards() {
        let difference = difference();
        for (region, sign) in difference.regions.iter().zip([-1.0, -1.0, -1.0, 1.0]) {
            let mut drawing = Drawing::default();
            add_region(&mut drawing, region, None, Rgb(1, 2, 3));
            let center = region.bounds.center();
            let reach = 0.5 + sign * OFF_FACE;
            for (corners, _) in drawing.polygons.polygons() {
                let middle = middle(corners.iter().map(|&corner| Vec3::from(corner).as_dvec3()));
                assert!(
                    (middle.distance(center) - reach).abs() < 1.0e-6,
                    "{:?}",
                    region.kind
                );
            }
        }
    }

    #[test]
    fn cut_model_shows_regions_below_the_cut() {
        let difference = difference();
        let at = |cut: f64| drawing(&difference, Some(cut), Palette::default());
        assert_eq!(at(2.0).polygons.len(), 18);
        let cut = at(0.5);
        assert_eq!(cut.polygons.len(), 3, "the bottoms");
        assert!(cut.lines.len() >= 3 * 4);
    }
}
