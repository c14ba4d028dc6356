//! Tests for the window's logic without a window: movement, input, loading and settings, with a manual clock.

// Systems name their parameters by type; Bevy handles their lifetimes.
#![allow(elided_lifetimes_in_paths)]
// Systems take their parameters by value, whether they consume them or not.
#![allow(clippy::needless_pass_by_value)]

mod bookmarks;
mod brushes;
mod controls;
mod copied;
mod dock;
mod doors;
mod duel;
mod films;
mod fronts;
mod harness;
mod hints;
mod input;
mod keys;
mod leaf_tree;
mod loading;
mod map;
mod menu;
mod motion;
mod movement;
mod options;
mod pads;
mod quiz;
mod reload;
mod schedule;
mod scripts;
mod selection;
mod settings;
mod tour;
mod undo;
mod view_line;
mod what_if;
