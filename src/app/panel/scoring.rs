//! What the scores of candidates mean, by the rule that gave them.

use crate::bsp::{
    BuildParams, Rule,
    solid_leaf::{LeafParams, LeafRule},
};

/// What a score means, and against how many pieces a candidate is scored.
pub(super) struct Scoring {
    /// What the score means.
    pub(super) meaning: String,
    /// How many pieces the sample has.
    pub(super) sample: u32,
}

/// A weight without trailing zeros.
fn weight(weight: f64) -> String {
    let text = format!("{weight:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The meaning of a score by the surface area heuristic.
pub(super) const SURFACE_AREA: &str = "expected cost of a query (surface area heuristic)";

/// The weighted sum of cuts and imbalance, without zero weights.
fn weighed(cut: f64, unbalance: f64) -> String {
    let parts = [(cut, "cut"), (unbalance, "|front − back|")];
    let parts = parts.iter().filter(|(value, _)| *value != 0.0);
    let parts: Vec<String> = parts
        .map(|&(value, what)| format!("{} × {what}", weight(value)))
        .collect();
    if parts.is_empty() {
        "nothing".to_owned()
    } else {
        parts.join(" + ")
    }
}

impl Scoring {
    /// For a node of the node-storing tree that so many pieces reached.
    pub(super) fn of_node(params: &BuildParams, pieces: u32) -> Self {
        Self {
            meaning: match params.rule {
                Rule::Sampled => match params.block_weights(pieces) {
                    Some([cut, unbalance, on]) => {
                        format!("{} − {} × on it", weighed(cut, unbalance), weight(on))
                    }
                    None => SURFACE_AREA.to_owned(),
                },
                Rule::Ati | Rule::FewestCuts | Rule::Balanced => {
                    weighed(params.cut_weight, params.unbalance_weight)
                }
                Rule::First | Rule::Random => "none".to_owned(),
            },
            sample: params.scored_pieces(pieces),
        }
    }

    /// For a node of the solid-leaf tree that so many pieces reached.
    pub(super) fn of_leaf_node(params: &LeafParams, pieces: u32) -> Self {
        let weights = weighed(params.cut_weight, params.unbalance_weight);
        Self {
            meaning: match params.rule {
                LeafRule::SurfaceArea => SURFACE_AREA.to_owned(),
                LeafRule::First | LeafRule::Random => "none".to_owned(),
                _ if params.coplanar_weight == 0.0 => weights,
                _ => format!("{weights} − {} × on it", weight(params.coplanar_weight)),
            },
            sample: params.scored_pieces(pieces),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_says_what_it_is_made_of() {
        let of = |params: &BuildParams| Scoring::of_node(params, 100).meaning;
        assert_eq!(of(&BuildParams::ATI), "3 × cut + 1 × |front − back|");
        assert_eq!(of(&BuildParams::preset(Rule::FewestCuts)), "1 × cut");
        let of_block = Scoring::of_node(&BuildParams::SAMPLED, 8).meaning;
        assert_eq!(of_block, "8 × cut + 0.25 × |front − back| − 1 × on it");
        let leaf = Scoring::of_leaf_node(&LeafParams::SAMPLED, 100).meaning;
        assert_eq!(leaf, "5 × cut + 1 × |front − back| − 5 × on it");
    }
}
