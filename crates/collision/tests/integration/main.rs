//! Integration tests for `bspwalk_collision`, in one executable.

mod at_rest;
mod clearance;
mod crowd;
mod game_feel;
mod leaf_obstacles;
mod motion;
mod mover;
mod mover_places;
mod mover_promises;
mod planes;
mod rollback;
mod shapes;
mod slide;
mod sweep;
mod sweep_contact;
mod things;
