//! Describes how a plane divided the faces that reached its node.

use bspwalk_text::{
    text,
    words::{count, count_with_noun},
};
use bspwalk_trees::recording::{ChosenBy, Decision};

use super::plane_words::cut_words;

/// A row of the division table: the pieces on one side of a plane, counted when the plane was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitRow {
    /// Name of the side.
    pub name: &'static str,
    /// Number of pieces, or `None` if unknown.
    pub pieces: Option<u32>,
}

/// Returns the numbers of pieces on the plane of a node, in front of it, behind it, and in total. The parts of a cut
/// piece are counted separately.
#[must_use]
pub fn piece_count_rows(decision: Option<&Decision>) -> [SplitRow; 4] {
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

/// Explains the numbers in [`piece_count_rows`], and how they differ from the finished tree.
#[must_use]
pub fn split_words(decision: &Decision) -> String {
    let reached = count_with_noun(decision.faces, "piece");
    let cut = cut_words(decision);
    text!("decision-when-split", reached, cut)
}

/// Describes how a plane in the solid-leaf tree divided the structural faces that reached its node.
///
/// Faces on the boundary of the node's cell are not included.
#[must_use]
pub fn describe_leaf_division(decision: &Decision) -> String {
    let sides = [decision.coplanar, decision.front, decision.back];
    let [on, front, back] = sides.map(count);
    let reached = count_with_noun(decision.faces, "piece");
    let cut = cut_words(decision);
    text!("decision-when-split-leaf", reached, on, front, back, cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_words_handle_singular_and_plural() {
        let words = |faces, cuts| {
            split_words(&Decision {
                faces,
                cuts,
                front: faces,
                back: cuts,
                ..Decision::default()
            })
        };
        assert!(
            words(1, 0).starts_with("1 fragment reached the node when it was split; no fragment was cut.")
        );
        assert!(
            words(2, 1)
                .contains("2 fragments reached the node when it was split; 1 was cut, into 2 parts. The")
        );
        assert!(words(5_300, 12).contains("12 were cut, into 24 parts. "));
    }
}
