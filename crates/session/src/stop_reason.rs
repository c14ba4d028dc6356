//! "Why did I stop?": describes the faces that last stopped the body.

use bspwalk_collision::{
    Capsule,
    mover::{Mode, Mover, Obstruction, Surface},
    sweep,
};
use bspwalk_explain::films::Query;
use bspwalk_levels::Level;
use bspwalk_text::{Localize, text, translated};
use bspwalk_trees::{Contact, FaceId, Feature, NodeTree, node_storing::NodeId};
use glam::{DVec3, Vec3};

use crate::{
    body::Body,
    history::{History, Moment},
};

/// Minimum fraction of the desired velocity that an unobstructed body keeps.
const FREE: f32 = 0.98;

/// Minimum cosine of the angle between two normals for them to count as equal.
const SAME: f32 = 0.9995;

/// Maximum number of reasons in an explanation.
const MOST: usize = 3;

/// A face that removed part of the desired velocity.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// Face number in the level.
    pub face: FaceId,
    /// Name of the door or lift that the face belongs to, if any. Moving parts have their own trees.
    pub part: Option<String>,
    /// Corners, in metres. For moving parts, they are at the position in the level's file.
    pub corners: [Vec3; 3],
    /// Node that stores the face. Faces of moving parts are in nodes of the parts' own trees.
    pub node: NodeId,
    /// Depth of the node in the level's tree.
    pub depth: u32,
    /// Path from the root of the level's tree to the node, as a sequence of the letters F and B.
    pub path: String,
    /// The material.
    pub material: String,
    /// Kind of surface and the feature that was touched.
    pub obstruction: Obstruction,
    /// Contact point, in metres.
    pub point: Vec3,
    /// Unit vector from the contact to the body.
    pub normal: Vec3,
    /// Angle between the desired velocity and the reversed normal, in degrees: 0 is head-on, 90 is along the face.
    pub angle: f32,
    /// Angle between the normal and up, in degrees: 0 is a floor, 90 is a wall, 180 is a ceiling.
    pub slope: f32,
    /// Component of the desired velocity towards the face, in metres per second.
    pub taken: f32,
}

impl Reason {
    /// Returns the node of the level's tree, or `None` for a face of a moving part.
    pub fn node_of_level(&self) -> Option<NodeId> {
        self.part.is_none().then_some(self.node)
    }
}

/// Explanation of why the body was stopped or deflected.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// Centre of the body when it was stopped.
    pub center: Vec3,
    /// Shape of the body when it was stopped.
    pub body: Option<Capsule>,
    /// Position that the centre would have reached without obstructions.
    pub to: Vec3,
    /// Desired velocity, in metres per second.
    pub desired: Vec3,
    /// Remaining velocity, in metres per second.
    pub left: Vec3,
    /// Obstructing faces, in descending order of the velocity that they removed.
    pub reasons: Vec<Reason>,
    /// Number of nodes that the sweep visited.
    pub visited: u32,
    /// Number of triangles that the sweep tested.
    pub tested: u32,
    /// Number of nodes in the tree that a query can visit.
    pub nodes: u32,
    /// Time since the stop, in seconds.
    pub ago: f32,
    /// Maximum walkable slope in degrees, if the body was walking.
    pub max_slope: Option<f32>,
}

impl Explanation {
    /// Explains the most recent moment when a face removed part of the desired velocity.
    pub fn new(tree: &NodeTree, level: &Level, history: &History) -> Option<Self> {
        let mut ago = 0.0;
        for moment in history.moments().rev() {
            if let Some(explanation) = explain(tree, level, moment) {
                return Some(Self { ago, ..explanation });
            }
            ago += moment.seconds;
        }
        None
    }

    /// Returns the sweep that the explanation is based on.
    pub fn query(&self) -> Option<Query> {
        Some(Query::Sweep {
            body: self.body?,
            from: self.center,
            to: self.to,
            all: false,
        })
    }

    /// Returns the explanation as sentences, one per line.
    pub fn sentences(&self) -> Vec<String> {
        let (desired, left) = (self.desired.length(), self.left.length());
        let [desired, left, ago] = [
            format!("{desired:.2}"),
            format!("{left:.2}"),
            format!("{:.1}", self.ago),
        ];
        let wanted = if self.ago > 0.25 {
            text!("stop-wanted-ago", desired, left, ago)
        } else {
            text!("stop-wanted", desired, left)
        };
        let mut lines = vec![wanted];
        for reason in &self.reasons {
            let Reason {
                taken, angle, node, ..
            } = reason;
            let subject = self.subject(reason);
            lines.push(text!(
                "stop-took",
                subject,
                taken = format_args!("{taken:.2}"),
                angle = format_args!("{angle:.0}")
            ));
            if let Some(part) = &reason.part {
                lines.push(text!("stop-part", part));
                continue;
            }
            let path = Some(reason.path.as_str()).filter(|path| !path.is_empty());
            lines.push(text!(
                "stop-node",
                node,
                depth = reason.depth,
                path = path.unwrap_or(text!("stop-root"))
            ));
        }
        lines.push(text!(
            "stop-cost",
            visited = self.visited,
            nodes = self.nodes,
            tested = self.tested
        ));
        lines
    }

    /// Describes the touched feature, as the subject of a sentence.
    fn subject(&self, reason: &Reason) -> String {
        let (face, material, slope) = (reason.face, &reason.material, reason.slope);
        let Obstruction { surface, feature } = reason.obstruction;
        let name = translated(surface.name());
        let kind = match feature {
            Feature::Edge => return text!("stop-edge", name, face, material),
            Feature::Vertex => return text!("stop-corner", name, face, material),
            Feature::Face => match (surface, self.max_slope) {
                (Surface::Floor, Some(most)) => {
                    text!(
                        "stop-ground",
                        slope = format_args!("{slope:.0}"),
                        most = format_args!("{most:.0}")
                    )
                }
                (Surface::Slope, Some(most)) => {
                    text!(
                        "stop-steep",
                        slope = format_args!("{slope:.0}"),
                        most = format_args!("{most:.0}")
                    )
                }
                (Surface::Floor | Surface::Slope, None) => {
                    text!("stop-slope", slope = format_args!("{slope:.0}"))
                }
                _ => name.to_owned(),
            },
        };
        text!("stop-face", face, material, kind)
    }
}

/// A displayed explanation, which is updated when the body stops again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExplanationDisplay {
    shown: Explanation,
    /// Number of the body's path when it stopped; see [`Body::path`].
    path: u64,
    /// Normals of all faces that stopped the body since it was last free.
    met: Vec<Vec3>,
    /// Whether the body has been unobstructed since the explained stop.
    is_over: bool,
}

impl ExplanationDisplay {
    /// Explains the most recent stop of the body, or returns `None` if nothing obstructed it.
    pub fn new(tree: &NodeTree, level: &Level, body: &Body) -> Option<Self> {
        let shown = Explanation::new(tree, level, body.history())?;
        Some(Self::from_explanation(shown, body.path))
    }

    /// Creates the display of an explanation. `path` is the number of the body's path.
    pub fn from_explanation(shown: Explanation, path: u64) -> Self {
        let normals = shown.reasons.iter().map(|reason| reason.normal);
        Self {
            met: normals.collect(),
            is_over: shown.ago > 0.0,
            shown,
            path,
        }
    }

    /// Returns whether the body has been teleported since the stop.
    pub fn was_teleported_since(&self, body: &Body) -> bool {
        self.path != body.path
    }

    /// Updates the explanation if the newest step is a different stop. Returns whether it was updated.
    ///
    /// A stop is different if another face stops the body or the body was free in between.
    pub fn follow(&mut self, tree: &NodeTree, level: &Level, body: &Body) -> bool {
        let Some(newest) = body.history().last().filter(|_| !self.was_teleported_since(body)) else {
            return false;
        };
        let path = self.path;
        let Some(next) = explain(tree, level, newest).map(|next| Self::from_explanation(next, path)) else {
            self.is_over = true;
            return false;
        };
        let is_met = |normal: &Vec3| self.met.iter().any(|met| met.dot(*normal) > SAME);
        if !self.is_over && next.met.iter().all(is_met) {
            return false;
        }
        let before = std::mem::replace(self, next);
        if !before.is_over {
            self.met.extend(before.met);
        }
        true
    }
}

impl std::ops::Deref for ExplanationDisplay {
    type Target = Explanation;

    fn deref(&self) -> &Explanation {
        &self.shown
    }
}

/// Explains one step, or returns `None` if nothing stopped the body in that step.
fn explain(tree: &NodeTree, level: &Level, moment: &Moment) -> Option<Explanation> {
    let (step, mover, seconds) = (&moment.step, &moment.before, moment.seconds);
    // A step without any motion has no legs.
    let from = step.legs.first().map_or(step.center, |leg| leg.from);
    let to = step.legs.last().map_or(step.center, |leg| leg.to);
    let walks = mover.mode() == Mode::Walk && mover.is_grounded();
    // Ignore the vertical component while walking, because gravity is not part of the desired velocity.
    let flat = |vector: Vec3| if walks { vector.with_y(0.0) } else { vector };
    let params = mover.params();
    let speed = match mover.mode() {
        Mode::Fly => params.fly_speed,
        Mode::Walk if mover.is_crouched() => params.walk_speed * params.crouch_factor,
        Mode::Walk => params.walk_speed,
    } * if moment.input.fast {
        params.fast_factor
    } else {
        1.0
    };
    let mut desired = flat(moment.input.desired) * speed;
    if desired == Vec3::ZERO {
        // Without input, use the motion of a falling or drifting body, because it can also be stopped.
        desired = flat(step.desired_displacement) / seconds;
    }
    let left = flat(to - from) / seconds;
    let length = desired.length();
    if step.contacts.is_empty() || length < 1.0e-3 || left.dot(desired) >= FREE * length * length {
        return None;
    }
    let mut contacts: Vec<&Contact> = step.contacts.iter().collect();
    contacts.sort_by(|a, b| a.normal.dot(desired).total_cmp(&b.normal.dot(desired)));
    let mut reasons: Vec<Reason> = Vec::new();
    for contact in contacts {
        let is_known = |known: &Reason| known.normal.dot(contact.normal) > SAME;
        let into = -contact.normal.dot(desired);
        if into > 1.0e-3 * length && reasons.len() < MOST && !reasons.iter().any(is_known) {
            reasons.extend(reason(tree, level, mover, contact, desired));
        }
    }
    if reasons.is_empty() {
        return None;
    }
    let to = from + desired * seconds;
    let report = sweep(tree, mover.body(), from, to);
    Some(Explanation {
        center: from,
        to,
        body: Some(mover.body()),
        desired,
        left,
        reasons,
        visited: report.nodes_visited,
        tested: report.triangles_tested,
        nodes: tree.queried_node_count(),
        ago: 0.0,
        max_slope: (mover.mode() == Mode::Walk).then_some(params.max_slope),
    })
}

fn reason(tree: &NodeTree, level: &Level, mover: &Mover, contact: &Contact, desired: Vec3) -> Option<Reason> {
    let triangle = level.triangle_of_face(contact.face)?;
    let material = level
        .material_of_face(contact.face)
        .unwrap_or(text!("stop-no-material"));
    let part = level.mechanism_of_face(contact.face).filter(|_| level.apart);
    let part = part.and_then(|part| level.mechanisms.get(part));
    let mut path: Vec<char> = match part {
        Some(_) => Vec::new(),
        None => tree
            .ancestors(contact.node)
            .map(|(_, branch)| branch.letter())
            .collect(),
    };
    path.reverse();
    let degrees = |cosine: f32| cosine.clamp(-1.0, 1.0).acos().to_degrees();
    Some(Reason {
        face: contact.face,
        part: part.map(|part| part.name.localized()),
        corners: triangle.corners.map(DVec3::as_vec3),
        node: contact.node,
        depth: path.len() as u32,
        path: path.into_iter().collect(),
        material: material.to_owned(),
        obstruction: Obstruction::new(tree, mover, contact),
        point: contact.point,
        normal: contact.normal,
        angle: degrees(desired.normalize_or_zero().dot(-contact.normal)),
        slope: degrees(contact.normal.y),
        taken: (-contact.normal.dot(desired)).max(0.0),
    })
}
