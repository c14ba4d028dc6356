//! Gamepads as events, in the layout of the [W3C's standard gamepad](https://www.w3.org/TR/gamepad/#remapping).

mod layout;

pub use layout::{Button, Stick};
