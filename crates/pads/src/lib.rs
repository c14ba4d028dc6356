//! Gamepad input in the layout of the [W3C standard gamepad](https://www.w3.org/TR/gamepad/#remapping). Buttons are
//! identified by position, regardless of the manufacturer.
//!
//! | item | purpose |
//! |---|---|
//! | [`Reader`] | reads this machine's gamepads, with hot-plugging |
//! | [`Message`], [`Event`], [`Change`] | messages that the reader sends |
//! | [`Button`], [`Stick`], [`Axis`] | the standard gamepad |
//! | [`Shape`] | a stick's radial dead zone and response curve |
//! | [`linux`] | maps Linux gamepads to the standard gamepad |
//!
//! On Linux, the reader uses `/dev/input` directly, in pure Rust, so building it does not require any system packages.
//! On Windows and macOS, it uses the `gilrs` crate. Other platforms have no reader; a web page uses the browser's
//! Gamepad API instead. [`READER`] is the name of this platform's reader.

mod event;
mod layout;
pub mod linux;
mod reader;
mod shape;

pub use event::{Axis, Change, Event, Message, PadId};
pub use layout::{Button, Stick};
pub use reader::{READER, Reader};
pub use shape::Shape;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
