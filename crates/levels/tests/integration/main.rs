//! Integration tests of `bspwalk_levels`, in a single executable.

mod bsp;
mod bsp_light;
mod builtin;
mod doom;
mod doom_builders;
mod doom_maps;
mod doom_nodes;
mod errors;
mod faults;
mod gltf;
mod hostile;
mod map;
mod map_detail;
mod mechanisms_doom;
mod mechanisms_levels;
mod mechanisms_quake;
mod obj;
mod portal_files;
mod shared;
mod texts;
