//! A log of the queries that a game asks, to be replayed later.
//!
//! A [`QueryLog`] writes one JSON object per line, in the form that `bspwalk query` reads and `bspwalk replay-queries`
//! replays. [`QueryLog::record`] wraps a set of obstacles. The wrapper gives the same answers and logs every query that
//! reaches the set: casts, blocked tests, sweeps, and contacts. Without a wrapper, nothing is logged and nothing costs
//! time.
//!
//! ```
//! use bspwalk_collision::{Capsule, query_log::QueryLog, sweep};
//! use bspwalk_trees::{BuildParams, NodeTree, Obstacles};
//! use glam::{Vec3, vec3};
//!
//! let tree = NodeTree::build(&[], &BuildParams::default())?;
//! let log = QueryLog::new(Vec::new());
//! let recorded = log.record(&tree);
//! recorded.cast(Vec3::ZERO, Vec3::X);
//! let _ = sweep(&recorded, Capsule::sphere(0.5), Vec3::ZERO, vec3(0.0, 0.0, -2.5));
//! let lines = String::from_utf8(log.finish()?)?;
//! assert_eq!(
//!     lines,
//!     r#"{"cast":{"from":[0,0,0],"to":[1,0,0]}}
//! {"sweep":{"from":[0,0,0],"to":[0,0,-2.5],"radius":0.5}}
//! "#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A slide, a depenetration and a [`Mover`](crate::mover::Mover) search the set once and answer most of their queries
//! from the triangles that they found. The log contains the queries that reach the set. Each [`sweep`](crate::sweep) is
//! one line, even if it searches several times. Searches that read every face near a path, as for free space, are sweeps
//! with `"all":true`. A replay visits the same nodes as the game, with two exceptions, which a mover does not use:
//!
//! - [`deepest_contact`](crate::deepest_contact) is logged as `contacts`, which visit at least as many nodes.
//! - A sweep against expanded planes ignores some faces; see [`sweep_planes`](crate::sweep_planes).

use std::{
    cell::Cell,
    fmt,
    io::{self, Write},
    ops::Deref,
    sync::{Mutex, MutexGuard, PoisonError},
};

use bspwalk_geometry::{Aabb, Shape};
use bspwalk_trees::{
    CastHit, Contact, ObstacleTriangle, Obstacles, TriangleId,
    observer::{Note, Observer},
};
use glam::{DVec3, Vec3};

use crate::{Capsule, observable::Observable, push_ati::AtiPush};

/// A query in a [`QueryLog`]. Lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LoggedQuery {
    /// Finds the nearest face that a segment hits.
    Cast {
        /// Start of the segment.
        from: Vec3,
        /// End of the segment.
        to: Vec3,
    },
    /// Tests whether a segment hits any face.
    Sight {
        /// Start of the segment.
        from: Vec3,
        /// End of the segment.
        to: Vec3,
    },
    /// Finds the triangles that a body at rest may touch.
    Contacts {
        /// Shape of the body.
        body: Capsule,
        /// Centre of the body.
        center: Vec3,
    },
    /// Finds the first face that a moving body hits.
    Sweep {
        /// Shape of the body. The radius may be 0.
        body: Capsule,
        /// Centre at the start.
        from: Vec3,
        /// Centre at the end if nothing is hit.
        to: Vec3,
        /// Whether the search reads every face near the path, even behind the first hit.
        all: bool,
    },
    /// Pushes a sphere out of faces like the ATI sample; see [`push_ati`](crate::push_ati).
    PushAti {
        /// Centre of the sphere.
        center: Vec3,
        /// Radius of the sphere.
        radius: f32,
    },
    /// Finds the faces that touch a box, as [`NodeTree::overlap`](bspwalk_trees::NodeTree::overlap) does.
    Overlap {
        /// Minimum corner.
        min: Vec3,
        /// Maximum corner.
        max: Vec3,
    },
    /// Finds the cell that contains a point.
    Locate {
        /// The point.
        point: Vec3,
    },
}

impl LoggedQuery {
    /// Formats the query as a JSON object. Returns `None` if the format cannot express it: a value is not finite, the
    /// radius is negative, or the body is not upright.
    ///
    /// `origin` is added to all points. Numbers have enough digits to restore the same query, unless the origin is so
    /// far away that an `f64` cannot hold the sum.
    #[must_use]
    pub fn to_json(&self, origin: DVec3) -> Option<String> {
        let point = |point: Vec3| point.is_finite().then_some(Point { point, origin });
        Some(match *self {
            Self::Cast { from, to } => {
                format!(r#"{{"cast":{{"from":{},"to":{}}}}}"#, point(from)?, point(to)?)
            }
            Self::Sight { from, to } => {
                format!(r#"{{"sight":{{"from":{},"to":{}}}}}"#, point(from)?, point(to)?)
            }
            Self::Contacts { body, center } => {
                let body = UprightBody::of(body)?;
                format!(r#"{{"contacts":{{"center":{},{body}}}}}"#, point(center)?)
            }
            Self::Sweep { body, from, to, all } => {
                let body = UprightBody::of(body)?;
                let all = if all { r#","all":true"# } else { "" };
                format!(
                    r#"{{"sweep":{{"from":{},"to":{},{body}{all}}}}}"#,
                    point(from)?,
                    point(to)?
                )
            }
            Self::PushAti { center, radius } => {
                let body = UprightBody::of(Capsule::sphere(radius))?;
                format!(r#"{{"push_ati":{{"center":{},{body}}}}}"#, point(center)?)
            }
            Self::Overlap { min, max } => {
                format!(r#"{{"overlap":{{"min":{},"max":{}}}}}"#, point(min)?, point(max)?)
            }
            Self::Locate { point: at } => format!(r#"{{"locate":{{"point":{}}}}}"#, point(at)?),
        })
    }
}

/// A point that is formatted as a JSON array.
struct Point {
    point: Vec3,
    origin: DVec3,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.origin == DVec3::ZERO {
            // An `f32` needs fewer digits than the equal `f64`.
            let [x, y, z] = self.point.to_array();
            write!(f, "[{x},{y},{z}]")
        } else {
            let [x, y, z] = (self.point.as_dvec3() + self.origin).to_array();
            write!(f, "[{x},{y},{z}]")
        }
    }
}

/// A sphere or an upright capsule that is formatted as JSON fields.
struct UprightBody {
    radius: f32,
    half_height: f32,
}

impl UprightBody {
    fn of(body: Capsule) -> Option<Self> {
        let Capsule { half_axis, radius } = body;
        let half_height = half_axis.y.abs();
        let is_finite = half_axis.is_finite() && radius.is_finite();
        (is_finite && radius >= 0.0 && half_axis.x == 0.0 && half_axis.z == 0.0)
            .then_some(Self { radius, half_height })
    }
}

impl fmt::Display for UprightBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { radius, half_height } = *self;
        write!(f, r#""radius":{radius}"#)?;
        if half_height == 0.0 {
            return Ok(());
        }
        let height = 2.0 * (f64::from(half_height) + f64::from(radius));
        let short = height as f32;
        let restored = short.to_string().parse().map_or(f64::NAN, |height: f64| height);
        if (0.5 * restored - f64::from(radius)) as f32 == half_height {
            write!(f, r#","height":{short}"#)
        } else {
            write!(f, r#","height":{height}"#)
        }
    }
}

/// A log of queries; see the [module](self).
///
/// Several threads may log at the same time. A line takes about 100 bytes.
#[derive(Debug)]
pub struct QueryLog<W> {
    origin: DVec3,
    written: Mutex<Written<W>>,
}

#[derive(Debug)]
struct Written<W> {
    output: W,
    counts: LogCounts,
    /// First error of the output. Nothing is written after it.
    error: Option<io::Error>,
}

/// Numbers of queries in a [`QueryLog`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogCounts {
    /// Number of lines.
    pub lines: u64,
    /// Number of queries without a line, because [`LoggedQuery::to_json`] cannot express them.
    pub omitted: u64,
}

impl<W: Write> QueryLog<W> {
    /// Creates a log that writes to `output`. Use a buffered writer for files.
    #[must_use]
    pub fn new(output: W) -> Self {
        Self {
            origin: DVec3::ZERO,
            written: Mutex::new(Written {
                output,
                counts: LogCounts::default(),
                error: None,
            }),
        }
    }

    /// Adds `origin`, in metres, to all points. Commands expect points in the space of the level's file, so pass the
    /// origin of a level that was moved closer to its file's origin.
    #[must_use]
    pub fn with_origin(self, origin: DVec3) -> Self {
        Self { origin, ..self }
    }

    /// Wraps a set of obstacles, such as a [`NodeTree`](bspwalk_trees::NodeTree) or an
    /// [`Assembly`](crate::things::Assembly), so that its queries are logged.
    #[must_use]
    pub fn record<P: Deref<Target: Obstacles>>(&self, obstacles: P) -> Recorded<'_, P, W> {
        Recorded {
            obstacles,
            log: self,
            sweep: Cell::new(InSweep::No),
        }
    }

    /// Logs a query. The wrapper of [`QueryLog::record`] calls it. Call it for queries that bypass the wrapper.
    pub fn log(&self, query: &LoggedQuery) {
        let line = query.to_json(self.origin);
        let mut written = self.lock();
        let Some(line) = line else {
            written.counts.omitted += 1;
            return;
        };
        if written.error.is_some() {
            return;
        }
        match writeln!(written.output, "{line}") {
            Ok(()) => written.counts.lines += 1,
            Err(error) => written.error = Some(error),
        }
    }

    /// Returns the numbers of logged and omitted queries.
    #[must_use]
    pub fn counts(&self) -> LogCounts {
        self.lock().counts
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// Returns the first error of the output. After an error, the log writes no more lines.
    pub fn flush(&self) -> io::Result<()> {
        let mut written = self.lock();
        match &written.error {
            Some(error) => Err(io::Error::new(error.kind(), error.to_string())),
            None => written.output.flush(),
        }
    }

    /// Flushes the output and returns it.
    ///
    /// # Errors
    /// Returns the first error of the output.
    pub fn finish(self) -> io::Result<W> {
        self.flush()?;
        let written = self.written.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(written.output)
    }

    fn lock(&self) -> MutexGuard<'_, Written<W>> {
        // A panic in the writer leaves at most half a line.
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A set of obstacles whose queries are logged; see [`QueryLog::record`]. The answers do not change.
#[derive(Debug)]
pub struct Recorded<'a, P, W> {
    obstacles: P,
    log: &'a QueryLog<W>,
    sweep: Cell<InSweep>,
}

/// Position relative to a sweep, which may search the set several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InSweep {
    No,
    /// The sweep has begun.
    Begun,
    /// The sweep has been logged. Its further searches belong to the same line.
    Logged,
}

impl<P, W: Write> Recorded<'_, P, W> {
    fn log(&self, query: &LoggedQuery) {
        if self.sweep.get() != InSweep::Logged {
            self.log.log(query);
        }
    }
}

impl<P: Deref<Target: Obstacles>, W: Write> Obstacles for Recorded<'_, P, W> {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        self.log(&LoggedQuery::Cast { from, to });
        self.obstacles.cast(from, to)
    }

    fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        self.log(&LoggedQuery::Sight { from, to });
        self.obstacles.is_blocked(from, to)
    }

    fn visit_swept(
        &self,
        shape: &Shape,
        from: Vec3,
        to: Vec3,
        visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        let body = shape.bounding_capsule();
        // Searches outside of sweeps read every face.
        let all = self.sweep.get() == InSweep::No;
        self.log(&LoggedQuery::Sweep { body, from, to, all });
        if self.sweep.get() == InSweep::Begun {
            self.sweep.set(InSweep::Logged);
        }
        self.obstacles.visit_swept(shape, from, to, visit)
    }

    fn visit_near(&self, shape: &Shape, center: Vec3, visit: impl FnMut(&ObstacleTriangle)) {
        let body = shape.bounding_capsule();
        self.log(&LoggedQuery::Contacts { body, center });
        self.obstacles.visit_near(shape, center, visit);
    }

    fn visit_nearest(&self, body: Capsule, center: Vec3, visit: impl FnMut(&ObstacleTriangle) -> f32) {
        self.log(&LoggedQuery::Contacts { body, center });
        self.obstacles.visit_nearest(body, center, visit);
    }

    fn bounds(&self) -> Aabb {
        self.obstacles.bounds()
    }

    fn is_of_thing(&self, triangle: TriangleId) -> bool {
        self.obstacles.is_of_thing(triangle)
    }

    fn has_thing_in(&self, within: &Aabb) -> bool {
        self.obstacles.has_thing_in(within)
    }

    fn note(&self, note: impl FnOnce() -> Note) {
        let note = note();
        match note {
            Note::SweepBegins => self.sweep.set(InSweep::Begun),
            Note::SweepEnds => self.sweep.set(InSweep::No),
            Note::Tested { .. } | Note::Stage(_) => {}
        }
        self.obstacles.note(|| note);
    }
}

impl<P: Deref<Target: Observable>, W: Write> Observable for Recorded<'_, P, W> {
    fn observed<O: Observer>(&self, observer: O) -> impl Obstacles {
        self.log.record(Box::new(self.obstacles.observed(observer)))
    }

    fn push_sphere(&self, center: Vec3, radius: f32, observer: impl Observer) -> AtiPush {
        self.log(&LoggedQuery::PushAti { center, radius });
        self.obstacles.push_sphere(center, radius, observer)
    }

    fn sphere_contacts(&self, center: Vec3, radius: f32, found: &mut Vec<Contact>, observer: impl Observer) {
        let body = Capsule::sphere(radius);
        self.log(&LoggedQuery::Contacts { body, center });
        self.obstacles.sphere_contacts(center, radius, found, observer);
    }
}
