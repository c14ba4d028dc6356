//! What several test files share.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test file is a crate of its own and uses a part"
)]

pub mod meshes;
pub mod strategies;
