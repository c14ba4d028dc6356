//! The buttons and sticks of the standard gamepad.

/// A button of the standard gamepad, named by its place. Who made the pad decides what is printed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Button {
    /// The lowest of the four under the right thumb: A, ✕, or B.
    South,
    /// The right one of the four: B, ○, or A.
    East,
    /// The left one of the four: X, □, or Y.
    West,
    /// The upper one of the four: Y, △, or X.
    North,
    /// The upper one at the left forefinger: LB, L1, or L.
    LeftShoulder,
    /// The upper one at the right forefinger: RB, R1, or R.
    RightShoulder,
    /// The lower one at the left forefinger: LT, L2, or ZL.
    LeftTrigger,
    /// The lower one at the right forefinger: RT, R2, or ZR.
    RightTrigger,
    /// The left one in the middle: View, Create, or −.
    Select,
    /// The right one in the middle: Menu, Options, or +.
    Start,
    /// Pressing the left stick.
    LeftThumb,
    /// Pressing the right stick.
    RightThumb,
    /// The cross upwards.
    Up,
    /// The cross downwards.
    Down,
    /// The cross to the left.
    Left,
    /// The cross to the right.
    Right,
}

impl Button {
    /// All of them, in the order of the standard gamepad.
    pub const ALL: [Self; 16] = [
        Self::South,
        Self::East,
        Self::West,
        Self::North,
        Self::LeftShoulder,
        Self::RightShoulder,
        Self::LeftTrigger,
        Self::RightTrigger,
        Self::Select,
        Self::Start,
        Self::LeftThumb,
        Self::RightThumb,
        Self::Up,
        Self::Down,
        Self::Left,
        Self::Right,
    ];
}

/// A stick of the standard gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stick {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl Stick {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Left, Self::Right];
}
