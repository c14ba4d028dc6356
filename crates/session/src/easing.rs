//! How the camera goes where it is led: eased, or at once where a person wants reduced motion.
//!
//! What moves by itself asks here, in all fronts: so the choice is made in one place.

use std::path::Path;

use serde::Deserialize;

use crate::settings_file;

/// How things move by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Easing {
    /// Whether they do not: the camera cuts, and nothing swings.
    pub reduced: bool,
}

/// The settings of the window, as far as this is about them.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Kept {
    reduced_motion: bool,
}

impl Easing {
    /// As the settings of the window have it; eased where there are none.
    #[must_use]
    pub fn kept(settings: Option<&Path>) -> Self {
        let kept = settings.and_then(|path| settings_file::read_field::<Kept>(path, "settings"));
        Self {
            reduced: kept.unwrap_or_default().reduced_motion,
        }
    }

    /// The share of the rest of its way that something goes in so many seconds, where `haste` is the exponent of a second.
    #[must_use]
    pub fn share(self, haste: f32, seconds: f32) -> f32 {
        if self.reduced {
            1.0
        } else {
            1.0 - (-haste * seconds).exp()
        }
    }

    /// The share of a flight that passes in so many seconds, where all of it takes `lasts` seconds.
    #[must_use]
    pub fn of_flight(self, seconds: f32, lasts: f32) -> f32 {
        if self.reduced { 1.0 } else { seconds / lasts }
    }

    /// How many seconds a film that sweeps goes on: those that pass, or `each` at once where motion is reduced.
    #[must_use]
    pub fn of_film(self, seconds: f32, each: f32, waited: &mut f32) -> f32 {
        if !self.reduced {
            return seconds;
        }
        *waited += seconds;
        if *waited < each {
            return 0.0;
        }
        *waited = 0.0;
        each
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reduced_motion_is_there_at_once() {
        let (eased, reduced) = (Easing::default(), Easing { reduced: true });
        assert!(eased.share(5.0, 0.1) < 0.5 && eased.of_flight(0.1, 1.0) < 0.2);
        assert_eq!((reduced.share(5.0, 0.0), reduced.of_flight(0.0, 1.0)), (1.0, 1.0));
        let mut waited = 0.0;
        assert_eq!(eased.of_film(0.25, 1.0, &mut waited), 0.25);
        let steps: Vec<f32> = (0..8).map(|_| reduced.of_film(0.25, 1.0, &mut waited)).collect();
        assert_eq!(steps, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn it_is_as_the_settings_of_the_window_have_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        assert!(!Easing::kept(Some(&path)).reduced, "there are none");
        for (text, reduced) in [
            ("[settings]\nreduced_motion = true\nhints = false\n", true),
            ("[settings]\nhints = true\n", false),
            ("speed = 3.0\n", false),
        ] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(Easing::kept(Some(&path)).reduced, reduced, "{text}");
        }
        assert!(!Easing::kept(None).reduced);
    }
}
