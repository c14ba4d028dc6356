//! What several test files share.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test file is a crate of its own and uses a part"
)]

pub mod container;
pub mod gltf;
pub mod hostile;
pub mod levels;
pub mod maze;
pub mod meshes;
pub mod oracle;
pub mod plain;
pub mod pushes;
pub mod queries;
pub mod random;
pub mod readme;
pub mod recursive;
pub mod rooms;
pub mod small_level;
pub mod smooth;
pub mod strategies;
pub mod swept;
pub mod texts;
pub mod tokens;
pub mod worlds;
