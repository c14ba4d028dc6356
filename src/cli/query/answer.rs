//! What a request is answered.

use glam::Vec3;
use serde::Serialize;

use super::request::{Point, Radius, Request};
use crate::{
    bsp::{
        NodeTree,
        node_storing::{CastReport, Contact},
        solid_leaf::{LeafId, LeafOrder, LeafTree},
    },
    cli::open::Opened,
    collision::{self, Capsule, SweepReport},
    level::Level,
};

/// An answer, in the field's words; vectors in metres, normals unit.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Answer {
    Cast(CastAnswer),
    Contacts(Vec<ContactAnswer>),
    Push(PushAnswer),
    PushAti(PushAtiAnswer),
    Overlap { faces: Vec<u32> },
    Sweep(SweepAnswer),
    Slide(PushAnswer),
    Locate(LocateAnswer),
    Visible { pvs: bool },
    Order { leaves: Vec<LeafId> },
    Error(String),
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum CastAnswer {
    Hit {
        hit: bool,
        t: f32,
        point: [f32; 3],
        normal: [f32; 3],
        face: u32,
        visited: u32,
    },
    Miss {
        hit: bool,
        visited: u32,
    },
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum SweepAnswer {
    Hit {
        hit: bool,
        t: f64,
        center: [f32; 3],
        point: [f32; 3],
        normal: [f32; 3],
        face: u32,
        visited: u32,
    },
    Miss {
        hit: bool,
        visited: u32,
    },
}

#[derive(Debug, Serialize)]
pub(super) struct ContactAnswer {
    point: [f32; 3],
    normal: [f32; 3],
    depth: f32,
    face: u32,
    material: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct PushAnswer {
    center: [f32; 3],
    clear: bool,
    contacts: Vec<ContactAnswer>,
}

#[derive(Debug, Serialize)]
pub(super) struct PushAtiAnswer {
    center: [f32; 3],
    pushed: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct LocateAnswer {
    node_path: String,
    /// The leaf of the solid-leaf tree.
    leaf: LeafId,
    /// Whether that leaf is solid.
    solid: bool,
}

/// Answers requests on the trees of a level.
pub(super) struct Answerer<'a> {
    opened: &'a Opened,
    level: &'a Level,
    tree: &'a NodeTree,
    contacts: Vec<Contact>,
    /// Prepared by the first request for it.
    order: Option<LeafOrder<'a>>,
}

impl<'a> Answerer<'a> {
    pub(super) fn new(opened: &'a Opened) -> Self {
        Self {
            opened,
            level: &opened.level,
            tree: &opened.tree,
            contacts: Vec::new(),
            order: None,
        }
    }

    /// The solid-leaf tree: the first request that needs it waits until it is built.
    fn leaf_tree(&self) -> Result<&'a LeafTree, String> {
        let leaves = self.opened.leaves().map_err(|error| error.to_string())?;
        Ok(&leaves.tree)
    }

    fn contacts(&self, contacts: &[Contact]) -> Vec<ContactAnswer> {
        contacts
            .iter()
            .map(|contact| ContactAnswer {
                point: vector(contact.point),
                normal: vector(contact.normal),
                depth: contact.depth,
                face: contact.face,
                material: self.level.material_of_face(contact.face).map(str::to_owned),
            })
            .collect()
    }

    /// The answer, or in one sentence why there is none.
    pub(super) fn answer(&mut self, request: &Request) -> Result<Answer, String> {
        Ok(match *request {
            Request::Cast {
                from: Point(from),
                to: Point(to),
            } => Answer::Cast(self.tree.cast_report(from, to).into()),
            Request::Contacts {
                center: Point(center),
                radius: Radius(radius),
            } => {
                self.tree.contacts(center, radius, &mut self.contacts);
                Answer::Contacts(self.contacts(&self.contacts))
            }
            Request::Push {
                center: Point(center),
                radius: Radius(radius),
            } => {
                let result = collision::push(self.tree, center, radius);
                Answer::Push(PushAnswer {
                    center: vector(result.center),
                    clear: result.clear,
                    contacts: self.contacts(&result.contacts),
                })
            }
            Request::PushAti {
                center: Point(center),
                radius: Radius(radius),
            } => {
                let result = collision::push_ati(self.tree, center, radius);
                Answer::PushAti(PushAtiAnswer {
                    center: vector(result.center),
                    pushed: result.pushed,
                })
            }
            Request::Overlap {
                min: Point(min),
                max: Point(max),
            } => {
                let mut faces = Vec::new();
                self.tree.overlap(min, max, &mut faces);
                Answer::Overlap { faces }
            }
            Request::Locate { point: Point(point) } => {
                let leaves = self.leaf_tree()?;
                let leaf = leaves.locate(point.as_dvec3());
                Answer::Locate(LocateAnswer {
                    node_path: self.tree.path(point).map(|step| step.branch.letter()).collect(),
                    leaf,
                    solid: leaves.is_solid(leaf),
                })
            }
            Request::Sweep {
                from: Point(from),
                to: Point(to),
                radius: Radius(radius),
            } => Answer::Sweep(collision::sweep_report(self.tree, Capsule::sphere(radius), from, to).into()),
            Request::Slide {
                from: Point(from),
                to: Point(to),
                radius: Radius(radius),
            } => {
                let slide = collision::slide(self.tree, Capsule::sphere(radius), from, to);
                Answer::Slide(PushAnswer {
                    center: vector(slide.center),
                    clear: slide.clear,
                    contacts: self.contacts(&slide.contacts),
                })
            }
            Request::Visible {
                from: Point(from),
                to: Point(to),
            } => {
                let leaves = self.leaf_tree()?;
                let (pvs, _) = self.opened.pvs().map_err(|error| error.to_string())?;
                let [from, to] = [from, to].map(|point| leaves.locate(point.as_dvec3()));
                Answer::Visible {
                    pvs: pvs.visible(from, to),
                }
            }
            Request::Order { eye: Point(eye) } => {
                let leaves = self.leaf_tree()?;
                let order = self.order.get_or_insert_with(|| leaves.order());
                Answer::Order {
                    leaves: order.near_to_far(eye.as_dvec3()).collect(),
                }
            }
        })
    }
}

impl From<CastReport> for CastAnswer {
    fn from(CastReport { hit, visited }: CastReport) -> Self {
        match hit {
            Some(hit) => Self::Hit {
                hit: true,
                t: hit.t,
                point: vector(hit.point),
                normal: vector(hit.normal),
                face: hit.face,
                visited,
            },
            None => Self::Miss { hit: false, visited },
        }
    }
}

impl From<SweepReport> for SweepAnswer {
    fn from(SweepReport { hit, visited, .. }: SweepReport) -> Self {
        match hit {
            Some(hit) => Self::Hit {
                hit: true,
                t: hit.t,
                center: vector(hit.center),
                point: vector(hit.point),
                normal: vector(hit.normal),
                face: hit.face,
                visited,
            },
            None => Self::Miss { hit: false, visited },
        }
    }
}

/// As it is written: a zero without a sign.
fn vector(vector: Vec3) -> [f32; 3] {
    (vector + Vec3::ZERO).to_array()
}
