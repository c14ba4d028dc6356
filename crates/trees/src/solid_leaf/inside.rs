//! Classification of the interior of a level.

/// Classification of a level by its interior.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Inside {
    /// Rooms: empty space that is enclosed, or nearly so.
    #[default]
    Rooms,
    /// No interior: closed solids seen from outside, without empty space for a body inside them.
    Object,
    /// No interior and no closed solids, such as open ground, a street or a single wall.
    None,
}

impl Inside {
    /// Returns an English description without a full stop.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Rooms => "rooms",
            Self::Object => "none: this level is an object, seen from outside",
            Self::None => "none: this level is open on all sides",
        }
    }
}
