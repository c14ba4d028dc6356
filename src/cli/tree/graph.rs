//! Writes a tree as a Graphviz graph in the DOT language.

use std::io::{self, Write};

use bspwalk_draw::color::{meaning::ink, palette::Palette};
use bspwalk_explain::decisions::equation;
use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_text::{text, words};
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::{Branch, NodeId},
    solid_leaf::{Child, LeafId},
};

use super::{
    header::{FORMAT, VERSION},
    leaves::shows_leaf,
    places::in_file,
    subtree::{CutLeaves, CutNodes},
};
use words::count_with_noun;

/// Writes the node-storing tree, optionally down to a depth limit.
pub(super) fn write_node_dot(
    out: &mut dyn Write,
    level: &Level,
    (tree, depth): (&NodeTree, Option<u32>),
    progress: &Progress,
) -> io::Result<()> {
    progress.begin(text!("report-writing-file"), u64::from(tree.node_count()));
    let mut graph = Graph::begin(out, level, text!("view-node-tree"))?;
    let views = tree.node_ids().map(|id| Some((id, tree.node(id)?)));
    for written in down_to(depth, views, |view| view.depth, progress) {
        let (id, view, is_cut) = written?;
        if is_cut {
            if let Some(cut) = CutNodes::count_subtree(tree, id) {
                let counts = [
                    count_with_noun(cut.nodes, "node"),
                    count_with_noun(cut.faces, "face"),
                ];
                graph.cut_off(id, &counts.join(text!("text-list")))?;
            }
            continue;
        }
        let plane = if view.is_block {
            text!("report-graph-block").to_owned()
        } else {
            equation(&in_file(&view.plane, level))
        };
        graph.node(id, &plane, &count_with_noun(view.fragments.len() as u64, "face"))?;
        for (branch, child) in [(Branch::Front, view.front), (Branch::Back, view.back)] {
            if let Some(child) = child {
                graph.edge(id, branch, Child::Node(child))?;
            }
        }
    }
    graph.end()
}

/// Writes the solid-leaf tree, optionally down to a depth limit. Includes the leaves above the limit.
pub(super) fn write_leaf_dot(
    out: &mut dyn Write,
    level: &Level,
    (tree, depth): (&LeafTree, Option<u32>),
    progress: &Progress,
) -> io::Result<()> {
    progress.begin(
        text!("report-writing-file"),
        u64::from(tree.node_count() + tree.leaf_count()),
    );
    let mut graph = Graph::begin(out, level, text!("view-leaf-tree"))?;
    let views = tree.node_ids().map(|id| Some((id, tree.node(id)?)));
    for written in down_to(depth, views, |view| view.depth, progress) {
        let (id, view, is_cut) = written?;
        if is_cut {
            if let Some(cut) = CutLeaves::count_subtree(tree, id) {
                let counts = [
                    count_with_noun(cut.nodes, "node"),
                    count_with_noun(cut.leaves, "leaf"),
                    text!("report-graph-solid", leaves = cut.solid),
                    count_with_noun(cut.faces, "face"),
                ];
                graph.cut_off(id, &counts.join(text!("text-list")))?;
            }
            continue;
        }
        graph.node(id, &equation(&in_file(&view.plane, level)), "")?;
        graph.edge(id, Branch::Front, view.front)?;
        graph.edge(id, Branch::Back, view.back)?;
    }
    for id in tree.leaf_ids().filter(|&leaf| shows_leaf(tree, leaf, depth)) {
        progress.check().map_err(io::Error::other)?;
        progress.advance(1);
        graph.leaf(tree, id)?;
    }
    graph.end()
}

/// Returns the nodes down to the depth limit, each with its view and whether its subtree is cut off.
fn down_to<V>(
    limit: Option<u32>,
    views: impl Iterator<Item = Option<(NodeId, V)>>,
    depth: impl Fn(&V) -> u32,
    progress: &Progress,
) -> impl Iterator<Item = io::Result<(NodeId, V, bool)>> {
    views.filter_map(move |node| {
        if let Err(cancelled) = progress.check() {
            return Some(Err(io::Error::other(cancelled)));
        }
        progress.advance(1);
        let (id, view) = node?;
        let depth = depth(&view);
        let is_shown = limit.is_none_or(|limit| depth <= limit);
        is_shown.then_some(Ok((id, view, limit == Some(depth))))
    })
}

/// A graph that is being written.
struct Graph<'a> {
    out: &'a mut dyn Write,
    palette: Palette,
}

impl<'a> Graph<'a> {
    fn begin(out: &'a mut dyn Write, level: &Level, tree: &str) -> io::Result<Self> {
        let title = format!("{}, {tree}", words::printable(&level.name));
        writeln!(out, "// {FORMAT}, version {VERSION}")?;
        writeln!(out, "digraph {} {{", quoted(&title))?;
        let label = format!("{title}\n{}", text!("report-graph-sides"));
        writeln!(
            out,
            "  label={}; labelloc=t; fontname=\"Helvetica\";",
            quoted(&label)
        )?;
        writeln!(out, "  ordering=out;")?;
        writeln!(
            out,
            "  node [shape=box, fontname=\"Helvetica\", margin=\"0.2,0.06\"];"
        )?;
        writeln!(out, "  edge [fontname=\"Helvetica\", penwidth=2];")?;
        Ok(Self {
            out,
            palette: Palette::default(),
        })
    }

    fn node(&mut self, id: NodeId, plane: &str, counts: &str) -> io::Result<()> {
        let label = format!("{}\n{plane}\n{counts}", text!("report-graph-node", node = id));
        writeln!(self.out, "  n{id} [label={}];", quoted(label.trim_end()))
    }

    /// Writes a placeholder for a subtree that is cut off.
    fn cut_off(&mut self, id: NodeId, counts: &str) -> io::Result<()> {
        let color = self.palette.hidden();
        let label = quoted(&format!("{}\n{counts}", text!("report-graph-below", node = id)));
        writeln!(
            self.out,
            "  n{id} [label={label}, shape=folder, style=dashed, color=\"{color}\"];"
        )
    }

    fn edge(&mut self, from: NodeId, branch: Branch, to: Child) -> io::Result<()> {
        let color = branch.pick([self.palette.front(), self.palette.back()]);
        let letter = branch.letter();
        let to = match to {
            Child::Node(id) => format!("n{id}"),
            Child::Leaf(id) => format!("l{id}"),
        };
        writeln!(
            self.out,
            "  n{from} -> {to} [label=\"{letter}\", color=\"{color}\"];"
        )
    }

    /// Writes a leaf as an ellipse: white for an empty leaf, dark for a solid one, with a double outline for the
    /// outside.
    fn leaf(&mut self, tree: &LeafTree, id: LeafId) -> io::Result<()> {
        let Some(view) = tree.leaf(id) else { return Ok(()) };
        let kind = match (view.outside, view.solid) {
            (true, _) => text!("figure-outside"),
            (false, true) => text!("figure-solid"),
            (false, false) => text!("figure-empty"),
        };
        let parts = [
            (tree.portals_of(id).len(), "portal"),
            (view.fragments.len(), "face"),
        ];
        let there = parts.into_iter().filter(|(number, _)| *number > 0);
        let counts: Vec<String> = there
            .map(|(number, what)| count_with_noun(number as u64, what))
            .collect();
        let (leaf, counts) = (text!("figure-leaf", leaf = id), counts.join(text!("text-list")));
        let label = format!("{leaf}\n{kind}\n{counts}");
        let label = quoted(label.trim_end());
        let [fill, text] = if view.solid {
            [self.palette.solid(), ink::LIGHT]
        } else {
            [ink::LIGHT, ink::DARK]
        };
        let rims = if view.outside { 2 } else { 1 };
        writeln!(
            self.out,
            "  l{id} [label={label}, shape=ellipse, style=filled, fillcolor=\"{fill}\", fontcolor=\"{text}\", peripheries={rims}];"
        )
    }

    fn end(self) -> io::Result<()> {
        writeln!(self.out, "}}")
    }
}

/// Quotes a string for DOT and escapes its line breaks.
fn quoted(text: &str) -> String {
    let text = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{text}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted() {
        assert_eq!(quoted("a \"b\"\nc\\d"), r#""a \"b\"\nc\\d""#);
    }
}
