//! The logic of the window without a window: movement, input, loading and settings, under a manual clock.

mod controls;
mod harness;
mod input;
mod loading;
mod motion;
mod movement;
mod options;
mod rooms;
mod settings;
