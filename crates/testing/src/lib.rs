//! Code shared by tests: levels, meshes, independent oracles, and invalid files.
#![allow(
    missing_docs,
    reason = "it is not published; names say what fields and constructors are"
)]

pub mod container;
pub mod doom_maps;
pub mod doom_nodes;
pub mod doom_wad;
pub mod effort;
pub mod faults;
pub mod gltf;
pub mod hostile;
pub mod levels;
pub mod loading;
pub mod maze;
pub mod meshes;
pub mod oracle;
pub mod plain;
pub mod pushes;
pub mod quake_maps;
pub mod quake_rooms;
pub mod queries;
pub mod random;
pub mod recursive;
pub mod rooms;
pub mod small_level;
pub mod small_trees;
pub mod smooth;
pub mod strategies;
pub mod swept;
pub mod tables;
pub mod texts;
pub mod tokens;
pub mod view;
pub mod wanted;
pub mod worlds;
