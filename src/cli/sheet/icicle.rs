//! The tree as an icicle plot, with a bar per node. The width of a bar is proportional to the number of fragments in
//! the node's subtree. Without a script, the page shows the plot as a static picture. When you zoom, the script redraws
//! the plot from numeric data.

use std::{
    collections::{HashMap, HashSet},
    fmt::Write,
};

use bspwalk_draw::color::palette::Palette;
use bspwalk_explain::{
    decisions::equation,
    icicle::{self, Icicle, IcicleWindow},
};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::Opened;
use bspwalk_text::{text, words};
use bspwalk_trees::{
    NodeTree,
    node_storing::{Measure, NodeId, SubtreeSums},
};
use serde_json::{Value, json};

/// Widths to try for the zoomable plot (in pixels), until it has at most `MOST` bars.
const WIDTHS: [f64; 7] = [1e9, 64_000.0, 16_000.0, 8_000.0, 4_000.0, 2_000.0, 1_000.0];
const MOST: usize = 4_000;

/// Dimensions in tenths of a pixel: width of the picture, height of a row, and width of the narrowest bars.
const WIDTH: f64 = 11_200.0;
const ROW: u32 = 140;
const NARROWEST: f64 = 15.0;

/// Maximum number of rows in the picture.
const DEPTHS: u32 = 40;

/// Digit for a child whose subtree is too narrow for a bar.
const NARROW: u8 = 2;

/// The plot of a tree.
pub(super) struct IciclePlot {
    pub(super) svg: String,
    /// The tree as numbers for the script; see [`numbers`].
    pub(super) numbers: Value,
    /// Number of nodes without a bar at any zoom level.
    pub(super) narrow: u32,
}

/// Draws the tree of a level.
pub(super) fn draw(opened: &Opened, progress: &Progress) -> Result<IciclePlot, Cancelled> {
    let tree = &opened.tree;
    let sums = SubtreeSums::new(tree, Measure::Faces, progress)?;
    let layout = |pixels, depths| {
        let range = [0.0, 1.0];
        let window = IcicleWindow {
            range,
            pixels,
            depths,
        };
        icicle::layout(&sums, tree, &window, |_| true)
    };
    let mut icicle = Icicle::default();
    for pixels in WIDTHS {
        icicle = layout(pixels, [0, u32::MAX]);
        if icicle.bars.len() <= MOST {
            break;
        }
    }
    // There can be too many bars even at the smallest width.
    icicle.bars.truncate(MOST);
    Ok(IciclePlot {
        svg: svg(&layout(WIDTH / NARROWEST, [0, DEPTHS])),
        narrow: tree.node_count() - icicle.bars.len() as u32,
        numbers: numbers(tree, &sums, &icicle),
    })
}

/// Draws the static picture, with one path per row and style.
fn svg(icicle: &Icicle) -> String {
    let bars = icicle
        .bars
        .iter()
        .map(|bar| (bar.depth, bar.start, bar.width, true));
    let strips = icicle
        .strips
        .iter()
        .map(|strip| (strip.depth, strip.start, strip.width, false));
    let mut rows: Vec<[String; 2]> = Vec::new();
    for (depth, start, width, is_bar) in bars.chain(strips) {
        let row = depth as usize;
        if rows.len() <= row {
            rows.resize_with(row + 1, Default::default);
        }
        let [left, right] = [start, start + width].map(|at| (at * WIDTH).round());
        // A gap separates the bar from its neighbour.
        let gap = if is_bar && right - left > NARROWEST {
            4.0
        } else {
            0.0
        };
        let width = (right - left - gap).max(1.0);
        let path = &mut rows[row][usize::from(!is_bar)];
        // Writing to a string cannot fail.
        let _ = write!(path, "M{left} {}h{width}v{}h-{width}z", depth * ROW, ROW - 6);
    }
    let mut svg = format!(
        "<svg class=\"whole\" viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{}\">",
        ROW * rows.len().max(1) as u32,
        text!("sheet-icicle-title")
    );
    for (depth, [bars, strips]) in (0..).zip(rows) {
        let color = Palette::default().depth(depth);
        for (path, opacity) in [(bars, ""), (strips, " opacity=\".55\"")] {
            if !path.is_empty() {
                let _ = write!(svg, "<path fill=\"{color}\"{opacity} d=\"{path}\"/>");
            }
        }
    }
    svg + "</svg>"
}

/// Describes the nodes that have bars, in depth-first order with the front child first:
///
/// - `children`: a digit per node, 3 · front + back (0: no child, 1: child with a bar, 2: child without a bar);
/// - `own`: number of fragments stored in the node itself;
/// - `narrow`: numbers of nodes and fragments in each subtree without bars, in the order of the digits;
/// - `plane`: index of the node's plane in `planes`;
/// - `colors`: colour of each depth.
fn numbers(tree: &NodeTree, sums: &SubtreeSums, icicle: &Icicle) -> Value {
    let total = |node: NodeId| sums.total(node).round() as u64;
    let with_bar: HashSet<NodeId> = icicle.bars.iter().map(|bar| bar.node).collect();
    let (mut children, mut own) = (String::new(), Vec::new());
    let (mut narrow, mut plane) = (Vec::new(), Vec::new());
    let (mut planes, mut known) = (Vec::new(), HashMap::new());
    let mut deepest = 0;
    for bar in &icicle.bars {
        deepest = deepest.max(bar.depth);
        let Some(node) = tree.node(bar.node) else { continue };
        let both = [node.front, node.back];
        let kind = |child: Option<NodeId>| match child {
            None => 0,
            Some(child) if with_bar.contains(&child) => 1,
            Some(_) => NARROW,
        };
        children.push(char::from(b'0' + 3 * kind(both[0]) + kind(both[1])));
        let below = both.into_iter().flatten().map(total).sum();
        own.push(total(bar.node).saturating_sub(below));
        let without = both
            .into_iter()
            .flatten()
            .filter(|child| !with_bar.contains(child));
        narrow.extend(without.map(|child| [u64::from(sums.node_count(child)), total(child)]));
        let words = if node.is_block {
            text!("sheet-block").to_owned()
        } else {
            equation(&node.plane)
        };
        plane.push(*known.entry(words.clone()).or_insert_with(|| {
            planes.push(words);
            planes.len() - 1
        }));
    }
    let colors = (0..=deepest).map(|depth| Palette::default().depth(depth).to_string());
    json!({
        "children": children,
        "own": own,
        "narrow": narrow,
        "plane": plane,
        "planes": planes,
        "colors": colors.collect::<Vec<String>>(),
    })
}

/// Returns a sentence about the nodes without bars, or an empty string if every node has a bar.
pub(super) fn narrow_words(narrow: u32) -> String {
    match narrow {
        0 => String::new(),
        1 => text!("sheet-narrow-node").to_owned(),
        _ => text!("sheet-narrow-nodes", nodes = words::count(u64::from(narrow))),
    }
}
