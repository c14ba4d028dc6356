//! The table of overlays.

use std::fmt;

use bspwalk_explain::glossary::Term;
use bspwalk_text::Message;

use crate::view::FilmTree;

/// Defines [`OverlayKind`] with one variant per row.
macro_rules! overlays {
    ($($kind:ident: $key:literal, $name:literal, $tree:ident, $term:ident;)*) => {
        /// An overlay that can be drawn on the level.
        ///
        /// Overlays on the same key exclude each other, and the key cycles through them in this order. Exactly one face
        /// colouring is always on. Groups of step overlays also have an off state after the last step. All other
        /// overlays are toggled on and off.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum OverlayKind {
            $(#[doc = concat!("`", $name, "`: see `shown-", $name, "` of the messages.")] $kind,)*
        }

        impl OverlayKind {
            /// All overlays, in the order of their keys.
            pub const ALL: [Self; [$($key),*].len()] = [$(Self::$kind),*];

            const fn row(self) -> Row {
                match self {
                    $(Self::$kind => Row {
                        key: $key,
                        name: $name,
                        title: Message::new(concat!("shown-", $name)),
                        what: Message::new(concat!("shown-", $name, ".what")),
                        cycle: Message::new(concat!("shown-", $name, ".key")),
                        tree: FilmTree::$tree,
                        term: Term::$term,
                    },)*
                }
            }
        }
    };
}

/// Table row of an overlay.
struct Row {
    key: char,
    name: &'static str,
    title: Message,
    what: Message,
    /// Title of the overlay's key, if the key cycles through several overlays, starting with this one.
    cycle: Message,
    tree: FilmTree,
    term: Term,
}

// Columns: key; name on the command line and in message IDs; tree; glossary term.
overlays! {
    Planes: '1', "planes", Nodes, SplitPlane;
    Materials: '2', "materials", Nodes, Material;
    Nodes: '2', "nodes", Nodes, Node;
    Depth: '2', "depth", Nodes, Depth;
    Triangles: '2', "triangles", Nodes, SolidTriangle;
    Fragments: '2', "fragments", Nodes, Fragment;
    Visible: '2', "visible", Leaves, Pvs;
    Cost: '2', "cost", Nodes, Cast;
    Tests: '2', "tests", Nodes, Cast;
    SlideCost: '2', "slide-cost", Nodes, Slide;
    LeavesSeen: '2', "leaves-seen", Leaves, Pvs;
    FacesDrawn: '2', "faces-drawn", Leaves, Pvs;
    Visplanes: '2', "visplanes", Nodes, Subsector;
    Drawsegs: '2', "drawsegs", Nodes, Seg;
    Openings: '2', "openings", Nodes, Seg;
    Wireframe: '3', "wireframe", Nodes, Fragment;
    Normals: '4', "normals", Nodes, Normal;
    Cells: '5', "cells", Nodes, Cell;
    Collision: '6', "collision", Nodes, Contact;
    Path: '7', "path", Nodes, EyePath;
    Leaves: '8', "leaves", Leaves, Leaf;
    Portals: '9', "portals", Leaves, Portal;
    Sight: 'T', "sight", Leaves, Sightline;
    Leak: 'L', "leak", Leaves, Leak;
    Hulls: 'H', "hulls", Leaves, ClipHull;
    PartitionLines: 'N', "partition-lines", Nodes, Cell;
    Entities: '-', "entities", Nodes, Entity;
    Painter: 'K', "painter", Leaves, PainterOrder;
    SolidEvidence: '`', "solid-evidence", Leaves, WindingNumber;
    SolidCover: '`', "solid-cover", Leaves, Interface;
    SolidCut: '`', "solid-cut", Leaves, MinimumCut;
    SolidResult: '`', "solid-result", Leaves, SolidLeaf;
    Flow: '`', "flow", Leaves, PortalFlow;
}

impl OverlayKind {
    /// Returns the name on the command line and in the settings.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the title on the screen.
    pub fn title(self) -> &'static str {
        self.row().title.text()
    }

    pub(crate) const fn title_message(self) -> Message {
        self.row().title
    }

    /// Returns a shorter title for lists, or the title if there is no shorter one.
    pub fn short_title(self) -> &'static str {
        let short = format!("{}.short", self.row().title.id());
        bspwalk_text::find_message(&short).unwrap_or_else(|| self.title())
    }

    /// Describes the overlay in one sentence.
    pub fn description(self) -> &'static str {
        self.row().what.text()
    }

    /// Returns the glossary term that the overlay illustrates.
    pub const fn term(self) -> Term {
        self.row().term
    }

    /// Returns the key that switches the overlay.
    pub const fn key(self) -> char {
        self.row().key
    }

    /// Returns the title of a key, or `None` for a key without an overlay.
    pub const fn key_title(key: char) -> Option<Message> {
        let mut i = 0;
        while i < Self::ALL.len() {
            if Self::ALL[i].key() == key {
                let row = Self::ALL[i].row();
                let is_shared = i + 1 < Self::ALL.len() && Self::ALL[i + 1].key() == key;
                return Some(if is_shared { row.cycle } else { row.title });
            }
            i += 1;
        }
        None
    }

    /// Returns whether the overlay shows the solid-leaf tree.
    pub const fn shows_leaf_tree(self) -> bool {
        matches!(self.row().tree, FilmTree::Leaves)
    }

    /// Returns the name of the tree that the overlay shows, or `None` if it does not show a tree.
    pub fn tree_name(self) -> Option<&'static str> {
        match self {
            Self::Materials
            | Self::Entities
            | Self::Visplanes
            | Self::Drawsegs
            | Self::Openings
            | Self::PartitionLines => None,
            _ => Some(self.row().tree.title()),
        }
    }

    /// Finds the overlay with the given name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the first overlay of each key.
    pub fn first_of_each_key() -> impl Iterator<Item = Self> {
        let by_key = Self::ALL.chunk_by(|a, b| a.key() == b.key());
        by_key.map(|kinds| kinds[0])
    }

    /// Returns all overlays on the same key, including this one, in the order that the key cycles through them.
    pub fn kinds_on_same_key(self) -> impl Iterator<Item = Self> + Clone {
        Self::ALL.into_iter().filter(move |kind| kind.key() == self.key())
    }

    /// Returns whether the overlay shows one stage of a computation. Such overlays share a key but do not colour the
    /// faces.
    pub fn shows_computation_stage(self) -> bool {
        !self.colors_faces() && self.kinds_on_same_key().count() > 1
    }

    /// Returns whether the overlay shows the load of DOOM's renderer, which only DOOM maps have. Keys skip such overlays.
    pub const fn is_for_doom(self) -> bool {
        matches!(self, Self::Visplanes | Self::Drawsegs | Self::Openings)
    }

    /// Returns whether the overlay colours the faces.
    pub const fn colors_faces(self) -> bool {
        self.key() == Self::Materials.key()
    }
}

impl fmt::Display for OverlayKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_keys_group_overlays() {
        for kind in OverlayKind::ALL {
            assert_eq!(OverlayKind::from_name(kind.name()), Some(kind));
            assert!(OverlayKind::key_title(kind.key()).is_some_and(|help| help.text() != help.id()));
            let firsts = OverlayKind::first_of_each_key().filter(|first| first.key() == kind.key());
            assert_eq!(firsts.count(), 1, "{kind}");
        }
    }
}
