//! Tests of the plugin in an app without a window: assets, bodies, moving things, culling, picking, debug lines, and
//! the examples.

// Systems declare their parameters by type, without lifetimes, and take them by value.
#![allow(elided_lifetimes_in_paths, clippy::needless_pass_by_value)]
// Each example includes the shared module separately.
#![allow(clippy::duplicate_mod)]

mod assets;
mod bodies;
#[cfg(feature = "render")]
mod culling;
#[cfg(feature = "debug")]
mod debug;
#[cfg(feature = "render")]
mod examples;
mod mechanisms;
#[cfg(feature = "picking")]
mod picking;
mod query_log;
mod rays;
mod reflection;
mod replace;
mod support;
mod things;
