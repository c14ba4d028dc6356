//! The division animation: the cells of the section that the nodes above a depth produce.

use bspwalk_geometry::Plane;
use bspwalk_progress::Progress;
use bspwalk_session::view::FilmTree;
use bspwalk_trees::section::{Section, SectionParams};

use super::{
    cut::{self, fit_line_width, width_of},
    facts::FilmCounts,
};
use crate::prelude::*;

/// First depth without plane labels.
const LABELLED: u32 = 3;

/// Returns the depth of every dividing node of a tree in the animation; `None` if the tree is missing.
fn depths(tree: FilmTree, (nodes, leaves): (&NodeTree, Option<&LeafTree>)) -> Option<Vec<u32>> {
    Some(match tree {
        FilmTree::Nodes => {
            let depth_of = |id| nodes.node(id).map(|node| node.depth);
            nodes.node_ids().filter_map(depth_of).collect()
        }
        FilmTree::Leaves => {
            let leaves = leaves?;
            // The sides of the world box are planes of the tree, but they do not divide the space inside.
            let depth_of = |id| leaves.node(id)?.depth.checked_sub(LeafTree::WORLD_BOX_SIDES);
            leaves.node_ids().filter_map(depth_of).collect()
        }
    })
}

fn last(depths: &[u32]) -> u32 {
    depths.iter().max().map_or(0, |deepest| deepest + 1)
}

/// Returns the last depth of a tree's animation, at which all nodes divide. `None` if the tree is missing.
pub fn last_depth(tree: FilmTree, trees: (&NodeTree, Option<&LeafTree>)) -> Option<u32> {
    Some(last(&depths(tree, trees)?))
}

/// Draws the cells that the nodes above a depth produce, and the planes of these nodes. The planes at the last of these
/// depths are highlighted. `None` if the tree is missing.
pub fn draw(
    drawing: &mut Drawing,
    (tree, depth): (FilmTree, u32),
    plane: &Plane,
    detail: f64,
    palette: Palette,
    (nodes, leaves): (&NodeTree, Option<&LeafTree>),
) -> Option<FilmCounts> {
    let params = SectionParams {
        max_depth: depth,
        min_width: detail,
    };
    let progress = Progress::default();
    let depths = depths(tree, (nodes, leaves))?;
    let section = match tree {
        FilmTree::Nodes => nodes.section(plane, &params, &progress).ok()?,
        FilmTree::Leaves => leaves?.section(plane, &params, &progress).ok()?,
    };
    let planes = [depths.iter().filter(|&&of| of < depth).count(), depths.len()];
    let last = last(&depths);
    if depth > 0 {
        for (cell, color) in section.cells.iter().zip(colors(&section, palette)) {
            let corners = cell.polygon.positions().map(DVec3::as_vec3);
            drawing.polygons.push(corners, color, 0.55);
        }
    }
    for line in section.lines.iter().rev() {
        let is_new = line.depth + 1 == depth;
        let color = if is_new {
            palette.selected()
        } else {
            palette.depth(line.depth)
        };
        let length = line.ends[0].distance(line.ends[1]);
        let width = if is_new { 3.5 } else { width_of(line.depth) };
        let width = fit_line_width(width, length, detail);
        let [from, to] = line.ends.map(DVec3::as_vec3);
        drawing.lines.line(from, to, Stroke::new(color, 1.0, width));
    }
    let labelled = section.lines.iter().filter(|line| line.depth < LABELLED);
    drawing
        .labels
        .extend(labelled.map(|line| cut::label(line, palette)));
    Some(FilmCounts {
        tree,
        depth,
        last,
        planes,
        cells: section.cells.len(),
    })
}

/// Assigns a colour to each cell of a section.
///
/// The colours of the palette form a circle. The areas of all cells, laid end to end in tree order, are mapped to this
/// circle, and a cell has the colour at the centre of its interval. The parts of a cell therefore get similar colours,
/// and the two halves produced by the root remain distinct at every depth.
fn colors(section: &Section, palette: Palette) -> Vec<Rgb> {
    let areas: Vec<f64> = section.cells.iter().map(|cell| cell.polygon.area()).collect();
    let all = areas.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let circle = palette.categories();
    let mut before = 0.0;
    let place = |area: &f64| {
        let place = (before + 0.5 * area) / all * circle.len() as f64;
        before += area;
        let low = place as usize % circle.len();
        circle[low].mix(circle[(low + 1) % circle.len()], place.fract() as f32)
    };
    areas.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_testing::small_trees as test_trees;

    /// Checks that the animation starts with the whole section and that each plane that cuts it adds one cell.
    #[test]
    fn each_plane_divides_one_cell() {
        let (tree, _) = test_trees::room();
        let plane = Plane::from_point_normal(DVec3::Y * 1.2, DVec3::Y);
        let of = |film| {
            let mut drawing = Drawing::default();
            let counts = draw(&mut drawing, film, &plane, 0.0, Palette::default(), (&tree, None));
            (counts, drawing)
        };
        let frame = |depth| {
            let (counts, drawing) = of((FilmTree::Nodes, depth));
            (counts.expect("the tree is there"), drawing)
        };
        let (whole, drawing) = frame(0);
        assert_eq!((whole.planes[0], whole.cells), (0, 1));
        assert!(drawing.polygons.is_empty() && drawing.lines.is_empty());
        let mut last = 1;
        for depth in 1..=tree.statistics().depth {
            let (counts, drawing) = frame(depth);
            assert_eq!(counts.cells, drawing.lines.len() + 1, "depth {depth}");
            assert_eq!(drawing.polygons.len(), counts.cells);
            assert!(drawing.labels.len() < 1 << depth.min(LABELLED), "depth {depth}");
            assert_eq!(drawing.labels[0].text, "ROOT");
            assert!(counts.cells >= last && counts.planes[0] >= counts.cells - 1);
            last = counts.cells;
        }
        assert!(last > 4, "the planes divide the room");
        assert_eq!(last_depth(FilmTree::Nodes, (&tree, None)), Some(whole.last));
        assert_eq!(last_depth(FilmTree::Leaves, (&tree, None)), None);
        let all = frame(whole.last).0;
        assert_eq!(all.planes[0], all.planes[1]);
        let but_one = frame(whole.last - 1).0;
        assert!(but_one.planes[0] < all.planes[0]);
        assert_eq!(of((FilmTree::Leaves, 1)).0, None, "there is no solid-leaf tree");
    }
}
