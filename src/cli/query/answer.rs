//! Answers to the requests of `query`.

use std::collections::BTreeMap;

use bspwalk_collision::Sweep;
use bspwalk_compile::Brushes;
use bspwalk_explain::films::Query;
use bspwalk_session::{
    Opened,
    request::{Point, Request},
};
use bspwalk_text::text;
use bspwalk_trees::observer::Unobserved;
use bspwalk_trees::{
    Contact, FaceId, Obstacles, QuakeTree,
    node_storing::Cast,
    quake::{HullId, QuakeLeafId},
    solid_leaf::{LeafId, LeafOrder, LeafTree},
};
use glam::{DVec3, Vec3};
use serde::Serialize;

use crate::cli::report::{ContactAnswer, FileCoordinates, vector};

/// An answer. Vectors are in metres, and normals have unit length.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Answer<'a> {
    Cast(TraceAnswer<CastHit>),
    Sight {
        clear: bool,
        visited: u32,
    },
    Contacts(Vec<ContactAnswer<'a>>),
    Push(PushAnswer<'a>),
    PushAti {
        center: FileCoordinates,
        pushed: bool,
    },
    Overlap {
        faces: Vec<FaceId>,
    },
    Sweep(TraceAnswer<SweepHit>),
    Slide(PushAnswer<'a>),
    Locate(LocateAnswer),
    Visible {
        pvs: bool,
        /// Visibility according to the file's PVS, for a compiled level.
        #[serde(skip_serializing_if = "Option::is_none")]
        own: Option<bool>,
    },
    Order {
        leaves: Vec<LeafId>,
    },
    Error(String),
}

/// The answer to a cast or a sweep.
#[derive(Debug, Serialize)]
pub(super) struct TraceAnswer<H> {
    hit: bool,
    #[serde(flatten)]
    found: Option<H>,
    visited: u32,
}

impl<H> TraceAnswer<H> {
    fn new(found: Option<H>, visited: u32) -> Self {
        let hit = found.is_some();
        Self { hit, found, visited }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct CastHit {
    t: f32,
    point: FileCoordinates,
    normal: [f32; 3],
    face: FaceId,
}

#[derive(Debug, Serialize)]
pub(super) struct SweepHit {
    t: f64,
    center: FileCoordinates,
    point: FileCoordinates,
    normal: [f32; 3],
    face: FaceId,
}

#[derive(Debug, Serialize)]
pub(super) struct PushAnswer<'a> {
    center: FileCoordinates,
    clear: bool,
    contacts: Vec<ContactAnswer<'a>>,
}

#[derive(Debug, Serialize)]
pub(super) struct LocateAnswer {
    node_path: String,
    /// Leaf of the solid-leaf tree.
    leaf: LeafId,
    /// Whether the leaf is solid or the point is in one of the leaf's detail brushes.
    solid: bool,
    /// Location in the file's own tree, for a compiled level.
    #[serde(skip_serializing_if = "Option::is_none")]
    own: Option<OwnPlace>,
}

/// Location of a point in the tree stored in a compiled level.
#[derive(Debug, Serialize)]
pub(super) struct OwnPlace {
    /// Leaf number in the file.
    leaf: QuakeLeafId,
    /// Contents of the leaf.
    contents: &'static str,
    /// Contents in each clip hull for a body whose reference point is at this point.
    #[serde(flatten)]
    hulls: BTreeMap<String, &'static str>,
}

impl OwnPlace {
    fn of(tree: &QuakeTree, point: DVec3) -> Self {
        let hulls = HullId::all().skip(1).take(tree.hulls().len());
        let hulls = hulls.filter_map(|hull| {
            let contents = tree.hull_contents(hull, point)?;
            Some((format!("hull{hull}"), contents.key()))
        });
        Self {
            leaf: tree.locate(point),
            contents: tree.contents(point).key(),
            hulls: hulls.collect(),
        }
    }
}

/// Answers requests about the trees of a level.
pub(super) struct Answerer<'a> {
    opened: &'a Opened,
    contacts: Vec<Contact>,
    /// Brushes, created by the first request that locates a point.
    brushes: Option<Brushes<'a>>,
    /// Leaf order, created by the first request for it.
    order: Option<LeafOrder<'a>>,
}

impl<'a> Answerer<'a> {
    pub(super) fn new(opened: &'a Opened) -> Self {
        Self {
            opened,
            contacts: Vec::new(),
            brushes: None,
            order: None,
        }
    }

    /// Converts a point of the level to the space of its file.
    fn place(&self, point: Vec3) -> FileCoordinates {
        FileCoordinates::of(point, &self.opened.level)
    }

    /// Returns the solid-leaf tree. The first request that needs the tree waits until it is built.
    fn leaf_tree(&self) -> Result<&'a LeafTree, String> {
        let leaves = self.opened.leaves().map_err(|error| error.to_string())?;
        Ok(&leaves.tree)
    }

    fn contacts(&self, contacts: &[Contact]) -> Vec<ContactAnswer<'a>> {
        let answers = contacts.iter();
        answers
            .map(|contact| ContactAnswer::of(contact, &self.opened.level))
            .collect()
    }

    fn push(&self, center: Vec3, clear: bool, contacts: &[Contact]) -> PushAnswer<'a> {
        PushAnswer {
            center: self.place(center),
            clear,
            contacts: self.contacts(contacts),
        }
    }

    /// Answers a request. Returns a sentence with the reason if the request cannot be answered.
    pub(super) fn answer(&mut self, request: &Request) -> Result<Answer<'a>, String> {
        match request.query(&self.opened.level) {
            Some(query) => self.of_query(query),
            None => self.of_leaves(request),
        }
    }

    fn of_query(&mut self, query: Query) -> Result<Answer<'a>, String> {
        let tree = &*self.opened.tree;
        Ok(match query {
            Query::Cast { from, to } => {
                let Cast { hit, visited, .. } = tree.cast_observed(from, to, Unobserved);
                let hit = hit.map(|hit| CastHit {
                    t: hit.t,
                    point: self.place(hit.point),
                    normal: vector(hit.normal),
                    face: hit.face,
                });
                Answer::Cast(TraceAnswer::new(hit, visited))
            }
            Query::Sight { from, to } => {
                let Cast { hit, visited, .. } = tree.cast_observed(from, to, Unobserved);
                let clear = hit.is_none();
                Answer::Sight { clear, visited }
            }
            Query::Contacts { body, center } => {
                if body.is_sphere() {
                    tree.contacts(center, body.radius, &mut self.contacts);
                } else {
                    bspwalk_collision::contacts(tree, body, center, &mut self.contacts);
                }
                Answer::Contacts(self.contacts(&self.contacts))
            }
            Query::Push { body, center } => {
                let pushed = bspwalk_collision::depenetrate(tree, body, center);
                Answer::Push(self.push(pushed.center, pushed.clear, &pushed.contacts))
            }
            Query::PushAti { center, radius } => {
                let result = bspwalk_collision::push_ati(tree, center, radius);
                Answer::PushAti {
                    center: self.place(result.center),
                    pushed: result.pushed,
                }
            }
            Query::Overlap { min, max } => {
                let mut faces = Vec::new();
                tree.overlap(min, max, &mut faces);
                Answer::Overlap { faces }
            }
            Query::Locate { point } => Answer::Locate(self.locate(point)?),
            Query::Sweep { body, from, to, all } => {
                let Sweep {
                    hit,
                    mut nodes_visited,
                    ..
                } = bspwalk_collision::sweep(tree, body, from, to);
                if all {
                    nodes_visited = tree.visit_swept(&body.into(), from, to, |_| 1.0);
                }
                let hit = hit.map(|hit| SweepHit {
                    t: hit.t,
                    center: self.place(hit.center),
                    point: self.place(hit.point),
                    normal: vector(hit.normal),
                    face: hit.face,
                });
                Answer::Sweep(TraceAnswer::new(hit, nodes_visited))
            }
            Query::Slide { body, from, to } => {
                let slide = bspwalk_collision::slide(tree, body, from, to);
                Answer::Slide(self.push(slide.center, slide.clear, &slide.contacts))
            }
        })
    }

    fn locate(&mut self, point: Vec3) -> Result<LocateAnswer, String> {
        let (leaves, level) = (self.leaf_tree()?, &self.opened.level);
        let at = point.as_dvec3();
        let leaf = leaves.locate(at);
        let brushes = self.brushes.get_or_insert_with(|| Brushes::new(level));
        let path = self.opened.tree.path(point);
        Ok(LocateAnswer {
            node_path: path.map(|step| step.branch.letter()).collect(),
            leaf,
            solid: leaves.is_solid(leaf) || brushes.contain(at),
            own: level.own_tree.as_ref().map(|own| OwnPlace::of(own, at)),
        })
    }

    /// Answers a request that does not query the node-storing tree.
    fn of_leaves(&mut self, request: &Request) -> Result<Answer<'a>, String> {
        let (leaves, level) = (self.leaf_tree()?, &self.opened.level);
        let local = |point: Point| point.local(level).as_dvec3();
        Ok(match *request {
            Request::Visible { from, to } => {
                let (pvs, _) = self.opened.pvs().map_err(|error| error.to_string())?;
                let points = [from, to].map(local);
                let [from, to] = points.map(|point| leaves.locate(point));
                let own = level.own_tree.as_ref();
                Answer::Visible {
                    pvs: pvs.visible(from, to),
                    own: own.map(|own| own.sees(own.locate(points[0]), own.locate(points[1]))),
                }
            }
            Request::Order { eye } => {
                let order = self.order.get_or_insert_with(|| leaves.order());
                let leaves = order.near_to_far(local(eye)).collect();
                Answer::Order { leaves }
            }
            _ => return Err(text!("usage-cast-by-nodes").to_owned()),
        })
    }
}
