//! The films that can be written.

use bspwalk_explain::films::QueryKind;
use bspwalk_session::view::FilmTree;

/// A film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum FilmKind {
    /// How the planes of a tree divide space, depth by depth.
    Division(FilmTree),
    /// How the node-storing tree was built, division by division.
    Build,
    /// What a query does in the node-storing tree.
    Query(QueryKind),
    /// The portal flow from a leaf.
    Flow,
    /// How it was decided which leaves are solid.
    Solidity,
}

impl FilmKind {
    /// All of them.
    pub(in crate::cli) const ALL: [Self; 14] = [
        Self::Division(FilmTree::Nodes),
        Self::Division(FilmTree::Leaves),
        Self::Build,
        Self::Query(QueryKind::Locate),
        Self::Query(QueryKind::Cast),
        Self::Query(QueryKind::Sight),
        Self::Query(QueryKind::Contacts),
        Self::Query(QueryKind::Overlap),
        Self::Query(QueryKind::Push),
        Self::Query(QueryKind::PushAti),
        Self::Query(QueryKind::Sweep),
        Self::Query(QueryKind::Slide),
        Self::Flow,
        Self::Solidity,
    ];

    /// Its name on the command line.
    pub(in crate::cli) fn name(self) -> &'static str {
        match self {
            Self::Division(FilmTree::Nodes) => "division",
            Self::Division(FilmTree::Leaves) => "leaf-division",
            Self::Build => "build",
            Self::Query(QueryKind::Locate) => "locate",
            Self::Query(QueryKind::Cast) => "cast",
            Self::Query(QueryKind::Sight) => "sight",
            Self::Query(QueryKind::Contacts) => "contacts",
            Self::Query(QueryKind::Overlap) => "overlap",
            Self::Query(QueryKind::Push) => "push",
            Self::Query(QueryKind::PushAti) => "push-ati",
            Self::Query(QueryKind::Sweep) => "sweep",
            Self::Query(QueryKind::Slide) => "slide",
            Self::Flow => "flow",
            Self::Solidity => "solidity",
        }
    }

    /// What it shows, in a few words.
    pub(in crate::cli) fn description(self) -> &'static str {
        match self {
            Self::Division(FilmTree::Nodes) => {
                "the cells that the planes of the node-storing tree make, depth by depth"
            }
            Self::Division(FilmTree::Leaves) => "the same of the solid-leaf tree",
            Self::Build => "how the node-storing tree was built, division by division",
            Self::Query(kind) => kind.description(),
            Self::Flow => "the portal flow from the leaf of the eye, or from that of --select-leaf",
            Self::Solidity => "how it was decided which leaves are solid, in four steps",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_film_has_a_name_of_its_own() {
        let names: BTreeSet<&str> = FilmKind::ALL.into_iter().map(FilmKind::name).collect();
        assert_eq!(names.len(), FilmKind::ALL.len());
        for kind in QueryKind::ALL {
            assert!(FilmKind::ALL.contains(&FilmKind::Query(kind)), "{kind:?}");
        }
        assert!(FilmKind::ALL.iter().all(|kind| !kind.description().is_empty()));
    }
}
