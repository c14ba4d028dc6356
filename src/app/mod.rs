//! The window: the only folder that names the engine; one plugin a concern.

pub mod state;
