//! UDMF namespaces of source ports. Each namespace has its own numbers for specials and things.
//!
//! Sources: `p_udmf.cpp` of `GZDoom` (Oelckers 2008), `udmf.cpp` of Eternity (Chera 2015), `p_setup.cc` of
//! EDGE-Classic (The EDGE Team 2024), `p_udmf.c` of Woof! (Miranda 2025), "UDMF" in the documentation of DSDA-Doom
//! (Butler 2023), and "UDMF" (`DoomWiki`).

use super::super::specials::{Action, SectorAction, TargetSectors};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Specials {
    /// DOOM's specials and Boom's generalized ones.
    Doom,
    /// Heretic's specials. A few numbers have a different meaning in DOOM.
    Heretic,
    /// Strife's specials, which extend DOOM's and give a few numbers a different meaning.
    Strife,
    /// Specials of Hexen and `ZDoom`, which have arguments.
    Hexen,
    Others,
}

/// Namespaces: their names, their specials, and whether their things use DOOM's numbers.
const NAMESPACES: &[(&[&str], Specials, bool)] = &[
    (
        &[
            "doom",
            "boom",
            "mbf",
            "mbf21",
            "woof",
            "zdoomtranslated",
            "edge",
            "edge-classic",
            "edgeclassic",
        ],
        Specials::Doom,
        true,
    ),
    (&["strife"], Specials::Strife, false),
    (&["heretic"], Specials::Heretic, false),
    (&["hexen"], Specials::Hexen, false),
    (
        &[
            "zdoom",
            "zandronum",
            "skulltag",
            "dsda",
            "eternity",
            "vavoom",
            "k8vavoom",
        ],
        Specials::Hexen,
        true,
    ),
    (&["doom64", "srb2", "ringracers"], Specials::Others, false),
];

pub(super) struct Namespace {
    pub(super) specials: Specials,
    pub(super) has_things_of_doom: bool,
    /// Name of the namespace, if its specials are not supported.
    pub(super) unsupported: Option<String>,
}

impl Namespace {
    pub(super) fn of(name: &[u8]) -> Self {
        let is_it = |known: &&str| known.as_bytes().eq_ignore_ascii_case(name);
        let known = NAMESPACES.iter().find(|(names, ..)| names.iter().any(is_it));
        let &(_, specials, has_things_of_doom) = known.unwrap_or(&(&[], Specials::Others, true));
        /// Maximum number of characters of a namespace name in a warning.
        const LONGEST: usize = 32;
        let shown = || name[..name.len().min(LONGEST)].escape_ascii().to_string();
        Self {
            specials,
            has_things_of_doom,
            unsupported: (specials == Specials::Others).then(shown),
        }
    }
}

impl Specials {
    pub(super) fn target_sectors(self, action: &Action, tag: i32) -> Option<TargetSectors> {
        match self {
            Self::Doom => TargetSectors::of_doom(action.special, tag),
            Self::Heretic => TargetSectors::of_heretic(action.special, tag),
            Self::Strife => TargetSectors::of_strife(action.special, tag),
            Self::Hexen => TargetSectors::of_hexen(action.special, action.arguments[0]),
            Self::Others => None,
        }
    }

    pub(super) fn sector_action(self, action: Action, tag: i32) -> Option<SectorAction> {
        match self {
            Self::Doom => SectorAction::of_doom(action.special, tag),
            Self::Heretic => SectorAction::of_heretic(action.special, tag),
            Self::Strife => SectorAction::of_strife(action.special, tag),
            Self::Hexen => SectorAction::of_hexen(action),
            Self::Others => None,
        }
    }
}
