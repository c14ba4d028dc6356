//! The overlays of the window: the one table behind the number keys, the panel, the help and `shot --show`.

use std::{fmt, str::FromStr};

/// Something that can be drawn over the level.
///
/// The ways to colour the faces exclude each other and share a key, which goes through them in the order of
/// [`OverlayKind::ALL`]; every other overlay is on or off by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OverlayKind {
    /// The splitting planes, clipped to the cells of their nodes.
    Planes,
    /// The faces as their materials have them.
    Materials,
    /// The faces by the node that stores them.
    Nodes,
    /// The faces by the depth of that node.
    Depth,
    /// The faces by the source triangle that they are a piece of.
    Triangles,
    /// Every fragment its own colour.
    Fragments,
    /// The faces in the leaves that can be seen from the eye's, by leaf; the rest dimmed.
    Visible,
    /// The edges of the fragments.
    Wireframe,
    /// The normals of the fragments.
    Normals,
    /// The cells of the nodes.
    Cells,
    /// The bounding sphere, its contacts and its push.
    Collision,
    /// The way of the eye through the tree.
    Path,
    /// The cells of the solid-leaf tree's leaves.
    Leaves,
    /// The portals between empty leaves.
    Portals,
    /// A sightline between two leaves, or the portals that close on the way.
    Sight,
    /// The shortest way from the spawn to the outside.
    Leak,
    /// The faces or leaves in painter's order, up to a chosen one.
    Painter,
}

impl OverlayKind {
    /// All of them, in the order of their keys.
    pub const ALL: [Self; 17] = [
        Self::Planes,
        Self::Materials,
        Self::Nodes,
        Self::Depth,
        Self::Triangles,
        Self::Fragments,
        Self::Visible,
        Self::Wireframe,
        Self::Normals,
        Self::Cells,
        Self::Collision,
        Self::Path,
        Self::Leaves,
        Self::Portals,
        Self::Sight,
        Self::Leak,
        Self::Painter,
    ];

    /// The keys that have an overlay, in order.
    pub const KEYS: [char; 12] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'L', 'K'];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Planes => "planes",
            Self::Materials => "materials",
            Self::Nodes => "nodes",
            Self::Depth => "depth",
            Self::Triangles => "triangles",
            Self::Fragments => "fragments",
            Self::Visible => "visible",
            Self::Wireframe => "wireframe",
            Self::Normals => "normals",
            Self::Cells => "cells",
            Self::Collision => "collision",
            Self::Path => "path",
            Self::Leaves => "leaves",
            Self::Portals => "portals",
            Self::Sight => "sight",
            Self::Leak => "leak",
            Self::Painter => "painter",
        }
    }

    /// Its name for a person.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Planes => "Split planes",
            Self::Materials => "Colour faces by material",
            Self::Nodes => "Colour faces by node",
            Self::Depth => "Colour faces by depth",
            Self::Triangles => "Colour faces by source triangle",
            Self::Fragments => "Colour faces by fragment",
            Self::Visible => "Colour faces by visible leaf",
            Self::Wireframe => "Wireframe",
            Self::Normals => "Normals",
            Self::Cells => "Cells",
            Self::Collision => "Collision",
            Self::Path => "Path of the eye",
            Self::Leaves => "Leaves",
            Self::Portals => "Portals",
            Self::Sight => "Sightline",
            Self::Leak => "Leak",
            Self::Painter => "Painter's order",
        }
    }

    /// What it shows, in one sentence.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Planes => "The splitting planes of the tree, each clipped to the cell of its node.",
            Self::Materials => "The level as it looks, with its materials and light.",
            Self::Nodes => "Faces stored in the same node lie on one splitting plane and share a colour.",
            Self::Depth => {
                "Colour faces by how deep in the tree their node is: the shallow ones are met first."
            }
            Self::Triangles => "Pieces of the same source triangle share a colour.",
            Self::Fragments => "Each piece that the splitting planes cut has a colour of its own.",
            Self::Visible => {
                "Faces in leaves that the eye's leaf may see (PVS) have the leaf's colour; the rest is dimmed."
            }
            Self::Wireframe => "The edges of the fragments, those that the tree cut included.",
            Self::Normals => "The front side of every fragment.",
            Self::Cells => "The convex regions that the nodes of one depth divide space into.",
            Self::Collision => "The bounding sphere, what it touches, and how it was pushed out.",
            Self::Path => "The path of the eye from the root: F in front of a plane, B behind it.",
            Self::Leaves => "The convex cells that the solid-leaf tree divides space into, empty or solid.",
            Self::Portals => "The polygons through which one empty leaf opens to the next.",
            Self::Sight => {
                "A line of sight from the eye's leaf to the selected one, or the chain of portals that closes on it."
            }
            Self::Leak => "The shortest path from the spawn to the outside, where the level is not sealed.",
            Self::Painter => {
                "The faces drawn from far to near in the order of the tree alone, up to a chosen place in it."
            }
        }
    }

    /// The key that switches it.
    #[must_use]
    pub const fn key(self) -> char {
        match self {
            Self::Planes => '1',
            Self::Materials
            | Self::Nodes
            | Self::Depth
            | Self::Triangles
            | Self::Fragments
            | Self::Visible => '2',
            Self::Wireframe => '3',
            Self::Normals => '4',
            Self::Cells => '5',
            Self::Collision => '6',
            Self::Path => '7',
            Self::Leaves => '8',
            Self::Portals => '9',
            Self::Sight => 'T',
            Self::Leak => 'L',
            Self::Painter => 'K',
        }
    }

    /// What a key does, for the help; `None` for a key without an overlay.
    #[must_use]
    pub const fn key_title(key: char) -> Option<&'static str> {
        match key {
            '1' => Some("split planes"),
            '2' => {
                Some("colours of the faces: material, node, depth, source triangle, fragment, visible leaf")
            }
            '3' => Some("wireframe"),
            '4' => Some("normals"),
            '5' => Some("cells"),
            '6' => Some("collision"),
            '7' => Some("path of the eye"),
            '8' => Some("leaves"),
            '9' => Some("portals"),
            'T' => Some("sightline from here to the selected leaf"),
            'L' => Some("leak: the path to the outside"),
            'K' => Some("painter's order"),
            _ => None,
        }
    }

    /// Whether it is a way to colour the faces.
    #[must_use]
    pub const fn colors_faces(self) -> bool {
        self.key() == '2'
    }
}

impl fmt::Display for OverlayKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name is not one of [`OverlayKind::ALL`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no overlay is named `{0}`; the overlays are planes, materials, nodes, depth, triangles, fragments, visible, \
     wireframe, normals, cells, collision, path, leaves, portals, sight, leak and painter"
)]
pub struct UnknownOverlay(pub String);

impl FromStr for OverlayKind {
    type Err = UnknownOverlay;

    fn from_str(name: &str) -> Result<Self, UnknownOverlay> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| UnknownOverlay(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back_and_told_to_the_one_who_errs() {
        let told = UnknownOverlay("x".into()).to_string();
        for kind in OverlayKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert!(told.contains(kind.name()), "{kind} is missing from: {told}");
        }
    }

    #[test]
    fn every_overlay_has_a_key_of_the_help() {
        for kind in OverlayKind::ALL {
            assert!(OverlayKind::KEYS.contains(&kind.key()));
            assert!(OverlayKind::key_title(kind.key()).is_some());
        }
        for key in OverlayKind::KEYS {
            assert!(
                OverlayKind::ALL.iter().any(|kind| kind.key() == key),
                "nothing on {key}"
            );
        }
    }
}
