//! The path of a point down the tree, with a sentence for each test.

use bspwalk_planar::{Branch, NodeId, PlanarTree, PointSide, Position};
use bspwalk_text::text;
use glam::DVec2;

use crate::{drawing::edge_name, steps::Steps};

/// A test of the point against a node's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// Node whose line is tested.
    pub node: NodeId,
    /// Side of the line on which the point lies.
    pub side: PointSide,
    /// Child that is visited next. For a point on the line, this is the front child.
    pub branch: Branch,
}

/// The end of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A cell inside the polygon.
    Inside,
    /// A cell outside the polygon.
    Outside,
    /// On the edge with this number.
    OnEdge(u32),
    /// A cell among free segments, which have no inside.
    Cell,
    /// A part of the plane that the shown divisions leave undivided.
    Undivided,
}

impl End {
    /// Describes the end in one or two words.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Inside => text!("planarpage-inside").to_owned(),
            Self::Outside => text!("planarpage-outside").to_owned(),
            Self::OnEdge(edge) => text!("planarpage-on-edge", edge = edge_name(edge as usize)),
            Self::Cell => text!("planarpage-in-cell").to_owned(),
            Self::Undivided => text!("planarpage-in-undivided").to_owned(),
        }
    }
}

/// The path of a point from the root to its cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Tests on the path.
    pub tests: Vec<Test>,
    /// Number of additional tests at nodes whose line contains the point. They determine which edge the point is on.
    pub further: u32,
    /// The end of the path.
    pub end: End,
}

impl Walk {
    /// Follows a point down the first `shown` divisions.
    #[must_use]
    pub fn of(tree: &PlanarTree, steps: &Steps, shown: usize, point: DVec2) -> Self {
        let located = tree.locate(point);
        let path = located.path.iter();
        let tests: Vec<Test> = path
            .take_while(|(node, _)| steps.is_shown(*node, shown))
            .map(|&(node, branch)| Test {
                node,
                side: tree.line(node).side_of(point),
                branch,
            })
            .collect();
        if tests.is_empty() || tests.len() < located.path.len() {
            return Self {
                tests,
                further: 0,
                end: End::Undivided,
            };
        }
        let further = located.tests.saturating_sub(tests.len() as u32);
        let is_shown = shown >= steps.count();
        let end = match located.position {
            Position::Inside => End::Inside,
            Position::Outside => End::Outside,
            Position::OnEdge(edge) => End::OnEdge(edge),
        };
        Self {
            tests,
            further: if is_shown { further } else { 0 },
            end,
        }
    }

    /// Describes the walk for free segments, whose cells are neither inside nor outside.
    #[must_use]
    pub fn without_region(self) -> Self {
        let end = match self.end {
            End::Inside | End::Outside => End::Cell,
            end => end,
        };
        Self { end, ..self }
    }

    /// Returns the number of lines that the point was tested against.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.tests.len() as u32 + self.further
    }

    /// Returns the path from the root, in the form that [`PlanarTree::cell_of`] expects.
    #[must_use]
    pub fn path(&self) -> Vec<(NodeId, Branch)> {
        self.tests.iter().map(|test| (test.node, test.branch)).collect()
    }

    /// Describes the point's position and the number of tests.
    #[must_use]
    pub fn headline(&self, tree: &PlanarTree, point: DVec2, decimals: usize) -> String {
        let DVec2 { x, y } = point;
        let decimals = decimals.min(6);
        let place = format!("({x:.decimals$}, {y:.decimals$})");
        let tests = self.count();
        let end = self.end.words();
        match self.end {
            _ if tests == 0 => text!("planarpage-nothing-divided", place),
            End::Undivided => text!("planarpage-undivided-after", place, end, tests),
            End::Cell => {
                let path: String = self.tests.iter().map(|test| test.branch.letter()).collect();
                text!("planarpage-cell-after", place, path, tests)
            }
            _ => text!(
                "planarpage-ends-after",
                place,
                end,
                tests,
                edges = tree.edges().len()
            ),
        }
    }

    /// Returns a sentence for each test along the path, and one for all additional tests.
    #[must_use]
    pub fn sentences(&self, tree: &PlanarTree) -> Vec<String> {
        let mut sentences: Vec<String> = (0..self.tests.len()).map(|i| self.sentence(tree, i)).collect();
        if self.further > 0 {
            sentences.push(text!("planarpage-further", further = self.further));
        }
        sentences
    }

    fn sentence(&self, tree: &PlanarTree, i: usize) -> String {
        let test = self.tests[i];
        let name = |node: NodeId| edge_name(tree.nodes()[node.index()].edge as usize);
        let line = name(test.node);
        let [side, child] = match test.side {
            PointSide::Front => [text!("planarpage-in-front-of"), text!("planarpage-front")],
            PointSide::Back => [text!("planarpage-behind"), text!("planarpage-back")],
            PointSide::On => [text!("planarpage-on"), text!("planarpage-front")],
        };
        let start = if i == 0 {
            text!("planarpage-at-root")
        } else {
            text!("planarpage-the-point")
        };
        if let Some(next) = self.tests.get(i + 1) {
            let next = name(next.node);
            return match test.side {
                PointSide::On => {
                    text!("planarpage-on-line", start, line, next)
                }
                _ => text!("planarpage-side-of-line", start, side, line, next),
            };
        }
        match self.end {
            End::OnEdge(edge) if self.further == 0 => {
                let edge = edge_name(edge as usize);
                text!("planarpage-on-edge-itself", start, line, edge)
            }
            End::Undivided => {
                text!("planarpage-side-undivided", start, side, line)
            }
            end => {
                let end = match end {
                    End::OnEdge(_) => text!("planarpage-no-cell").to_owned(),
                    End::Cell => text!("planarpage-cell").to_owned(),
                    end => text!("planarpage-it-is", end = end.words()),
                };
                text!("planarpage-no-child", start, side, line, child, end)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Drawing, Kind};

    #[test]
    fn walks_match_the_library() {
        let mut drawing = Drawing::default();
        for preset in bspwalk_planar::PRESETS {
            drawing
                .load(Kind::Polygon, (preset.loops)())
                .expect("it is a region");
            let tree = &drawing.last_valid().tree;
            let steps = Steps::of(tree);
            let all = steps.count();
            for i in 0..40 * 40 {
                let point = DVec2::new(f64::from(i % 40), f64::from(i / 40)) * 0.5 - 2.0;
                let located = tree.locate(point);
                let walk = Walk::of(tree, &steps, all, point);
                assert_eq!((walk.count(), walk.path()), (located.tests, located.path));
                let is_inside = matches!(walk.end, End::Inside | End::OnEdge(_));
                assert_eq!(is_inside, tree.contains(point), "{} {point}", preset.name);
                let sentences = walk.sentences(tree);
                assert_eq!(sentences.len(), walk.tests.len() + usize::from(walk.further > 0));
                assert!(sentences[0].starts_with("At the root, the point lies "));
                // With fewer divisions, the walk must be a prefix of the same path.
                let part = Walk::of(tree, &steps, all / 2, point);
                assert_eq!(part.tests[..], walk.tests[..part.tests.len()]);
                assert!(part.tests.len() < walk.tests.len() || part.end == walk.end);
            }
        }
    }

    #[test]
    fn free_segments_have_cells_without_inside() {
        let mut drawing = Drawing::default();
        for preset in bspwalk_planar::FREE_PRESETS {
            drawing
                .load(Kind::Segments, (preset.chains)())
                .expect("it is valid");
            let tree = &drawing.last_valid().tree;
            let steps = Steps::of(tree);
            let point = DVec2::new(3.3, 1.7);
            let walk = Walk::of(tree, &steps, steps.count(), point).without_region();
            assert_eq!(walk.end, End::Cell, "{}", preset.name);
            let headline = walk.headline(tree, point, 2);
            assert!(headline.contains("no inside or outside"), "{headline}");
            let last = walk.sentences(tree).pop().expect("there is a test");
            assert!(last.ends_with("this is the point's cell."), "{last}");
        }
    }

    #[test]
    fn sentences_name_the_side_of_the_point() {
        let drawing = Drawing::default();
        let tree = &drawing.last_valid().tree;
        let steps = Steps::of(tree);
        let point = DVec2::new(2.0, 7.0);
        let walk = Walk::of(tree, &steps, steps.count(), point);
        assert_eq!(walk.end, End::Inside);
        let last = walk.sentences(tree).pop().expect("there is a test");
        assert!(last.ends_with("This node has no front child, so the point is inside."));
        let headline = walk.headline(tree, point, 2);
        assert!(headline.starts_with("(2.00, 7.00) is inside. The tree needs "));
        let on_edge = Walk::of(tree, &steps, steps.count(), DVec2::new(3.0, 0.0));
        assert_eq!(on_edge.end, End::OnEdge(0));
        let nothing = Walk::of(tree, &steps, 0, point);
        assert_eq!((nothing.count(), nothing.end), (0, End::Undivided));
        assert!(nothing.headline(tree, point, 2).contains("nothing is split yet"));
        let nan = Walk::of(tree, &steps, steps.count(), DVec2::NAN);
        assert!(nan.tests.is_empty() && nan.sentences(tree).is_empty());
    }
}
