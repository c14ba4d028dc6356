//! Icons of buttons: a subset of the icon font Phosphor (MIT), embedded at compile time.

egui_phosphor::subset! {
    /// The icon characters and the font with their glyphs.
    mod phosphor {
        use regular::{
            BLUEPRINT, CHECK, CUBE, DOOR_OPEN, EYE, GRADUATION_CAP, HAMMER, LINE_SEGMENT, MAGNIFYING_GLASS, PALETTE, PERSPECTIVE,
            POLYGON, SQUARES_FOUR,
        };
    }
}

pub(in crate::app) use phosphor::regular::*;
