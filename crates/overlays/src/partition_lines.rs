//! Partition lines of a DOOM map's own tree, each inside its node's cell, coloured by depth.

use std::collections::BTreeMap;

use bspwalk_compile::fill::{level_to_source_point, source_to_level_point};
use bspwalk_levels::Level;
use bspwalk_trees::doom::{DoomTree, NodeCell};
use glam::DVec2;

use crate::prelude::*;

/// Distance of the lines below the eye in first person, in metres.
const BELOW_EYE: f64 = 1.2;

/// Width of the root's line, in logical pixels. Each depth is narrower, down to [`NARROWEST`].
const WIDEST: f32 = 5.0;

/// Minimum width of a line, in logical pixels.
const NARROWEST: f32 = 1.4;

/// Maximum depth whose lines are labelled with the numbers of their nodes.
const DEEPEST_LABEL: u32 = 3;

/// Maximum number of depths in the legend.
const MOST_ROWS: usize = 12;

overlay! {
    /// Partition lines of a DOOM map.
    PartitionLines [PartitionLines] Background |scene| {
        level: Shared<Level> = Shared::of(scene.level),
        depths: [u32; 2] = scene.overlays.plane_depths,
        height: Rounded<f64> = scene.cut().unwrap_or_else(|| Rounded::height((scene.eye.y - BELOW_EYE) as f32)),
    }
}

impl Overlay for PartitionLines {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let Some(tree) = &self.level.doom_tree else {
            return OverlayOutput::legend(vec![Row::note(text!("legend-partition-lines-none"))]);
        };
        let lines = lines(tree, self.depths);
        let drawing = drawing(&self.level, &lines, self.height.exact, palette);
        OverlayOutput::layer(Layer::PartitionLines, drawing).with_legend(legend(tree, &lines, palette))
    }
}

/// Returns the nodes whose depths are in a range, clipped to the map.
fn lines(tree: &DoomTree, [first, last]: [u32; 2]) -> Vec<NodeCell> {
    let Some(bounds) = tree.bounds() else {
        return Vec::new();
    };
    let mut cells = tree.node_cells(bounds);
    cells.retain(|cell| (first..=last).contains(&cell.depth));
    cells
}

fn width(depth: u32) -> f32 {
    (WIDEST - 0.6 * depth as f32).max(NARROWEST)
}

/// Draws the lines at a height in the level, in metres.
fn drawing(level: &Level, lines: &[NodeCell], height: f64, palette: Palette) -> Drawing {
    let in_level = |point: DVec2| {
        let up = level_to_source_point(level, DVec3::Y * height).z;
        source_to_level_point(level, point.extend(up)).as_vec3()
    };
    let mut drawing = Drawing::default();
    for line in lines {
        let Some(ends) = line.chord else { continue };
        let (depth, color) = (line.depth, palette.depth(line.depth));
        let [from, to] = ends.map(in_level);
        drawing.counts[0] += 1;
        drawing
            .lines
            .line(from, to, Stroke::new(color, 1.0, width(depth)));
        if depth <= DEEPEST_LABEL {
            let places = [0.5, 0.35, 0.65, 0.2, 0.8].map(|share| from.lerp(to, share));
            drawing.labels.push(Label {
                rank: depth,
                line: Some([from, to]),
                ..Label::new(
                    OverlayKind::PartitionLines,
                    places.into(),
                    line.node.to_string(),
                    color,
                )
            });
        }
    }
    drawing.counts[1] = lines.len();
    drawing
}

/// Lists the lines and the segs that they split, by depth.
fn legend(tree: &DoomTree, lines: &[NodeCell], palette: Palette) -> Legend {
    let splits: BTreeMap<_, _> = tree
        .line_splits()
        .into_iter()
        .map(|line| (line.node, line.splits))
        .collect();
    let mut by_depth: BTreeMap<u32, [u32; 2]> = BTreeMap::new();
    for line in lines {
        let [count, split] = by_depth.entry(line.depth).or_default();
        *count += 1;
        *split += splits.get(&line.node).copied().unwrap_or(0);
    }
    let [lines_shown, segs_split] = by_depth
        .values()
        .fold([0; 2], |[lines, segs], row| [lines + row[0], segs + row[1]]);
    let all = tree.parts().nodes.len() as u32;
    let mut legend = vec![Row::note(text!(
        "legend-partition-lines",
        lines = words::describe_share([lines_shown as usize, all as usize], "partition line"),
        segs = words::count_with_noun(segs_split, "seg")
    ))];
    legend.extend(by_depth.iter().take(MOST_ROWS).map(|(&depth, &[count, split])| {
        let text = text!(
            "legend-partition-lines-depth",
            depth,
            lines = words::count_with_noun(count, "partition line"),
            segs = words::count_with_noun(split, "seg")
        );
        Row::line(palette.depth(depth), width(depth), text)
    }));
    legend
}

#[cfg(test)]
mod tests {
    use bspwalk_testing::doom_wad;

    use glam::Vec3Swizzles as _;

    use super::*;

    /// A map with two rooms and a door. One of its linedefs is cut.
    fn level() -> Level {
        let file = doom_wad::wad(b"PWAD", &doom_wad::cut_map("MAP01"));
        doom_wad::load(&file, None).expect("it is a map")
    }

    #[test]
    fn lines_are_drawn_in_their_cells_at_the_height() {
        let (level, palette) = (level(), Palette::default());
        let tree = level.doom_tree.as_ref().expect("it has nodes");
        let all = lines(tree, [0, u32::MAX]);
        assert_eq!(all.len(), tree.parts().nodes.len());
        let drawing = drawing(&level, &all, 2.5, palette);
        assert!(drawing.counts[0] > 1, "{:?}", drawing.counts);
        let label = &drawing.labels[0];
        assert_eq!(
            label.text,
            tree.parts().nodes.len().saturating_sub(1).to_string(),
            "the root"
        );
        let bounds = &level.bounds;
        for point in label.line.into_iter().flatten() {
            assert!((point.y - 2.5).abs() < 1e-4, "{point}");
            let inside = DVec3::from(point).clamp(bounds.min, bounds.max);
            assert!(inside.as_vec3().xz().distance(point.xz()) < 1e-3, "{point}");
        }
        let root = lines(tree, [0, 0]);
        assert_eq!((root.len(), root[0].depth), (1, 0));
    }

    #[test]
    fn legend_counts_lines_and_split_segs() {
        let level = level();
        let tree = level.doom_tree.as_ref().expect("it has nodes");
        let split: u32 = tree.line_splits().iter().map(|line| line.splits).sum();
        assert!(split > 0);
        let all = lines(tree, [0, u32::MAX]);
        let legend = legend(tree, &all, Palette::default());
        let sentence = text!(
            "legend-partition-lines",
            lines = words::describe_share([all.len(); 2], "partition line"),
            segs = words::count_with_noun(split, "seg")
        );
        assert_eq!(legend[0].text(), sentence);
        let depths = all
            .iter()
            .map(|line| line.depth)
            .max()
            .map_or(0, |depth| depth + 1);
        assert_eq!(legend.len() as u32, depths + 1);
    }
}
