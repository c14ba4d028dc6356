//! The macro for messages, and the conversion of their variables. Method lookup prefers [`Localized`], because
//! [`Displayed`] requires one more reference.

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

/// Returns a message in the current language, as a `&'static str` if it has no variables and as a `String` otherwise.
///
/// `text!("id", count = n, name)` sets the message's variables `{ $count }` and `{ $name }` to any displayable values.
/// Values with [`Localize`] are inserted in the current language.
#[macro_export]
macro_rules! text {
    ($id:literal $(,)?) => { $crate::plain($id) };
    ($id:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {
        $crate::formatted($id, &[$((stringify!($name), $crate::text!(@value $name $(= $value)?))),+])
    };
    (@value $name:ident) => { $crate::text!(@value $name = $name) };
    (@value $name:ident = $value:expr) => {{
        #[allow(unused_imports)]
        use $crate::text_macro::{Displayed as _, Localized as _};
        (&$crate::text_macro::Value(&$value)).argument()
    }};
}
