//! Minimum cuts of graphs with two terminals.
//!
//! Source: Boykov and Kolmogorov, "An experimental comparison of min-cut/max-flow algorithms for energy
//! minimization in vision", 2004.
//!
//! A tree grows from each terminal along arcs with residual capacity. When the trees meet, flow is sent along the path
//! between the terminals. Nodes that lose their parent as a result are adopted within the same tree. Capacities are
//! integers, so the cut is the same on every machine. Of all minimum cuts, the result has the fewest nodes on the
//! source side.

use std::collections::VecDeque;

use bspwalk_progress::{Cancelled, Progress};

const NONE: u32 = u32::MAX;

/// Parent value of a node that is attached to its terminal.
const TERMINAL: u32 = u32::MAX - 1;

/// Parent value of an orphan, which is a node that has lost its parent and needs another one.
const ORPHAN: u32 = u32::MAX - 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tree {
    None,
    Source,
    Sink,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    tree: Tree,
    parent: u32,
    /// If positive, residual capacity from the source to the node; if negative, from the node to the sink.
    terminal: i64,
    distance: u32,
    time: u32,
    is_active: bool,
}

#[derive(Clone, Copy, Debug)]
struct Arc {
    to: u32,
    left: i64,
}

#[derive(Debug)]
pub(crate) struct Graph {
    nodes: Vec<Node>,
    arcs: Vec<Arc>,
    /// Start of each node's range of arcs in `of_node`.
    starts: Vec<u32>,
    of_node: Vec<u32>,
    active: VecDeque<u32>,
    orphans: VecDeque<u32>,
    time: u32,
    flow: i64,
}

#[derive(Debug)]
pub(crate) struct Cut {
    pub(crate) with_source: Vec<bool>,
    pub(crate) capacity: i64,
    pub(crate) augmentations: u32,
}

impl Graph {
    /// Creates a graph from its nodes and edges.
    ///
    /// Each node has a capacity from the source (positive) or to the sink (negative). Each edge has a non-negative
    /// capacity, which applies in both directions. The sum of all capacities must fit into 63 bits.
    pub(crate) fn new(terminals: &[i64], edges: &[(u32, u32, i64)]) -> Self {
        let nodes = terminals.iter().map(|&terminal| Node {
            tree: Tree::None,
            parent: NONE,
            terminal,
            distance: 0,
            time: 0,
            is_active: false,
        });
        let arcs = edges
            .iter()
            .flat_map(|&(a, b, left)| [Arc { to: b, left }, Arc { to: a, left }]);
        let arcs: Vec<Arc> = arcs.collect();
        let mut starts = vec![0_u32; terminals.len() + 1];
        for &(a, b, _) in edges {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for node in 0..terminals.len() {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut of_node = vec![0; arcs.len()];
        for (arc, id) in arcs.iter().zip(0_u32..) {
            // The reverse of an arc leads to the arc's start.
            let from = arcs[(id ^ 1) as usize].to as usize;
            debug_assert!((arc.to as usize) < terminals.len());
            of_node[next[from] as usize] = id;
            next[from] += 1;
        }
        Self {
            nodes: nodes.collect(),
            arcs,
            starts,
            of_node,
            active: VecDeque::new(),
            orphans: VecDeque::new(),
            time: 0,
            flow: 0,
        }
    }

    pub(crate) fn minimum_cut(mut self, progress: &Progress) -> Result<Cut, Cancelled> {
        for id in 0..self.nodes.len() as u32 {
            let node = &mut self.nodes[id as usize];
            if node.terminal != 0 {
                node.tree = if node.terminal > 0 {
                    Tree::Source
                } else {
                    Tree::Sink
                };
                node.parent = TERMINAL;
                node.distance = 1;
                self.activate(id);
            }
        }
        let mut augmentations = 0;
        while let Some(&id) = self.active.front() {
            progress.check()?;
            let meeting = if self.nodes[id as usize].tree == Tree::None {
                None
            } else {
                self.grow(id)
            };
            let Some(meeting) = meeting else {
                self.nodes[id as usize].is_active = false;
                self.active.pop_front();
                continue;
            };
            // The node stays active, because it may meet the other tree again.
            self.time += 1;
            augmentations += 1;
            self.augment(meeting);
            while let Some(orphan) = self.orphans.pop_front() {
                progress.check()?;
                self.adopt(orphan);
            }
        }
        Ok(Cut {
            with_source: self.nodes.iter().map(|node| node.tree == Tree::Source).collect(),
            capacity: self.flow,
            augmentations,
        })
    }

    fn activate(&mut self, id: u32) {
        let node = &mut self.nodes[id as usize];
        if !node.is_active {
            node.is_active = true;
            self.active.push_back(id);
        }
    }

    fn arcs_of(&self, id: u32) -> std::ops::Range<usize> {
        self.starts[id as usize] as usize..self.starts[id as usize + 1] as usize
    }

    /// Returns the residual capacity of a tree node's arc: away from the source in the source tree, and towards the
    /// sink in the sink tree.
    fn outward(&self, arc: u32, tree: Tree) -> i64 {
        let arc = if tree == Tree::Source { arc } else { arc ^ 1 };
        self.arcs[arc as usize].left
    }

    /// Adds the free neighbours of a node to its tree. If it meets the other tree, returns the connecting arc, directed
    /// from source to sink.
    fn grow(&mut self, id: u32) -> Option<u32> {
        let Node {
            tree, distance, time, ..
        } = self.nodes[id as usize];
        for index in self.arcs_of(id) {
            let arc = self.of_node[index];
            if self.outward(arc, tree) == 0 {
                continue;
            }
            let to = self.arcs[arc as usize].to;
            let other = self.nodes[to as usize];
            if other.tree == Tree::None {
                let other = &mut self.nodes[to as usize];
                (other.tree, other.parent) = (tree, arc ^ 1);
                (other.distance, other.time) = (distance + 1, time);
                self.activate(to);
            } else if other.tree != tree {
                return Some(if tree == Tree::Source { arc } else { arc ^ 1 });
            } else if other.time <= time && other.distance > distance {
                // This path to the terminal is shorter.
                let other = &mut self.nodes[to as usize];
                other.parent = arc ^ 1;
                (other.distance, other.time) = (distance + 1, time);
            }
        }
        None
    }

    fn augment(&mut self, meeting: u32) {
        let ends = [
            self.arcs[(meeting ^ 1) as usize].to,
            self.arcs[meeting as usize].to,
        ];
        let mut least = self.arcs[meeting as usize].left;
        for (mut id, tree) in ends.into_iter().zip([Tree::Source, Tree::Sink]) {
            loop {
                let node = self.nodes[id as usize];
                if node.parent == TERMINAL {
                    least = least.min(node.terminal.abs());
                    break;
                }
                least = least.min(self.outward(node.parent ^ 1, tree));
                id = self.arcs[node.parent as usize].to;
            }
        }
        self.push(meeting, least);
        self.flow += least;
        for (mut id, tree) in ends.into_iter().zip([Tree::Source, Tree::Sink]) {
            loop {
                let node = &mut self.nodes[id as usize];
                if node.parent == TERMINAL {
                    node.terminal -= least * node.terminal.signum();
                    if node.terminal == 0 {
                        node.parent = ORPHAN;
                        self.orphans.push_front(id);
                    }
                    break;
                }
                // The parent is closer to the terminal. In the source tree, flow runs from the parent to the node; in
                // the sink tree, from the node to the parent.
                let parent = node.parent;
                let along = if tree == Tree::Source { parent ^ 1 } else { parent };
                self.push(along, least);
                if self.arcs[along as usize].left == 0 {
                    self.nodes[id as usize].parent = ORPHAN;
                    self.orphans.push_front(id);
                }
                id = self.arcs[parent as usize].to;
            }
        }
    }

    fn push(&mut self, arc: u32, flow: i64) {
        self.arcs[arc as usize].left -= flow;
        self.arcs[(arc ^ 1) as usize].left += flow;
    }

    /// Returns the number of steps from a node to its terminal, or `None` if its path ends at an orphan.
    fn distance_to_terminal(&mut self, start: u32) -> Option<u32> {
        let (mut id, mut steps) = (start, 0);
        let total = loop {
            let node = &mut self.nodes[id as usize];
            if node.time == self.time && node.parent != ORPHAN && node.parent != NONE {
                break steps + node.distance;
            }
            match node.parent {
                TERMINAL => {
                    (node.distance, node.time) = (1, self.time);
                    break steps + 1;
                }
                ORPHAN | NONE => return None,
                parent => id = self.arcs[parent as usize].to,
            }
            steps += 1;
        };
        let (mut id, mut left) = (start, total);
        loop {
            let node = &mut self.nodes[id as usize];
            if node.time == self.time {
                return Some(total);
            }
            (node.distance, node.time) = (left, self.time);
            left -= 1;
            id = self.arcs[node.parent as usize].to;
        }
    }

    fn adopt(&mut self, id: u32) {
        let tree = self.nodes[id as usize].tree;
        let mut best: Option<(u32, u32)> = None;
        for index in self.arcs_of(id) {
            let arc = self.of_node[index];
            let to = self.arcs[arc as usize].to;
            if self.nodes[to as usize].tree != tree || self.outward(arc ^ 1, tree) == 0 {
                continue;
            }
            if let Some(distance) = self.distance_to_terminal(to)
                && best.is_none_or(|(least, _)| distance < least)
            {
                best = Some((distance, arc));
            }
        }
        if let Some((distance, arc)) = best {
            let time = self.time;
            let node = &mut self.nodes[id as usize];
            node.parent = arc;
            (node.distance, node.time) = (distance + 1, time);
            return;
        }
        for index in self.arcs_of(id) {
            let arc = self.of_node[index];
            let to = self.arcs[arc as usize].to;
            let other = self.nodes[to as usize];
            if other.tree != tree {
                continue;
            }
            if self.outward(arc ^ 1, tree) > 0 {
                self.activate(to);
            }
            if other.parent < ORPHAN && self.arcs[other.parent as usize].to == id {
                self.nodes[to as usize].parent = ORPHAN;
                self.orphans.push_back(to);
            }
        }
        let node = &mut self.nodes[id as usize];
        (node.tree, node.parent) = (Tree::None, NONE);
    }
}

#[cfg(test)]
mod tests {
    use petgraph::{algo::dinics, graph::NodeIndex};
    use proptest::prelude::*;

    use super::*;

    fn cut(terminals: &[i64], edges: &[(u32, u32, i64)]) -> Cut {
        Graph::new(terminals, edges)
            .minimum_cut(&Progress::default())
            .expect("nobody cancels it")
    }

    fn cost(terminals: &[i64], edges: &[(u32, u32, i64)], with_source: &[bool]) -> i64 {
        let ends = terminals.iter().zip(with_source).map(|(&terminal, &source)| {
            if source {
                (-terminal).max(0)
            } else {
                terminal.max(0)
            }
        });
        let between = edges.iter().map(|&(a, b, capacity)| {
            if with_source[a as usize] == with_source[b as usize] {
                0
            } else {
                capacity
            }
        });
        ends.chain(between).sum()
    }

    fn by_another(terminals: &[i64], edges: &[(u32, u32, i64)]) -> i64 {
        let positive = |capacity: i64| capacity.max(0).cast_unsigned();
        let mut graph = petgraph::graph::DiGraph::<(), u64>::new();
        let nodes: Vec<NodeIndex> = terminals.iter().map(|_| graph.add_node(())).collect();
        let [source, sink] = [(); 2].map(|()| graph.add_node(()));
        for (&node, &terminal) in nodes.iter().zip(terminals) {
            graph.add_edge(source, node, positive(terminal));
            graph.add_edge(node, sink, positive(-terminal));
        }
        for &(a, b, capacity) in edges {
            graph.add_edge(nodes[a as usize], nodes[b as usize], positive(capacity));
            graph.add_edge(nodes[b as usize], nodes[a as usize], positive(capacity));
        }
        dinics(&graph, source, sink).0.cast_signed()
    }

    fn graph() -> impl Strategy<Value = (Vec<i64>, Vec<(u32, u32, i64)>)> {
        (2..60_u32).prop_flat_map(|count| {
            let terminals = prop::collection::vec(-20_i64..=20, count as usize);
            let edge = (0..count, 0..count, 0..15_i64).prop_filter("no loops", |(a, b, _)| a != b);
            (terminals, prop::collection::vec(edge, 0..300))
        })
    }

    proptest! {
        #[test]
        fn minimum_cut_matches_reference((terminals, edges) in graph()) {
            let found = cut(&terminals, &edges);
            prop_assert_eq!(found.capacity, by_another(&terminals, &edges));
            prop_assert_eq!(cost(&terminals, &edges, &found.with_source), found.capacity);
        }
    }

    /// Tests a grid with long paths and mostly equal capacities, similar to the graphs of real trees.
    #[test]
    fn minimum_cut_of_grid_matches_reference() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..20 {
            let side = 18_u32;
            let terminals: Vec<i64> = (0..side * side).map(|_| random.i64(-60..=60) / 20).collect();
            let at = |x: u32, y: u32| x + y * side;
            let edges: Vec<(u32, u32, i64)> = (0..side)
                .flat_map(|x| {
                    (0..side - 1).flat_map(move |y| [(at(x, y), at(x, y + 1)), (at(y, x), at(y + 1, x))])
                })
                .map(|(a, b)| (a, b, random.i64(0..3)))
                .collect();
            let found = cut(&terminals, &edges);
            assert_eq!(found.capacity, by_another(&terminals, &edges));
            assert_eq!(cost(&terminals, &edges, &found.with_source), found.capacity);
        }
    }

    #[test]
    fn undecided_vertices_join_the_sink() {
        assert_eq!(cut(&[0, 0], &[(0, 1, 3)]).with_source, [false, false]);
        assert_eq!(cut(&[2, -2], &[(0, 1, 2)]).with_source, [false, false]);
        assert_eq!(cut(&[2, -2], &[(0, 1, 1)]).with_source, [true, false]);
        assert!(cut(&[], &[]).with_source.is_empty());
    }

    #[test]
    fn minimum_cut_can_be_cancelled() {
        let progress = Progress::default();
        progress.cancel();
        assert!(Graph::new(&[1, -1], &[(0, 1, 1)]).minimum_cut(&progress).is_err());
    }
}
