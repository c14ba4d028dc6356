//! Counts of the pieces on each side of a node's plane, in words.

use bspwalk_progress::words::{count, counted};
use bspwalk_text::text;
use bspwalk_trees::recording::{ChosenBy, Decision};

use super::plane_words::cut_words;

/// Number of pieces in one group, at the time of the split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitRow {
    /// Name of the group.
    pub name: &'static str,
    /// Number of pieces, or `None` if unknown.
    pub pieces: Option<u32>,
}

/// Returns the number of pieces on a node's plane, in front of it, behind it, and in total. Cut pieces count by their parts.
#[must_use]
pub fn split_rows(decision: Option<&Decision>) -> [SplitRow; 4] {
    let of = |name, of: fn(&Decision) -> u32| SplitRow {
        name,
        pieces: decision.map(of),
    };
    let is_block = decision.is_some_and(|decision| decision.chosen_by == ChosenBy::Undivided);
    [
        of(
            if is_block {
                text!("decision-part-undivided")
            } else {
                text!("decision-part-on")
            },
            |d| d.coplanar,
        ),
        of(text!("decision-part-front"), |d| d.front),
        of(text!("decision-part-behind"), |d| d.back),
        of(text!("decision-part-all"), |d| d.coplanar + d.front + d.back),
    ]
}

/// Explains the numbers of [`split_rows`] next to the numbers of the finished tree.
#[must_use]
pub fn split_words(decision: &Decision) -> String {
    let reached = counted(decision.faces, "piece");
    let cut = cut_words(decision);
    text!("decision-when-split", reached, cut)
}

/// Describes how a plane of the solid-leaf tree divided the structural faces at its node, excluding those on the boundary of its cell.
#[must_use]
pub fn divided(decision: &Decision) -> String {
    let sides = [decision.coplanar, decision.front, decision.back];
    let [on, front, back] = sides.map(count);
    let reached = counted(decision.faces, "piece");
    let cut = cut_words(decision);
    text!("decision-when-split-leaf", reached, on, front, back, cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_about_a_split_say_one_and_many() {
        let words = |faces, cuts| {
            split_words(&Decision {
                faces,
                cuts,
                front: faces,
                back: cuts,
                ..Decision::default()
            })
        };
        assert!(words(1, 0).starts_with("When split: 1 piece of faces reached this node; none was cut."));
        assert!(words(2, 1).contains("2 pieces of faces reached this node; 1 was cut, into 2. Fragments"));
        assert!(words(5_300, 12).contains("5,300 pieces of faces reached this node; 12 were cut, into 24. "));
    }
}
