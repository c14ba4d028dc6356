//! Gamepads as events, in the layout of the [W3C's standard gamepad](https://www.w3.org/TR/gamepad/#remapping): what is
//! pressed is known by its place, whoever made the pad.
//!
//! | item | is for |
//! |---|---|
//! | [`Reader`] | reads the pads of this machine, plugged in at any time |
//! | [`Message`], [`Event`], [`Change`] | what it tells |
//! | [`Button`], [`Stick`], [`Axis`] | the standard gamepad |
//! | [`Shape`] | what a stick asks for: a round dead zone, and a curve |
//! | [`linux`] | the kernel's gamepads as the standard one |
//!
//! Linux is read by `/dev/input` itself, in Rust alone, so that no system package is needed to build it; Windows and macOS by
//! the crate `gilrs`. Elsewhere there is no reader: a page in a browser asks its browser. [`READER`] says which it is.

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
