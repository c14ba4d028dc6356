//! Interactive walk through a level and its BSP trees, without a screen. All windows and terminals share this
//! crate.
//!
//! A front end passes in time and key presses, and draws the state. The crate does not depend on an engine, a
//! terminal or a window.
//!
//! | module | contents |
//! |---|---|
//! | [`opened`], [`loading`] | a level and its trees, built on demand; opening a level in the background |
//! | [`tree_args`], [`values`] | options for reading a level and building its trees |
//! | [`view_args`], [`view_line`] | view options; view options with their level as a command line |
//! | [`question`], [`request`], [`command_line`] | questions that a card answers; their form as `query` requests and command lines |
//! | [`actions`] | user commands and the table of key bindings |
//! | [`commands`], [`program`] | execution of commands; their effects in all front ends |
//! | [`facts`] | whether commands are on, and why they are unavailable |
//! | [`program_state`], [`program_settings`], [`snapshot`] | the state that commands change in all front ends; the part of it that is saved; snapshots of what is on screen |
//! | [`touch`] | gestures on a touch screen |
//! | [`pads`] | gamepad buttons and sticks |
//! | [`walker`], [`body`] | the body and its controls for every front end; simulation of the body and the eye in fixed steps |
//! | [`walk`] | session used by front ends without an engine: commands and picture |
//! | [`clock`], [`history`] | fixed steps and slow motion; the most recent steps |
//! | [`recording`], [`scripts`] | lines of a recorded script; recording, saving, reading and playing scripts |
//! | [`stop_reason`], [`replay`] | "why did I stop?"; replay next to a ghost that is pushed as in the ATI sample |
//! | [`overlays`], [`view`] | table and state of the overlays; views of a level |
//! | [`selection`], [`selection_history`] | selecting nodes and leaves; back and forward in the selection history |
//! | [`leak_walk`] | moving the eye along the leak |
//! | [`undo`], [`undo_history`] | undo and redo; the state that they restore |
//! | [`trial`], [`plane_by_hand`] | trees with different planes, which the user tries; placing a plane by hand |
//! | [`map`] | planar tree of the walls at a height |
//! | [`films`], [`active_film`] | films of the build, of a query and of painter's order; the film on screen |
//! | [`quiz`], [`duel`] | quiz session: questions, answers and score; duel of the build rules |
//! | [`identity`] | identity of the tree or level that a result was computed from |
//! | [`job`] | background operations with progress, cancellation and panic handling |
//! | [`background`], [`seen`] | background computation of light, leaves and PVS; faces visible from a leaf |
//! | [`culling`] | culling modes, and the frozen view |
//! | [`watch`], [`reselect`] | watching the files of a level; restoring the selection after a reload |
//! | [`between_saves`], [`brush_survey`] | differences between two saves; the most expensive brushes of a map |
//! | [`doom_load`] | load of DOOM's renderer, counted in the background |
//! | [`expensive`], [`editor_place`] | search for the most expensive parts of a level; place of a face in a map editor |
//! | [`store`], [`files`], [`settings_file`] | file storage; folders for pictures and scripts; the settings file |
//! | [`ui`], [`escape`] | open panels, pages and menus; closing order of Escape |
//! | [`palette`], [`bookmarks`] | command palette: search; bookmarks of a level |
//! | [`course`], [`courses`] | scored tests of the collision methods; courses of built-in levels |
//! | [`raised`] | rooms extruded from drawn polygons |
//! | [`easing`] | easing of automatic camera motion |
//! | [`code`] | names between backticks in texts |
//! | [`start`] | start position of a body |
//!
//! ```
//! use std::sync::Arc;
//!
//! use bspwalk_session::{LevelName, opened, tree_args::TreeArgs};
//!
//! let level = LevelName::BuiltIn("three_rooms".to_owned());
//! let opened = opened::open(&level, &TreeArgs::default(), &Arc::default())?;
//! assert!(opened.built_leaves().is_none());
//! assert!(opened.leaves()?.tree.leaf_count() > 3);
//! # Ok::<(), bspwalk_session::OpenError>(())
//! ```

pub mod actions;
pub mod active_film;
pub mod background;
pub mod between_saves;
pub mod body;
pub mod bookmarks;
pub mod brush_survey;
pub mod clock;
pub mod code;
pub mod command_line;
pub mod commands;
pub mod course;
pub mod courses;
pub mod culling;
pub mod doom_load;
pub mod duel;
pub mod easing;
pub mod editor_place;
mod environment;
pub mod escape;
pub mod expensive;
pub mod facts;
pub mod files;
pub mod films;
pub mod history;
pub mod identity;
pub mod job;
pub mod leak_walk;
pub mod loading;
pub mod map;
pub mod moving;
pub mod opened;
pub mod overlays;
pub mod pads;
pub mod palette;
pub mod plane_by_hand;
pub mod program;
pub mod program_settings;
pub mod program_state;
pub mod question;
pub mod quiz;
pub mod raised;
pub mod recording;
pub mod replay;
pub mod request;
pub mod reselect;
pub mod scripts;
pub mod seen;
pub mod selection;
pub mod selection_history;
pub mod settings_file;
pub mod snapshot;
pub mod start;
pub mod stop_reason;
pub mod store;
pub mod touch;
pub mod tree_args;
pub mod trial;
pub mod ui;
pub mod undo;
pub mod undo_history;
pub mod values;
pub mod view;
pub mod view_args;
pub mod view_line;
pub mod walk;
pub mod walker;
#[cfg_attr(target_family = "wasm", path = "watch_none.rs")]
pub mod watch;
pub mod wrong_usage;

pub use bspwalk_compile::LevelName;
pub use opened::{OpenError, Opened};

/// Runs the code in the README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
