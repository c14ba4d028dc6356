//! The walk in a terminal, driven in a pseudo-terminal: the real program, and one in which a fault is forced.

mod bad;
mod ends;
mod pty;
mod reload;
mod views;
mod walks;
