//! The queries that a film can show, and their answers.

use bspwalk_text::text;
use bspwalk_trees::observer::Unobserved;
use bspwalk_trees::{
    CastHit, Contact, NodeTree, QueryCounters,
    collision::{self, AtiPush, Capsule, Depenetration, Slide, SweepHit},
    node_storing::PathStep,
};
use glam::Vec3;

/// A query of the node-storing tree, or of collision that asks it. Points and lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Query {
    /// Where a segment first meets a face.
    Cast {
        /// Its start.
        from: Vec3,
        /// Its end.
        to: Vec3,
    },
    /// Whether one point can be seen from another: a cast that is to meet nothing.
    Sight {
        /// The eye.
        from: Vec3,
        /// What is looked at.
        to: Vec3,
    },
    /// What a resting body reaches into.
    Contacts {
        /// Its shape.
        body: Capsule,
        /// Its centre.
        center: Vec3,
    },
    /// Where a body comes out of everything that it reaches into.
    Push {
        /// Its shape.
        body: Capsule,
        /// Its centre.
        center: Vec3,
    },
    /// The ATI sample's push of a sphere, faults and all.
    PushAti {
        /// The centre of the sphere.
        center: Vec3,
        /// Its radius.
        radius: f32,
    },
    /// What a moving body first meets.
    Sweep {
        /// Its shape.
        body: Capsule,
        /// Where its centre starts.
        from: Vec3,
        /// Where its centre would end.
        to: Vec3,
    },
    /// Where a body ends that slides along everything that it meets.
    Slide {
        /// Its shape.
        body: Capsule,
        /// Where its centre starts.
        from: Vec3,
        /// Where its centre would end.
        to: Vec3,
    },
    /// The faces that touch a box.
    Overlap {
        /// Its least corner.
        min: Vec3,
        /// Its greatest corner.
        max: Vec3,
    },
    /// The cell that a point is in.
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
    /// All of them, the simplest first.
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

    /// Its title on the screen.
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

    /// What it answers, in one sentence.
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

    /// Whether it goes from one point to another; otherwise it is about one point.
    #[must_use]
    pub const fn has_path(self) -> bool {
        matches!(self, Self::Cast | Self::Sight | Self::Sweep | Self::Slide)
    }

    /// Whether it is about a body, and whether that may be a capsule rather than a sphere.
    #[must_use]
    pub const fn body(self) -> Option<bool> {
        match self {
            Self::Contacts | Self::Push | Self::Sweep | Self::Slide => Some(true),
            Self::PushAti => Some(false),
            Self::Cast | Self::Sight | Self::Overlap | Self::Locate => None,
        }
    }
}

/// The answer to a [`Query`].
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// To a cast and to a line of sight: the nearest hit.
    Cast(Option<CastHit>),
    /// The contacts, the deepest first.
    Contacts(Vec<Contact>),
    /// Where a depenetration ended.
    Push(Depenetration),
    /// Where the ATI sample's push ended.
    PushAti(AtiPush),
    /// What a moving body met.
    Sweep(Option<SweepHit>),
    /// Where a slide ended.
    Slide(Slide),
    /// The faces that touch the box, ascending.
    Overlap(Vec<u32>),
    /// The path from the root.
    Locate(Vec<PathStep>),
}

impl Query {
    /// Asks it, unwatched. Also returns how many nodes the query says that it visited.
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

    /// Its kind.
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

    /// The body that rests or moves, where there is one.
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

    /// The ends of its path, where it has one.
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

    /// The point that it is about: the start of a path, or the middle of what rests.
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
