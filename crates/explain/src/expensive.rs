//! The most expensive parts of a level: nodes, leaves, portals, faces and brushes, each with its cost.
//!
//! Each kind of part has its own cost, which is counted in the trees. Costs of different kinds are not comparable.

use std::cmp::Reverse;

use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::{text, words};
use bspwalk_trees::{
    FaceId, LeafTree, NodeTree,
    node_storing::{Measure, NodeId, SubtreeSums},
    solid_leaf::{LeafId, OUTSIDE, Pvs, pvs::PvsFlow},
};
use serde::Serialize;

use crate::brush_costs::{self, BrushCostSurvey};

/// Maximum number of parts of each kind.
const MOST: usize = 1000;

/// Kind of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PartKind {
    /// Node of the node-storing tree. Its cost is the number of faces that its plane cuts.
    Node,
    /// Empty leaf. Its cost is the number of face pieces in the leaves that are potentially visible from it.
    #[default]
    Leaf,
    /// Portal. Its cost is the number of steps of the portal flow that start at it.
    Portal,
    /// Face. Its cost is the number of pieces that the solid-leaf tree cuts it into.
    Face,
    /// Brush of a map. Its cost is the number of steps of the portal flow that start at portals on its planes.
    Brush,
}

impl PartKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Node, Self::Leaf, Self::Portal, Self::Face, Self::Brush];

    /// Returns the name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Leaf => "leaf",
            Self::Portal => "portal",
            Self::Face => "face",
            Self::Brush => "brush",
        }
    }

    /// Returns the name shown to the user, in the plural.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Node => text!("expensive-nodes"),
            Self::Leaf => text!("expensive-leaves"),
            Self::Portal => text!("expensive-portals"),
            Self::Face => text!("expensive-faces"),
            Self::Brush => text!("expensive-brushes"),
        }
    }

    /// Returns a description of the cost, to show to the user.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Node => text!("expensive-nodes-cost"),
            Self::Leaf => text!("expensive-leaves-cost"),
            Self::Portal => text!("expensive-portals-cost"),
            Self::Face => text!("expensive-faces-cost"),
            Self::Brush => text!("expensive-brushes-cost"),
        }
    }
}

/// Order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Highest cost first.
    #[default]
    Cost,
    /// Lowest number first.
    Number,
}

impl Order {
    /// All orders.
    pub const ALL: [Self; 2] = [Self::Cost, Self::Number];

    /// Returns the name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cost => "cost",
            Self::Number => "number",
        }
    }

    /// Returns the name shown to the user.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Cost => text!("expensive-by-cost"),
            Self::Number => text!("expensive-by-number"),
        }
    }
}

/// Node, leaf or face that shows a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Node of the node-storing tree.
    Node(NodeId),
    /// Leaf of the solid-leaf tree.
    Leaf(LeafId),
    /// Source number of a face.
    Face(FaceId),
}

/// A part of a level with its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Kind of the part.
    pub kind: PartKind,
    /// Number of the part: its id in the tree, its source number, or its number in the file.
    pub number: u32,
    /// Cost, in the unit of its kind.
    pub cost: u64,
    /// Position of the part in the level.
    pub target: Target,
}

impl Part {
    /// Describes the part and its cost: "Leaf 12: 1,204 visible face fragments".
    #[must_use]
    pub fn words(&self) -> String {
        let [number, cost] = [u64::from(self.number), self.cost].map(words::count);
        match self.kind {
            PartKind::Node => text!("expensive-node", number, cost),
            PartKind::Leaf => text!("expensive-leaf", number, cost),
            PartKind::Portal => text!("expensive-portal", number, cost),
            PartKind::Face => text!("expensive-face", number, cost),
            PartKind::Brush => text!("expensive-brush", number, cost),
        }
    }
}

/// Trees in which costs are counted.
#[derive(Clone, Copy, Debug)]
pub struct CostTrees<'a> {
    /// Node-storing tree.
    pub nodes: &'a NodeTree,
    /// Solid-leaf tree.
    pub leaves: &'a LeafTree,
    /// Potentially visible set of the solid-leaf tree.
    pub pvs: &'a Pvs,
    /// Portal flow of the solid-leaf tree, with the steps of each portal.
    pub flow: &'a PvsFlow,
}

/// The most expensive parts of a level, at most 1,000 of each kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expensive {
    /// Parts, grouped by kind, most expensive first. Parts without a cost are omitted, except brushes.
    parts: Vec<Part>,
}

impl Expensive {
    /// Counts the costs of nodes, leaves, portals and faces.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn count_costs(sources: &CostTrees<'_>, progress: &Progress) -> Result<Self, Cancelled> {
        progress.begin(text!("expensive-counting"), 0);
        let mut found = Self::default();
        found.add(nodes(sources.nodes, progress)?);
        found.add(leaves(sources.leaves, sources.pvs, progress)?);
        found.add(portals(sources.leaves, sources.flow));
        found.add(faces(sources.leaves, progress)?);
        Ok(found)
    }

    /// Adds the brushes of a survey that have their own nodes. Brushes with equal costs are ordered by their portals, then
    /// by their cuts. Brushes without a visible face are omitted. `level` must have the faces of the surveyed level.
    pub fn add_brushes(&mut self, survey: &BrushCostSurvey, level: &Level) {
        let brushes = survey.most_expensive(brush_costs::Measure::Pvs).into_iter();
        let brushes = brushes.filter_map(|number| {
            Some(Part {
                kind: PartKind::Brush,
                number,
                cost: survey.counts.get(number as usize)?.pvs_steps,
                target: Target::Face(survey.largest_face(level, number)?),
            })
        });
        self.parts.retain(|part| part.kind != PartKind::Brush);
        self.add(brushes.collect());
    }

    fn add(&mut self, mut parts: Vec<Part>) {
        // A brush whose planes divide space is listed even if the portal flow never passes its portals.
        parts.retain(|part| part.cost > 0 || part.kind == PartKind::Brush);
        parts.sort_by_key(|part| Reverse(part.cost));
        parts.truncate(MOST);
        self.parts.append(&mut parts);
    }

    /// Returns the parts of a kind whose description contains every word of `query`, in any order and without regard to
    /// case.
    #[must_use]
    pub fn list(&self, kind: PartKind, query: &str, order: Order) -> Vec<Part> {
        let of_kind = self.parts.iter().filter(|part| part.kind == kind);
        let found = of_kind.filter(|part| matches(query, || part.words()));
        let mut listed: Vec<Part> = found.copied().collect();
        if order == Order::Number {
            listed.sort_by_key(|part| part.number);
        }
        listed
    }
}

/// Returns whether a text contains every word of `query`, in any order and without regard to case. Everything matches
/// an empty query.
pub fn matches(query: &str, text: impl FnOnce() -> String) -> bool {
    let mut wanted = query.split_whitespace().map(str::to_lowercase).peekable();
    if wanted.peek().is_none() {
        return true;
    }
    let text = text().to_lowercase();
    wanted.all(|wanted| text.contains(&wanted))
}

/// Counts the faces that the plane of each node cuts.
fn nodes(tree: &NodeTree, progress: &Progress) -> Result<Vec<Part>, Cancelled> {
    let cuts = SubtreeSums::new(tree, Measure::Cuts, progress)?;
    let parts = tree.node_ids().filter_map(|id| {
        let node = tree.node(id)?;
        let below = [node.front, node.back].into_iter().flatten();
        let own = cuts.total(id) - below.map(|child| cuts.total(child)).sum::<f64>();
        Some(Part {
            kind: PartKind::Node,
            number: id.0,
            cost: own.round() as u64,
            target: Target::Node(id),
        })
    });
    Ok(parts.collect())
}

/// Counts the face pieces that are potentially visible from each leaf.
fn leaves(tree: &LeafTree, pvs: &Pvs, progress: &Progress) -> Result<Vec<Part>, Cancelled> {
    let pieces = tree
        .leaf_ids()
        .map(|leaf| tree.leaf(leaf).map_or(0, |view| view.fragments.len()));
    let pieces: Vec<u64> = pieces.map(|count| count as u64).collect();
    let mut parts = Vec::new();
    for leaf in tree.empty_leaves() {
        progress.check()?;
        let seen = pvs.row(leaf).filter(|&leaf| leaf != OUTSIDE);
        parts.push(Part {
            kind: PartKind::Leaf,
            number: leaf.0,
            cost: seen.filter_map(|seen| pieces.get(seen.index())).sum(),
            target: Target::Leaf(leaf),
        });
    }
    Ok(parts)
}

/// Counts the steps of the flow that start at each portal, in both directions.
fn portals(tree: &LeafTree, flow: &PvsFlow) -> Vec<Part> {
    let parts = flow.portals.chunks_exact(2).filter_map(|directions| {
        let [one, other] = directions else { return None };
        let mut leaves = one.leaves.into_iter();
        let leaf = leaves.find(|&leaf| leaf != OUTSIDE && !tree.is_solid(leaf))?;
        Some(Part {
            kind: PartKind::Portal,
            number: one.portal.0,
            cost: one.steps + other.steps,
            target: Target::Leaf(leaf),
        })
    });
    parts.collect()
}

/// Counts the pieces of each face that is cut. Merged faces have the number of their first triangle.
fn faces(tree: &LeafTree, progress: &Progress) -> Result<Vec<Part>, Cancelled> {
    let mut owners: Vec<FaceId> = Vec::new();
    for index in 0.. {
        progress.check_at(index as usize)?;
        let Some(fragment) = tree.fragment(index) else {
            break;
        };
        owners.push(fragment.face);
    }
    owners.sort_unstable();
    let cut = owners.chunk_by(|a, b| a == b).filter(|pieces| pieces.len() > 1);
    let parts = cut.filter_map(|pieces| {
        let face = *pieces.first()?;
        Some(Part {
            kind: PartKind::Face,
            number: face.0,
            cost: pieces.len() as u64,
            target: Target::Face(face),
        })
    });
    Ok(parts.collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bspwalk_compile::CompileParams;
    use bspwalk_levels::LoadOptions;
    use bspwalk_testing::quake_maps;

    use super::*;
    use crate::brush_costs::MapInput;

    #[test]
    fn parts_are_listed_by_cost_and_searched() {
        let pillar = [[96.0, -32.0, 0.0], [128.0, 0.0, 192.0]];
        let text = quake_maps::two_rooms(&[pillar]);
        let (options, params) = (LoadOptions::default(), CompileParams::default());
        let input = MapInput {
            name: "a.map",
            text: text.as_bytes(),
            options: &options,
            params: &params,
        };
        let survey = BrushCostSurvey::new(&input, &Arc::default()).expect("it builds");
        let built = &survey.built;
        let tree = &*built.leaves.tree;
        let progress = Progress::default();
        let flow = PvsFlow::of_tree(tree, &params.pvs, OUTSIDE, &progress).expect("it ends");
        let sources = CostTrees {
            nodes: &built.nodes,
            leaves: tree,
            pvs: &built.pvs,
            flow: &flow,
        };
        let mut found = Expensive::count_costs(&sources, &progress).expect("nothing cancels it");
        found.add_brushes(&survey, &built.level);
        found.add_brushes(&survey, &built.level);
        for kind in PartKind::ALL {
            let by_cost = found.list(kind, "", Order::Cost);
            assert!(by_cost.is_sorted_by_key(|part| Reverse(part.cost)), "{kind:?}");
            assert!(by_cost.iter().all(|part| part.kind == kind));
            assert!(kind == PartKind::Brush || by_cost.iter().all(|part| part.cost > 0));
            let by_number = found.list(kind, "", Order::Number);
            assert!(by_number.is_sorted_by_key(|part| part.number), "{kind:?}");
            assert_eq!(by_cost.len(), by_number.len());
        }
        // Every leaf sees at least its own pieces.
        let leaves = found.list(PartKind::Leaf, "", Order::Number);
        let numbers: Vec<LeafId> = leaves.iter().map(|part| LeafId(part.number)).collect();
        assert_eq!(numbers, tree.empty_leaves());
        let all: u64 = tree.statistics().leaf_faces.into();
        assert!(leaves.iter().all(|part| part.cost <= all));
        // The steps of all portals are those of the flow.
        let portals = found.list(PartKind::Portal, "", Order::Cost);
        let steps: u64 = portals.iter().map(|part| part.cost).sum();
        assert_eq!(steps, flow.flow_steps());
        let faces = found.list(PartKind::Face, "", Order::Cost);
        let count = |face: FaceId| {
            let fragments = (0..tree.fragment_count()).filter_map(|index| tree.fragment(index));
            fragments.filter(|fragment| fragment.face == face).count() as u64
        };
        let [first, ..] = faces[..] else {
            panic!("faces are cut")
        };
        assert_eq!(first.cost, count(FaceId(first.number)));
        // The pillar is the only brush with planes of its own, apart from the wall between the rooms.
        let brushes = found.list(PartKind::Brush, "", Order::Cost);
        let numbers: Vec<u32> = brushes.iter().map(|part| part.number).collect();
        assert_eq!(numbers, [8, 6, 7], "{brushes:?}");
        let first = leaves[0];
        let query = format!("LEAF {}:", first.number);
        let searched = found.list(PartKind::Leaf, &query, Order::Cost);
        assert!(
            searched.contains(&first) && searched.len() < leaves.len(),
            "{searched:?}"
        );
        assert!(
            found
                .list(PartKind::Leaf, "no such words", Order::Cost)
                .is_empty()
        );
        progress.cancel();
        assert_eq!(Expensive::count_costs(&sources, &progress), Err(Cancelled));
    }
}
