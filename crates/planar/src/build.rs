//! Builds the tree: recursively divides the fragments by the line of an edge.

use bspwalk_progress::{Cancelled, Progress};

use super::{
    Branch, Fragment, FragmentEnd, NONE, NodeId, PlanarNode, PlanarTree, PointSide, Region, Segment2,
    SegmentSide, exact,
};

/// Build parameters of a planar tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanarParams {
    /// Maximum number of candidate lines per node. Default 512; 0 counts as 1. The candidates are spread evenly over
    /// the edges in the node's cell. If there are fewer edges than this, all of them are scored.
    ///
    /// With few candidates, the tree cuts more edges. With many, building a tree of thousands of edges becomes slow.
    pub max_candidates: usize,
    /// Cost of a cut edge, relative to the cost of 1 for an imbalance of one edge between the sides. Default `None`:
    /// fewer cuts always win, regardless of the balance. DOOM's node builders use costs around 10 (glBSP, elfbsp:
    /// `EvalPartition`). A line that is neither horizontal nor vertical costs an additional quarter.
    ///
    /// At 0, trees are balanced but cut many edges. A large cost has the same effect as `None`.
    pub split_cost: Option<u32>,
}

impl Default for PlanarParams {
    fn default() -> Self {
        Self {
            max_candidates: 512,
            split_cost: None,
        }
    }
}

struct Pending {
    fragments: Vec<Fragment>,
    parent: NodeId,
    branch: Branch,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    cuts: usize,
    front: usize,
    back: usize,
}

impl Counts {
    /// Returns a sort key; lower is better. If `split_cost` is given, the key is the weighted cost. Otherwise, fewer
    /// cuts win; ties go to the smaller difference between the sides.
    fn key(self, split_cost: Option<u32>, is_axial: bool) -> (usize, usize) {
        let difference = self.front.abs_diff(self.back);
        match split_cost {
            None => (self.cuts, difference),
            Some(cost) => {
                let cuts = self.cuts.saturating_mul(cost as usize);
                let quarters = cuts.saturating_add(difference).saturating_mul(4);
                (quarters.saturating_add(usize::from(!is_axial)), self.cuts)
            }
        }
    }

    /// Returns the maximum number of cuts that a line may have without scoring worse than `key`.
    fn most_cuts(key: (usize, usize), split_cost: Option<u32>) -> usize {
        match split_cost {
            None => key.0,
            Some(cost) => key
                .0
                .checked_div((cost as usize).saturating_mul(4))
                .unwrap_or(usize::MAX),
        }
    }
}

fn is_axial(edge: &Segment2) -> bool {
    edge.from.x == edge.to.x || edge.from.y == edge.to.y
}

impl PlanarTree {
    /// Builds the tree over the edges of a region, with default parameters. Each node uses the line that cuts the
    /// fewest edges. Ties go to the smallest difference between the sides, then to the first line.
    #[must_use]
    pub fn new(region: &Region) -> Self {
        let progress = Progress::default();
        match Self::build(region.edges(), PlanarParams::default(), &progress) {
            Ok(tree) => tree,
            Err(Cancelled) => unreachable!("nobody cancels it"),
        }
    }

    /// Builds the tree over any segments, which may cross each other. It skips segments of zero length, and segments
    /// with a coordinate that is NaN or larger than 10⁹ in magnitude. The edges of the tree have the same indices as
    /// the segments.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn build(
        segments: &[Segment2],
        params: PlanarParams,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let mut tree = Self {
            edges: segments
                .iter()
                .map(|edge| {
                    Segment2::new(
                        exact::flush_tiny_to_zero(edge.from),
                        exact::flush_tiny_to_zero(edge.to),
                    )
                })
                .collect(),
            nodes: Vec::new(),
            fragments: Vec::new(),
        };
        let is_usable = |edge: &Segment2| {
            exact::is_usable(edge.from) && exact::is_usable(edge.to) && edge.from != edge.to
        };
        let whole = (0u32..).zip(&tree.edges).filter(|(_, edge)| is_usable(edge));
        let whole = whole.map(|(edge, _)| Fragment {
            edge,
            from: FragmentEnd::EdgeStart,
            to: FragmentEnd::EdgeEnd,
        });
        let mut pending = vec![Pending {
            fragments: whole.collect(),
            parent: NONE,
            branch: Branch::Front,
        }];
        while let Some(cell) = pending.pop() {
            if cell.fragments.is_empty() {
                continue;
            }
            progress.check()?;
            let id = NodeId::from_index(tree.nodes.len());
            if let Some(parent) = tree.nodes.get_mut(cell.parent.index()) {
                *cell.branch.pick([&mut parent.front, &mut parent.back]) = id;
            }
            let edge = tree.choose(&cell.fragments, params, progress)?;
            let [front, back] = tree.divide(edge, cell);
            // The front side is processed next.
            pending.push(Pending {
                fragments: back,
                parent: id,
                branch: Branch::Back,
            });
            pending.push(Pending {
                fragments: front,
                parent: id,
                branch: Branch::Front,
            });
        }
        Ok(tree)
    }

    fn choose(
        &self,
        fragments: &[Fragment],
        params: PlanarParams,
        progress: &Progress,
    ) -> Result<u32, Cancelled> {
        let tried = params.max_candidates.clamp(1, fragments.len());
        let mut best: Option<((usize, usize), u32)> = None;
        for i in 0..tried {
            progress.check()?;
            let edge = fragments[i * fragments.len() / tried].edge;
            let cost = params.split_cost;
            let most_cuts = best.map_or(usize::MAX, |(key, _)| Counts::most_cuts(key, cost));
            let Some(counts) = self.counts(edge, fragments, most_cuts) else {
                continue;
            };
            let key = counts.key(cost, is_axial(&self.edges[edge as usize]));
            if best.is_none_or(|(least, _)| key < least) {
                best = Some((key, edge));
            }
        }
        Ok(best.map_or(fragments[0].edge, |(_, edge)| edge))
    }

    /// Counts how the line of an edge divides the fragments. Returns `None` as soon as it cuts more than `most_cuts` of
    /// them.
    fn counts(&self, edge: u32, fragments: &[Fragment], most_cuts: usize) -> Option<Counts> {
        let mut counts = Counts::default();
        for fragment in fragments {
            match SegmentSide::from_ends(self.sides(edge, fragment)) {
                SegmentSide::Front => counts.front += 1,
                SegmentSide::Back => counts.back += 1,
                SegmentSide::Collinear => {}
                SegmentSide::Straddling => {
                    counts.cuts += 1;
                    counts.front += 1;
                    counts.back += 1;
                    if counts.cuts > most_cuts {
                        return None;
                    }
                }
            }
        }
        Some(counts)
    }

    /// Adds a node with the line of an edge. Returns the fragments in front of the line and the fragments behind it.
    fn divide(&mut self, edge: u32, cell: Pending) -> [Vec<Fragment>; 2] {
        let first_fragment = self.fragments.len() as u32;
        let (mut front, mut back) = (Vec::new(), Vec::new());
        let mut cuts = 0;
        for fragment in cell.fragments {
            let sides = self.sides(edge, &fragment);
            match SegmentSide::from_ends(sides) {
                SegmentSide::Front => front.push(fragment),
                SegmentSide::Back => back.push(fragment),
                SegmentSide::Collinear => self.fragments.push(fragment),
                SegmentSide::Straddling => {
                    let cut = FragmentEnd::Cut(edge);
                    let parts = [
                        Fragment { to: cut, ..fragment },
                        Fragment {
                            from: cut,
                            ..fragment
                        },
                    ];
                    let [first, second] = parts;
                    let [before, after] = match sides[0] {
                        PointSide::Front => [&mut front, &mut back],
                        _ => [&mut back, &mut front],
                    };
                    before.push(first);
                    after.push(second);
                    cuts += 1;
                }
            }
        }
        self.nodes.push(PlanarNode {
            edge,
            first_fragment,
            fragment_count: self.fragments.len() as u32 - first_fragment,
            front: NONE,
            back: NONE,
            parent: cell.parent,
            cuts,
        });
        [front, back]
    }

    pub(super) fn sides(&self, line: u32, fragment: &Fragment) -> [PointSide; 2] {
        [fragment.from, fragment.to].map(|end| self.side_of_end(line, fragment.edge, end))
    }

    fn side_of_end(&self, line: u32, edge: u32, end: FragmentEnd) -> PointSide {
        let [line_segment, segment] = [line, edge].map(|i| &self.edges[i as usize]);
        match end {
            _ if line == edge => PointSide::On,
            FragmentEnd::EdgeStart => line_segment.side_of(segment.from),
            FragmentEnd::EdgeEnd => line_segment.side_of(segment.to),
            FragmentEnd::Cut(by) if by == line => PointSide::On,
            FragmentEnd::Cut(by) => {
                exact::crossing_side(line_segment, segment, &self.edges[by as usize]).into()
            }
        }
    }
}
