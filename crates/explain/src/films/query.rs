//! The queries that an animation can show, and their answers.

use bspwalk_collision::{AtiPush, Capsule, Depenetration, Slide, SweepHit};
use bspwalk_text::text;
use bspwalk_trees::{
    CastHit, Contact, FaceId, NodeTree, Obstacles, QueryCounters,
    node_storing::{ObservedTree, PathStep},
    observer::{AtPlane, Observer, TreeQuery, Unobserved},
};
use glam::Vec3;

use super::textbook::OnePlane;

/// A query of the node-storing tree, or a collision query that uses the tree. Points and lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Query {
    /// Finds the first face that a segment hits.
    Cast {
        /// Start of the segment.
        from: Vec3,
        /// End of the segment.
        to: Vec3,
    },
    /// Tests whether one point is visible from another. It is visible if the cast between the two points hits nothing.
    Sight {
        /// Eye position.
        from: Vec3,
        /// Position of the target.
        to: Vec3,
    },
    /// Finds the contacts of a body at rest.
    Contacts {
        /// Shape of the body.
        body: Capsule,
        /// Centre of the body.
        center: Vec3,
    },
    /// Moves a body out of everything that it overlaps (depenetration).
    Push {
        /// Shape of the body.
        body: Capsule,
        /// Centre of the body.
        center: Vec3,
    },
    /// Pushes a sphere out of faces like the ATI sample, including its bugs.
    PushAti {
        /// Centre of the sphere.
        center: Vec3,
        /// Radius of the sphere.
        radius: f32,
    },
    /// Finds the first face that a moving body hits.
    Sweep {
        /// Shape of the body.
        body: Capsule,
        /// Centre at the start.
        from: Vec3,
        /// Centre at the end of the path, which is reached if nothing is hit.
        to: Vec3,
        /// Whether the search reads every face near the path, even behind the first hit.
        all: bool,
    },
    /// Moves a body that slides along everything that it hits.
    Slide {
        /// Shape of the body.
        body: Capsule,
        /// Centre at the start.
        from: Vec3,
        /// Centre at the end of the path, which is reached if nothing is hit.
        to: Vec3,
    },
    /// Finds the faces that overlap a box.
    Overlap {
        /// Minimum corner.
        min: Vec3,
        /// Maximum corner.
        max: Vec3,
    },
    /// Finds the cell that contains a point.
    Locate {
        /// Point to locate, in metres.
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
    /// All kinds of queries, simplest first.
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

    /// Returns the name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cast => "cast",
            Self::Sight => "sight",
            Self::Contacts => "contacts",
            Self::Push => "push",
            Self::PushAti => "push-ati",
            Self::Sweep => "sweep",
            Self::Slide => "slide",
            Self::Overlap => "overlap",
            Self::Locate => "locate",
        }
    }

    /// Returns the title shown to the user.
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

    /// Returns the question that a query of this kind answers, in one sentence.
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

    /// Returns whether a query of this kind follows a path from one point to another.
    #[must_use]
    pub const fn has_path(self) -> bool {
        matches!(self, Self::Cast | Self::Sight | Self::Sweep | Self::Slide)
    }

    /// Returns whether the body of a query of this kind may be a capsule as well as a sphere, or `None` if there is no
    /// body.
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
    /// The nearest hit of a cast or a line of sight.
    Cast(Option<CastHit>),
    /// The contacts, deepest first.
    Contacts(Vec<Contact>),
    /// The result of the depenetration.
    Push(Depenetration),
    /// The result of the push in the ATI sample.
    PushAti(AtiPush),
    /// The first face that a moving body hits.
    Sweep(Option<SweepHit>),
    /// The result of a slide.
    Slide(Slide),
    /// Faces that overlap the box, in ascending order.
    Overlap(Vec<FaceId>),
    /// Path from the root to the cell.
    Locate(Vec<PathStep>),
}

impl Query {
    /// Runs the query without an observer. Also returns the number of visited nodes, as counted by the query itself.
    #[must_use]
    pub fn ask(&self, tree: &NodeTree) -> (Answer, u64) {
        self.observed(tree, Unobserved)
    }

    /// Like [`Query::ask`], but reports each step to `observer`.
    pub(super) fn observed(&self, tree: &NodeTree, observer: impl Observer) -> (Answer, u64) {
        let before = QueryCounters::of_this_thread();
        let counted = |answer| {
            let counters = QueryCounters::of_this_thread().since(before);
            (answer, counters.nodes_visited)
        };
        let observed = ObservedTree { tree, observer };
        match *self {
            Self::Cast { from, to } | Self::Sight { from, to } => {
                let report = tree.cast_observed(from, to, observer);
                (Answer::Cast(report.hit), u64::from(report.visited))
            }
            Self::Contacts { body, center } => {
                let mut contacts = Vec::new();
                bspwalk_collision::contacts(&observed, body, center, &mut contacts);
                counted(Answer::Contacts(contacts))
            }
            Self::Push { body, center } => counted(Answer::Push(bspwalk_collision::depenetrate(
                &observed, body, center,
            ))),
            Self::PushAti { center, radius } => {
                let pushed = bspwalk_collision::push_ati_observed(tree, center, radius, observer);
                counted(Answer::PushAti(pushed))
            }
            Self::Sweep {
                body,
                from,
                to,
                all: true,
            } => {
                // This search reads every face on the path. Its answer is the first hit, which a sweep finds.
                let visited = observed.visit_swept(&body.into(), from, to, |_| 1.0);
                let report = bspwalk_collision::sweep(tree, body, from, to);
                (Answer::Sweep(report.hit), u64::from(visited))
            }
            Self::Sweep {
                body,
                from,
                to,
                all: false,
            } => {
                let report = bspwalk_collision::sweep(&observed, body, from, to);
                (Answer::Sweep(report.hit), u64::from(report.nodes_visited))
            }
            Self::Slide { body, from, to } => {
                counted(Answer::Slide(bspwalk_collision::slide(&observed, body, from, to)))
            }
            Self::Overlap { min, max } => {
                let mut faces = Vec::new();
                let visited = tree.overlap_observed(min, max, &mut faces, observer);
                (Answer::Overlap(faces), u64::from(visited))
            }
            Self::Locate { point } => {
                observer.begin_query(TreeQuery::Locate { point });
                let path = tree.path(point).inspect(|&PathStep { node, branch }| {
                    let plane = tree.node(node).map(|view| view.plane);
                    let distance = plane.map_or(0.0, |plane| plane.distance(point.as_dvec3()).abs() as f32);
                    observer.visit_node(node, AtPlane::OneSide { branch, distance });
                });
                let path: Vec<PathStep> = path.collect();
                let visited = path.len() as u64;
                (Answer::Locate(path), visited)
            }
        }
    }

    /// Answers the query with the textbook traversal and reports each step to `observer`.
    ///
    /// The answer is the same as from [`Query::ask`]. Only the node of a hit can differ, if several nodes store
    /// fragments of the same triangle.
    pub(super) fn ask_textbook(&self, tree: &NodeTree, observer: impl Observer) -> Answer {
        let textbook = OnePlane { tree, observer };
        match *self {
            Self::Cast { from, to } | Self::Sight { from, to } => Answer::Cast(textbook.cast(from, to)),
            Self::Contacts { body, center } => {
                let mut contacts = Vec::new();
                bspwalk_collision::contacts(&textbook, body, center, &mut contacts);
                Answer::Contacts(contacts)
            }
            Self::Push { body, center } => {
                Answer::Push(bspwalk_collision::depenetrate(&textbook, body, center))
            }
            Self::Sweep {
                body,
                from,
                to,
                all: true,
            } => {
                textbook.visit_swept(&body.into(), from, to, |_| 1.0);
                Answer::Sweep(bspwalk_collision::sweep(tree, body, from, to).hit)
            }
            Self::Sweep {
                body,
                from,
                to,
                all: false,
            } => Answer::Sweep(bspwalk_collision::sweep(&textbook, body, from, to).hit),
            Self::Slide { body, from, to } => {
                Answer::Slide(bspwalk_collision::slide(&textbook, body, from, to))
            }
            Self::Overlap { min, max } => Answer::Overlap(textbook.overlap(min, max)),
            // These queries visit one plane at a time anyway.
            Self::PushAti { .. } | Self::Locate { .. } => self.observed(tree, observer).0,
        }
    }

    /// Returns the kind of the query.
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

    /// Returns the body at rest or in motion, if there is one.
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

    /// Returns the endpoints of the path, if there is one.
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

    /// Returns the position of the query: the start of its path, or the middle of a shape at rest.
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
