//! Parts of cards and of the panel that are initially collapsed, and which of them the user has expanded.

use std::collections::BTreeSet;

use bspwalk_text::text;

/// A part of a card or of a panel section that is initially collapsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Disclosure {
    /// Level section: all statistics of the level.
    Level,
    /// Display section: the stages of solid leaves and of the portal flow.
    Stages,
    /// Tree section: additional statistics.
    Tree,
    /// Tree section: parameters of the build rule.
    BuildParameters,
    /// Visibility section: additional statistics.
    LeafTree,
    /// Node card: how the plane was chosen, and other candidate planes.
    Node,
    /// Leaf card: additional statistics, and the planes that bound the leaf.
    Leaf,
    /// Leaf card: solidity and portal flow.
    Solidity,
    /// Portal legend: cost of the portal flow.
    PortalCost,
    /// Node and leaf cards: formula of the score.
    Score,
    /// Stop card: how the stop was determined.
    Stop,
    /// Build film card: depths and expected cost.
    BuildFilm,
    /// Query film card: end points and sizes.
    QueryFilm,
}

impl Disclosure {
    /// All parts.
    pub const ALL: [Self; 13] = [
        Self::Level,
        Self::Stages,
        Self::Tree,
        Self::BuildParameters,
        Self::LeafTree,
        Self::Node,
        Self::Leaf,
        Self::Solidity,
        Self::PortalCost,
        Self::Score,
        Self::Stop,
        Self::BuildFilm,
        Self::QueryFilm,
    ];

    /// Returns the title.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Stages | Self::BuildParameters | Self::Solidity | Self::PortalCost | Self::Score => {
                text!("panel-advanced")
            }
            _ => text!("panel-more-about"),
        }
    }
}

/// Parts that the user has expanded.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Disclosures(BTreeSet<Disclosure>);

impl Disclosures {
    /// Expands all parts.
    #[must_use]
    pub fn all() -> Self {
        Self(Disclosure::ALL.into())
    }

    /// Returns whether a part is expanded.
    #[must_use]
    pub fn is_open(&self, part: Disclosure) -> bool {
        self.0.contains(&part)
    }

    /// Expands a collapsed part, or collapses an expanded one.
    pub fn toggle(&mut self, part: Disclosure) {
        if !self.0.remove(&part) {
            self.0.insert(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_folded_at_first_and_stay_as_left() {
        /// Settings with a single field.
        #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        struct Holder {
            disclosures: Disclosures,
        }
        let mut holder = Holder {
            disclosures: Disclosures::default(),
        };
        for part in Disclosure::ALL {
            assert!(!holder.disclosures.is_open(part));
            holder.disclosures.toggle(part);
            let text = toml::to_string(&holder).expect("it is written");
            let read: Holder = toml::from_str(&text).expect("it is read");
            assert_eq!(read, holder);
        }
        assert_eq!(holder.disclosures, Disclosures::all());
        holder.disclosures.toggle(Disclosure::Node);
        assert!(!holder.disclosures.is_open(Disclosure::Node));
        assert!(holder.disclosures.is_open(Disclosure::Leaf), "the others stay");
    }
}
