//! Queries that a film can show, and their answers.

use bspwalk_text::text;
use bspwalk_trees::observer::Unobserved;
use bspwalk_trees::{
    CastHit, Contact, NodeTree, QueryCounters,
    collision::{self, AtiPush, Capsule, Depenetration, Slide, SweepHit},
    node_storing::PathStep,
};
use glam::Vec3;

/// A query of the node-storing tree, or a collision query based on it. Points and lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Query {
    /// Finds the first face that a segment hits.
    Cast {
        /// Start of the segment.
        from: Vec3,
        /// End of the segment.
        to: Vec3,
    },
    /// Tests whether one point can be seen from another: a cast that should hit nothing.
    Sight {
        /// Viewpoint.
        from: Vec3,
        /// Target point.
        to: Vec3,
    },
    /// Finds the contacts of a resting body.
    Contacts {
        /// Shape of the body.
        body: Capsule,
        /// Centre of the body.
        center: Vec3,
    },
    /// Moves a body out of everything that it penetrates.
    Push {
        /// Shape of the body.
        body: Capsule,
        /// Centre of the body.
        center: Vec3,
    },
    /// Pushes a sphere as in the ATI sample, including its errors.
    PushAti {
        /// Centre of the sphere.
        center: Vec3,
        /// Radius of the sphere.
        radius: f32,
    },
    /// Finds the first hit of a moving body.
    Sweep {
        /// Shape of the body.
        body: Capsule,
        /// Centre of the body at the start.
        from: Vec3,
        /// Centre of the body at the end, if nothing stops it.
        to: Vec3,
    },
    /// Moves a body that slides along everything it hits.
    Slide {
        /// Shape of the body.
        body: Capsule,
        /// Centre of the body at the start.
        from: Vec3,
        /// Centre of the body at the end, if nothing stops it.
        to: Vec3,
    },
    /// Finds the faces that touch a box.
    Overlap {
        /// Minimum corner of the box.
        min: Vec3,
        /// Maximum corner of the box.
        max: Vec3,
    },
    /// Finds the cell that contains a point.
    Locate {
        /// The point.
        point: Vec3,
    },
}

/// A kind of query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum QueryKind {
    /// [`Query::Cast`].
    #[default]
    Cast,
    /// [`Query::Sight`].
    Sight,
    /// [`Query::Contacts`].
    Contacts,
    /// [`Query::Push`].
    Push,
    /// [`Query::PushAti`].
    PushAti,
    /// [`Query::Sweep`].
    Sweep,
    /// [`Query::Slide`].
    Slide,
    /// [`Query::Overlap`].
    Overlap,
    /// [`Query::Locate`].
    Locate,
}

impl QueryKind {
    /// All kinds, the simplest first.
    pub const ALL: [Self; 9] = [
        Self::Locate,
        Self::Cast,
        Self::Sight,
        Self::Contacts,
        Self::Overlap,
        Self::Push,
        Self::PushAti,
        Self::Sweep,
        Self::Slide,
    ];

    /// Returns the title in the user interface.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Cast => text!("caption-query-cast"),
            Self::Sight => text!("caption-query-sight"),
            Self::Contacts => text!("caption-query-contacts"),
            Self::Push => text!("caption-query-push"),
            Self::PushAti => text!("caption-query-push-ati"),
            Self::Sweep => text!("caption-query-sweep"),
            Self::Slide => text!("caption-query-slide"),
            Self::Overlap => text!("caption-query-overlap"),
            Self::Locate => text!("caption-query-locate"),
        }
    }

    /// Returns a description in one sentence.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Cast => text!("caption-query-cast-asks"),
            Self::Sight => text!("caption-query-sight-asks"),
            Self::Contacts => text!("caption-query-contacts-asks"),
            Self::Push => text!("caption-query-push-asks"),
            Self::PushAti => text!("caption-query-push-ati-asks"),
            Self::Sweep => text!("caption-query-sweep-asks"),
            Self::Slide => text!("caption-query-slide-asks"),
            Self::Overlap => text!("caption-query-overlap-asks"),
            Self::Locate => text!("caption-query-locate-asks"),
        }
    }

    /// Returns whether the query has a path from one point to another.
    #[must_use]
    pub const fn has_path(self) -> bool {
        matches!(self, Self::Cast | Self::Sight | Self::Sweep | Self::Slide)
    }

    /// Returns `None` if the query has no body, otherwise whether the body may be a capsule rather than a sphere.
    #[must_use]
    pub const fn body(self) -> Option<bool> {
        match self {
            Self::Contacts | Self::Push | Self::Sweep | Self::Slide => Some(true),
            Self::PushAti => Some(false),
            Self::Cast | Self::Sight | Self::Overlap | Self::Locate => None,
        }
    }
}

/// Answer to a [`Query`].
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Nearest hit of a cast or line of sight.
    Cast(Option<CastHit>),
    /// Contacts, the deepest first.
    Contacts(Vec<Contact>),
    /// Result of a depenetration.
    Push(Depenetration),
    /// Result of the ATI sample's push.
    PushAti(AtiPush),
    /// First hit of a moving body.
    Sweep(Option<SweepHit>),
    /// Result of a slide.
    Slide(Slide),
    /// Faces that touch the box, in ascending order.
    Overlap(Vec<u32>),
    /// Path from the root to the cell.
    Locate(Vec<PathStep>),
}

impl Query {
    /// Runs the query without an observer. Also returns the number of nodes that it visits.
    #[must_use]
    pub fn ask(&self, tree: &NodeTree) -> (Answer, u64) {
        let before = QueryCounters::of_this_thread();
        let counted = |answer| {
            (
                answer,
                QueryCounters::of_this_thread().since(before).nodes_visited,
            )
        };
        match *self {
            Self::Cast { from, to } | Self::Sight { from, to } => {
                let report = tree.cast_observed(from, to, Unobserved);
                (Answer::Cast(report.hit), u64::from(report.visited))
            }
            Self::Contacts { body, center } => {
                let mut contacts = Vec::new();
                collision::contacts(tree, body, center, &mut contacts);
                counted(Answer::Contacts(contacts))
            }
            Self::Push { body, center } => counted(Answer::Push(collision::depenetrate(tree, body, center))),
            Self::PushAti { center, radius } => {
                counted(Answer::PushAti(collision::push_ati(tree, center, radius)))
            }
            Self::Sweep { body, from, to } => {
                let report = collision::sweep(tree, body, from, to);
                (Answer::Sweep(report.hit), u64::from(report.nodes_visited))
            }
            Self::Slide { body, from, to } => counted(Answer::Slide(collision::slide(tree, body, from, to))),
            Self::Overlap { min, max } => {
                let mut faces = Vec::new();
                let visited = tree.overlap(min, max, &mut faces);
                (Answer::Overlap(faces), u64::from(visited))
            }
            Self::Locate { point } => {
                let path: Vec<PathStep> = tree.path(point).collect();
                let visited = path.len() as u64;
                (Answer::Locate(path), visited)
            }
        }
    }

    /// Returns the kind of query.
    #[must_use]
    pub const fn kind(&self) -> QueryKind {
        match self {
            Self::Cast { .. } => QueryKind::Cast,
            Self::Sight { .. } => QueryKind::Sight,
            Self::Contacts { .. } => QueryKind::Contacts,
            Self::Push { .. } => QueryKind::Push,
            Self::PushAti { .. } => QueryKind::PushAti,
            Self::Sweep { .. } => QueryKind::Sweep,
            Self::Slide { .. } => QueryKind::Slide,
            Self::Overlap { .. } => QueryKind::Overlap,
            Self::Locate { .. } => QueryKind::Locate,
        }
    }

    /// Returns the resting or moving body, if the query has one.
    #[must_use]
    pub fn body(&self) -> Option<Capsule> {
        match *self {
            Self::Contacts { body, .. }
            | Self::Push { body, .. }
            | Self::Sweep { body, .. }
            | Self::Slide { body, .. } => Some(body),
            Self::PushAti { radius, .. } => Some(Capsule::sphere(radius)),
            Self::Cast { .. } | Self::Sight { .. } | Self::Overlap { .. } | Self::Locate { .. } => None,
        }
    }

    /// Returns both ends of the path, if the query has one.
    #[must_use]
    pub fn path(&self) -> Option<[Vec3; 2]> {
        match *self {
            Self::Cast { from, to }
            | Self::Sight { from, to }
            | Self::Sweep { from, to, .. }
            | Self::Slide { from, to, .. } => Some([from, to]),
            _ => None,
        }
    }

    /// Returns the position of the query: the start of a path, or the centre of a resting shape.
    #[must_use]
    pub fn place(&self) -> Vec3 {
        match *self {
            Self::Cast { from, .. }
            | Self::Sight { from, .. }
            | Self::Sweep { from, .. }
            | Self::Slide { from, .. } => from,
            Self::Contacts { center, .. } | Self::Push { center, .. } | Self::PushAti { center, .. } => {
                center
            }
            Self::Overlap { min, max } => 0.5 * (min + max),
            Self::Locate { point } => point,
        }
    }
}
