//! Tests for the terminal walk through a pseudo-terminal, using the real program and one with an injected fault.

mod bad;
mod ends;
mod pty;
mod reload;
mod views;
mod walks;
