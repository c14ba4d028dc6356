//! Compares the cost of the same queries in two trees: sums, means, and the saving of the better tree.
//!
//! ```
//! use bspwalk_explain::{heat::{HeatMap, Measure, Trees}, heat_comparison::HeatComparison};
//! use bspwalk_levels::{LoadOptions, builtin};
//! use bspwalk_progress::Progress;
//! use bspwalk_trees::{BuildParams, NodeTree, Rule};
//! use glam::{Vec3, vec3};
//!
//! let level = builtin::load("three_rooms", &LoadOptions::default(), &Progress::default())?;
//! let eye = level.spawn.eye.as_vec3();
//! let ray = |[x, y]: [u32; 2]| [eye, eye + 50.0 * vec3(x as f32 - 7.5, 4.5 - y as f32, -8.0)];
//! let map = |rule| -> Result<HeatMap, Box<dyn std::error::Error>> {
//!     let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::preset(rule))?;
//!     Ok(HeatMap::new(Measure::Nodes, &Trees::of_nodes(&tree), [16, 10], ray, &Progress::default())?)
//! };
//! let maps = [map(Rule::Random)?, map(Rule::Sampled)?];
//! let comparison = HeatComparison::new(Measure::Nodes, maps.each_ref());
//! println!("{}", comparison.sentence(["`random`", "`sampled`"]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use bspwalk_text::{text, words::capitalized};

use crate::heat::{HeatMap, Measure};

/// Comparison of two heat maps that have the same positions, one per tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeatComparison {
    /// Quantity that both maps count.
    pub measure: Measure,
    /// Sum of each map.
    pub sums: [u64; 2],
    /// Number of positions that have a count, in each map.
    pub places: [u64; 2],
    /// Maximum of both maps, which is the upper end of their common scale.
    pub greatest: u32,
}

impl HeatComparison {
    /// Compares two maps.
    #[must_use]
    pub fn new(measure: Measure, maps: [&HeatMap; 2]) -> Self {
        let greatest = maps.into_iter().filter_map(HeatMap::greatest);
        Self {
            measure,
            sums: maps.map(HeatMap::sum),
            places: maps.map(HeatMap::places),
            greatest: greatest.map(|(_, value)| value).max().unwrap_or(0),
        }
    }

    /// Returns the mean of each map, or 0 if nothing was counted.
    #[must_use]
    pub fn means(&self) -> [f64; 2] {
        [0, 1].map(|which| self.sums[which] as f64 / self.places[which].max(1) as f64)
    }

    /// Returns the index of the map with the lower mean, and its saving as a fraction of the other mean, above 0 and at
    /// most 1.
    ///
    /// Returns `None` if both means are equal, or if either map has no counts.
    #[must_use]
    pub fn better(&self) -> Option<(usize, f64)> {
        if self.places.contains(&0) {
            return None;
        }
        // Compare the means as exact fractions, to avoid rounding.
        let [first, second] =
            [0, 1].map(|which| u128::from(self.sums[which]) * u128::from(self.places[1 - which]));
        let which = match first.cmp(&second) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => return None,
            std::cmp::Ordering::Greater => 1,
        };
        let means = self.means();
        Some((which, 1.0 - means[which] / means[1 - which]))
    }

    /// Formats a saving as a percentage: "12.3 %".
    #[must_use]
    pub fn percent(share: f64) -> String {
        match 100.0 * share {
            percent if percent < 0.1 => text!("heat-less-than-percent").to_owned(),
            percent => format!("{percent:.1} %"),
        }
    }

    /// Describes the counts of a map: "5,123 nodes visited in total, 21.4 on average".
    #[must_use]
    pub fn figures(&self, which: usize) -> String {
        text!(
            "heat-figures",
            figures = self.measure.format_count(self.sums[which]),
            mean = format_args!("{:.1}", self.means()[which])
        )
    }

    /// Describes which tree is better and by how much, with the counts for both. `names` are the names of the trees.
    #[must_use]
    pub fn sentence(&self, names: [&str; 2]) -> String {
        if self.places == [0; 2] {
            return text!("heat-nothing").to_owned();
        }
        match self.better() {
            Some((which, share)) => text!(
                "heat-better",
                better = capitalized(names[which]),
                percent = Self::percent(share),
                figures = self.figures(which),
                other = names[1 - which],
                other_figures = self.figures(1 - which)
            ),
            None if self.places.contains(&0) => {
                let which = usize::from(self.places[0] == 0);
                text!("heat-only", name = names[which], figures = self.figures(which))
            }
            None => text!("heat-same", figures = self.figures(0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(maps: [&[Option<u32>]; 2]) -> HeatComparison {
        let maps = maps.map(|values| HeatMap {
            size: [values.len() as u32, 1],
            values: values.to_vec(),
        });
        HeatComparison::new(Measure::Nodes, maps.each_ref())
    }

    #[test]
    fn sentence_names_the_better_tree_and_margin() {
        let compared = comparison([&[Some(1000), Some(3000), None], &[Some(500), Some(2500), None]]);
        assert_eq!(
            (compared.sums, compared.places, compared.greatest),
            ([4000, 3000], [2, 2], 3000)
        );
        assert_eq!(compared.better(), Some((1, 0.25)));
        assert_eq!(
            compared.sentence(["before", "after"]),
            "After is 25.0 % better (3,000 nodes visited in total, 1500.0 on average) than before (4,000 nodes visited in total, 2000.0 on average)."
        );
        let other_way = comparison([&[Some(7)], &[Some(28)]]);
        assert_eq!(
            other_way.sentence(["`ati`", "`first`"]),
            "`ati` is 75.0 % better (7 nodes visited in total, 7.0 on average) than `first` (28 nodes visited in total, 28.0 on average)."
        );
        let hardly = comparison([&[Some(1_000_000)], &[Some(1_000_001)]]);
        assert!(
            hardly
                .sentence(["a", "b"])
                .starts_with("A is less than 0.1 % better (")
        );
        let free = comparison([&[Some(0)], &[Some(4)]]);
        assert_eq!(free.better(), Some((0, 1.0)));
    }

    #[test]
    fn equal_and_empty_maps_have_no_winner() {
        let same = comparison([&[Some(3), Some(5)], &[Some(4), Some(4)]]);
        assert_eq!(same.better(), None);
        assert_eq!(
            same.sentence(["before", "after"]),
            "Both trees cost the same: 8 nodes visited in total, 4.0 on average."
        );
        let nothing = comparison([&[None], &[]]);
        assert_eq!((nothing.better(), nothing.means()), (None, [0.0; 2]));
        assert_eq!(
            nothing.sentence(["before", "after"]),
            "No costs can be measured from here."
        );
        let only = comparison([&[None], &[Some(2)]]);
        assert_eq!(
            only.sentence(["before", "after"]),
            "Costs are available only for after: 2 nodes visited in total, 2.0 on average."
        );
    }
}
