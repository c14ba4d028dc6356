//! The terminal walk, driven through a pseudo-terminal: the real program, and one with an injected fault.

mod bad;
mod ends;
mod pty;
mod reload;
mod views;
mod walks;
