//! The table of overlays.

use std::fmt;

use bspwalk_explain::glossary::Term;

/// Defines [`OverlayKind`], a variant for each row.
macro_rules! overlays {
    ($($kind:ident: $key:literal, $name:literal, $title:literal, $help:literal, $tree:ident, $term:ident, $description:literal;)*) => {
        /// Something that can be drawn over the level.
        ///
        /// Overlays on the same key exclude each other: the key goes through them in this order. One of those that colour the
        /// faces is always on; the steps of a decision may all be off, which the key comes to after the last. Every other
        /// overlay is on or off by itself.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum OverlayKind {
            $(#[doc = $description] $kind,)*
        }

        impl OverlayKind {
            /// All of them, in the order of their keys.
            pub const ALL: [Self; [$($key),*].len()] = [$(Self::$kind),*];

            const fn row(self) -> Row {
                match self {
                    $(Self::$kind => Row {
                        key: $key,
                        name: $name,
                        title: $title,
                        help: $help,
                        tree: Tree::$tree,
                        term: Term::$term,
                        description: $description,
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
    title: &'static str,
    help: &'static str,
    tree: Tree,
    term: Term,
    description: &'static str,
}

/// The tree that an overlay shows.
enum Tree {
    /// The node-storing tree.
    Node,
    /// The solid-leaf tree.
    Leaf,
}

// Key; name on the command line; title; what the help says of the key, where the key has several overlays that of the
// first; the tree that it shows; the term that it makes visible; description.
overlays! {
    Planes: '1', "planes", "Split planes", "split planes", Node, SplitPlane,
        "The splitting planes of the tree, each clipped to the cell of its node.";
    Materials: '2', "materials", "Colour faces by material",
        "colours of the faces: material, node, depth, source triangle, fragment, visible leaf, and what queries cost there", Node, Material,
        "The level as it looks, with its materials and light.";
    Nodes: '2', "nodes", "Colour faces by node", "", Node, Node,
        "Faces stored in the same node lie on one splitting plane and share a colour.";
    Depth: '2', "depth", "Colour faces by depth", "", Node, Depth,
        "Colour faces by how deep in the tree their node is: the shallow ones are met first.";
    Triangles: '2', "triangles", "Colour faces by source triangle", "", Node, SolidTriangle,
        "Pieces of the same source triangle share a colour.";
    Fragments: '2', "fragments", "Colour faces by fragment", "", Node, Fragment,
        "Each piece that the splitting planes cut has a colour of its own.";
    Visible: '2', "visible", "Colour faces by visible leaf", "", Leaf, Pvs,
        "Faces in leaves that the eye's leaf may see (PVS) have the leaf's colour; the rest is grey and hatched.";
    Cost: '2', "cost", "Colour by nodes visited", "", Node, Cast,
        "How many nodes the cast through each pixel visits.";
    Tests: '2', "tests", "Colour by faces tested", "", Node, Cast,
        "How many faces the cast through each pixel tests.";
    SlideCost: '2', "slide-cost", "Colour places by the cost of a slide", "", Node, Slide,
        "How many nodes the slide of a body visits that stands at each place, seen from above.";
    LeavesSeen: '2', "leaves-seen", "Colour places by leaves seen", "", Leaf, Pvs,
        "How many leaves may be seen from each place (PVS), seen from above.";
    FacesDrawn: '2', "faces-drawn", "Colour places by faces drawn", "", Leaf, Pvs,
        "How many faces are in the leaves that may be seen from each place (PVS), seen from above.";
    Wireframe: '3', "wireframe", "Wireframe", "wireframe", Node, Fragment,
        "The edges of the fragments, those that the tree cut included.";
    Normals: '4', "normals", "Normals", "normals", Node, Normal,
        "The front side of every fragment.";
    Cells: '5', "cells", "Cells", "cells", Node, Cell,
        "The convex regions that the nodes of one depth divide space into.";
    Collision: '6', "collision", "Collision", "collision", Node, Contact,
        "The bounding sphere, what it touches, and how it was pushed out.";
    Path: '7', "path", "Path of the eye", "path of the eye", Node, EyePath,
        "The path of the eye from the root: F in front of a plane, B behind it.";
    Leaves: '8', "leaves", "Leaves", "leaves", Leaf, Leaf,
        "The convex cells that the solid-leaf tree divides space into, empty or solid.";
    Portals: '9', "portals", "Portals", "portals", Leaf, Portal,
        "The polygons through which one empty leaf opens to the next.";
    Sight: 'T', "sight", "Sightline", "sightline from here to the selected leaf", Leaf, Sightline,
        "A line of sight from the eye's leaf to the selected one, or the chain of portals that closes on it.";
    Leak: 'L', "leak", "Leak", "leak: the path to the outside", Leaf, Leak,
        "The shortest path from the spawn to the outside, where the level is not sealed.";
    Entities: '-', "entities", "Entities", "entities: starts, lights, doors and the like", Node, Entity,
        "What stands in the level and has a name, marked with its class; maps and levels of games have such.";
    Painter: 'K', "painter", "Painter's order", "painter's order", Leaf, PainterOrder,
        "The faces drawn from far to near in the order of the tree alone, up to a chosen place in it.";
    SolidEvidence: '`', "solid-evidence", "Solid? 1: evidence",
        "how the solid-leaf tree came about: which leaves are solid (evidence, covers, minimum cut, result), and the portal flow", Leaf, WindingNumber,
        "Step 1 of the decision about solidity: how often the faces enclose each leaf, its winding number.";
    SolidCover: '`', "solid-cover", "Solid? 2: covers", "", Leaf, Interface,
        "Step 2 of the decision: how much of each interface between two leaves faces cover, with the holes.";
    SolidCut: '`', "solid-cut", "Solid? 3: the cut", "", Leaf, MinimumCut,
        "Step 3 of the decision: where the minimum cut separates the solid leaves from the empty ones, and what that costs.";
    SolidResult: '`', "solid-result", "Solid? 4: the result", "", Leaf, SolidLeaf,
        "Step 4 of the decision: the solid leaves, the empty ones, and the faces that contradict it.";
    Flow: '`', "flow", "Portal flow", "", Leaf, PortalFlow,
        "The portal flow from the selected leaf, or else the eye's, step by step, and how many steps each portal took.";
}

impl OverlayKind {
    /// Its name on the command line and in the settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Its title on the screen.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.row().title
    }

    /// What it shows, in one sentence.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.row().description
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
    pub const fn key_title(key: char) -> Option<&'static str> {
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
    pub const fn tree_name(self) -> Option<&'static str> {
        match self {
            Self::Materials | Self::Entities => None,
            _ if self.shows_leaf_tree() => Some("solid-leaf tree"),
            _ => Some("node-storing tree"),
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
            assert!(OverlayKind::key_title(kind.key()).is_some_and(|help| !help.is_empty()));
            let firsts = OverlayKind::first_of_each_key().filter(|first| first.key() == kind.key());
            assert_eq!(firsts.count(), 1, "{kind}");
        }
    }
}
