//! Tables of linedef specials: which ones open doors, and how doors, lifts, floors and ceilings move.
//!
//! DOOM runs at 35 tics per second. Its speeds are in map units per tic; Hexen's are in eighths of a map unit per tic.
//! Sources: `p_spec.c`, `p_switch.c`, `p_doors.c`, `p_plats.c`, `p_floor.c` and `p_ceilng.c` of DOOM (id Software 1993,
//! source of 1997); `p_switch.c`, `p_doors.c` and `p_floor.c` of Chocolate Strife (Haley and Villarreal 2010);
//! `p_things.c` and `po_man.c` of Hexen (Raven Software 1995, source of 1999); "Action specials" (`ZDoom` wiki).

/// DOOM specials that move the sector behind the linedef when it is used.
const BEHIND: [u16; 10] = [1, 26, 27, 28, 31, 32, 33, 34, 117, 118];

/// Additional Strife specials that move the sector behind the linedef when it is used: locked doors.
const BEHIND_OF_STRIFE: [u16; 16] = [
    156, 157, 158, 159, 160, 161, 166, 169, 170, 190, 213, 217, 221, 224, 225, 232,
];

/// Boom's generalized doors and locked doors. Manual ones (triggers 6 and 7) open the sector behind the linedef.
const GENERALIZED: std::ops::Range<u16> = 0x3800..0x4000;

/// Hexen and `ZDoom` specials that open doors: `Door_Open`, `Door_Raise`, `Door_LockedRaise`, `Door_Animated`,
/// `Door_WaitRaise`, `Generic_Door`, `Door_CloseWaitOpen` ("Action specials", `ZDoom` wiki). The first argument is a
/// tag, or 0 for the sector behind the linedef.
const OF_HEXEN: [u16; 7] = [11, 12, 13, 14, 105, 202, 249];

/// Returns whether a special has the same meaning in Heretic and in DOOM. In Heretic, 99 scrolls a texture, 100 opens a
/// fast door, and 104 to 107 are exits and stairs. Sources: `p_spec.c` and `p_switch.c` of Heretic, Raven Software
/// 1994, source of 1999.
fn is_of_heretic(special: u16) -> bool {
    matches!(special, ..99 | 101..=103)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TargetSectors {
    Behind,
    Tagged(i32),
}

impl TargetSectors {
    pub(super) fn of_doom(special: u16, tag: i32) -> Option<Self> {
        if GENERALIZED.contains(&special) {
            return Some(if special & 7 >= 6 {
                Self::Behind
            } else {
                Self::Tagged(tag)
            });
        }
        SectorAction::of_doom(special, tag).and_then(SectorAction::opens)
    }

    pub(super) fn of_heretic(special: u16, tag: i32) -> Option<Self> {
        SectorAction::of_heretic(special, tag).and_then(SectorAction::opens)
    }

    pub(super) fn of_strife(special: u16, tag: i32) -> Option<Self> {
        SectorAction::of_strife(special, tag).and_then(SectorAction::opens)
    }

    pub(super) fn of_hexen(special: u16, argument: i32) -> Option<Self> {
        let opens = match argument {
            0 => Self::Behind,
            tag => Self::Tagged(tag),
        };
        OF_HEXEN.contains(&special).then_some(opens)
    }
}

const TURNS: f64 = 35.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct By {
    /// Whether the linedef must be crossed. Otherwise, the player must use it or shoot it; shooting is treated like
    /// use.
    pub(super) crossed: bool,
    pub(super) repeats: bool,
    /// Whether the linedef moves the sector behind it and can reverse a moving door.
    by_hand: bool,
}

/// Target height of a plane, relative to adjacent sectors or to its own sector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Goal {
    Lowest,
    /// Height of the highest adjacent floor, plus this offset unless the plane is already there.
    Highest(f64),
    /// Height of the lowest ceiling of the sector and its neighbours, plus this offset.
    LowestCeiling(f64),
    Next,
    NextLower,
    /// Current height, plus this offset.
    By(f64),
    /// Height of the sector's own floor, plus this offset.
    Floor(f64),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Does {
    /// A door opens, waits and closes.
    Raise,
    /// A door opens and stays open.
    Open,
    /// A door closes and stays closed.
    Close,
    /// A door closes, waits and opens.
    CloseWaitOpen,
    /// A lift moves down to this offset above the lowest adjacent floor, waits, and moves back up.
    Lift(f64),
    /// A lift moves up to the highest adjacent floor, waits, and moves back down.
    LiftUp,
    /// A lift moves up and down forever. Its lowest position is this offset above the lowest adjacent floor.
    Perpetual(f64),
    Floor(Goal),
    Ceiling(Goal),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SectorAction {
    pub(super) sectors: TargetSectors,
    pub(super) by: By,
    pub(super) does: Does,
    /// Speed, in map units per second.
    pub(super) speed: f64,
    pub(super) wait: f64,
}

impl SectorAction {
    /// Returns whether a second activation reverses the movement.
    pub(super) fn reverses_when_reactivated(&self) -> bool {
        self.by.by_hand && self.by.repeats && self.does == Does::Raise
    }

    fn opens(self) -> Option<TargetSectors> {
        matches!(self.does, Raise | Open).then_some(self.sectors)
    }
}

use Does::{Ceiling, Close, CloseWaitOpen, Floor, Lift, Open, Perpetual, Raise};
use Goal::{Highest, Lowest, LowestCeiling, Next};

/// Specials, the movement that they start, its speed in map units per tic, and the waiting time in tics. There is one
/// list of specials for each activation: crossing once, crossing repeatedly, use or shot once, and use or shot
/// repeatedly.
type Row = ([&'static [u16]; 4], Does, f64, f64);

const OF_DOOM: &[Row] = &[
    ([&[4], &[90], &[29], &[1, 26, 27, 28, 63]], Raise, 2.0, 150.0),
    ([&[2], &[86], &[31, 32, 33, 34, 103], &[61, 46]], Open, 2.0, 0.0),
    ([&[108], &[105], &[111], &[117, 114]], Raise, 8.0, 150.0),
    (
        [&[109], &[106], &[118, 112, 133, 135, 137], &[115, 99, 134, 136]],
        Open,
        8.0,
        0.0,
    ),
    ([&[3], &[75], &[50], &[42]], Close, 2.0, 0.0),
    ([&[110], &[107], &[113], &[116]], Close, 8.0, 0.0),
    ([&[16], &[76], &[], &[]], CloseWaitOpen, 2.0, 1050.0),
    ([&[10], &[88], &[21], &[62]], Lift(0.0), 4.0, 105.0),
    ([&[121], &[120], &[122], &[123]], Lift(0.0), 8.0, 105.0),
    ([&[53], &[87], &[], &[]], Perpetual(0.0), 1.0, 105.0),
    ([&[38, 37], &[82, 84], &[23], &[60]], Floor(Lowest), 1.0, 0.0),
    ([&[19], &[83], &[102], &[45]], Floor(Highest(0.0)), 1.0, 0.0),
    ([&[36], &[98], &[71], &[70]], Floor(Highest(8.0)), 4.0, 0.0),
    (
        [&[5], &[91], &[101, 24], &[64]],
        Floor(LowestCeiling(0.0)),
        1.0,
        0.0,
    ),
    ([&[56], &[94], &[55], &[65]], Floor(LowestCeiling(-8.0)), 1.0, 0.0),
    ([&[119], &[128], &[18], &[69]], Floor(Next), 1.0, 0.0),
    ([&[130], &[129], &[131], &[132]], Floor(Next), 4.0, 0.0),
    ([&[22], &[95], &[20, 47], &[68]], Floor(Next), 0.5, 0.0),
    ([&[58, 59], &[92, 93], &[], &[]], Floor(Goal::By(24.0)), 1.0, 0.0),
    ([&[], &[], &[15], &[66]], Floor(Goal::By(24.0)), 0.5, 0.0),
    ([&[], &[], &[14], &[67]], Floor(Goal::By(32.0)), 0.5, 0.0),
    ([&[], &[], &[140], &[]], Floor(Goal::By(512.0)), 1.0, 0.0),
    ([&[], &[], &[41], &[43]], Ceiling(Goal::Floor(0.0)), 1.0, 0.0),
    ([&[44], &[72], &[], &[]], Ceiling(Goal::Floor(8.0)), 1.0, 0.0),
];

/// Strife specials that DOOM lacks or uses differently. Locks and quests are ignored.
const OF_STRIFE: &[Row] = &[
    (
        [
            &[],
            &[],
            &[],
            &[
                159, 160, 161, 166, 169, 170, 190, 213, 232, 172, 173, 176, 191, 192, 223, 234,
            ],
        ],
        Raise,
        2.0,
        150.0,
    ),
    (
        [&[], &[], &[156, 157, 158, 217, 221, 224, 225, 171, 194], &[]],
        Open,
        2.0,
        0.0,
    ),
    (
        [&[], &[], &[162, 163, 164, 167], &[151, 152, 153, 168]],
        Open,
        8.0,
        0.0,
    ),
    ([&[], &[], &[], &[154, 177]], Lift(0.0), 4.0, 105.0),
    ([&[], &[], &[], &[214]], Lift(0.0), 1.0, 1050.0),
    ([&[36], &[98], &[71], &[70]], Floor(Highest(0.0)), 4.0, 0.0),
    ([&[], &[], &[219, 220, 226], &[]], Floor(Highest(0.0)), 1.0, 0.0),
    ([&[58], &[92], &[], &[]], Floor(Goal::By(64.0)), 1.0, 0.0),
    ([&[], &[], &[181], &[]], Floor(Goal::By(512.0)), 1.0, 0.0),
    ([&[179], &[], &[], &[]], Ceiling(Goal::Floor(0.0)), 1.0, 0.0),
];

/// Height of the lower stop of Hexen's lifts above the lowest adjacent floor, in map units.
const LIP: f64 = 8.0;

/// A Hexen linedef's special, arguments and activation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Action {
    pub(super) special: u16,
    pub(super) arguments: [i32; 5],
    pub(super) crossed: bool,
    pub(super) used: bool,
    pub(super) repeats: bool,
}

impl SectorAction {
    pub(super) fn of_doom(special: u16, tag: i32) -> Option<Self> {
        Self::in_table(OF_DOOM, special, tag)
    }

    pub(super) fn of_strife(special: u16, tag: i32) -> Option<Self> {
        Self::in_table(OF_STRIFE, special, tag).or_else(|| Self::of_doom(special, tag))
    }

    fn in_table(table: &[Row], special: u16, tag: i32) -> Option<Self> {
        let (column, does, speed, wait) = table.iter().find_map(|(columns, does, speed, wait)| {
            let column = columns.iter().position(|numbers| numbers.contains(&special))?;
            Some((column, *does, speed, wait))
        })?;
        let by_hand = BEHIND.contains(&special) || BEHIND_OF_STRIFE.contains(&special);
        Some(Self {
            sectors: if by_hand {
                TargetSectors::Behind
            } else {
                TargetSectors::Tagged(tag)
            },
            by: By {
                crossed: column < 2,
                repeats: column % 2 == 1,
                by_hand,
            },
            does,
            speed: speed * TURNS,
            wait: wait / TURNS,
        })
    }

    pub(super) fn of_heretic(special: u16, tag: i32) -> Option<Self> {
        /// Speed of the doors that special 100 opens, in map units per tic.
        const FAST: f64 = 6.0;
        match special {
            100 => Some(Self {
                speed: FAST * TURNS,
                ..Self::of_doom(90, tag)?
            }),
            special if is_of_heretic(special) => Self::of_doom(special, tag),
            _ => None,
        }
    }

    pub(super) fn of_hexen(action: Action) -> Option<Self> {
        let Action {
            special,
            arguments: [tag, speed, third, fourth, _],
            ..
        } = action;
        let amount = f64::from(third);
        // The third argument is a delay in tics for movements that wait, and a distance for relative movements.
        let (does, wait) = match special {
            10 => (Close, 0),
            11 => (Open, 0),
            12 | 13 => (Raise, third),
            249 => (CloseWaitOpen, third),
            // The delay is in eighths of a second.
            202 => match third & 0x7f {
                0 => (Raise, fourth.saturating_mul(35) / 8),
                1 => (Open, 0),
                2 => (CloseWaitOpen, fourth.saturating_mul(35) / 8),
                3 => (Close, 0),
                _ => return None,
            },
            20 => (Floor(Goal::By(-amount)), 0),
            21 => (Floor(Lowest), 0),
            22 => (Floor(Goal::NextLower), 0),
            23 => (Floor(Goal::By(amount)), 0),
            24 => (Floor(Highest(0.0)), 0),
            25 => (Floor(Next), 0),
            35 => (Floor(Goal::By(8.0 * amount)), 0),
            36 => (Floor(Goal::By(-8.0 * amount)), 0),
            238 => (Floor(LowestCeiling(0.0)), 0),
            242 => (Floor(Highest((amount - 128.0).max(-128.0))), 0),
            40 => (Ceiling(Goal::By(-amount)), 0),
            41 => (Ceiling(Goal::By(amount)), 0),
            60 => (Perpetual(LIP), third),
            62 => (Lift(LIP), third),
            64 => (Does::LiftUp, third),
            206 => (Lift(f64::from(fourth)), third),
            207 => (Perpetual(f64::from(fourth)), third),
            _ => return None,
        };
        let is_set_off = action.crossed || action.used;
        (is_set_off && speed > 0).then_some(Self {
            sectors: match tag {
                0 => TargetSectors::Behind,
                tag => TargetSectors::Tagged(tag),
            },
            by: By {
                crossed: action.crossed,
                repeats: action.repeats,
                by_hand: tag == 0,
            },
            does,
            speed: f64::from(speed) / 8.0 * TURNS,
            wait: f64::from(wait.max(0)) / TURNS,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_numbers_are_unique() {
        let mut numbers: Vec<u16> = OF_DOOM
            .iter()
            .flat_map(|(columns, ..)| columns.concat())
            .collect();
        let count = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), count);
    }
}
