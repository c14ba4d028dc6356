//! Where the body wishes to go and where it will get to, what stopped it, and the replay with its ghost.

use bevy::prelude::*;

use super::{
    collision::outline,
    lines::{LineBatch, Stroke},
    strokes::{LineLayer, LineLayers},
};
use crate::{
    app::{
        leaf_tree::LeafTreeState,
        palette::{Palette, Rgb},
        player::history::{History, Moment},
        replay::{Pose, Replay},
        state::{CurrentLevel, Overlays, Player},
        stop_reason::Explanation,
    },
    collision::mover::{Mode, Mover, Trees},
};

/// How far ahead the path is shown, in seconds.
const AHEAD: f32 = 0.75;

/// Seconds a step of the way ahead: coarser than the simulation's, as it is made anew for every picture.
const AHEAD_STEP: f32 = 1.0 / 40.0;

/// Two normals whose cosine is above this are one turn of the path.
const SAME_TURN: f32 = 0.999;

const WHITE: Rgb = Rgb(235, 240, 245);

/// What lies ahead of a body that goes on wishing for what it last wished for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ahead {
    /// The straight way that is wished for: where from, and by how much.
    pub desired_displacement: Option<(Vec3, Vec3)>,
    /// The way that it will go.
    pub path: Vec<Vec3>,
    /// Where it will be turned, and the normals that turn it.
    pub turns: Vec<(Vec3, Vec3)>,
}

impl Ahead {
    /// By the mover itself, from where the last step ended.
    #[must_use]
    pub fn of<'a>(trees: impl Into<Trees<'a>>, mover: &Mover, last: &Moment) -> Self {
        let trees = trees.into();
        let mut ahead = Self::default();
        if last.input.desired == Vec3::ZERO {
            return ahead;
        }
        // Not through the eye, where it could not be seen.
        let current = |mover: &Mover| match mover.mode() {
            Mode::Fly => mover.position() - Vec3::Y * 0.5 * mover.params().fly_radius,
            Mode::Walk => mover.feet() + Vec3::Y * 0.03,
        };
        let mut mover = mover.clone();
        let start = current(&mover);
        ahead.path.push(start);
        let mut desired_displacement = Vec3::ZERO;
        let mut input = last.input;
        input.jump = false;
        for _ in 0..(AHEAD / AHEAD_STEP).ceil() as u32 {
            let step = mover.step(trees, &input, AHEAD_STEP);
            desired_displacement += step.desired_displacement;
            ahead.path.push(current(&mover));
            for contact in &step.contacts {
                let walked_on = mover.mode() == Mode::Walk && contact.normal.y > 0.7;
                if !walked_on
                    && step.desired_displacement.dot(contact.normal) < 0.0
                    && !ahead
                        .turns
                        .iter()
                        .any(|&(_, known)| known.dot(contact.normal) > SAME_TURN)
                {
                    ahead.turns.push((contact.point, contact.normal));
                }
            }
        }
        ahead.desired_displacement = Some((start, desired_displacement));
        ahead
    }

    fn lines(&self, palette: Palette, radius: f32) -> LineBatch {
        let mut lines = LineBatch::default();
        if let Some((from, way)) = self.desired_displacement {
            dashed(&mut lines, from, from + way, Stroke::new(WHITE, 0.85, 2.0));
        }
        let stroke = Stroke::new(palette.front(), 1.0, 3.5);
        polyline(&mut lines, &self.path, stroke);
        if let (Some(&end), Some(way)) = (
            self.path.last(),
            self.path.len().checked_sub(2).map(|i| self.path[i]),
        ) {
            if end.distance(way) > 1.0e-3 {
                let back = end - (end - way).normalize() * 0.25 * radius;
                lines.arrow(back, end, stroke);
            } else {
                lines.circle(end, Vec3::Y, 0.2 * radius, stroke);
            }
        }
        for &(point, normal) in &self.turns {
            let stroke = Stroke::new(palette.contact(), 1.0, 3.0);
            lines.circle(point, normal, 0.15 * radius, stroke);
            lines.arrow(point, point + normal * radius, stroke);
        }
        lines
    }
}

fn polyline(lines: &mut LineBatch, points: &[Vec3], stroke: Stroke) {
    for pair in points.windows(2) {
        lines.line(pair[0], pair[1], stroke);
    }
}

fn dashed(lines: &mut LineBatch, from: Vec3, to: Vec3, stroke: Stroke) {
    const DASHES: usize = 12;
    for dash in 0..DASHES {
        let at = |share: f32| from.lerp(to, share / DASHES as f32);
        lines.line(at(dash as f32), at(dash as f32 + 0.55), stroke);
    }
}

/// The lines of a replay: both ways, where the ghost is inside of something, and both bodies where they are now.
#[must_use]
pub fn replay_lines(replay: &Replay, palette: Palette) -> LineBatch {
    let mut lines = LineBatch::default();
    let centers = |poses: &[Pose]| poses.iter().map(|pose| pose.center).collect::<Vec<_>>();
    let (own, ghost) = (palette.front(), palette.back());
    polyline(&mut lines, &centers(&replay.ghost), Stroke::new(ghost, 0.8, 2.0));
    polyline(&mut lines, &centers(&replay.body), Stroke::new(own, 0.9, 2.0));
    for pose in replay.ghost.iter().filter(|pose| !pose.clear) {
        let reach = 0.12 * pose.body.radius;
        let stroke = Stroke::new(palette.contact(), 0.8, 1.5);
        for side in [Vec3::new(1.0, 1.0, 0.0), Vec3::new(1.0, -1.0, 0.0)] {
            lines.line(pose.center - side * reach, pose.center + side * reach, stroke);
        }
    }
    let now = replay.now();
    if let Some(pose) = replay.ghost.get(now) {
        let color = if pose.clear { ghost } else { palette.contact() };
        outline(&mut lines, pose.center, pose.body, Stroke::new(color, 0.9, 1.8));
    }
    if let Some(pose) = replay.body.get(now) {
        outline(&mut lines, pose.center, pose.body, Stroke::new(own, 1.0, 2.2));
    }
    lines
}

/// The lines of an explanation: the wish, what was left of it, and the faces that took the rest.
#[must_use]
pub fn why_lines(why: &Explanation, palette: Palette) -> LineBatch {
    let mut lines = LineBatch::default();
    let radius = why.body.map_or(0.3, |body| body.radius);
    // A way of a quarter of a second, drawn low enough to be seen.
    let from = why.center - Vec3::Y * 0.5 * radius;
    lines.arrow(
        from,
        from + why.desired_displacement * 0.25,
        Stroke::new(WHITE, 0.9, 2.5),
    );
    if why.left.length() > 0.02 * why.desired_displacement.length() {
        lines.arrow(
            from,
            from + why.left * 0.25,
            Stroke::new(palette.front(), 1.0, 3.0),
        );
    }
    if let Some(body) = why.body {
        outline(
            &mut lines,
            why.center,
            body,
            Stroke::new(palette.selected(), 0.6, 1.4),
        );
    }
    for reason in &why.reasons {
        let stroke = Stroke::new(palette.contact(), 1.0, 3.0);
        lines.ring(&reason.corners, stroke);
        lines.circle(reason.point, reason.normal, 0.15 * radius, stroke);
        lines.arrow(reason.point, reason.point + reason.normal * 1.5 * radius, stroke);
    }
    lines
}

/// What is drawn, so that it is made anew only where it changed.
#[derive(Default)]
pub(super) struct Drawn {
    ahead: Option<(Ahead, Palette)>,
    replay: bool,
    why: Option<(Explanation, Palette)>,
}

pub(super) fn draw(
    (overlays, player, history): (Res<Overlays>, Res<Player>, Res<History>),
    (current, leaf_tree): (Res<CurrentLevel>, Res<LeafTreeState>),
    replay: Option<Res<Replay>>,
    why: Option<Res<Explanation>>,
    mut layers: ResMut<LineLayers>,
    mut drawn: Local<Drawn>,
) {
    let palette = overlays.palette;
    let trees = leaf_tree.trees(&current);
    let ahead = history
        .last()
        .filter(|_| overlays.collision && !player.noclip && replay.is_none())
        .map(|last| (Ahead::of(trees, &player.mover, last), palette));
    if ahead != drawn.ahead {
        let lines = ahead
            .as_ref()
            .map_or_else(LineBatch::default, |(ahead, palette)| {
                ahead.lines(*palette, player.radius)
            });
        layers.set(LineLayer::Motion, lines);
        drawn.ahead = ahead;
    }
    if let Some(replay) = &replay {
        layers.set(LineLayer::Replay, replay_lines(replay, palette));
    } else if drawn.replay {
        layers.set(LineLayer::Replay, LineBatch::default());
    }
    drawn.replay = replay.is_some();
    let why = why.map(|why| (why.clone(), palette));
    if why != drawn.why {
        let lines = why
            .as_ref()
            .map_or_else(LineBatch::default, |(why, palette)| why_lines(why, *palette));
        layers.set(LineLayer::Why, lines);
        drawn.why = why;
    }
}
