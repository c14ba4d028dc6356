//! Detection of oscillations.

/// A motion in one direction, between two turning points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swing {
    /// Duration, in ticks.
    pub ticks: usize,
    /// Distance between the turning points, in the unit of the values.
    pub size: f64,
    /// Index of its last value.
    pub end: usize,
}

/// Returns the swings in a series of values. A swing is the part between two turning points, which are reversals of
/// more than `least`. The motion before the first or after the last turning point is not a swing, so a motion in a
/// single direction has no swings.
#[must_use]
pub fn swings(values: &[f64], least: f64) -> Vec<Swing> {
    let mut swings = Vec::new();
    let Some(&first) = values.first() else {
        return swings;
    };
    // The current direction (0 until it is known), and the last turning point.
    let mut direction = 0.0;
    let mut turn: Option<(usize, f64)> = None;
    // The lowest and highest value since the last turning point. Both are tracked until the direction is known.
    let (mut low, mut high) = ((0, first), (0, first));
    for (index, &value) in values.iter().enumerate() {
        if value < low.1 {
            low = (index, value);
        }
        if value > high.1 {
            high = (index, value);
        }
        let turns = if direction >= 0.0 && high.1 - value > least {
            Some((high, -1.0))
        } else if direction <= 0.0 && value - low.1 > least {
            Some((low, 1.0))
        } else {
            None
        };
        let Some((extreme, next)) = turns else {
            continue;
        };
        if let Some((from, at)) = turn {
            swings.push(Swing {
                ticks: extreme.0 - from,
                size: (extreme.1 - at).abs(),
                end: extreme.0,
            });
        }
        // There is no turning point before the first direction, unless the extreme is not the first value.
        turn = (direction != 0.0 || extreme.0 > 0).then_some(extreme);
        direction = next;
        (low, high) = ((index, value), (index, value));
    }
    swings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_motion_and_wobble_have_no_swings() {
        let straight: Vec<f64> = (0..100).map(|i| f64::from(i) * 0.01).collect();
        assert!(swings(&straight, 0.002).is_empty());
        let wobble: Vec<f64> = (0..100).map(|i| f64::from(i % 2) * 0.0016).collect();
        assert!(swings(&wobble, 0.002).is_empty());
        assert!(swings(&[], 0.002).is_empty());
    }

    #[test]
    fn alternation_swings_every_tick() {
        let values: Vec<f64> = (0..100).map(|i| f64::from(i % 2) * 0.01).collect();
        let found = swings(&values, 0.002);
        assert!(found.len() > 90, "{}", found.len());
        assert!(
            found
                .iter()
                .all(|swing| swing.ticks == 1 && (swing.size - 0.01).abs() < 1.0e-12)
        );
    }

    #[test]
    fn wave_swings_at_its_turning_points() {
        let values: Vec<f64> = (0..200).map(|i| (f64::from(i) * 0.1).sin()).collect();
        // 200 values span 3.2 periods, which have six turning points.
        assert_eq!(swings(&values, 0.01).len(), 5);
    }
}
