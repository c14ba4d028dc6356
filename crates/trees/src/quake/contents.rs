//! Contents of the leaves of a compiled level.

/// Contents of a leaf (Quake's `CONTENTS_`).
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
    /// The space behind a sky surface.
    Sky,
    /// An invisible wall that stops bodies.
    Clip,
    /// A Quake II window, which stops bodies but is transparent.
    Window,
    /// A Quake II grate or mist, which does not stop bodies.
    Mist,
}

impl Contents {
    /// Returns the name used in JSON.
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

    /// Converts a `CONTENTS_` number of Quake or Half-Life, which is negative. Half-Life's additional contents map to
    /// the nearest Quake contents: currents to water, ladders and translucent solids to air. Unknown numbers become
    /// air.
    #[must_use]
    pub const fn from_quake(number: i32) -> Self {
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

    /// Converts a set of Quake II `CONTENTS_` flags. If several flags are set, the first one in this list wins: solid,
    /// window, lava, slime, water, clip, mist.
    #[must_use]
    pub const fn from_quake2(flags: u32) -> Self {
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

    /// Returns whether the contents block sight, as walls and the space behind the sky do.
    #[must_use]
    pub const fn is_opaque(self) -> bool {
        matches!(self, Self::Solid | Self::Sky)
    }

    /// Returns whether the contents are water, slime or lava.
    #[must_use]
    pub const fn is_liquid(self) -> bool {
        matches!(self, Self::Water | Self::Slime | Self::Lava)
    }

    /// Returns whether the contents stop bodies. In the clip hulls of a file, everything that stops bodies is solid.
    #[must_use]
    pub const fn stops_bodies(self) -> bool {
        matches!(self, Self::Solid | Self::Sky | Self::Clip | Self::Window)
    }
}
