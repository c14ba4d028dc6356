//! Collision of spheres, capsules, boxes and cylinders with the triangles of a BSP tree or any other set of
//! [`Obstacles`](bspwalk_trees::Obstacles). Provides contacts, sweeps, slides, a character controller, and moving
//! things.
//!
//! Lengths are in metres and y points up. All points are in the tree's coordinate space. Coordinates up to 20 km are
//! precise to a centimetre; move larger levels closer to the origin. The crate uses neither clocks nor input devices,
//! and equal input gives bit-identical output.
//!
//! ```
//! use bspwalk_collision::{Capsule, slide, sweep};
//! use bspwalk_geometry::{FaceId, TaggedTriangle};
//! use bspwalk_trees::{BuildParams, NodeTree};
//! use glam::{dvec3, vec3};
//!
//! let floor = [dvec3(-5.0, 0.0, 5.0), dvec3(5.0, 0.0, 5.0), dvec3(0.0, 0.0, -5.0)];
//! let tree = NodeTree::build(&[TaggedTriangle { corners: floor, face: FaceId(0) }], &BuildParams::default())?;
//! let ball = Capsule::sphere(0.3);
//! let hit = sweep(&tree, ball, vec3(0.0, 1.0, 0.0), vec3(0.0, -1.0, 0.0)).hit.expect("the floor is in the way");
//! assert!((hit.t - 0.35).abs() < 1.0e-6);
//!
//! let slide = slide(&tree, ball, vec3(0.0, 1.0, 0.0), vec3(1.0, 0.0, 0.0));
//! assert!(slide.clear && slide.center.y >= 0.3 && slide.center.x > 0.99);
//! # Ok::<(), bspwalk_trees::node_storing::BuildError>(())
//! ```
//!
//! A query visits only the nodes near its path. In this plan of three rooms, the colour of a position is the number of
//! nodes that a slide of one step downwards from there visits:
//!
#![doc = include_str!("../docs/slide_cost.svg")]
//!
//! This example walks a body through a level loaded from a file:
//!
//! ```no_run
//! use bspwalk_collision::mover::{CollisionMethod, Input, Mode, Mover, MoverParams};
//! use bspwalk_levels::{LoadOptions, load};
//! use bspwalk_progress::Progress;
//! use bspwalk_trees::{BuildParams, NodeTree};
//!
//! let level = load("level.obj".as_ref(), &LoadOptions::default(), &Progress::default())?;
//! let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default())?;
//! // A mover is placed by its eye. Sweeps and contacts take the centre of a body.
//! let eye = level.spawn.eye.as_vec3();
//! let mut mover = Mover::new(&MoverParams::default(), Mode::Walk, CollisionMethod::Sweep, eye);
//! // The length of `desired` is a share of the full speed.
//! let input = Input { desired: level.spawn.forward().as_vec3(), ..Input::default() };
//! for _ in 0..60 {
//!     mover.tick(&tree, &input, 1.0 / 60.0);
//! }
//! println!("feet at {}, on the ground: {}", mover.feet(), mover.is_grounded());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `crates/collision/examples/first_walk.rs` is a complete program with a ray cast, a sweep and a walk. To walk in a mesh of your own,
//! tag each triangle with a face number; see [`TaggedTriangle`](bspwalk_geometry::TaggedTriangle).
//!
//! # Where to look
//!
//! - At rest: [`contacts`], [`deepest_contact`], [`is_clear`], [`depenetrate`] (pushes a body out of walls),
//!   [`push_ati`] (sphere push of the ATI SDK's BSP sample).
//! - In motion: [`sweep`], [`sweep_planes`] (against the Minkowski-expanded planes of a solid-leaf tree), [`slide`].
//! - Shapes: [`Capsule`], [`Cuboid`], [`Cylinder`]. A cast of a ray is
//!   [`Obstacles::cast_ray`](bspwalk_trees::Obstacles::cast_ray).
//! - [`things`]: moving rigid bodies, combined with a level.
//! - [`mover`]: a character controller that walks and flies, one tick at a time.
//! - [`query_log`]: logs the queries of a game, to replay them later.

mod contacts;
mod convex;
mod crossing;
mod depenetrate;
mod depenetrate_rounds;
mod early_out;
mod half_spaces;
pub mod mover;
mod near_triangle;
mod notes;
mod observable;
mod proximity;
mod push_ati;
pub mod query_log;
mod slide;
mod start_contacts;
mod surroundings;
mod sweep;
mod sweep_planes;
mod swept_body;
pub mod things;
mod toi;
mod tolerance;

pub use bspwalk_geometry::{Capsule, Cuboid, Cylinder, Shape};
pub use contacts::{contacts, deepest_contact, is_clear};
pub use depenetrate::{Depenetration, depenetrate};
pub use push_ati::{AtiPush, push_ati, push_ati_observed};
pub use slide::{Leg, Slide, slide};
pub use sweep::{Sweep, SweepHit, sweep};
pub use sweep_planes::{PlanesHit, StoppedBy, sweep_planes};

/// Runs the code in the README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
