//! Dynamic resolution: adapts the size of picture pixels (in window pixels) to the frame time, so that walking stays
//! smooth.

use std::time::Duration;

/// Frame time above which the picture becomes coarser: 30 frames per second, with time left for other work.
const SLOW: Duration = Duration::from_millis(28);

/// Maximum predicted frame time for a finer picture. It is well below [`SLOW`], which prevents oscillation between two
/// sizes.
const FAST: Duration = Duration::from_millis(18);

/// Number of consecutive slow frames before the picture becomes coarser.
const SLOW_FRAMES: u32 = 4;

/// Number of consecutive fast frames before the picture becomes finer.
const FAST_FRAMES: u32 = 45;

/// Size of the largest picture pixels allowed, in window pixels.
const COARSEST: u32 = 6;

/// Minimum side length (in picture pixels) of a picture that may become coarser.
const LEAST: u32 = 160;

/// Maximum ratio of predicted to current frame time at which a coarser picture is worthwhile.
const WORTHWHILE: f64 = 0.8;

/// Maximum ratio of predicted to current frame time at which a finer picture counts as free.
const FREE: f64 = 1.1;

/// The size of picture pixels in window pixels, which depends on the frame time.
#[derive(Clone, Copy, Debug)]
pub struct Resolution {
    factor: u32,
    slow: u32,
    fast: u32,
    /// Whether the resolution adapts to the frame time.
    adapts: bool,
    /// Upper limit of the factor.
    coarsest: u32,
    /// Recent frame time at each factor, in seconds; 0 if it is not known.
    times: [f64; COARSEST as usize + 1],
}

impl Default for Resolution {
    fn default() -> Self {
        Self::new()
    }
}

impl Resolution {
    /// Starts at half the window resolution, without any measurements.
    #[must_use]
    pub fn new() -> Self {
        Self {
            factor: 2,
            slow: 0,
            fast: 0,
            adapts: true,
            coarsest: COARSEST,
            times: [0.0; COARSEST as usize + 1],
        }
    }

    /// Creates a fixed resolution equal to the window's, so that pictures in traces can be compared.
    #[must_use]
    pub fn full() -> Self {
        Self {
            factor: 1,
            adapts: false,
            ..Self::new()
        }
    }

    /// Sets the maximum factor, from 1 to 6. If the picture is still too slow at this factor, the frame rate drops.
    pub fn set_max_factor(&mut self, coarsest: u32) {
        self.coarsest = coarsest.clamp(1, COARSEST);
        if self.factor > self.coarsest {
            self.change(self.coarsest);
        }
    }

    /// Returns the width and height of a picture pixel, in window pixels.
    #[must_use]
    pub fn factor(self) -> u32 {
        self.factor
    }

    /// Records the frame time in a window of this size in pixels, and adapts the factor.
    pub fn record_frame_time(&mut self, time: Duration, window: [u32; 2]) {
        if !self.adapts {
            return;
        }
        let known = &mut self.times[self.factor as usize];
        *known = if *known == 0.0 {
            time.as_secs_f64()
        } else {
            *known + (time.as_secs_f64() - *known) / f64::from(SLOW_FRAMES)
        };
        let (now, finer, coarser) = (*known, self.factor - 1, self.factor + 1);
        let helps = coarser <= self.coarsest
            && picture_size(window, self.factor).into_iter().min() > Some(LEAST)
            && self.predict_frame_time(coarser) < WORTHWHILE * now;
        let is_free = finer > 0 && {
            let predicted = self.predict_frame_time(finer);
            predicted < FAST.as_secs_f64() || predicted < FREE * now
        };
        self.slow = if time > SLOW && helps { self.slow + 1 } else { 0 };
        self.fast = if is_free { self.fast + 1 } else { 0 };
        if self.slow >= SLOW_FRAMES {
            self.change(coarser);
        } else if self.fast >= FAST_FRAMES {
            self.change(finer);
        }
    }

    fn change(&mut self, factor: u32) {
        self.factor = factor;
        (self.slow, self.fast) = (0, 0);
        // Discard the old measurement for the new factor.
        self.times[factor as usize] = 0.0;
    }

    /// Predicts the frame time for another factor, in seconds.
    ///
    /// The time is assumed to be a linear function of the number of pixels, fitted to two measured factors. With only
    /// one measurement, it is assumed to be proportional to the number of pixels.
    #[must_use]
    pub fn predict_frame_time(self, factor: u32) -> f64 {
        let pixels = |factor: u32| 1.0 / f64::from(factor * factor);
        let now = self.times[self.factor as usize];
        let steepest = now / pixels(self.factor);
        let nearest = (1..=COARSEST)
            .filter(|&known| known != self.factor && self.times[known as usize] > 0.0)
            .min_by_key(|known| known.abs_diff(self.factor));
        let slope = nearest.map_or(steepest, |known| {
            let slope = (self.times[known as usize] - now) / (pixels(known) - pixels(self.factor));
            slope.clamp(0.0, steepest)
        });
        now + slope * (pixels(factor) - pixels(self.factor))
    }
}

/// Returns the size of a picture that covers the window with pixels of this size in window pixels.
#[must_use]
pub fn picture_size(window: [u32; 2], factor: u32) -> [u32; 2] {
    window.map(|edge| edge.div_ceil(factor).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: [u32; 2] = [1280, 720];

    /// Returns the factors that occur until the factor is stable. Frames take `fixed` milliseconds, plus `full`
    /// milliseconds at full resolution.
    fn settle(resolution: &mut Resolution, fixed: f64, full: f64) -> Vec<u32> {
        let mut factors = vec![resolution.factor()];
        for _ in 0..2000 {
            let milliseconds = fixed + full / f64::from(resolution.factor().pow(2));
            resolution.record_frame_time(Duration::from_secs_f64(milliseconds / 1e3), WINDOW);
            if factors.last() != Some(&resolution.factor()) {
                factors.push(resolution.factor());
            }
        }
        factors
    }

    #[test]
    fn full_resolution_is_fixed() {
        let mut resolution = Resolution::full();
        assert_eq!(settle(&mut resolution, 50.0, 400.0), [1]);
    }

    #[test]
    fn resolution_settles_at_finest_within_budget() {
        for (fixed, full, settled) in [
            (0.0, 5.0, 1),
            (0.0, 60.0, 2),
            (0.0, 100.0, 2),
            (0.0, 200.0, 3),
            (0.0, 400.0, 4),
            (10.0, 100.0, 3),
            // If most of the frame time is spent elsewhere, a coarser picture does not help.
            (50.0, 20.0, 2),
        ] {
            let mut resolution = Resolution::new();
            settle(&mut resolution, fixed, full);
            let factors = settle(&mut resolution, fixed, full);
            assert_eq!(factors, [settled], "{fixed} ms, {full} ms");
        }
        let mut resolution = Resolution::new();
        settle(&mut resolution, 0.0, 1e6);
        assert!(
            picture_size(WINDOW, resolution.factor())[1] > LEAST / 2,
            "{resolution:?}"
        );
        // When frames are fast again, the picture becomes finer.
        assert_eq!(settle(&mut resolution, 0.0, 1.0).last(), Some(&1));
    }

    #[test]
    fn resolution_respects_limit_and_recovers() {
        let mut resolution = Resolution::new();
        assert!(settle(&mut resolution, 0.0, 1e4).last() > Some(&3));
        for limit in [3, 2, 1] {
            resolution.set_max_factor(limit);
            assert_eq!(settle(&mut resolution, 0.0, 1e4), [limit]);
        }
        resolution.set_max_factor(3);
        assert_eq!(settle(&mut resolution, 0.0, 1e4), [1, 2, 3]);
        assert_eq!(settle(&mut resolution, 0.0, 1.0).last(), Some(&1));
    }

    #[test]
    fn one_slow_frame_changes_nothing() {
        let mut resolution = Resolution::new();
        for _ in 0..100 {
            resolution.record_frame_time(Duration::from_secs(1), WINDOW);
            for _ in 0..3 {
                resolution.record_frame_time(Duration::from_millis(20), WINDOW);
            }
        }
        assert_eq!(resolution.factor(), 2);
    }

    #[test]
    fn a_picture_covers_its_window() {
        for window in [[1, 1], [7, 3], [1281, 719]] {
            for factor in 1..=COARSEST {
                let size = picture_size(window, factor);
                let covers = |axis: usize| {
                    let [less, size] = [size[axis] - 1, size[axis]].map(|size: u32| size * factor);
                    less < window[axis] && size >= window[axis]
                };
                assert!((0..2).all(covers), "{window:?} {factor}");
            }
        }
    }
}
