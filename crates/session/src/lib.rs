//! A walk through a level with its BSP trees, without a screen: what windows and terminals have in common.
//!
//! A front gives time and keys, and draws what is held here. The crate names no engine, no terminal and no window.
//!
//! | module | holds |
//! |---|---|
//! | [`opened`], [`loading`] | a level with its trees, each built when it is first asked for; opened beside a walk |
//! | [`tree_args`], [`values`] | the options by which a level is read and its trees are built |
//! | [`view_args`], [`view_line`] | what is looked at and from where, as options; with its level, as a line of the command line |
//! | [`question`], [`request`], [`command_line`] | what a card answers; the same asked of the command line, and the line that asks it |
//! | [`actions`] | what a person can ask for, and the one table of keys |
//! | [`touch`] | what fingers on a touch screen do |
//! | [`pads`] | gamepads: what is pressed, how far the sticks are pushed |
//! | [`walker`], [`body`] | the body in a level and its controls, for every front; the body and the eye in fixed steps |
//! | [`walk`] | the session of the walks without the engine: what the actions do, the picture |
//! | [`clock`], [`history`], [`recording`] | steps and slow motion, the last seconds, scripts while they are recorded |
//! | [`stop_reason`], [`replay`] | "why did I stop?"; the last seconds again, beside a ghost that the ATI sample's push moves |
//! | [`overlays`], [`view`] | the table of overlays and which are shown; the views of a level |
//! | [`selection_history`], [`leak_walk`] | back and forward through what was selected; the eye along the leak |
//! | [`undo`] | what was changed, to be undone and redone |
//! | [`plan`], [`plan_image`], [`map`] | the section from above, and in pixels; the walls at a height as a planar tree |
//! | [`films`] | the films of the build, of a query and of the painter's order |
//! | [`quiz`] | the quiz while it is played: questions, answers and the score |
//! | [`identity`] | which tree or which level something was found out about |
//! | [`job`] | long operations beside the main thread, with progress, which can be cancelled; a panic is their failure |
//! | [`background`], [`seen`] | light, leaves and PVS made on a thread; the faces that a leaf sees |
//! | [`watch`], [`reload`], [`reselect`] | a level whose file is edited: noticed, opened again, its selection found again |
//! | [`between_saves`], [`brush_survey`] | what came and went from one save to the next; the dearest brushes of a map |
//! | [`store`], [`files`], [`settings_file`] | what keeps files; where pictures and scripts are saved; the file of the settings |
//! | [`escape`] | the order in which Escape closes what is open |
//! | [`easing`] | how the camera goes where it is led, or cuts there |
//! | [`start`] | where a body starts |
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
pub mod background;
pub mod between_saves;
pub mod body;
pub mod bookmarks;
pub mod brush_survey;
pub mod clock;
pub mod command_line;
pub mod easing;
pub mod escape;
pub mod files;
pub mod films;
pub mod history;
pub mod identity;
pub mod job;
pub mod leak_walk;
mod level_name;
pub mod loading;
pub mod map;
pub mod moving;
pub mod opened;
pub mod overlays;
pub mod pads;
pub mod palette;
pub mod plan;
pub mod plan_image;
pub mod question;
pub mod quiz;
pub mod recording;
pub mod reload;
pub mod replay;
pub mod request;
pub mod reselect;
pub mod seen;
pub mod selection_history;
pub mod settings_file;
mod shell_words;
pub mod start;
pub mod stop_reason;
pub mod store;
pub mod touch;
pub mod tree_args;
pub mod undo;
pub mod values;
pub mod view;
pub mod view_args;
pub mod view_line;
pub mod walk;
pub mod walker;
#[cfg_attr(target_family = "wasm", path = "watch_none.rs")]
pub mod watch;
pub mod wrong_usage;

pub use level_name::LevelName;
pub use opened::{OpenError, Opened};
