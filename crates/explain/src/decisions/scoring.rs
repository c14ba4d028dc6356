//! Explains how each rule scores candidates.

use bspwalk_text::text;
use bspwalk_trees::{
    BuildParams, Rule,
    solid_leaf::{LeafParams, LeafRule},
};

/// Explanation of the scores for a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// Meaning of the score, or `None` if the rule does not use scores.
    pub meaning: Option<String>,
    /// Number of pieces that each candidate is scored against.
    pub sample: u32,
    /// Name of the rule.
    pub(super) rule: &'static str,
    /// The rule's criterion for scoring planes.
    pub(super) weighs: Weighs,
    /// Set of faces whose planes are candidates.
    pub(super) tried: Tried,
    /// Whether a node stores only one of several faces on its plane.
    pub(super) keeps_one: bool,
}

/// A rule's criterion for scoring planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weighs {
    Cuts,
    Balance,
    Several,
}

/// Set of faces whose planes are candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tried {
    All,
    Sampled,
    /// Sampled faces whose planes cut the node's cell.
    CuttingCell,
}

/// Formats a weight without trailing zeros.
fn weight(weight: f64) -> String {
    let text = format!("{weight:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Explains the scores of the surface area heuristic.
fn surface_area() -> String {
    text!("decision-surface-area").to_owned()
}

/// Explains scores that are weighted sums of cuts and imbalance. Zero weights are omitted.
fn weighed(cut: f64, unbalance: f64) -> String {
    let parts = [
        (cut, text!("decision-cut-pieces")),
        (unbalance, text!("decision-imbalance")),
    ];
    let parts = parts.iter().filter(|(value, _)| *value != 0.0);
    let parts: Vec<String> = parts
        .map(|&(value, what)| format!("{} × {what}", weight(value)))
        .collect();
    if parts.is_empty() {
        text!("decision-nothing").to_owned()
    } else {
        parts.join(" + ")
    }
}

/// Returns the criterion that corresponds to these weights of cuts, imbalance and coplanar faces.
fn weighs([cut, unbalance, on]: [f64; 3]) -> Weighs {
    match [cut != 0.0, unbalance != 0.0, on != 0.0] {
        [true, false, false] => Weighs::Cuts,
        [false, true, false] => Weighs::Balance,
        _ => Weighs::Several,
    }
}

impl Scoring {
    /// Explains the scores at a node of the node-storing tree. `pieces` is the number of pieces that reached the node.
    #[must_use]
    pub fn of_node(params: &BuildParams, pieces: u32) -> Self {
        let weights = [params.cut_weight, params.unbalance_weight];
        Self {
            meaning: match params.rule {
                Rule::Sampled => Some(match params.block_weights(pieces) {
                    Some([cut, unbalance, on]) => {
                        text!(
                            "decision-less-coplanar",
                            weights = weighed(cut, unbalance),
                            coplanar = weight(on)
                        )
                    }
                    None => surface_area(),
                }),
                Rule::Ati | Rule::FewestCuts | Rule::Balanced => Some(weighed(weights[0], weights[1])),
                Rule::First | Rule::Random => None,
            },
            sample: params.scored_pieces(pieces),
            rule: params.rule.name(),
            weighs: match params.rule {
                Rule::FewestCuts | Rule::Balanced => weighs([weights[0], weights[1], 0.0]),
                _ => Weighs::Several,
            },
            tried: if params.tries_all_faces(pieces) {
                Tried::All
            } else {
                Tried::Sampled
            },
            keeps_one: params.rule == Rule::Ati,
        }
    }

    /// Explains the scores at a node of the solid-leaf tree. `pieces` is the number of pieces that reached the node.
    #[must_use]
    pub fn of_leaf_node(params: &LeafParams, pieces: u32) -> Self {
        let weights = weighed(params.cut_weight, params.unbalance_weight);
        Self {
            meaning: match params.rule {
                LeafRule::SurfaceArea => Some(surface_area()),
                LeafRule::First | LeafRule::Random => None,
                _ if params.coplanar_weight == 0.0 => Some(weights),
                _ => Some(text!(
                    "decision-less-coplanar",
                    weights,
                    coplanar = weight(params.coplanar_weight)
                )),
            },
            sample: params.scored_pieces(pieces),
            rule: params.rule.name(),
            weighs: match params.rule {
                LeafRule::FewestCuts | LeafRule::Balanced => {
                    weighs([params.cut_weight, params.unbalance_weight, params.coplanar_weight])
                }
                _ => Weighs::Several,
            },
            tried: Tried::CuttingCell,
            keeps_one: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meaning_shows_score_formula() {
        let of = |params: &BuildParams, pieces| Scoring::of_node(params, pieces).meaning;
        assert_eq!(
            of(&BuildParams::ATI, 100).as_deref(),
            Some("3 × cut fragments + 1 × |fragments in front − fragments behind|")
        );
        let fewest = of(&BuildParams::preset(Rule::FewestCuts), 100);
        assert_eq!(fewest.as_deref(), Some("1 × cut fragments"));
        let of_block = of(&BuildParams::SAMPLED, 8);
        assert_eq!(
            of_block.as_deref(),
            Some(
                "8 × cut fragments + 0.25 × |fragments in front − fragments behind| − 1 × fragments on the plane"
            )
        );
        assert_eq!(
            of(&BuildParams::SAMPLED, 9).as_deref(),
            Some("expected face tests of a query that enters this cell (surface area heuristic)")
        );
        assert_eq!(of(&BuildParams::preset(Rule::First), 9), None);
        let leaf = Scoring::of_leaf_node(&LeafParams::SAMPLED, 100).meaning;
        assert_eq!(
            leaf.as_deref(),
            Some(
                "5 × cut fragments + 1 × |fragments in front − fragments behind| − 5 × fragments on the plane"
            )
        );
    }
}
