//! Classification of the interior of a level.

use bspwalk_text::text;

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
    /// Returns a user-facing sentence without a full stop.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Rooms => text!("trees-inside-rooms"),
            Self::Object => text!("trees-inside-object"),
            Self::None => text!("trees-inside-none"),
        }
    }
}
