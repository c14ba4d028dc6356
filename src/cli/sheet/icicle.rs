//! The tree as an icicle: a bar for each node, as wide as its subtree has fragments.

use std::collections::HashMap;

use bspwalk_levels::color::palette::{Palette, Rgb};
use bspwalk_progress::{Cancelled, Progress, words};
use bspwalk_session::Opened;
use bspwalk_trees::node_storing::{Icicle, IcicleBar, IcicleWindow, Measure, NodeId, SubtreeSums};
use serde_json::{Value, json};

/// Widths in pixels that are tried, until the bars are few enough, and how many these are.
const WIDTHS: [f64; 5] = [40_000.0, 12_000.0, 4_000.0, 2_000.0, 1_000.0];
const MOST: usize = 3_000;

/// Width of the picture and the height of a depth in it, in pixels.
const WIDTH: f64 = 1120.0;
const ROW: f64 = 14.0;

/// The picture with what it says of each node.
pub(super) struct Drawn {
    pub(super) svg: String,
    /// Of each bar: number of the node, depth, nodes and fragments below it and in it, and its plane in words, and the place of its parent, −1 for
    /// none.
    pub(super) bars: Value,
    /// How many nodes are too narrow to be drawn.
    pub(super) narrow: u32,
}

/// Draws the tree of a level.
pub(super) fn draw(opened: &Opened, progress: &Progress) -> Result<Drawn, Cancelled> {
    let tree = &opened.tree;
    let sums = SubtreeSums::new(tree, Measure::Faces, progress)?;
    let nodes = SubtreeSums::new(tree, Measure::Nodes, progress)?;
    let depths = [0, u32::MAX];
    let mut icicle = Icicle::default();
    for pixels in WIDTHS {
        let window = IcicleWindow {
            range: [0.0, 1.0],
            pixels,
            depths,
        };
        icicle = sums.layout(tree, &window, |_| true);
        if icicle.bars.len() <= MOST {
            break;
        }
    }
    let rows = icicle.bars.iter().map(|bar| bar.depth + 1).max().unwrap_or(0);
    let height = f64::from(rows) * ROW;
    let mut svg = format!(
        "<svg class=\"tree\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"The tree as an icicle\">"
    );
    for bar in &icicle.bars {
        svg += &rect(bar);
    }
    svg += "</svg>";
    let places: HashMap<NodeId, usize> = icicle
        .bars
        .iter()
        .enumerate()
        .map(|(place, bar)| (bar.node, place))
        .collect();
    let bars = icicle.bars.iter().map(|bar| {
        let view = tree.node(bar.node);
        let plane = view.as_ref().map(|view| bspwalk_explain::decisions::equation(&view.plane));
        json!([
            bar.node,
            bar.depth,
            nodes.total(bar.node),
            sums.total(bar.node),
            plane.unwrap_or_default(),
            view.and_then(|view| view.parent)
                .and_then(|parent| places.get(&parent))
                .map_or(-1, |&place| place as i64)
        ])
    });
    Ok(Drawn {
        svg,
        bars: bars.collect(),
        narrow: icicle.narrow,
    })
}

fn rect(bar: &IcicleBar) -> String {
    let Rgb(r, g, b) = Palette::default().depth(bar.depth);
    format!(
        "<rect x=\"{:.2}\" y=\"{:.0}\" width=\"{:.2}\" height=\"{ROW}\" fill=\"#{r:02x}{g:02x}{b:02x}\"/>",
        bar.start * WIDTH,
        f64::from(bar.depth) * ROW,
        bar.width * WIDTH
    )
}

/// What is not drawn, in a sentence; empty where all is.
pub(super) fn narrow_words(narrow: u32) -> String {
    match narrow {
        0 => String::new(),
        1 => "One node is too narrow to be drawn.".to_owned(),
        _ => format!(
            "{} nodes are too narrow to be drawn.",
            words::count(u64::from(narrow))
        ),
    }
}
