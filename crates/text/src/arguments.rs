//! Converts the values of a message's variables. Method lookup prefers [`Localized`], because [`Displayed`] requires one
//! more reference.

use std::fmt::Display;

use crate::{Argument, Localize};

/// A value of a variable.
pub struct Value<'a, T: ?Sized>(pub &'a T);

/// Inserts the value in the current language.
pub trait Localized {
    /// Returns the argument.
    fn argument(&self) -> Argument;
}

impl<T: Localize + ?Sized> Localized for Value<'_, T> {
    fn argument(&self) -> Argument {
        Argument::new(&self.0.localized())
    }
}

/// Inserts the value's `Display`.
pub trait Displayed {
    /// Returns the argument.
    fn argument(&self) -> Argument;
}

impl<T: Display> Displayed for &Value<'_, T> {
    fn argument(&self) -> Argument {
        Argument::new(self.0)
    }
}
