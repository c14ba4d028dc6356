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

/// A coarser picture must take less than this part of the time, or coarseness does not help.
const WORTHWHILE: f64 = 0.8;

/// A finer picture that takes less than this many times as long costs nearly nothing.
const FREE: f64 = 1.1;

/// The edge of a pixel of the picture, in pixels of the window, chosen by the time that frames take.
#[derive(Clone, Copy, Debug)]
pub struct Resolution {
    factor: u32,
    slow: u32,
    fast: u32,
    /// Whether it follows the time that frames take.
    adapts: bool,
    /// The coarsest that it gets, however slow it is.
    coarsest: u32,
    /// How long frames of each factor last took, in seconds; 0 where that is not known.
    times: [f64; COARSEST as usize + 1],
}

impl Default for Resolution {
    fn default() -> Self {
        Self::new()
    }
}

impl Resolution {
    /// Half the size of the window, before any frame was measured.
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

    /// As fine as the window, however long frames take: with a trace, so that pictures can be compared.
    #[must_use]
    pub fn full() -> Self {
        Self {
            factor: 1,
            adapts: false,
            ..Self::new()
        }
    }

    /// Sets the greatest factor, 1 to 6: where the picture is still too slow there are fewer frames.
    pub fn limit(&mut self, coarsest: u32) {
        self.coarsest = coarsest.clamp(1, COARSEST);
        if self.factor > self.coarsest {
            self.change(self.coarsest);
        }
    }

    /// How many pixels of the window a pixel of the picture is wide and high.
    #[must_use]
    pub fn factor(self) -> u32 {
        self.factor
    }

    /// A frame in a window of this size, in pixels, took so long.
    pub fn measure(&mut self, time: Duration, window: [u32; 2]) {
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
            && size(window, self.factor).into_iter().min() > Some(LEAST)
            && self.predicted(coarser) < WORTHWHILE * now;
        let is_free = finer > 0 && {
            let predicted = self.predicted(finer);
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
        // It is measured anew.
        self.times[factor as usize] = 0.0;
    }

    /// How long a frame of another factor will take, in seconds. Time grows in a straight line with the number of pixels,
    /// through two factors that were measured; with only one, it is taken for proportional.
    #[must_use]
    pub fn predicted(self, factor: u32) -> f64 {
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

/// The size of a picture whose pixels are so many pixels of the window wide and high; it covers the window.
#[must_use]
pub fn size(window: [u32; 2], factor: u32) -> [u32; 2] {
    window.map(|edge| edge.div_ceil(factor).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: [u32; 2] = [1280, 720];

    /// The factors that come of frames which take so many milliseconds and so many for each pixel of the window that is drawn by
    /// itself, until they stay the same.
    fn settle(resolution: &mut Resolution, fixed: f64, full: f64) -> Vec<u32> {
        let mut factors = vec![resolution.factor()];
        for _ in 0..2000 {
            let milliseconds = fixed + full / f64::from(resolution.factor().pow(2));
            resolution.measure(Duration::from_secs_f64(milliseconds / 1e3), WINDOW);
            if factors.last() != Some(&resolution.factor()) {
                factors.push(resolution.factor());
            }
        }
        factors
    }

    #[test]
    fn a_full_picture_stays_full_however_slow_it_is() {
        let mut resolution = Resolution::full();
        assert_eq!(settle(&mut resolution, 50.0, 400.0), [1]);
    }

    #[test]
    fn the_picture_is_as_fine_as_it_can_be_drawn_in_time_and_rests_there() {
        for (fixed, full, settled) in [
            (0.0, 5.0, 1),
            (0.0, 60.0, 2),
            (0.0, 100.0, 2),
            (0.0, 200.0, 3),
            (0.0, 400.0, 4),
            (10.0, 100.0, 3),
            // Where most of the time goes elsewhere, a coarse picture would be of no use.
            (50.0, 20.0, 2),
        ] {
            let mut resolution = Resolution::new();
            settle(&mut resolution, fixed, full);
            assert_eq!(
                settle(&mut resolution, fixed, full),
                [settled],
                "{fixed} ms, {full} ms"
            );
        }
        let mut resolution = Resolution::new();
        settle(&mut resolution, 0.0, 1e6);
        assert!(size(WINDOW, resolution.factor())[1] > LEAST / 2, "{resolution:?}");
        // What was slow for a while gets fine again.
        assert_eq!(settle(&mut resolution, 0.0, 1.0).last(), Some(&1));
    }

    #[test]
    fn the_picture_gets_no_coarser_than_its_limit_and_gets_fine_again() {
        let mut resolution = Resolution::new();
        assert!(settle(&mut resolution, 0.0, 1e4).last() > Some(&3));
        for limit in [3, 2, 1] {
            resolution.limit(limit);
            assert_eq!(settle(&mut resolution, 0.0, 1e4), [limit]);
        }
        resolution.limit(3);
        assert_eq!(settle(&mut resolution, 0.0, 1e4), [1, 2, 3]);
        assert_eq!(settle(&mut resolution, 0.0, 1.0).last(), Some(&1));
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
