//! Easing of automatic camera motion. If the user prefers reduced motion, the camera cuts instead.
//!
//! All front ends use this module for automatic motion, so the preference applies everywhere.

use std::path::Path;

use serde::Deserialize;

use crate::settings_file;

/// Style of automatic motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Easing {
    /// Whether motion is reduced. If so, the camera cuts instead of moving, and nothing swings.
    pub reduced: bool,
}

/// The relevant part of the window settings.
#[derive(Default, Deserialize)]
#[serde(default)]
struct MotionSettings {
    reduced_motion: bool,
}

impl Easing {
    /// Reads the preference from the window settings. The default is eased motion.
    pub fn kept(settings: Option<&Path>) -> Self {
        let kept = settings.and_then(|path| settings_file::read_field::<MotionSettings>(path, "settings"));
        Self {
            reduced: kept.unwrap_or_default().reduced_motion,
        }
    }

    /// Returns the fraction of the remaining distance to cover in `seconds`.
    ///
    /// `haste` is the decay rate of the remaining distance, in 1/s.
    pub fn share(self, decay_rate: f32, seconds: f32) -> f32 {
        if self.reduced {
            1.0
        } else {
            1.0 - (-decay_rate * seconds).exp()
        }
    }

    /// Returns the fraction of a flight lasting `lasts` seconds that is covered in `seconds`.
    pub fn of_flight(self, seconds: f32, lasts: f32) -> f32 {
        if self.reduced { 1.0 } else { seconds / lasts }
    }

    /// Returns the time step of a continuous film, in seconds.
    ///
    /// With reduced motion, the film advances in steps of `each` seconds. `waited` accumulates the time until the next
    /// step.
    pub fn film_time_step(self, seconds: f32, each: f32, waited: &mut f32) -> f32 {
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
    fn reduced_motion_arrives_at_once() {
        let (eased, reduced) = (Easing::default(), Easing { reduced: true });
        assert!(eased.share(5.0, 0.1) < 0.5 && eased.of_flight(0.1, 1.0) < 0.2);
        assert_eq!((reduced.share(5.0, 0.0), reduced.of_flight(0.0, 1.0)), (1.0, 1.0));
        let mut waited = 0.0;
        assert_eq!(eased.film_time_step(0.25, 1.0, &mut waited), 0.25);
        let steps: Vec<f32> = (0..8)
            .map(|_| reduced.film_time_step(0.25, 1.0, &mut waited))
            .collect();
        assert_eq!(steps, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn reduced_motion_is_read_from_the_settings() {
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
