//! The leak, which is the shortest path from the spawn to the outside, with the hole at its end; and the frozen view
//! frustum.

use bspwalk_levels::Level;
use bspwalk_session::leak_walk;
use bspwalk_trees::solid_leaf::portals::Leak;

use crate::prelude::*;

overlay! {
    /// The path of the leak, or the reason why there is no leak.
    LeakPath [Leak] Immediate |scene| {
        level: Shared<Level> = Shared::of(scene.level),
        tree: Shared<LeafTree> = scene.leaves()?,
        leak: Option<Shared<Leak>> = scene.leak.map(Shared::of),
        from: Option<String> = scene.leak_from.map(str::to_owned),
        place: Option<usize> = scene.leak_place,
    }
}

impl Overlay for LeakPath {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let Some(leak) = &self.leak else {
            let why = leak_walk::no_leak_reason(&self.level, &self.tree);
            return OverlayOutput::legend(vec![Row::note(format!("{why}."))]);
        };
        let lines = lines(&self.tree, leak, self.place, palette);
        let from = self.from.as_deref().unwrap_or(text!("legend-the-spawn"));
        let legend = legend(leak, from, self.place, palette);
        OverlayOutput::layer(Layer::Leak, lines).with_legend(legend)
    }
}

overlay! {
    /// The frozen view frustum used for culling.
    FrozenView [] Immediate |scene| {
        frozen: (Vec3, [Vec3; 8]) = scene.frozen?,
    }
}

impl Overlay for FrozenView {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let (eye, corners) = &self.frozen;
        OverlayOutput::layer(Layer::FrozenView, frozen_view(*eye, corners, palette))
    }
}

/// Draws the path of the leak, the hole at its end, and the path corner that the user stepped to.
fn lines(tree: &LeafTree, leak: &Leak, place: Option<usize>, palette: Palette) -> LineBatch {
    let mut lines = LineBatch::default();
    let stroke = Stroke::new(palette.outside(), 1.0, 3.5);
    let points: Vec<Vec3> = leak.line.iter().map(|point| point.as_vec3()).collect();
    lines.path(&points, stroke);
    if let [.., before, last] = &leak.line[..] {
        // Add an arrow through the hole that points outside.
        let ahead = (*last - *before).normalize_or_zero() * 0.7;
        lines.arrow(last.as_vec3(), (*last + ahead).as_vec3(), stroke);
    }
    let near = 2.0 * tree.tolerances().on_plane;
    if let Some(opening) = leak.opening(tree.portal_graph(), near) {
        let stroke = Stroke::new(palette.outside(), 1.0, 5.0);
        for [from, to] in opening.outline {
            lines.line(from.as_vec3(), to.as_vec3(), stroke);
        }
    }
    if let Some(&corner) = place.and_then(|place| leak.line.get(place)) {
        let stroke = Stroke::new(palette.selected(), 1.0, 2.0);
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            lines.circle(corner.as_vec3(), axis, 0.12, stroke);
        }
    }
    lines
}

/// Draws the edges of the frozen view frustum. The four corners of its near side come first.
fn frozen_view(eye: Vec3, corners: &[Vec3; 8], palette: Palette) -> LineBatch {
    let mut lines = LineBatch::default();
    let stroke = Stroke::new(palette.eye(), 1.0, 2.4);
    let faint = Stroke::new(palette.eye(), 0.0, 2.4);
    for corner in 0..4 {
        lines.gradient(eye, corners[4 + corner], stroke, faint);
    }
    lines.ring(&corners[..4], stroke);
    lines
}

/// Builds the legend of a leak that starts at `from`. `place` is the path corner that the user stepped to.
fn legend(leak: &Leak, from: &str, place: Option<usize>, palette: Palette) -> Legend {
    let mut legend = vec![
        Row::note(text!(
            "legend-leak",
            from,
            length = words::metres(leak.length()),
            portals = words::count_with_noun(leak.portals.len() as u64, "portal")
        )),
        Row::line(palette.outside(), 3.0, text!("legend-leak-path")),
        Row::line(palette.outside(), 5.0, text!("legend-leak-hole")),
    ];
    if let Some(place) = place.filter(|&place| place < leak.line.len()) {
        let (corner, all) = (place + 1, leak.line.len());
        let text = text!("legend-leak-corner", corner, all);
        legend.push(Row::line(palette.selected(), 2.0, text));
    }
    legend
}

#[cfg(test)]
mod tests {
    use bspwalk_draw::color::palette::Rgb;

    use super::*;

    #[test]
    fn every_leak_colour_has_a_legend_row() {
        let (tree, eye) = bspwalk_testing::small_trees::leaf_tree();
        let palette = Palette::default();
        let leak = Leak {
            leaves: Vec::new(),
            portals: Vec::new(),
            line: vec![eye, eye + glam::DVec3::X, eye + glam::DVec3::Y],
        };
        for place in [None, Some(1)] {
            let lines = lines(&tree, &leak, place, palette);
            let legend = legend(&leak, "the spawn", place, palette);
            for line in lines.lines() {
                let [r, g, b, _] = line.colors[0];
                let has_row = legend
                    .iter()
                    .any(|row| matches!(row, Row::Line(color, ..) if *color == Rgb(r, g, b)));
                assert!(has_row, "{line:?} at {place:?}");
            }
        }
    }
}
