//! A DOOM level: the BSP tree from the file, next to our planar tree of the same lines.

use bspwalk_planar::{PlanarParams, PlanarTree, Segment2};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::{text, words};
use bspwalk_trees::doom::{DoomStatistics, DoomTree};
use glam::DVec2;

use crate::{
    shapes::{Color, Pattern, Picture, Shape},
    view::View,
};

/// Maximum number of candidate lines per node in our build, because a map has thousands of lines.
const CANDIDATES: usize = 64;

/// Minimum scale at which the ends of line parts are drawn, in pixels per map unit.
const SCALE_OF_ENDS: f64 = 0.25;

/// A tree to display: the partition line of each node, clipped to the node's cell, and the line parts that the tree
/// stores.
#[derive(Clone, Debug)]
pub struct Side {
    /// Name of the tree.
    pub title: &'static str,
    /// Description of the tree.
    pub about: &'static str,
    /// Partition line of each node, clipped to the node's cell, with the depth of the node.
    splits: Vec<Option<([DVec2; 2], u32)>>,
    /// Parts of lines that the tree stores.
    parts: Vec<Segment2>,
    figures: DoomStatistics,
}

impl Side {
    /// Summarises the tree's statistics in two sentences.
    #[must_use]
    pub fn words(&self) -> [String; 2] {
        let figures = &self.figures;
        let nodes = text!(
            "polygon-figures",
            nodes = words::count(figures.nodes),
            leaves = text!("polygon-leaves", leaves = words::count(figures.subsectors)),
            depth = figures.depth,
            mean = format_args!("{:.1}", figures.mean_depth),
            balance = format_args!("{:.2}", figures.balance)
        );
        let minisegs = match figures.minisegs {
            0 => String::new(),
            minisegs => text!(
                "polygon-minisegs",
                minisegs = words::count_with_noun(minisegs, "miniseg")
            ),
        };
        let parts = text!(
            "polygon-parts",
            parts = words::count(figures.segs),
            lines = words::count(figures.sides),
            growth = format_args!("{:+.1}", 100.0 * figures.growth),
            minisegs
        );
        [nodes, parts]
    }
}

/// Path of a point down a tree.
#[derive(Clone, Debug)]
pub struct Path {
    nodes: Vec<u32>,
    /// Cell at the end of the path.
    cell: Vec<DVec2>,
    /// Description of the end of the path.
    pub words: String,
}

/// Both trees of a level.
#[derive(Clone, Debug)]
pub struct TwoTrees {
    /// Both trees: the level's own tree, then ours.
    pub sides: [Side; 2],
    ours: PlanarTree,
    /// Lines of the map, each with a flag that is set if the line is one-sided.
    walls: Vec<(Segment2, bool)>,
    /// Cells of the subsectors, in index order.
    cells: Vec<Vec<DVec2>>,
    bounds: [DVec2; 2],
}

impl TwoTrees {
    /// Builds our tree from the lines of a level.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn build(doom: &DoomTree, progress: &Progress) -> Result<Self, Cancelled> {
        let [low, high] = doom.bounds().unwrap_or([DVec2::ZERO, DVec2::ONE]);
        let bounds = [low - 64.0, high + 64.0];
        let edges = doom.edges();
        let params = PlanarParams {
            max_candidates: CANDIDATES,
            ..PlanarParams::default()
        };
        let ours = PlanarTree::build(&edges, params, progress)?;
        let mut theirs = vec![None; doom.parts().nodes.len()];
        for division in doom.node_cells(bounds) {
            let split = division.chord.map(|chord| (chord, division.depth));
            if let Some(place) = theirs.get_mut(division.node.index()) {
                *place = split;
            }
        }
        let depths = ours.depths();
        let splits = ours.splits(bounds[0], bounds[1]).into_iter();
        let own = splits.map(|(id, split)| Some(([split.from, split.to], depths[id.index()] - 1)));
        let segs = 0..doom.parts().segs.len() as u32;
        let sides = [
            Side {
                title: text!("polygon-own-tree"),
                about: text!("polygon-own-tree-hint"),
                splits: theirs,
                parts: segs.filter_map(|seg| doom.seg(seg)).collect(),
                figures: doom.statistics(),
            },
            Side {
                title: text!("polygon-our-tree"),
                about: text!("polygon-our-tree-hint"),
                splits: own.collect(),
                parts: ours.fragments().iter().map(|part| ours.segment(part)).collect(),
                figures: ours.statistics(),
            },
        ];
        let mut cells = vec![Vec::new(); doom.parts().subsectors.len()];
        for (subsector, cell) in doom.cells(bounds) {
            cells[subsector.index()] = cell;
        }
        let lines = doom.parts().linedefs.iter();
        let is_wall = lines.map(|line| line.sectors.contains(&None));
        Ok(Self {
            walls: edges.into_iter().zip(is_wall).collect(),
            ours,
            sides,
            cells,
            bounds,
        })
    }

    /// Returns the depth of the deeper of the two trees.
    #[must_use]
    pub fn deepest(&self) -> u32 {
        let [theirs, ours] = &self.sides;
        theirs.figures.depth.max(ours.figures.depth)
    }

    /// Returns a view of the whole map.
    #[must_use]
    pub fn view(&self, size: DVec2) -> View {
        View::around(self.bounds.into_iter(), size)
    }

    /// Locates a point in both trees. `doom` is the tree from the level's file.
    #[must_use]
    pub fn paths(&self, doom: &DoomTree, point: DVec2) -> [Path; 2] {
        let located = doom.locate(point);
        let subsector = &doom.parts().subsectors[located.subsector.index()];
        let theirs = Path {
            nodes: located.path.iter().map(|(node, _)| node.0).collect(),
            cell: self.cells[located.subsector.index()].clone(),
            words: text!(
                "polygon-place",
                place = words::count_with_noun(located.path.len() as u64, "test"),
                subsector = located.subsector,
                sector = subsector.sector,
                what = words::count_with_noun(subsector.seg_count, "seg")
            ),
        };
        let located = self.ours.locate(point);
        let [low, high] = self.bounds;
        let ours = Path {
            nodes: located.path.iter().map(|(node, _)| node.0).collect(),
            cell: self.ours.cell_of(&located.path, low, high),
            words: format!("{}.", words::count_with_noun(located.tests, "test")),
        };
        [theirs, ours]
    }

    /// Draws the lines of the map and a tree's nodes down to a depth. If a point is given, also draws the point and its
    /// path.
    #[must_use]
    pub fn picture(&self, side: &Side, view: View, depth: u32, point: Option<(DVec2, &Path)>) -> Picture {
        let line = |ends: [DVec2; 2]| ends.map(|end| view.to_screen(end));
        let mut picture = Picture::default();
        if let Some((_, path)) = point {
            let corners = path.cell.iter().map(|&corner| view.to_screen(corner));
            picture.polygon(corners.collect(), (Color::Inside(0.0), 1.0), None);
        }
        for (wall, is_wall) in &self.walls {
            let stroke = match is_wall {
                true => Color::Ink.stroke(1.6),
                false => Color::OutsideLeaf.stroke(1.0),
            };
            picture.push(Shape::Line(line([wall.from, wall.to]), stroke));
        }
        let splits = side.splits.iter().flatten();
        for &(ends, above) in splits.filter(|(_, above)| *above <= depth) {
            let stroke = Color::Split.stroke(2.6 / f64::from(above + 1).sqrt());
            picture.push(Shape::Line(line(ends), stroke.faded(0.7).with(Pattern::Dashed)));
        }
        if view.scale > SCALE_OF_ENDS {
            for part in &side.parts {
                let at = view.to_screen(part.from);
                picture.push(Shape::Circle(at, 1.8, Some(Color::Front), None));
            }
        }
        if let Some((point, path)) = point {
            let tested = path
                .nodes
                .iter()
                .filter_map(|&node| side.splits.get(node as usize));
            for (ends, _) in tested.flatten() {
                picture.push(Shape::Line(line(*ends), Color::InsideMark.stroke(1.4)));
            }
            let (at, outline) = (view.to_screen(point), Color::OnBright.stroke(1.5));
            picture.push(Shape::Circle(at, 4.0, Some(Color::InsideMark), Some(outline)));
        }
        picture
    }
}
