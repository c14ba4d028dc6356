//! The pace of a film.

/// The share of the next step that has passed while a film plays.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Pace(f32);

impl Pace {
    /// Lets so many steps pass, which need not be whole. Returns the step that is reached from `step`, of which `last` is the
    /// last; none where it stays.
    pub(super) fn advance(&mut self, steps: f32, step: u32, last: u32) -> Option<u32> {
        self.0 += steps;
        if self.0 < 1.0 {
            return None;
        }
        let reached = step.saturating_add(self.0 as u32).min(last);
        self.0 = self.0.fract();
        Some(reached)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_steps_add_up_and_the_last_stays() {
        let mut pace = Pace::default();
        assert_eq!(pace.advance(0.6, 3, 9), None);
        assert_eq!(pace.advance(0.6, 3, 9), Some(4));
        assert_eq!(
            pace.advance(2.9, 4, 9),
            Some(7),
            "the rest of the one before counts"
        );
        assert_eq!(pace.advance(1.0e9, 7, 9), Some(9));
    }
}
