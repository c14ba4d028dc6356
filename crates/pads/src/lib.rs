//! Gamepad input in the layout of the [W3C standard gamepad](https://www.w3.org/TR/gamepad/#remapping). Buttons are
//! identified by position, regardless of the manufacturer.
//!
//! | item | purpose |
//! |---|---|
//! | [`Reader`] | reads the gamepads of this machine, with hot-plugging |
//! | [`Message`], [`Event`], [`Change`] | messages from the reader |
//! | [`Button`], [`Stick`], [`Axis`] | the standard gamepad |
//! | [`Shape`] | response of a stick: radial dead zone and response curve |
//! | [`linux`] | mapping from Linux gamepads to the standard gamepad |
//!
//! On Linux the reader uses `/dev/input` directly, in pure Rust, so building it needs no system packages. On Windows
//! and macOS it uses the crate `gilrs`. Other platforms have no reader; a web page uses the browser's Gamepad API
//! instead. [`READER`] names the reader of this platform.

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
