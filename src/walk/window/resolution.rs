//! How many pixels of the window one pixel of the picture covers, so that the walk stays fluent.

use std::time::Duration;

/// Longest time that a frame may take before the picture gets coarser: 30 frames a second, with room for the rest.
const SLOW: Duration = Duration::from_millis(28);

/// Time that a frame of the finer picture may take where the picture gets finer; well below [`SLOW`], or it would swing
/// between two sizes.
const FAST: Duration = Duration::from_millis(18);

/// So many slow frames in a row make the picture coarser.
const SLOW_FRAMES: u32 = 4;

/// So many fast frames in a row make it finer.
const FAST_FRAMES: u32 = 45;

/// Coarsest: edge of a pixel of the picture, in pixels of the window.
const COARSEST: u32 = 6;

/// Least edge of a picture that gets coarser still, in its own pixels.
const LEAST: u32 = 160;

/// The edge of a pixel of the picture, in pixels of the window, chosen by the time that frames take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Resolution {
    factor: u32,
    slow: u32,
    fast: u32,
}

impl Resolution {
    /// Half the size of the window, before any frame was measured.
    pub(super) fn new() -> Self {
        Self {
            factor: 2,
            slow: 0,
            fast: 0,
        }
    }

    /// The size of the picture in a window of this size.
    pub(super) fn size(self, window: [u32; 2]) -> [u32; 2] {
        size(window, self.factor)
    }

    /// How many pixels of the window a pixel of the picture is wide and high.
    pub(super) fn factor(self) -> u32 {
        self.factor
    }

    /// A frame in a window of this size took so long.
    pub(super) fn measure(&mut self, time: Duration, window: [u32; 2]) {
        // A frame takes at most as much longer as it has more pixels.
        let finer = self.factor.saturating_sub(1).max(1);
        let predicted = time * (self.factor * self.factor) / (finer * finer);
        self.slow = if time > SLOW { self.slow + 1 } else { 0 };
        self.fast = if predicted < FAST { self.fast + 1 } else { 0 };
        if self.slow >= SLOW_FRAMES
            && self.factor < COARSEST
            && self.size(window)[0].min(self.size(window)[1]) > LEAST
        {
            *self = Self {
                factor: self.factor + 1,
                slow: 0,
                fast: 0,
            };
        } else if self.fast >= FAST_FRAMES && self.factor > 1 {
            *self = Self {
                factor: finer,
                slow: 0,
                fast: 0,
            };
        }
    }
}

/// The size of a picture whose pixels are so many pixels of the window wide and high; it covers the window.
pub(super) fn size(window: [u32; 2], factor: u32) -> [u32; 2] {
    window.map(|edge| edge.div_ceil(factor).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: [u32; 2] = [1280, 720];

    /// The factors that come of frames which take so many milliseconds with pixels of one pixel, until they stay the same.
    fn settle(resolution: &mut Resolution, full: f64) -> Vec<u32> {
        let mut factors = vec![resolution.factor()];
        for _ in 0..1000 {
            let milliseconds = full / f64::from(resolution.factor().pow(2));
            resolution.measure(Duration::from_secs_f64(milliseconds / 1e3), WINDOW);
            if factors.last() != Some(&resolution.factor()) {
                factors.push(resolution.factor());
            }
        }
        factors
    }

    #[test]
    fn the_picture_is_as_fine_as_it_can_be_drawn_in_time_and_rests_there() {
        for (full, settled) in [
            (5.0, &[2, 1][..]),
            (60.0, &[2]),
            (100.0, &[2]),
            (200.0, &[2, 3]),
            (400.0, &[2, 3, 4]),
        ] {
            let mut resolution = Resolution::new();
            assert_eq!(settle(&mut resolution, full), settled, "{full} ms");
            let rest = resolution.factor();
            assert_eq!(settle(&mut resolution, full), [rest], "{full} ms");
        }
        let mut resolution = Resolution::new();
        settle(&mut resolution, 1e6);
        assert!(
            resolution.size(WINDOW)[1] > LEAST / 2,
            "{:?}",
            resolution.size(WINDOW)
        );
        // What was slow for a while gets fine again.
        assert_eq!(settle(&mut resolution, 1.0).last(), Some(&1));
    }

    #[test]
    fn one_slow_frame_changes_nothing() {
        let mut resolution = Resolution::new();
        for _ in 0..100 {
            resolution.measure(Duration::from_secs(1), WINDOW);
            for _ in 0..3 {
                resolution.measure(Duration::from_millis(20), WINDOW);
            }
        }
        assert_eq!(resolution.factor(), 2);
    }

    #[test]
    fn a_picture_covers_its_window() {
        for window in [[1, 1], [7, 3], [1281, 719]] {
            for factor in 1..=COARSEST {
                let size = size(window, factor);
                assert!(
                    (0..2).all(|axis| size[axis] * factor >= window[axis]),
                    "{window:?} {factor}"
                );
                assert!(
                    (0..2).all(|axis| (size[axis] - 1) * factor < window[axis]),
                    "{window:?} {factor}"
                );
            }
        }
    }
}
