//! Button icons: a subset of the Phosphor icon font (MIT), embedded at compile time.

egui_phosphor::subset! {
    /// Icon characters, and the font that contains their glyphs.
    mod phosphor {
        use regular::{BLUEPRINT, CHECK, CUBE, DOOR_OPEN, EYE, GRADUATION_CAP, HAMMER, LINE_SEGMENT, MAGNIFYING_GLASS, PALETTE, PERSPECTIVE, POLYGON, SQUARES_FOUR};
    }
}

pub(in crate::app) use phosphor::regular::*;
