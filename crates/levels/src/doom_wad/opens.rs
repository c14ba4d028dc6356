//! Determines which doors linedefs open.

/// DOOM specials that open the door behind the line when used.
const BEHIND: [u16; 10] = [1, 26, 27, 28, 31, 32, 33, 34, 117, 118];

/// DOOM specials that open the sectors with the line's tag when the line is used, crossed or shot.
const TAGGED: [u16; 23] = [
    2, 4, 29, 46, 61, 63, 86, 90, 99, 103, 105, 106, 108, 109, 111, 112, 114, 115, 133, 134, 135, 136, 137,
];

/// Boom's generalized doors and locked doors. Manual ones (trigger 6 and 7) open the sector behind the line.
const GENERALIZED: std::ops::Range<u16> = 0x3800..0x4000;

/// Specials of Hexen and `ZDoom` that open doors: `Door_Open`, `Door_Raise`, `Door_LockedRaise`, `Door_Animated`,
/// `Door_WaitRaise`, `Generic_Door`, `Door_CloseWaitOpen` ("Action specials", `ZDoom` wiki). Their first argument is
/// a tag, or 0 for the sector behind the line.
const OF_HEXEN: [u16; 7] = [11, 12, 13, 14, 105, 202, 249];

/// Returns whether a special has the same meaning in Heretic as in DOOM. In Heretic, 99 scrolls a texture, 100 opens
/// a fast door, and 104 to 107 are exits and stairs. Sources: `p_spec.c` and `p_switch.c` of Heretic, Raven Software
/// 1994, source of 1999.
pub(super) fn is_of_heretic(special: u16) -> bool {
    matches!(special, ..99 | 101..=103)
}

/// Doors that a linedef opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opens {
    /// The sector behind the line.
    Behind,
    /// The sectors with this tag.
    Tagged(i32),
}

impl Opens {
    /// Returns the doors that a linedef with a DOOM special opens.
    pub(super) fn of_doom(special: u16, tag: i32) -> Option<Self> {
        let is_generalized = GENERALIZED.contains(&special);
        if BEHIND.contains(&special) || is_generalized && special & 7 >= 6 {
            return Some(Self::Behind);
        }
        (TAGGED.contains(&special) || is_generalized).then_some(Self::Tagged(tag))
    }

    /// Returns the doors that a linedef with a Heretic special opens.
    pub(super) fn of_heretic(special: u16, tag: i32) -> Option<Self> {
        match special {
            100 => Some(Self::Tagged(tag)),
            special if is_of_heretic(special) => Self::of_doom(special, tag),
            _ => None,
        }
    }

    /// Returns the doors that a linedef with a Hexen or `ZDoom` special opens.
    pub(super) fn of_hexen(special: u16, argument: i32) -> Option<Self> {
        let opens = match argument {
            0 => Self::Behind,
            tag => Self::Tagged(tag),
        };
        OF_HEXEN.contains(&special).then_some(opens)
    }
}
