//! Comparison of a portal file with the tree's portals. Each portal is in both sets, in only one of them, or partly in
//! both.

use bspwalk_explain::{
    outlines::{Outline, Overlap},
    portal_comparison::{FILE, PortalComparison, TREE},
};
use bspwalk_geometry::cut_at_height;

use crate::{
    portals::{EYE_STEP, MOST_PORTALS},
    prelude::*,
};

overlay! {
    /// Portals of a portal file, compared with the tree's portals.
    PortalsBeside [Portals] Background |scene| {
        comparison: Shared<PortalComparison> = Shared::of(scene.file_portals?),
        eye: Rounded<DVec3> = Rounded::place(scene.eye, EYE_STEP),
        cut: Option<Rounded<f64>> = scene.cut(),
    }
}

impl Overlay for PortalsBeside {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let comparison = &*self.comparison;
        let cut = self.cut.map(|height| height.exact);
        let drawing = drawing(comparison, self.eye.exact, cut, palette);
        let legend = legend(comparison, drawing.counts, cut.is_some(), palette);
        OverlayOutput {
            scale: scale(comparison, palette),
            ..OverlayOutput::layer(Layer::Portals, drawing).with_legend(legend)
        }
    }
}

/// A portal to draw.
struct DrawnPortal<'a> {
    outline: &'a Outline,
    side: usize,
    overlap: Overlap,
    /// Squared distance from the eye to the nearest corner, in square metres.
    distance: f64,
    /// Intersection with the model's cut, if there is one.
    door: Option<[DVec3; 2]>,
}

/// Returns the portals to draw. A portal that is in both sets is drawn once, as a portal of the tree. In the
/// model view, only portals on the cut are drawn.
fn drawn(comparison: &PortalComparison, eye: DVec3, cut: Option<f64>) -> Vec<DrawnPortal<'_>> {
    let mut all = Vec::new();
    for side in [FILE, TREE] {
        let portals = comparison.portals[side]
            .iter()
            .zip(&comparison.outlines.sides[side]);
        for (outline, beside) in portals {
            let overlap = beside.overlap();
            if side == FILE && overlap == Overlap::Same {
                continue;
            }
            let corners: Vec<DVec3> = outline.corners().collect();
            let door = cut.and_then(|cut| cut_at_height(&corners, cut));
            if cut.is_some() && door.is_none() {
                continue;
            }
            let distances = corners.iter().map(|corner| corner.distance_squared(eye));
            all.push(DrawnPortal {
                outline,
                side,
                overlap,
                distance: distances.fold(f64::INFINITY, f64::min),
                door,
            });
        }
    }
    all
}

/// Draws at most [`MOST_PORTALS`] portals. Portals that differ take precedence, then those nearest to the eye.
fn drawing(comparison: &PortalComparison, eye: DVec3, cut: Option<f64>, palette: Palette) -> Drawing {
    let mut portals = drawn(comparison, eye, cut);
    let in_all = portals.len();
    let rank = |portal: &DrawnPortal<'_>| portal.overlap == Overlap::Same;
    portals.sort_by(|a, b| rank(a).cmp(&rank(b)).then(a.distance.total_cmp(&b.distance)));
    portals.truncate(MOST_PORTALS);
    portals.sort_by(|a, b| b.distance.total_cmp(&a.distance));
    let mut drawing = Drawing {
        counts: [portals.len(), in_all],
        ..Drawing::default()
    };
    let fainter = (FEW / portals.len().max(1) as f32).sqrt().clamp(0.25, 1.0);
    for portal in &portals {
        let color = color(portal.side, portal.overlap, palette);
        let (alpha, width) = match portal.overlap {
            Overlap::Same => (0.12 * fainter, 1.4),
            Overlap::InPart => (0.16, 2.0),
            Overlap::Alone => (0.4, 2.6),
        };
        drawing.outlined(portal.outline.corners(), color, alpha, [0.5 + alpha, width]);
        if let Some([from, to]) = portal.door {
            // Portals from the file have wider lines, so that they remain visible under coincident portals of the tree.
            let broader = if portal.side == FILE { 2.0 } else { 1.0 };
            let stroke = Stroke::new(color, 1.0, width * broader);
            drawing.lines.line(from.as_vec3(), to.as_vec3(), stroke);
        }
    }
    drawing
}

/// Maximum number of common portals that are drawn at full opacity.
const FEW: f32 = 40.0;

fn color(side: usize, overlap: Overlap, palette: Palette) -> Rgb {
    match (overlap, side) {
        (Overlap::Same, _) => palette.reached(),
        (_, FILE) => palette.asked(),
        _ => palette.missed(),
    }
}

fn rows(comparison: &PortalComparison, palette: Palette) -> [(Rgb, String); 3] {
    let outlines = &comparison.outlines;
    let number = |side, overlap| words::count(outlines.count(side, overlap) as u64);
    let counts = |side| (number(side, Overlap::Alone), number(side, Overlap::InPart));
    let both = text!("legend-in-both", number = number(TREE, Overlap::Same));
    let (alone, parts) = counts(FILE);
    let only_in_file = text!("legend-only-in-file", alone, parts);
    let (alone, parts) = counts(TREE);
    let only_in_tree = text!("legend-only-in-tree", alone, parts);
    [
        (color(TREE, Overlap::Same, palette), both),
        (color(FILE, Overlap::Alone, palette), only_in_file),
        (color(TREE, Overlap::Alone, palette), only_in_tree),
    ]
}

/// Builds the legend: the number of common portals, the colours of portals in only one set, and the numbers of drawn
/// portals and of all portals.
fn legend(comparison: &PortalComparison, counts: [usize; 2], of_cut: bool, palette: Palette) -> Legend {
    let mut legend = vec![Row::note(comparison.sentence())];
    let rows = rows(comparison, palette);
    legend.extend(rows.into_iter().map(|(color, text)| Row::area(color, text)));
    let drawn = words::describe_share(counts, "portal");
    legend.push(Row::note(if of_cut {
        text!("legend-drawn-of-cut", drawn)
    } else {
        text!("legend-drawn", drawn)
    }));
    legend
}

fn scale(comparison: &PortalComparison, palette: Palette) -> Vec<(String, Rgb)> {
    let number = |side, overlap| comparison.outlines.count(side, overlap);
    let counts = |side| (number(side, Overlap::Alone), number(side, Overlap::InPart));
    let both = text!("plate-in-both", number = number(TREE, Overlap::Same));
    let (alone, parts) = counts(FILE);
    let only_in_file = text!("plate-only-in-file", alone, parts);
    let (alone, parts) = counts(TREE);
    let only_in_tree = text!("plate-only-in-tree", alone, parts);
    vec![
        (text!("plate-portals").to_owned(), ink::GROUND),
        (both, color(TREE, Overlap::Same, palette)),
        (only_in_file, color(FILE, Overlap::Alone, palette)),
        (only_in_tree, color(TREE, Overlap::Alone, palette)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_explain::outlines::OutlineComparison;
    use bspwalk_progress::Progress;
    use bspwalk_trees::solid_leaf::PortalId;
    use glam::dvec3;

    /// Returns a door at x = `at` that extends from `low` to `low` + 2.
    fn door(at: f64, low: f64) -> Outline {
        let high = low + 2.0;
        Outline::new([(low, 0.0), (high, 0.0), (high, 1.0), (low, 1.0)].map(|(y, z)| dvec3(at, y, z)))
    }

    fn comparison() -> PortalComparison {
        let portals = [[3.0, 0.0], [5.0, 4.0]].map(|[at, low]| vec![door(0.0, 0.0), door(at, low)]);
        let outlines = OutlineComparison::new([&portals[0], &portals[1]], 1.0e-6, &Progress::default());
        PortalComparison {
            portals,
            ids: vec![PortalId(0), PortalId(1)],
            outlines: outlines.expect("nobody cancels"),
        }
    }

    #[test]
    fn shared_portals_are_drawn_once() {
        let (comparison, palette) = (comparison(), Palette::default());
        let drawing = drawing(&comparison, DVec3::ZERO, None, palette);
        assert_eq!(drawing.counts, [3, 3]);
        let legend = legend(&comparison, drawing.counts, false, palette);
        let mut texts = legend.iter().map(Row::text);
        let first = texts.next().expect("there is a sentence");
        assert!(first.starts_with("1 of 2 portals in the file match one of the 2 portals in the tree"));
        assert!(texts.eq([
            "portals in both file and tree: 1",
            "portals only in the file: 1 unmatched, 0 partly matched",
            "portals only in the tree: 1 unmatched, 0 partly matched",
            "Shown: All 3 portals.",
        ]));
        let scale = scale(&comparison, palette);
        let colors: Vec<Rgb> = scale.into_iter().skip(1).map(|(_, color)| color).collect();
        assert_eq!(colors, [palette.reached(), palette.asked(), palette.missed()]);
    }

    #[test]
    fn portals_above_the_cut_are_not_drawn() {
        let drawing = drawing(&comparison(), DVec3::ZERO, Some(1.0), Palette::default());
        assert_eq!(drawing.counts, [2, 2], "one door is above the cut");
    }
}
