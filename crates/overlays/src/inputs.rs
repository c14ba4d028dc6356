//! Wrappers that define when two overlay inputs are equal.

use std::{ops::Deref, sync::Arc};

use glam::{DVec3, IVec3};

/// A shared value. Two shared values are equal if they use the same allocation.
#[derive(Debug)]
pub struct Shared<T>(Arc<T>);

impl<T> Shared<T> {
    /// Creates another reference to the shared value.
    pub fn of(value: &Arc<T>) -> Self {
        Self(Arc::clone(value))
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self::of(&self.0)
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// A value that is rounded for comparison, so that small changes do not cause an overlay to be redrawn.
#[derive(Clone, Copy, Debug)]
pub struct Rounded<T> {
    /// The unrounded value.
    pub exact: T,
    steps: IVec3,
}

impl<T> PartialEq for Rounded<T> {
    fn eq(&self, other: &Self) -> bool {
        self.steps == other.steps
    }
}

impl Rounded<DVec3> {
    /// Wraps a position that is rounded to steps of `step` metres for comparison.
    pub fn place(at: DVec3, step: f64) -> Self {
        Self {
            exact: at,
            steps: (at / step).round().as_ivec3(),
        }
    }
}

impl Rounded<f64> {
    /// Wraps a height (in metres) that is rounded to millimetres for comparison.
    pub fn height(metres: f32) -> Self {
        let exact = f64::from(metres);
        Self {
            exact,
            steps: IVec3::new(0, (exact * 1000.0).round() as i32, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_values_are_equal_within_a_step() {
        let place = |x: f64| Rounded::place(DVec3::X * x, 2.0);
        assert!(place(0.1) == place(0.9) && place(0.9) != place(1.1));
        assert!(Rounded::height(1.0) == Rounded::height(1.0004));
        assert!(Rounded::height(1.0) != Rounded::height(1.001));
    }
}
