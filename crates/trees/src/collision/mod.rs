//! Collision of spheres and capsules with the triangles of a tree or of other [`Obstacles`](crate::Obstacles).
//!
//! Lengths are in metres and y points up. All points are in the space in which the tree was built. The module depends
//! on neither a clock nor input devices.
//!
//! - At rest: `contacts`, `proximity` (exact distance), `depenetrate` (out of the walls), `push_ati` (sphere push of
//!   the ATI SDK's BSP sample).
//! - Moving: `sweep` (body against a tree), `toi` (body against one triangle), `early_out` (cheap rejection tests),
//!   `start_contacts` (internal edges at the start of a sweep), `sweep_planes` (Minkowski-expanded planes of a
//!   solid-leaf tree), `slide`, `half_spaces` (clips displacements), `crossing` (crossed faces).
//! - [`things`]: moving rigid bodies, combined with a level. `observable` is the trait that a mover needs from such a
//!   set.
//! - [`mover`]: a character controller that walks and flies, one tick at a time. [`course`]: scored tests of the
//!   controller.

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
