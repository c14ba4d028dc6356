//! The table of overlays.

use std::fmt;

use bspwalk_explain::glossary::Term;
use bspwalk_text::{Message, text};

/// Defines [`OverlayKind`], a variant for each row.
macro_rules! overlays {
    ($($kind:ident: $key:literal, $name:literal, $tree:ident, $term:ident;)*) => {
        /// Something that can be drawn over the level.
        ///
        /// Overlays on the same key exclude each other: the key goes through them in this order. One of those that colour the
        /// faces is always on; the steps of a decision may all be off, which the key comes to after the last. Every other
        /// overlay is on or off by itself.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum OverlayKind {
            $(#[doc = concat!("`", $name, "`: see `shown-", $name, "` of the messages.")] $kind,)*
        }

        impl OverlayKind {
            /// All of them, in the order of their keys.
            pub const ALL: [Self; [$($key),*].len()] = [$(Self::$kind),*];

            const fn row(self) -> Row {
                match self {
                    $(Self::$kind => Row {
                        key: $key,
                        name: $name,
                        title: Message::new(concat!("shown-", $name)),
                        what: Message::new(concat!("shown-", $name, ".what")),
                        help: Message::new(concat!("shown-", $name, ".key")),
                        tree: Tree::$tree,
                        term: Term::$term,
                    },)*
                }
            }
        }
    };
}

/// What the table says of an overlay.
struct Row {
    key: char,
    name: &'static str,
    title: Message,
    what: Message,
    help: Message,
    tree: Tree,
    term: Term,
}

/// The tree that an overlay shows.
enum Tree {
    /// The node-storing tree.
    Node,
    /// The solid-leaf tree.
    Leaf,
}

// Key; name on the command line and in the ids of its messages; the tree that it shows; the term that it makes visible.
overlays! {
    Planes: '1', "planes", Node, SplitPlane;
    Materials: '2', "materials", Node, Material;
    Nodes: '2', "nodes", Node, Node;
    Depth: '2', "depth", Node, Depth;
    Triangles: '2', "triangles", Node, SolidTriangle;
    Fragments: '2', "fragments", Node, Fragment;
    Visible: '2', "visible", Leaf, Pvs;
    Cost: '2', "cost", Node, Cast;
    Tests: '2', "tests", Node, Cast;
    SlideCost: '2', "slide-cost", Node, Slide;
    LeavesSeen: '2', "leaves-seen", Leaf, Pvs;
    FacesDrawn: '2', "faces-drawn", Leaf, Pvs;
    Wireframe: '3', "wireframe", Node, Fragment;
    Normals: '4', "normals", Node, Normal;
    Cells: '5', "cells", Node, Cell;
    Collision: '6', "collision", Node, Contact;
    Path: '7', "path", Node, EyePath;
    Leaves: '8', "leaves", Leaf, Leaf;
    Portals: '9', "portals", Leaf, Portal;
    Sight: 'T', "sight", Leaf, Sightline;
    Leak: 'L', "leak", Leaf, Leak;
    Entities: '-', "entities", Node, Entity;
    Painter: 'K', "painter", Leaf, PainterOrder;
    SolidEvidence: '`', "solid-evidence", Leaf, WindingNumber;
    SolidCover: '`', "solid-cover", Leaf, Interface;
    SolidCut: '`', "solid-cut", Leaf, MinimumCut;
    SolidResult: '`', "solid-result", Leaf, SolidLeaf;
    Flow: '`', "flow", Leaf, PortalFlow;
}

impl OverlayKind {
    /// Its name on the command line and in the settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Its title on the screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.row().title.text()
    }

    /// Its title where it stands beside others; for most it is the title itself.
    #[must_use]
    pub fn short_title(self) -> &'static str {
        let short = format!("{}.short", self.row().title.id());
        bspwalk_text::find(&short).unwrap_or_else(|| self.title())
    }

    /// What it shows, in one sentence.
    #[must_use]
    pub fn description(self) -> &'static str {
        self.row().what.text()
    }

    /// The term that it makes visible.
    #[must_use]
    pub const fn term(self) -> Term {
        self.row().term
    }

    /// The key that switches it.
    #[must_use]
    pub const fn key(self) -> char {
        self.row().key
    }

    /// What the help says of a key; `None` for a key without an overlay.
    #[must_use]
    pub const fn key_title(key: char) -> Option<Message> {
        let mut i = 0;
        while i < Self::ALL.len() {
            if Self::ALL[i].key() == key {
                return Some(Self::ALL[i].row().help);
            }
            i += 1;
        }
        None
    }

    /// Whether it shows the solid-leaf tree.
    #[must_use]
    pub const fn shows_leaf_tree(self) -> bool {
        matches!(self.row().tree, Tree::Leaf)
    }

    /// The tree that it shows; `None` of what it shows that is in no tree.
    #[must_use]
    pub fn tree_name(self) -> Option<&'static str> {
        match self {
            Self::Materials | Self::Entities => None,
            _ if self.shows_leaf_tree() => Some(text!("view-leaf-tree")),
            _ => Some(text!("view-node-tree")),
        }
    }

    /// The overlay of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The first overlay of each key.
    pub fn first_of_each_key() -> impl Iterator<Item = Self> {
        let by_key = Self::ALL.chunk_by(|a, b| a.key() == b.key());
        by_key.map(|kinds| kinds[0])
    }

    /// The overlays on its key, itself among them, in their order.
    pub fn on_its_key(self) -> impl Iterator<Item = Self> + Clone {
        Self::ALL.into_iter().filter(move |kind| kind.key() == self.key())
    }

    /// Whether it colours the faces.
    #[must_use]
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
    fn names_are_read_back_and_overlays_on_one_key_stand_together() {
        for kind in OverlayKind::ALL {
            assert_eq!(OverlayKind::from_name(kind.name()), Some(kind));
            assert!(OverlayKind::key_title(kind.key()).is_some_and(|help| help.text() != help.id()));
            let firsts = OverlayKind::first_of_each_key().filter(|first| first.key() == kind.key());
            assert_eq!(firsts.count(), 1, "{kind}");
        }
    }
}
