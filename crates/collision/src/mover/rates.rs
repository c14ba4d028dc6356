//! Closed-form solutions of free motion, whose results do not depend on how the time is divided into ticks.

use glam::DVec3;

/// Returns the velocity and the displacement after the velocity has approached a target at a constant rate for some
/// time.
///
/// v(t) = desired + (v₀ − desired) e^(−rt); the displacement is its integral.
pub(super) fn approach_velocity(velocity: DVec3, desired: DVec3, rate: f64, seconds: f64) -> (DVec3, DVec3) {
    let difference = velocity - desired;
    let exponent = -rate * seconds;
    let left = exponent.exp();
    // (1 − e^(−rt)) / r, which tends to t as the rate tends to 0. `exp_m1` avoids cancellation at low rates.
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

/// Returns the upward speed and the change of height after a free fall whose downward speed is at most `terminal`.
pub(super) fn fall(speed: f64, gravity: f64, terminal: f64, seconds: f64) -> (f64, f64) {
    if gravity <= 0.0 || speed <= -terminal {
        let speed = speed.max(-terminal);
        return (speed, speed * seconds);
    }
    let until = (speed + terminal) / gravity;
    let free = seconds.min(until);
    let height = speed * free - 0.5 * gravity * free * free;
    if seconds <= until {
        (speed - gravity * seconds, height)
    } else {
        (-terminal, height - terminal * (seconds - until))
    }
}

/// Returns the offset and rate of a critically damped spring after `seconds`. `time` is twice the spring's time
/// constant.
pub(super) fn step_spring(offset: f64, rate: f64, time: f64, seconds: f64) -> (f64, f64) {
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
    fn rates_are_independent_of_tick_length() {
        for ticks in [2, 7, 480] {
            let part = 1.0 / f64::from(ticks);
            let (mut velocity, mut displacement) = (DVec3::new(1.0, 2.0, 3.0), DVec3::ZERO);
            let (mut speed, mut height) = (3.0, 0.0);
            let (mut offset, mut rate) = (0.4, -1.0);
            for _ in 0..ticks {
                let (next, moved) = approach_velocity(velocity, DVec3::X, 5.0, part);
                (velocity, displacement) = (next, displacement + moved);
                let (next, risen) = fall(speed, 9.81, 5.0, part);
                (speed, height) = (next, height + risen);
                (offset, rate) = step_spring(offset, rate, 0.2, part);
            }
            let whole = approach_velocity(DVec3::new(1.0, 2.0, 3.0), DVec3::X, 5.0, 1.0);
            assert!((velocity - whole.0).length() < 1.0e-12 && (displacement - whole.1).length() < 1.0e-12);
            let whole = fall(3.0, 9.81, 5.0, 1.0);
            assert!((speed - whole.0).abs() < 1.0e-12 && (height - whole.1).abs() < 1.0e-12);
            let whole = step_spring(0.4, -1.0, 0.2, 1.0);
            assert!((offset - whole.0).abs() < 1.0e-12 && (rate - whole.1).abs() < 1.0e-11);
        }
    }
}
