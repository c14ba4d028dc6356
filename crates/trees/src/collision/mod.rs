//! Collision of spheres and capsules with the triangles of a tree, or of any other set of [`Obstacles`](crate::Obstacles). It
//! knows no clock and no input devices.
//!
//! Lengths are in metres and y points up. All points are in the space in which the tree was built.
//!
//! - At rest: `contacts`, `proximity` (the exact distance), `depenetrate` (out of the walls), `push_ati` (the
//!   sphere push of the ATI SDK's BSP sample).
//! - Moving: `sweep` (a body against a tree), `toi` (against one triangle), `early_out` (cheap tests before it),
//!   `start_contacts` (seams of what it touches at the start),
//!   `sweep_planes` (against the Minkowski-expanded planes of a solid-leaf tree), `slide`, `half_spaces` (clips displacements), `crossing` (whether a face
//!   was crossed).
//! - [`things`]: rigid bodies that move in a level, as a set with it; `observable` is what a mover needs of a set.
//! - [`mover`]: a character controller, which walks and flies, a tick at a time. [`course`]: scored tests of it in hard places.

mod capsule;
mod contacts;
pub mod course;
mod crossing;
mod depenetrate;
mod depenetrate_rounds;
mod early_out;
mod half_spaces;
pub mod mover;
mod observable;
mod proximity;
mod push_ati;
mod slide;
mod start_contacts;
mod surroundings;
mod sweep;
mod sweep_planes;
pub mod things;
mod toi;
pub mod tolerance;

pub use capsule::Capsule;
pub use contacts::{contacts, is_clear};
pub use depenetrate::{Depenetration, depenetrate};
pub use push_ati::{AtiPush, push_ati, push_ati_observed};
pub use slide::{Leg, Slide, slide};
pub use sweep::{Sweep, SweepHit, sweep};
pub use sweep_planes::{PlanesHit, StoppedBy, sweep_planes};
