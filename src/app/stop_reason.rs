//! "Why did I stop?": what turned the body last, in words and numbers.

use bevy::prelude::*;

use super::{
    player::history::{History, Moment},
    schedule::{AppState, AppSystems},
    state::{Command, CurrentLevel, Notice, Selection},
};
use crate::{
    bsp::{
        NodeTree,
        node_storing::{Contact, Feature, NodeId},
    },
    collision::{
        Capsule,
        mover::{Mode, Mover, Obstruction, Surface},
        sweep_report,
    },
    level::Level,
};

/// A body that got this share of its wish was not stopped.
const FREE: f32 = 0.98;

/// Normals whose cosine is above this are told once.
const SAME: f32 = 0.9995;

/// At most so many reasons.
const MOST: usize = 3;

/// A face that took a part of the wish.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The face, as the level numbers it.
    pub face: u32,
    /// Its corners, in metres.
    pub corners: [Vec3; 3],
    /// The node that stores it, how deep that is, and the way to it from the root: F and B.
    pub node: NodeId,
    /// See [`Reason::node`].
    pub depth: u32,
    /// See [`Reason::node`].
    pub path: String,
    /// The material.
    pub material: String,
    /// What a person calls it, and which part of that was met.
    pub obstruction: Obstruction,
    /// Where, in metres.
    pub point: Vec3,
    /// From there to the body, unit.
    pub normal: Vec3,
    /// Degrees between the wish and the opposite of the normal: 0 is head on, 90 along it.
    pub angle: f32,
    /// How steep the normal makes it, in degrees: 0 is a floor, 90 a wall, 180 a ceiling.
    pub slope: f32,
    /// Metres a second of the wish that pointed into it.
    pub taken: f32,
}

/// Why the body was stopped or turned.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// Centre and shape of the body then.
    pub center: Vec3,
    /// See [`Explanation::center`].
    pub body: Option<Capsule>,
    /// Metres a second that were wished for, and that were left.
    pub desired_displacement: Vec3,
    /// See [`Explanation::desired_displacement`].
    pub left: Vec3,
    /// What was in the way, what took most first.
    pub reasons: Vec<Reason>,
    /// Nodes that the sweep visited, and triangles that it tested.
    pub visited: u32,
    /// See [`Explanation::visited`].
    pub tested: u32,
    /// Nodes of the whole tree.
    pub nodes: u32,
    /// How long ago, in seconds.
    pub ago: f32,
    /// The steepest ground that can be walked on, where it walked.
    pub max_slope: Option<f32>,
}

impl Explanation {
    /// Of the newest moment in which something took a part of the wish.
    #[must_use]
    pub fn of(tree: &NodeTree, level: &Level, history: &History) -> Option<Self> {
        let mut ago = 0.0;
        for moment in history.moments().rev() {
            if let Some(explanation) = explain(tree, level, moment) {
                return Some(Self { ago, ..explanation });
            }
            ago += moment.seconds;
        }
        None
    }

    /// The whole in sentences, one a line.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "You wished for {:.2} m/s; {:.2} m/s were left{}.",
            self.desired_displacement.length(),
            self.left.length(),
            if self.ago > 0.25 {
                format!(", {:.1} s ago", self.ago)
            } else {
                String::new()
            }
        )];
        for reason in &self.reasons {
            lines.push(format!(
                "{} took {:.2} m/s: you met it at {:.0}°, 0° being head on.",
                self.subject(reason),
                reason.taken,
                reason.angle
            ));
            lines.push(format!(
                "It lies in node {}, {} planes down: {}",
                reason.node,
                reason.depth,
                if reason.path.is_empty() {
                    "the root"
                } else {
                    &reason.path
                }
            ));
        }
        lines.push(format!(
            "To find that out, the sweep visited {} nodes of {} and tested {} triangles.",
            self.visited, self.nodes, self.tested
        ));
        lines
    }
}

impl Explanation {
    /// What was met, as the subject of a sentence.
    fn subject(&self, reason: &Reason) -> String {
        let (face, material, slope) = (reason.face, &reason.material, reason.slope);
        let Obstruction { surface, part } = reason.obstruction;
        let name = surface.name();
        let kind = match part {
            Feature::Edge => return format!("The edge of {name}, face {face} ({material}),"),
            Feature::Vertex => return format!("A corner of {name}, face {face} ({material}),"),
            Feature::Face => match (surface, self.max_slope) {
                (Surface::Floor, Some(most)) => {
                    format!("ground of {slope:.0}°, up to {most:.0}° can be walked on")
                }
                (Surface::Slope, Some(most)) => {
                    format!("a slope of {slope:.0}°, more than the {most:.0}° that can be walked on")
                }
                (Surface::Floor | Surface::Slope, None) => format!("a slope of {slope:.0}°"),
                _ => name.to_owned(),
            },
        };
        format!("Face {face} ({material}), {kind},")
    }
}

/// What stopped one step; `None` where nothing did.
fn explain(tree: &NodeTree, level: &Level, moment: &Moment) -> Option<Explanation> {
    let step = &moment.step;
    // A body that could not move at all has no legs.
    let from = step.legs.first().map_or(step.center, |leg| leg.from);
    let to = step.legs.last().map_or(step.center, |leg| leg.to);
    let (mover, seconds) = (&moment.before, moment.seconds);
    let walks = mover.mode() == Mode::Walk && mover.grounded();
    // What weight does is no wish.
    let flat = |vector: Vec3| if walks { vector.with_y(0.0) } else { vector };
    let params = mover.params();
    let speed = match mover.mode() {
        Mode::Fly => params.fly_speed,
        Mode::Walk if mover.crouched() => params.walk_speed * params.crouch_factor,
        Mode::Walk => params.walk_speed,
    } * if moment.input.fast {
        params.fast_factor
    } else {
        1.0
    };
    let asked = flat(moment.input.desired) * speed;
    // One who falls or drifts wishes for nothing, and is stopped all the same.
    let desired_displacement = if asked == Vec3::ZERO {
        flat(step.desired_displacement) / seconds
    } else {
        asked
    };
    let left = flat(to - from) / seconds;
    let length = desired_displacement.length();
    if step.contacts.is_empty() || length < 1.0e-3 || left.dot(desired_displacement) >= FREE * length * length
    {
        return None;
    }
    let mut reasons: Vec<Reason> = Vec::new();
    let mut contacts: Vec<&Contact> = step.contacts.iter().collect();
    contacts.sort_by(|a, b| {
        a.normal
            .dot(desired_displacement)
            .total_cmp(&b.normal.dot(desired_displacement))
    });
    for contact in contacts {
        let into = -contact.normal.dot(desired_displacement);
        if into <= 1.0e-3 * length
            || reasons.len() >= MOST
            || reasons
                .iter()
                .any(|known| known.normal.dot(contact.normal) > SAME)
        {
            continue;
        }
        reasons.extend(reason(tree, level, mover, contact, desired_displacement));
    }
    if reasons.is_empty() {
        return None;
    }
    let body = moment.before.body();
    let report = sweep_report(tree, body, from, from + desired_displacement * seconds);
    Some(Explanation {
        center: from,
        body: Some(body),
        desired_displacement,
        left,
        reasons,
        visited: report.visited,
        tested: report.tested,
        nodes: tree.node_count(),
        ago: 0.0,
        max_slope: (moment.before.mode() == Mode::Walk).then(|| moment.before.params().max_slope),
    })
}

fn reason(
    tree: &NodeTree,
    level: &Level,
    mover: &Mover,
    contact: &Contact,
    desired_displacement: Vec3,
) -> Option<Reason> {
    let triangle = level.triangle_of_face(contact.face)?;
    let material = level
        .material_of_face(contact.face)
        .unwrap_or("no material")
        .to_owned();
    let mut path: Vec<char> = tree
        .ancestors(contact.node)
        .map(|(_, branch)| branch.letter())
        .collect();
    path.reverse();
    let direction = desired_displacement.normalize_or_zero();
    Some(Reason {
        face: contact.face,
        corners: triangle.corners.map(glam::DVec3::as_vec3),
        node: contact.node,
        depth: path.len() as u32,
        path: path.into_iter().collect(),
        material,
        obstruction: Obstruction::of(tree, mover, contact),
        point: contact.point,
        normal: contact.normal,
        angle: direction
            .dot(-contact.normal)
            .clamp(-1.0, 1.0)
            .acos()
            .to_degrees(),
        slope: contact.normal.y.clamp(-1.0, 1.0).acos().to_degrees(),
        taken: (-contact.normal.dot(desired_displacement)).max(0.0),
    })
}

/// Explains.
pub struct WhyPlugin;

impl Plugin for WhyPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            (
                forget.in_set(AppSystems::Enter),
                ask.in_set(AppSystems::Command)
                    .run_if(in_state(AppState::InLevel)),
            ),
        );
    }
}

/// What was in the way in one level says nothing about another.
fn forget(mut commands: Commands) {
    commands.remove_resource::<Explanation>();
}

fn ask(
    mut commands: Commands,
    mut messages: MessageReader<Command>,
    current: Res<CurrentLevel>,
    history: Res<History>,
    known: Option<Res<Explanation>>,
    mut selection: ResMut<Selection>,
    mut notices: MessageWriter<Notice>,
) {
    // Another tree numbers its nodes in another way.
    let (mut asked, mut closed) = (0, current.is_changed());
    for command in messages.read() {
        match command {
            Command::Why => asked += 1,
            Command::Escape | Command::Respawn => closed = true,
            _ => {}
        }
    }
    if known.is_some() {
        if closed || asked % 2 == 1 {
            commands.remove_resource::<Explanation>();
        }
    } else if asked % 2 == 1 {
        match Explanation::of(&current.tree, &current.level, &history) {
            Some(explanation) => {
                if let Some(reason) = explanation.reasons.first() {
                    selection.set_if_neq(Selection {
                        node: Some(reason.node),
                        face: Some(reason.face),
                    });
                }
                commands.insert_resource(explanation);
            }
            None => {
                notices.write(Notice::info("Nothing stood in your way in the last seconds."));
            }
        }
    }
}
