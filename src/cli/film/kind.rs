//! Kinds of films.

use bspwalk_explain::films::QueryKind;
use bspwalk_session::view::FilmTree;
use bspwalk_text::text;

/// Time between two snapshots in a walk film, in seconds.
pub(super) const MOMENT: f64 = 0.1;

/// A kind of film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmKind {
    /// Division of space by the planes of a tree, depth by depth.
    Division(FilmTree),
    /// Build of the node-storing tree, division by division.
    Build,
    /// A query in the node-storing tree.
    Query(QueryKind),
    /// Portal flow from a leaf.
    Flow,
    /// Classification of leaves as solid or empty.
    Solidity,
    /// Painter's order, face by face.
    Painter,
    /// A scripted walk.
    Walk,
}

impl FilmKind {
    /// All kinds of films.
    pub const ALL: [Self; 16] = [
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
        Self::Painter,
        Self::Walk,
    ];

    /// Returns the name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Division(FilmTree::Nodes) => "division",
            Self::Division(FilmTree::Leaves) => "leaf-division",
            Self::Build => "build",
            Self::Query(kind) => kind.name(),
            Self::Flow => "flow",
            Self::Solidity => "solidity",
            Self::Painter => "painter",
            Self::Walk => "walk",
        }
    }

    /// Returns a short description.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Division(FilmTree::Nodes) => text!("option-film-nodes"),
            Self::Division(FilmTree::Leaves) => text!("option-film-leaves"),
            Self::Build => text!("option-film-build"),
            Self::Query(kind) => kind.description(),
            Self::Flow => text!("option-film-flow"),
            Self::Solidity => text!("option-film-solidity"),
            Self::Painter => text!("option-film-painter"),
            Self::Walk => text!("option-film-walk"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn film_names_are_unique() {
        let names: BTreeSet<&str> = FilmKind::ALL.into_iter().map(FilmKind::name).collect();
        assert_eq!(names.len(), FilmKind::ALL.len());
        for kind in QueryKind::ALL {
            assert!(FilmKind::ALL.contains(&FilmKind::Query(kind)), "{kind:?}");
        }
        assert!(FilmKind::ALL.iter().all(|kind| !kind.description().is_empty()));
    }
}
