//! Closed forms of what happens to a free velocity in a while: the same whatever the steps that the while is cut into.

use glam::DVec3;

/// A velocity that goes to a wished one at a rate, after `seconds`, and the way that it made.
///
/// v(t) = wish + (v₀ − wish) e^(−rt), and its integral.
pub(super) fn approach(velocity: DVec3, desired: DVec3, rate: f64, seconds: f64) -> (DVec3, DVec3) {
    let difference = velocity - desired;
    let exponent = -rate * seconds;
    let left = exponent.exp();
    // (1 − e^(−rt)) / r, which is t where the rate is nothing.
    let integral = if exponent.abs() < 1.0e-12 {
        seconds
    } else {
        -exponent.exp_m1() / rate
    };
    (
        desired + difference * left,
        desired * seconds + difference * integral,
    )
}

/// An upward speed under gravity that falls no faster than `terminal`, after `seconds`, and the way upwards.
pub(super) fn fall(speed: f64, gravity: f64, terminal: f64, seconds: f64) -> (f64, f64) {
    if gravity <= 0.0 || speed <= -terminal {
        let speed = speed.max(-terminal);
        return (speed, speed * seconds);
    }
    let until = (speed + terminal) / gravity;
    let free = seconds.min(until);
    let way = speed * free - 0.5 * gravity * free * free;
    if seconds <= until {
        (speed - gravity * seconds, way)
    } else {
        (-terminal, way - terminal * (seconds - until))
    }
}

/// A critically damped spring's offset from its rest and the rate of that, after `seconds`; `time` is how long it takes.
pub(super) fn settle(offset: f64, rate: f64, time: f64, seconds: f64) -> (f64, f64) {
    if time <= 0.0 {
        return (0.0, 0.0);
    }
    let stiffness = 2.0 / time;
    let left = (-stiffness * seconds).exp();
    let slope = rate + stiffness * offset;
    (
        (offset + slope * seconds) * left,
        (rate - stiffness * slope * seconds) * left,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_while_may_be_cut_into_steps() {
        for steps in [2, 7, 480] {
            let part = 1.0 / f64::from(steps);
            let (mut velocity, mut way) = (DVec3::new(1.0, 2.0, 3.0), DVec3::ZERO);
            let (mut speed, mut height) = (3.0, 0.0);
            let (mut offset, mut rate) = (0.4, -1.0);
            for _ in 0..steps {
                let (next, moved) = approach(velocity, DVec3::X, 5.0, part);
                (velocity, way) = (next, way + moved);
                let (next, risen) = fall(speed, 9.81, 5.0, part);
                (speed, height) = (next, height + risen);
                (offset, rate) = settle(offset, rate, 0.2, part);
            }
            let whole = approach(DVec3::new(1.0, 2.0, 3.0), DVec3::X, 5.0, 1.0);
            assert!((velocity - whole.0).length() < 1.0e-12 && (way - whole.1).length() < 1.0e-12);
            let whole = fall(3.0, 9.81, 5.0, 1.0);
            assert!((speed - whole.0).abs() < 1.0e-12 && (height - whole.1).abs() < 1.0e-12);
            let whole = settle(0.4, -1.0, 0.2, 1.0);
            assert!((offset - whole.0).abs() < 1.0e-12 && (rate - whole.1).abs() < 1.0e-11);
        }
    }
}
