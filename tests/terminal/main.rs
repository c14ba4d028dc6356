//! The walk in a terminal, driven in a pseudo-terminal: the real program, and one in which a fault is forced.
#![cfg(unix)]

mod bad;
#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "each test uses a part of it")]
mod common;
mod ends;
mod picture;
mod pty;
mod walks;
