//! Compares the widths of icicle bars with brute-force counts for every subtree, and checks that the bars fit together.

use std::{collections::BTreeSet, sync::LazyLock};

use bspwalk_explain::icicle::{self, Costly, Icicle, IcicleBar, IcicleWindow};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, meshes};
use bspwalk_trees::{
    BuildParams, FaceId, NodeTree, Rule,
    node_storing::{Branch, Measure, NodeId, SubtreeSums},
};
use glam::{DVec3, dvec3};

fn built(triangles: &[TaggedTriangle], params: &BuildParams) -> NodeTree {
    NodeTree::builder(params)
        .recorded(true)
        .build(triangles)
        .expect("it is built")
}

/// Returns trees of the built-in levels, triangle soups (under several rules) and trivial inputs.
fn trees() -> &'static [(String, NodeTree)] {
    static TREES: LazyLock<Vec<(String, NodeTree)>> = LazyLock::new(build_trees);
    &TREES
}

/// Builds the trees. A sample run skips the largest level.
fn build_trees() -> Vec<(String, NodeTree)> {
    let mut trees = Vec::new();
    let levels = builtin::all().iter();
    for level in levels.filter(|level| effort::is_full() || level.name != "torture") {
        let loaded =
            builtin::load(level.name, &LoadOptions::default(), &Progress::default()).expect("it loads");
        let tree = built(&loaded.solid_triangles(), &BuildParams::default());
        trees.push((level.name.to_owned(), tree));
    }
    let mut random = bspwalk_testing::random::seeded(11);
    let soup = meshes::tagged(meshes::soup(&mut random, 24, 10.0));
    for rule in [Rule::Sampled, Rule::Ati, Rule::First, Rule::Random] {
        trees.push((rule.name().to_owned(), built(&soup, &BuildParams::preset(rule))));
    }
    trees.push(("one face".to_owned(), built(&soup[..1], &BuildParams::default())));
    trees.push(("nothing".to_owned(), built(&[], &BuildParams::default())));
    trees
}

fn weights(tree: &NodeTree, measure: Measure) -> SubtreeSums {
    SubtreeSums::new(tree, measure, &Progress::default()).expect("nobody cancels")
}

/// Lays out the whole icicle at this width in pixels.
fn whole(tree: &NodeTree, weights: &SubtreeSums, pixels: f64) -> Icicle {
    let window = IcicleWindow {
        range: [0.0, 1.0],
        pixels,
        depths: [0, u32::MAX],
    };
    icicle::layout(weights, tree, &window, |_| true)
}

/// Returns the nodes in each subtree, found by walking up from every node.
fn subtrees(tree: &NodeTree) -> Vec<Vec<NodeId>> {
    let mut subtrees = vec![Vec::new(); tree.node_count() as usize];
    for id in tree.node_ids() {
        subtrees[id.index()].push(id);
        for (above, _) in tree.ancestors(id) {
            subtrees[above.index()].push(id);
        }
    }
    subtrees
}

fn area(corners: &[DVec3]) -> f64 {
    let normal: DVec3 = (0..corners.len())
        .map(|i| corners[i].cross(corners[(i + 1) % corners.len()]))
        .sum();
    normal.length() * 0.5
}

/// Returns the faces that have a fragment in the subtree of a node.
fn faces_below(tree: &NodeTree, id: NodeId) -> BTreeSet<FaceId> {
    let fragments = (0..tree.fragment_count()).filter_map(|index| tree.fragment(index));
    let below = |node| node == id || tree.ancestors(node).any(|(above, _)| above == id);
    fragments
        .filter(|fragment| below(fragment.node))
        .map(|fragment| fragment.face)
        .collect()
}

/// Returns a node's own share of a measure, for measures that can be counted.
fn own(tree: &NodeTree, id: NodeId, measure: Measure) -> Option<f64> {
    let fragments = tree.node(id)?.fragments;
    Some(match measure {
        Measure::Nodes => 1.0,
        Measure::Faces => fragments.len() as f64,
        Measure::Area => fragments
            .filter_map(|index| tree.fragment(index))
            .map(|fragment| {
                let corners: Vec<DVec3> = fragment.vertices.iter().map(|corner| corner.as_dvec3()).collect();
                area(&corners)
            })
            .sum(),
        // The rule `ati` separates pieces of a face that lie on the same plane, and records each cut.
        Measure::Cuts if tree.params().rule == Rule::Ati => {
            let node = tree.node(id)?;
            let sides = [node.front, node.back]
                .map(|child| child.map_or(BTreeSet::new(), |child| faces_below(tree, child)));
            sides[0].intersection(&sides[1]).count() as f64
        }
        Measure::Cuts => f64::from(tree.recording()?.decisions.get(id.index())?.cuts),
        Measure::Cost => return None,
    })
}

#[test]
fn sums_agree_with_counting_every_subtree() {
    for (name, tree) in trees() {
        let subtrees = subtrees(tree);
        for measure in Measure::ALL
            .into_iter()
            .filter(|&measure| measure != Measure::Cost)
        {
            let weights = weights(tree, measure);
            let mut by_depth = vec![0.0; weights.by_depth().len()];
            for (id, nodes) in NodeId::all().zip(&subtrees) {
                let expected: f64 = nodes.iter().filter_map(|&node| own(tree, node, measure)).sum();
                let found = weights.total(id);
                assert!(
                    (found - expected).abs() <= 1.0e-4 * expected.max(1.0e-3),
                    "{name}, {}: node {id} has {found}, counted {expected}",
                    measure.title()
                );
                assert_eq!(weights.node_count(id) as usize, nodes.len(), "{name}: node {id}");
                let depth = tree.ancestors(id).count();
                by_depth[depth] += own(tree, id, measure).expect("it can be counted");
            }
            for (depth, (found, expected)) in weights.by_depth().iter().zip(&by_depth).enumerate() {
                let off = (found - expected).abs();
                assert!(off <= 1.0e-4 * expected.max(1.0e-3), "{name}: depth {depth}");
            }
        }
        let statistics = tree.statistics();
        let whole = |measure| weights(tree, measure).whole();
        assert_eq!(whole(Measure::Faces), f64::from(statistics.fragments), "{name}");
        assert_eq!(whole(Measure::Nodes), f64::from(statistics.nodes), "{name}");
        if tree.params().rule != Rule::Ati {
            assert_eq!(whole(Measure::Cuts), f64::from(statistics.splits), "{name}");
        }
    }
}

#[test]
fn query_cost_follows_surface_area_heuristic() {
    // Every query visits the root. Below it, visits are proportional to the surface areas of the bounds.
    let walls = [0.0, 1.0, 4.0].map(|x| {
        let corner = |y: f64, z: f64| dvec3(x, y, z);
        [corner(0.0, 0.0), corner(2.0, 0.0), corner(0.0, 2.0)]
    });
    let tree = built(&meshes::tagged(walls), &BuildParams::preset(Rule::First));
    let costs = weights(&tree, Measure::Cost);
    // The bounds of the three walls measure 4 × 2 × 2. Each wall has bounds of 2 × 2, which span the whole
    // cross-section.
    let surface = |[x, y, z]: [f64; 3]| 2.0 * (x * y + y * z + z * x);
    let mut expected = 0.0;
    for id in tree.node_ids() {
        let xs: Vec<f64> = (0..tree.fragment_count())
            .filter_map(|index| tree.fragment(index))
            .filter(|fragment| tree.subtree(id).contains(&fragment.node))
            .map(|fragment| f64::from(fragment.vertices[0].x))
            .collect();
        let ends = [f64::min, f64::max].map(|pick| xs.iter().copied().reduce(pick).expect("a face"));
        let size = [ends[1] - ends[0], 2.0, 2.0];
        let met = surface(size) / surface([4.0, 2.0, 2.0]);
        let caps = 2.0 * 4.0 / surface(size);
        expected += met * (1.0 + 1.5 * caps);
    }
    assert!(tree.node_count() == 3 && (costs.whole() - expected).abs() < 1.0e-6 * expected);
    // A random line visits at least the root, and at most every node and every face.
    for (name, tree) in trees().iter().filter(|(_, tree)| tree.node_count() > 0) {
        let whole = weights(tree, Measure::Cost).whole();
        let most = f64::from(tree.node_count()) + 1.5 * f64::from(tree.fragment_count());
        assert!((1.0..=most).contains(&whole), "{name}: {whole} of at most {most}");
    }
}

/// Checks that children lie within their parents with the front child first, and that bars at the same depth do not
/// overlap.
fn check_bars(name: &str, tree: &NodeTree, weights: &SubtreeSums, icicle: &Icicle) {
    let bar_of = |id: NodeId| icicle.bars.iter().find(|bar| bar.node == id);
    let mut ends = vec![f64::NEG_INFINITY; weights.by_depth().len()];
    for bar in &icicle.bars {
        let node = tree.node(bar.node).expect("it is in the tree");
        assert_eq!(bar.depth, node.depth, "{name}");
        assert_eq!(
            icicle::bar(weights, tree, bar.node),
            Some(*bar),
            "{name}: found alone it is another"
        );
        let share = weights.share(bar.node);
        assert!((bar.width - share).abs() < 1.0e-9, "{name}: node {}", bar.node);
        let end = &mut ends[bar.depth as usize];
        assert!(
            bar.start >= *end - 1.0e-9,
            "{name}: node {} overlaps another",
            bar.node
        );
        *end = bar.start + bar.width;
        let Some(parent) = node.parent else { continue };
        let above = bar_of(parent).expect("what is above is as wide");
        let inside = bar.start >= above.start && bar.start + bar.width <= above.start + above.width + 1.0e-12;
        assert!(inside, "{name}: node {} sticks out", bar.node);
        match tree.ancestors(bar.node).next().map(|(_, branch)| branch) {
            Some(Branch::Front) => assert_eq!(bar.start, above.start, "{name}"),
            _ => assert!(
                (bar.start + bar.width - above.start - above.width).abs() < 1.0e-12,
                "{name}"
            ),
        }
    }
}

#[test]
fn every_node_is_in_a_bar_or_strip() {
    for (name, tree) in trees() {
        for measure in Measure::ALL {
            let weights = weights(tree, measure);
            // If even the narrowest node is at least a pixel wide, every node with a share of the measure has a bar.
            for pixels in [1.0e9, 900.0, 7.0] {
                let icicle = whole(tree, &weights, pixels);
                let name = format!("{name}, {}, {pixels}", measure.title());
                check_bars(&name, tree, &weights, &icicle);
                let in_strips: u32 = icicle.strips.iter().map(|strip| strip.nodes).sum();
                assert_eq!(in_strips, icicle.narrow, "{name}");
                assert_eq!(
                    icicle.bars.len() as u32 + icicle.narrow,
                    tree.node_count(),
                    "{name}"
                );
                let is_wide = |bar: &IcicleBar| bar.width >= 1.0 / pixels || bar.depth == 0;
                assert!(icicle.bars.iter().all(is_wide), "{name}");
                if pixels > 1.0e8 && measure == Measure::Nodes {
                    assert_eq!(icicle.bars.len() as u32, tree.node_count(), "{name}");
                }
            }
        }
    }
}

#[test]
fn window_shows_the_wide_enough_bars_in_range() {
    let (name, tree) = &trees()[0];
    let weights = weights(tree, Measure::Faces);
    let all = whole(tree, &weights, 1.0e9);
    for (range, depths) in [
        ([0.2, 0.45], [0, 99]),
        ([0.5, 0.501], [3, 8]),
        ([0.0, 1.0], [2, 3]),
    ] {
        let window = IcicleWindow {
            range,
            pixels: 400.0,
            depths,
        };
        let icicle = icicle::layout(&weights, tree, &window, |_| true);
        let pixel = (range[1] - range[0]) / window.pixels;
        let expected: Vec<&IcicleBar> = all
            .bars
            .iter()
            .filter(|bar| {
                let is_in = bar.start < range[1] && bar.start + bar.width > range[0];
                is_in && bar.width >= pixel && (depths[0]..depths[1]).contains(&bar.depth)
            })
            .collect();
        assert!(!expected.is_empty() && expected.len() < all.bars.len(), "{name}");
        assert_eq!(
            icicle.bars.iter().collect::<Vec<_>>(),
            expected,
            "{name}: {range:?}"
        );
    }
}

#[test]
fn icicle_grows_with_the_build_film() {
    let (name, tree) = &trees()[0];
    let weights = weights(tree, Measure::Nodes);
    let all = whole(tree, &weights, 1.0e9);
    for built in [0, 1, tree.node_count() / 2] {
        let window = IcicleWindow {
            range: [0.0, 1.0],
            pixels: 1.0e9,
            depths: [0, u32::MAX],
        };
        let icicle = icicle::layout(&weights, tree, &window, |node| node.0 < built);
        let expected: Vec<IcicleBar> = all
            .bars
            .iter()
            .filter(|bar| bar.node.0 < built)
            .copied()
            .collect();
        assert_eq!(icicle.bars, expected, "{name}: {built} nodes");
    }
}

#[test]
fn bar_count_is_bounded_by_width_in_pixels() {
    let mut random = bspwalk_testing::random::seeded(5);
    let count = effort::sampled_or_whole(10_000, 40_000);
    let confetti = meshes::tagged(meshes::confetti(&mut random, count, 100.0, 0.6));
    let tree = built(&confetti, &BuildParams::default());
    assert!(tree.node_count() > effort::sampled_or_whole(5_000, 30_000));
    for measure in Measure::ALL {
        let weights = weights(&tree, measure);
        for (range, pixels) in [([0.0, 1.0], 800.0), ([0.3, 0.31], 800.0), ([0.0, 1.0], 50.0)] {
            let window = IcicleWindow {
                range,
                pixels,
                depths: [0, 12],
            };
            let asked = std::cell::Cell::new(0_u32);
            let icicle = icicle::layout(&weights, &tree, &window, |_| {
                asked.set(asked.get() + 1);
                true
            });
            for depth in 0..12 {
                let bars = icicle.bars.iter().filter(|bar| bar.depth == depth).count();
                // One bar may extend beyond the border on each side.
                assert!(bars as f64 <= pixels + 2.0, "{bars} bars at depth {depth}");
            }
            let most = 12.0 * (pixels + 2.0);
            assert!(
                icicle.strips.len() as f64 <= 2.0 * most,
                "{} strips",
                icicle.strips.len()
            );
            assert!(
                f64::from(asked.get()) <= 3.0 * most,
                "{} nodes visited",
                asked.get()
            );
            assert!(icicle.bars.len() > 3, "{}", measure.title());
            assert!(icicle.narrow > 0 || range[1] < 1.0, "{}", measure.title());
        }
    }
}

#[test]
fn costliest_parts_are_disjoint_and_add_up() {
    for (name, tree) in trees() {
        let subtrees = subtrees(tree);
        for measure in Measure::ALL {
            let name = format!("{name}, {}", measure.title());
            let weights = weights(tree, measure);
            let all = icicle::costliest(&weights, tree, 1_000_000);
            let sum: f64 = all.iter().map(|part| part.amount).sum();
            // Replacing a subtree with its heaviest child loses less than a tenth of it.
            let whole = weights.whole();
            assert!(
                sum <= whole * 1.000_001 && sum >= 0.89 * whole,
                "{name}: {sum} of {whole}"
            );
            let ten = icicle::costliest(&weights, tree, 10);
            assert!(ten.len() <= 10 && ten.is_empty() == (whole == 0.0), "{name}");
            assert!(ten.is_sorted_by(|a, b| a.amount >= b.amount), "{name}");
            let mut nodes = BTreeSet::new();
            for &Costly { node, amount, alone } in &ten {
                let below = &subtrees[node.index()];
                let is_single = alone || below.len() == 1 || amount <= whole / 10.0 * 1.000_001;
                let no_child = weights.total(node) - own_of(&weights, tree, node) <= 0.0;
                assert!(
                    is_single || no_child,
                    "{name}: node {node} has {amount} of {whole}"
                );
                let covered = if alone { &below[..1] } else { &below[..] };
                for &node in covered {
                    assert!(nodes.insert(node), "{name}: node {node} counts twice");
                }
            }
        }
    }
}

/// Returns a node's value minus its children's values.
fn own_of(weights: &SubtreeSums, tree: &NodeTree, id: NodeId) -> f64 {
    let node = tree.node(id).expect("it is in the tree");
    let children = [node.front, node.back].into_iter().flatten();
    weights.total(id) - children.map(|child| weights.total(child)).sum::<f64>()
}

#[test]
fn dense_part_of_level_ranks_first() {
    // A few large walls, and a small ball with many faces far away from them.
    let mut faces = meshes::room([-50.0, 0.0, -50.0], [50.0, 20.0, 50.0]);
    let walls = faces.len() as u32;
    faces.extend(meshes::sphere(dvec3(30.0, 5.0, 30.0), 1.0, 24));
    let tree = built(&meshes::tagged(faces), &BuildParams::default());
    let weights = weights(&tree, Measure::Faces);
    for part in icicle::costliest(&weights, &tree, 10) {
        let range = if part.alone {
            part.node.into()
        } else {
            tree.subtree(part.node)
        };
        let mut faces = (0..tree.fragment_count()).filter_map(|index| tree.fragment(index));
        let in_ball = faces.all(|fragment| !range.contains(&fragment.node) || fragment.face >= FaceId(walls));
        assert!(in_ball, "{part:?} has a wall");
    }
}

#[test]
fn empty_tree_has_no_bars_and_one_face_has_one() {
    let none = built(&[], &BuildParams::default());
    let mut random = bspwalk_testing::random::seeded(3);
    let one = built(
        &meshes::tagged(meshes::soup(&mut random, 1, 4.0)),
        &BuildParams::default(),
    );
    for measure in Measure::ALL {
        let weights_of_none = weights(&none, measure);
        assert_eq!(whole(&none, &weights_of_none, 100.0), Icicle::default());
        assert_eq!(icicle::bar(&weights_of_none, &none, NodeId(0)), None);
        assert!(icicle::costliest(&weights_of_none, &none, 10).is_empty());
        let weights = weights(&one, measure);
        let icicle = whole(&one, &weights, 100.0);
        assert_eq!((icicle.bars.len(), icicle.narrow), (1, 0));
        assert_eq!(icicle.bars[0].width, 1.0, "{}", measure.title());
        // The sums of another tree result in an empty layout, and so does a window of zero width.
        assert_eq!(whole(&none, &weights, 100.0), Icicle::default());
        let window = IcicleWindow {
            range: [0.5, 0.5],
            pixels: 100.0,
            depths: [0, 9],
        };
        assert_eq!(
            icicle::layout(&weights, &one, &window, |_| true),
            Icicle::default()
        );
    }
    let progress = Progress::default();
    progress.cancel();
    let (_, tree) = &trees()[0];
    assert!(SubtreeSums::new(tree, Measure::Cuts, &progress).is_err());
}
