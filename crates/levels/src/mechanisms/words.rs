//! Text that describes mechanisms to the user.

use crate::{Text, text};

use super::{Mechanism, MechanismKind, Opens, Phase};

impl MechanismKind {
    /// Returns the name of this kind of mechanism.
    #[must_use]
    pub fn word(self) -> Text {
        match self {
            Self::Door => text!("mechanism-door"),
            Self::TurningDoor => text!("mechanism-turning-door"),
            Self::Lift => text!("mechanism-lift"),
            Self::Train => text!("mechanism-train"),
            Self::Button => text!("mechanism-button"),
            Self::Floor => text!("mechanism-floor"),
            Self::Ceiling => text!("mechanism-ceiling"),
        }
    }

    /// Returns a count followed by the name of this kind, as in "3 doors".
    #[must_use]
    pub fn count(self, count: usize) -> Text {
        match self {
            Self::Door => text!("mechanism-doors", count),
            Self::TurningDoor => text!("mechanism-turning-doors", count),
            Self::Lift => text!("mechanism-lifts", count),
            Self::Train => text!("mechanism-trains", count),
            Self::Button => text!("mechanism-buttons", count),
            Self::Floor => text!("mechanism-floors", count),
            Self::Ceiling => text!("mechanism-ceilings", count),
        }
    }

    fn opens(self) -> bool {
        matches!(self, Self::Door | Self::TurningDoor)
    }
}

impl Mechanism {
    /// Returns a sentence, without a full stop, about how to trigger the mechanism.
    #[must_use]
    pub fn trigger_description(&self) -> Text {
        match (self.kind.opens(), self.opens) {
            (true, Opens::Near) => text!("mechanism-opens-near"),
            (true, Opens::Touch) => text!("mechanism-opens-touch"),
            (true, Opens::Use) => text!("mechanism-opens-use"),
            (true, Opens::Stand | Opens::Elsewhere) => text!("mechanism-opens-elsewhere"),
            (false, Opens::Near | Opens::Stand) => text!("mechanism-moves-stand"),
            (false, Opens::Touch) => text!("mechanism-moves-touch"),
            (false, Opens::Use) => text!("mechanism-moves-use"),
            (false, Opens::Elsewhere) => text!("mechanism-moves-elsewhere"),
            (_, Opens::Always) => text!("mechanism-moves-always"),
            (_, Opens::Never) => text!("mechanism-moves-never"),
        }
    }

    /// Returns a word for the phase, depending on the kind of mechanism.
    #[must_use]
    pub fn phase_name(&self, phase: Phase) -> Text {
        match (self.kind.opens(), phase) {
            (true, Phase::Closed) => text!("mechanism-closed"),
            (true, Phase::Opening) => text!("mechanism-opening"),
            (true, Phase::Open) => text!("mechanism-open"),
            (true, Phase::Closing) => text!("mechanism-closing"),
            (false, Phase::Closed) => text!("mechanism-rests"),
            (false, Phase::Opening) => text!("mechanism-goes"),
            (false, Phase::Open) => text!("mechanism-away"),
            (false, Phase::Closing) => text!("mechanism-returns"),
        }
    }
}
