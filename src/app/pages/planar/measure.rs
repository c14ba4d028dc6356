//! Measures the cost of point location using the tree, and using all edges.

use std::hint::black_box;

use bspwalk_planar::{PlanarTree, Region, even_odd_contains};
use bspwalk_text::{text, words};
use glam::DVec2;
use web_time::Instant;

/// Number of points tested.
const POINTS: usize = 20_000;

/// Cost of locating random points within the bounds of a region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Measured {
    /// Fraction of points that are inside the region or on an edge.
    inside: f64,
    /// Number of tests per point using the tree: minimum, mean and maximum.
    tests: (u32, f64, u32),
    /// Number of tests per point using all edges.
    edges: usize,
    /// Time per point in nanoseconds, using the tree and using all edges.
    nanoseconds: [f64; 2],
}

impl Measured {
    pub(super) fn of(region: &Region, tree: &PlanarTree, seed: u64) -> Self {
        let corners = region.edges().iter().map(|edge| edge.from);
        let low = corners.clone().fold(DVec2::INFINITY, DVec2::min);
        let high = corners.fold(DVec2::NEG_INFINITY, DVec2::max);
        let mut random = fastrand::Rng::with_seed(seed);
        let points: Vec<DVec2> = (0..POINTS)
            .map(|_| low + (high - low) * DVec2::new(random.f64(), random.f64()))
            .collect();
        let tests = points.iter().map(|&point| tree.locate(point).tests);
        let (least, most, sum) = tests.fold((u32::MAX, 0, 0_u64), |(least, most, sum), tests| {
            (least.min(tests), most.max(tests), sum + u64::from(tests))
        });
        let time = |contains: &dyn Fn(DVec2) -> bool| {
            let start = Instant::now();
            let inside = points.iter().filter(|&&point| black_box(contains(point))).count();
            (start.elapsed().as_nanos() as f64 / POINTS as f64, inside)
        };
        let (by_tree, inside) = time(&|point| tree.contains(point));
        let (by_all, _) = time(&|point| even_odd_contains(region.edges(), point));
        Self {
            inside: inside as f64 / POINTS as f64,
            tests: (least, sum as f64 / POINTS as f64, most),
            edges: region.edges().len(),
            nanoseconds: [by_tree, by_all],
        }
    }

    /// Formats the measurement as a sentence.
    pub(super) fn words(&self) -> String {
        let (least, mean, most) = self.tests;
        let [by_tree, by_all] = self.nanoseconds;
        text!(
            "polygon-measured",
            points = words::count(POINTS as u64),
            inside = format_args!("{:.0}", 100.0 * self.inside),
            least,
            most,
            mean = format_args!("{mean:.1}"),
            edges = self.edges,
            by_tree = format_args!("{by_tree:.0}"),
            by_all = format_args!("{by_all:.0}")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_planar::PRESETS;

    #[test]
    fn ten_edges_need_two_to_five_tests() {
        let region = Region::new(&(PRESETS[0].loops)()).expect("it is a region");
        let tree = PlanarTree::new(&region);
        let measured = Measured::of(&region, &tree, 1);
        let (least, mean, most) = measured.tests;
        // No point lies behind D, to the right of the bounds, or below A.
        assert!(least >= 2 && most == 5 && mean < 5.0, "{measured:?}");
        let share = measured.inside;
        assert!((share - region.area() / 100.0).abs() < 0.02, "{share}");
        assert!(
            measured
                .words()
                .contains("Without the tree, a point takes 10 tests"),
            "{}",
            measured.words()
        );
    }
}
