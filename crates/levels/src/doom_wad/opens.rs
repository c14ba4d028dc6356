//! Which doors linedefs open.

/// Specials of DOOM that open the door behind the line when it is used.
const BEHIND: [u16; 10] = [1, 26, 27, 28, 31, 32, 33, 34, 117, 118];

/// Specials of DOOM that open the sectors of the same tag, when the line is used, crossed or shot at.
const TAGGED: [u16; 23] = [
    2, 4, 29, 46, 61, 63, 86, 90, 99, 103, 105, 106, 108, 109, 111, 112, 114, 115, 133, 134, 135, 136, 137,
];

/// Boom's generalized doors and locked doors, of which those that are used by hand (trigger 6 and 7) open what is behind.
const GENERALIZED: std::ops::Range<u16> = 0x3800..0x4000;

/// Specials of Hexen and `ZDoom` that open doors: `Door_Open`, `Door_Raise`, `Door_LockedRaise`, `Door_Animated`, `Door_WaitRaise`,
/// `Generic_Door`, `Door_CloseWaitOpen` ("Action specials", `ZDoom` wiki). Their first argument is a tag, or 0 for what is behind.
const OF_HEXEN: [u16; 7] = [11, 12, 13, 14, 105, 202, 249];

/// Whether a special has the meaning of DOOM in Heretic too: 99 scrolls a texture there, 100 opens a fast door, and 104 to 107 are
/// exits and stairs (`p_spec.c` and `p_switch.c` of Heretic, Raven Software 1994, source of 1999).
pub(super) fn is_of_heretic(special: u16) -> bool {
    matches!(special, ..99 | 101..=103)
}

/// The doors that a linedef opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opens {
    /// The sector on its back.
    Behind,
    /// The sectors with this tag.
    Tagged(i32),
}

impl Opens {
    /// What a linedef with the specials of DOOM opens.
    pub(super) fn of_doom(special: u16, tag: i32) -> Option<Self> {
        let is_generalized = GENERALIZED.contains(&special);
        if BEHIND.contains(&special) || is_generalized && special & 7 >= 6 {
            return Some(Self::Behind);
        }
        (TAGGED.contains(&special) || is_generalized).then_some(Self::Tagged(tag))
    }

    /// The doors that a linedef with the specials of Heretic opens.
    pub(super) fn of_heretic(special: u16, tag: i32) -> Option<Self> {
        match special {
            100 => Some(Self::Tagged(tag)),
            special if is_of_heretic(special) => Self::of_doom(special, tag),
            _ => None,
        }
    }

    /// What a linedef with the specials of Hexen and `ZDoom` opens.
    pub(super) fn of_hexen(special: u16, argument: i32) -> Option<Self> {
        let opens = match argument {
            0 => Self::Behind,
            tag => Self::Tagged(tag),
        };
        OF_HEXEN.contains(&special).then_some(opens)
    }
}
