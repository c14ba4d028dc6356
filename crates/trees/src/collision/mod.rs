//! Keeps spheres and capsules out of the walls. It knows no clock and no input devices.
//!
//! - At rest: `contacts`, `proximity` (the exact distance), `depenetrate` (out of the walls), `push_ati` (the ATI
//!   sample's push).
//! - Moving: `sweep` (a body against a tree), `toi` (against one triangle), `early_out` (cheap tests before it),
//!   `sweep_planes` (against shifted planes), `slide`, `half_spaces` (clips displacements), `crossing` (whether a face
//!   was crossed).
//! - [`mover`] walks and flies, a tick at a time. [`course`] scores it in hard places.

mod capsule;
mod contacts;
pub mod course;
mod crossing;
mod depenetrate;
mod depenetrate_rounds;
mod early_out;
mod half_spaces;
pub mod mover;
mod proximity;
mod push_ati;
mod slide;
mod surroundings;
mod sweep;
mod sweep_planes;
mod toi;
pub mod tolerance;

pub use capsule::Capsule;
pub use contacts::{contacts, is_clear};
pub use depenetrate::{Depenetration, DepenetrationReport, depenetrate, depenetrate_report};
pub use push_ati::{AtiPush, push_ati, push_ati_observed};
pub use slide::{Leg, Slide, slide};
pub use sweep::{Sweep, SweepHit, sweep};
pub use sweep_planes::{Met, PlanesHit, sweep_planes};
