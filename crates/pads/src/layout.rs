//! Buttons and sticks of a standard gamepad.

/// A button of a standard gamepad, identified by its position. Labels differ between manufacturers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Button {
    /// Bottom face button: A, ✕, or B.
    South,
    /// Right face button: B, ○, or A.
    East,
    /// Left face button: X, □, or Y.
    West,
    /// Top face button: Y, △, or X.
    North,
    /// Left shoulder button: LB, L1, or L.
    LeftShoulder,
    /// Right shoulder button: RB, R1, or R.
    RightShoulder,
    /// Left trigger: LT, L2, or ZL.
    LeftTrigger,
    /// Right trigger: RT, R2, or ZR.
    RightTrigger,
    /// Left centre button: View, Create, or −.
    Select,
    /// Right centre button: Menu, Options, or +.
    Start,
    /// Pressing the left stick.
    LeftThumb,
    /// Pressing the right stick.
    RightThumb,
    /// D-pad up.
    Up,
    /// D-pad down.
    Down,
    /// D-pad left.
    Left,
    /// D-pad right.
    Right,
}

impl Button {
    /// All buttons, in the standard gamepad's order.
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

/// A stick of a standard gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stick {
    /// Left stick.
    Left,
    /// Right stick.
    Right,
}

impl Stick {
    /// Both sticks.
    pub const ALL: [Self; 2] = [Self::Left, Self::Right];
}
