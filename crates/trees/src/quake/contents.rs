//! What fills a leaf of a compiled level.

/// What fills a leaf (Quake's `CONTENTS_`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Contents {
    /// Air.
    #[default]
    Empty,
    /// A wall.
    Solid,
    /// Water, still or flowing.
    Water,
    /// Slime.
    Slime,
    /// Lava.
    Lava,
    /// What is behind a surface that shows the sky.
    Sky,
    /// An invisible wall.
    Clip,
    /// A window of Quake II: it can be seen through.
    Window,
    /// A grate or mist of Quake II, which stops no body.
    Mist,
}

impl Contents {
    /// Its name in documents of machines.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Solid => "solid",
            Self::Water => "water",
            Self::Slime => "slime",
            Self::Lava => "lava",
            Self::Sky => "sky",
            Self::Clip => "clip",
            Self::Window => "window",
            Self::Mist => "mist",
        }
    }

    /// By Quake's and Half-Life's number, which is negative. What is new in a later game counts as its nearest relative:
    /// currents as water, ladders and translucent solids as air.
    #[must_use]
    pub const fn from_number(number: i32) -> Self {
        match number {
            -2 => Self::Solid,
            -3 | -14..=-9 => Self::Water,
            -4 => Self::Slime,
            -5 => Self::Lava,
            -6 => Self::Sky,
            -8 => Self::Clip,
            _ => Self::Empty,
        }
    }

    /// By Quake II's flags, of which a leaf may have several: the one that matters most.
    #[must_use]
    pub const fn from_flags(flags: u32) -> Self {
        const BY_WEIGHT: [(u32, Contents); 8] = [
            (0x1, Contents::Solid),
            (0x2, Contents::Window),
            (0x8, Contents::Lava),
            (0x10, Contents::Slime),
            (0x20, Contents::Water),
            (0x1_0000, Contents::Clip),
            (0x4, Contents::Mist),
            (0x40, Contents::Mist),
        ];
        let mut index = 0;
        while index < BY_WEIGHT.len() {
            if flags & BY_WEIGHT[index].0 != 0 {
                return BY_WEIGHT[index].1;
            }
            index += 1;
        }
        Self::Empty
    }

    /// Whether no eye can be there: a wall, or the space behind the sky.
    #[must_use]
    pub const fn is_opaque(self) -> bool {
        matches!(self, Self::Solid | Self::Sky)
    }

    /// Whether it is water, slime or lava.
    #[must_use]
    pub const fn is_liquid(self) -> bool {
        matches!(self, Self::Water | Self::Slime | Self::Lava)
    }

    /// Whether it stops a body. Of clip hulls, the compilers have made all that stops one solid.
    #[must_use]
    pub const fn stops(self) -> bool {
        matches!(self, Self::Solid | Self::Sky | Self::Clip | Self::Window)
    }
}
