//! A walk through a level with its BSP trees, without a screen: what windows and terminals have in common.

pub mod background;
pub mod clock;
pub mod controls;
pub mod files;
pub mod film;
pub mod history;
mod level_name;
pub mod loading;
pub mod map;
pub mod opened;
pub mod overlays;
pub mod plan;
pub mod recording;
pub mod reload;
pub mod reselect;
pub mod seen;
pub mod start;
pub mod stop_reason;
pub mod tree_args;
pub mod values;
pub mod view;
pub mod walk;
pub mod watch;

pub use level_name::LevelName;
pub use opened::{OpenError, Opened};
