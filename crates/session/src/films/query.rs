//! The film of a query: what is asked, where, and which step is shown.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use bspwalk_explain::films::{Preset, Query, QueryFilm, QueryKind, caption};
use bspwalk_progress::words::{count, counted};
use bspwalk_text::text;
use bspwalk_trees::{NodeTree, collision::Capsule};
use glam::Vec3;

use super::Playback;
use crate::{actions::Action, identity::Identity, job::Job};

/// Steps a second: the least, the greatest, and those at first.
pub const QUERY_SPEEDS: [f32; 3] = [0.2, 50.0, 1.5];

/// Radii of the body that is asked about: the least and the greatest, in metres.
pub const QUERY_RADII: [f32; 2] = [0.05, 2.0];

/// Edge lengths of the box that is asked about, and heights of the capsule: the least and the greatest, in metres.
pub const QUERY_SIZES: [f32; 2] = [0.1, 4.0];

/// A path that leads to a face ends this much beyond it, as a share of its length and in metres: so that it is met.
const BEYOND: (f32, f32) = (0.15, 0.3);

/// An end of the path that is asked about. What rests is at the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryEnd {
    /// Where it starts.
    From,
    /// Where it ends.
    To,
}

/// What is asked. Points and lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AskedQuery {
    /// The kind of query.
    pub kind: QueryKind,
    /// Where a path starts.
    pub from: Vec3,
    /// Where a path ends; what rests is here.
    pub to: Vec3,
    /// Whether a body is an upright capsule rather than a sphere.
    pub capsule: bool,
    /// The radius of a body.
    pub radius: f32,
    /// The height of a capsule.
    pub height: f32,
    /// The edges of a box.
    pub size: Vec3,
}

impl Default for AskedQuery {
    fn default() -> Self {
        Self {
            kind: QueryKind::default(),
            from: Vec3::ZERO,
            to: Vec3::ZERO,
            capsule: false,
            radius: 0.35,
            height: 1.8,
            size: Vec3::ONE,
        }
    }
}

impl AskedQuery {
    /// The query.
    #[must_use]
    pub fn query(&self) -> Query {
        let Self { from, to, radius, .. } = *self;
        let body = if self.capsule {
            Capsule::standing(self.height, radius)
        } else {
            Capsule::sphere(radius)
        };
        let center = to;
        match self.kind {
            QueryKind::Cast => Query::Cast { from, to },
            QueryKind::Sight => Query::Sight { from, to },
            QueryKind::Contacts => Query::Contacts { body, center },
            QueryKind::Push => Query::Push { body, center },
            QueryKind::PushAti => Query::PushAti { center, radius },
            QueryKind::Sweep => Query::Sweep { body, from, to },
            QueryKind::Slide => Query::Slide { body, from, to },
            QueryKind::Overlap => Query::Overlap {
                min: to - 0.5 * self.size,
                max: to + 0.5 * self.size,
            },
            QueryKind::Locate => Query::Locate { point: to },
        }
    }

    /// Takes over what a query asks; the sizes that it has not stay.
    pub fn take(&mut self, query: &Query) {
        self.kind = query.kind();
        match query.path() {
            Some([from, to]) => (self.from, self.to) = (from, to),
            None => self.to = query.place(),
        }
        if let Some(body) = query.body() {
            self.capsule = !body.is_sphere();
            self.radius = body.radius;
            if self.capsule {
                self.height = 2.0 * (body.half_axis.length() + body.radius);
            }
        }
        if let Query::Overlap { min, max } = *query {
            self.size = max - min;
        }
    }

    /// The point of an end.
    pub fn end_mut(&mut self, end: QueryEnd) -> &mut Vec3 {
        match end {
            QueryEnd::From => &mut self.from,
            QueryEnd::To => &mut self.to,
        }
    }
}

/// A film that was recorded.
#[derive(Clone, Debug)]
pub struct RecordedQuery {
    /// The tree.
    pub tree_id: Identity<NodeTree>,
    /// What was asked.
    pub asked: AskedQuery,
    /// Its steps.
    pub film: Arc<QueryFilm>,
}

/// The film of a query of the node-storing tree.
#[derive(Clone, Debug)]
pub struct QueryPlayer {
    /// Whether it is shown.
    pub open: bool,
    /// Whether the camera was in the eyes before, to which it goes back.
    pub from_eyes: bool,
    /// What is asked.
    pub asked: AskedQuery,
    /// The end that the next click sets.
    pub picking: Option<QueryEnd>,
    /// The worked example that is shown, as long as nothing else is asked.
    pub preset: Option<&'static Preset>,
    /// The step that is shown, and the pace.
    pub playback: Playback,
    /// The film; none until it was recorded.
    pub recorded: Option<RecordedQuery>,
}

impl Default for QueryPlayer {
    fn default() -> Self {
        Self {
            open: false,
            from_eyes: false,
            asked: AskedQuery::default(),
            picking: None,
            preset: None,
            playback: Playback {
                speed: QUERY_SPEEDS[2],
                ..Playback::default()
            },
            recorded: None,
        }
    }
}

impl Deref for QueryPlayer {
    type Target = Playback;

    fn deref(&self) -> &Playback {
        &self.playback
    }
}

impl DerefMut for QueryPlayer {
    fn deref_mut(&mut self) -> &mut Playback {
        &mut self.playback
    }
}

impl QueryPlayer {
    /// Asks this, and plays the film from its beginning.
    pub fn begin(&mut self, query: &Query) {
        self.asked.take(query);
        (self.picking, self.preset, self.recorded) = (None, None, None);
        self.open = true;
        self.restart();
    }

    /// The film of a tree, where it is open and recorded.
    #[must_use]
    pub fn film(&self, tree: &Arc<NodeTree>) -> Option<&Arc<QueryFilm>> {
        let recorded = self.recorded.as_ref().filter(|_| self.open)?;
        (recorded.tree_id == Identity::of(tree)).then_some(&recorded.film)
    }

    /// The number of the last step of the film of a tree; 0 where there is none.
    #[must_use]
    pub fn last_step(&self, tree: &Arc<NodeTree>) -> u32 {
        self.film(tree)
            .map_or(0, |film| (film.len() as u32).saturating_sub(1))
    }

    /// Whether a command that selects what is pointed at sets an end of the query instead.
    #[must_use]
    pub fn takes(&self, command: Action) -> bool {
        let points = matches!(command, Action::SelectUnderCrosshair | Action::SelectUnderPointer);
        points && self.open && self.picking.is_some()
    }

    /// Whether what is asked of a tree is still being recorded.
    #[must_use]
    pub fn is_waiting(&self, tree: &Arc<NodeTree>) -> bool {
        let is_there =
            |recorded: &RecordedQuery| recorded.tree_id == Identity::of(tree) && recorded.asked == self.asked;
        self.open && !self.recorded.as_ref().is_some_and(is_there)
    }

    /// Lets so many seconds pass. It waits for what is being recorded.
    pub fn play(&mut self, seconds: f32, tree: &Arc<NodeTree>) {
        if self.open && !self.is_waiting(tree) {
            let last = self.last_step(tree);
            self.advance(seconds, last);
        }
    }

    /// What it says of the step that is shown.
    #[must_use]
    pub fn sentence(&self, tree: &Arc<NodeTree>) -> String {
        self.film(tree).map_or_else(
            || text!("film-query-recorded").to_owned(),
            |film| caption(film, tree, self.step as usize),
        )
    }
}

/// What stands above a step of the film of a query: its kind, the step, and what was counted up to it; before it is recorded, the kind alone.
#[must_use]
pub fn query_title(kind: QueryKind, film: Option<&QueryFilm>, step: u32) -> String {
    let kind = kind.title();
    let Some(film) = film else {
        return kind.to_owned();
    };
    let counters = film.counters(step as usize);
    text!(
        "film-query",
        kind,
        step = count(step + 1),
        all = count(film.len() as u64),
        visited = count(counters.visited),
        nodes = counted(film.nodes(), "node"),
        tested = count(counters.tested),
        faces = counted(film.tested_without_tree(step as usize), "face")
    )
}

/// The recording of what is asked, beside the main thread.
#[derive(Debug, Default)]
pub struct Recording(Job<(Identity<NodeTree>, AskedQuery), QueryFilm>);

impl Recording {
    /// Records what a player asks of a tree, where that or the tree has changed; the film then plays from its
    /// beginning.
    pub fn record(&mut self, player: &mut QueryPlayer, tree: &Arc<NodeTree>) {
        let Self(job) = self;
        if !player.open {
            job.cancel();
            return;
        }
        if player.is_waiting(tree) {
            let key = (Identity::of(tree), player.asked);
            let (tree, query) = (Arc::clone(tree), player.asked.query());
            job.request(key, move || QueryFilm::record(&tree, &query));
        }
        let wanted = job.wanted().cloned();
        if let (Some(film), Some((tree_id, asked))) = (job.take(), wanted) {
            player.restart();
            player.recorded = Some(RecordedQuery {
                tree_id,
                asked,
                film: film.into(),
            });
        }
    }
}

/// Where a query begins and ends unless the user says otherwise, in metres: at the eye, and a little beyond the face that it
/// looks at along a unit vector.
#[must_use]
pub fn from_eye(tree: &NodeTree, eye: Vec3, forward: Vec3) -> [Vec3; 2] {
    let far = reach(tree, eye);
    let length = tree
        .cast(eye, eye + forward * far)
        .map_or(far, |hit| hit.point.distance(eye) * (1.0 + BEYOND.0) + BEYOND.1);
    [eye, eye + forward * length]
}

/// How far all faces are from a point, in metres; at least 1.
#[must_use]
pub fn reach(tree: &NodeTree, from: Vec3) -> f32 {
    let bounds = tree.bounds();
    if bounds.is_empty() {
        return 1.0;
    }
    (bounds.size().length() + bounds.center().distance(from.as_dvec3())).max(1.0) as f32
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Duration};

    use bspwalk_testing::small_trees;

    use super::*;

    #[test]
    fn the_film_from_the_eye_has_the_answer_of_the_query() {
        let (tree, level) = small_trees::room();
        let (tree, eye) = (Arc::new(tree), level.spawn.eye.as_vec3());
        let other = Arc::new(small_trees::room().0);
        let (mut player, mut recording) = (QueryPlayer::default(), Recording::default());
        for kind in QueryKind::ALL {
            player.asked.kind = kind;
            [player.asked.from, player.asked.to] = from_eye(&tree, eye, Vec3::NEG_Z);
            let query = player.asked.query();
            player.begin(&query);
            assert!(player.is_waiting(&tree) && player.film(&tree).is_none());
            player.play(1.0e3, &tree);
            assert_eq!(player.step, 0, "it waits");
            while player.is_waiting(&tree) {
                recording.record(&mut player, &tree);
                thread::sleep(Duration::from_millis(1));
            }
            let film = Arc::clone(player.film(&tree).expect("it is recorded"));
            let (answer, visited) = query.ask(&tree);
            assert_eq!(film.answer(), Some(&answer), "{kind:?}");
            assert_eq!(film.totals().visited, visited, "{kind:?}");
            let first = player.sentence(&tree);
            player.play(1.0e6, &tree);
            assert_eq!((player.step, player.playing), (player.last_step(&tree), false));
            assert_ne!(player.sentence(&tree), first, "{kind:?}");
            assert!(
                player.film(&other).is_none() && player.is_waiting(&other),
                "of another tree"
            );
        }
    }

    #[test]
    fn what_the_eye_looks_at_is_met() {
        let (tree, level) = small_trees::room();
        let eye = level.spawn.eye.as_vec3();
        for direction in [Vec3::NEG_Z, Vec3::NEG_Y, Vec3::new(0.6, 0.0, 0.8)] {
            let [from, to] = from_eye(&tree, eye, direction);
            assert_eq!(from, eye);
            assert!(tree.cast(from, to).is_some_and(|hit| hit.t < 1.0), "{direction}");
        }
        // Where nothing is in the way the path leaves the level.
        let above = level.bounds.max.as_vec3() + Vec3::Y;
        let [from, to] = from_eye(&tree, above, Vec3::Y);
        assert!(from.distance(to) > level.bounds.size().length() as f32);
        assert_eq!(reach(&small_trees::tree(&[]), eye), 1.0);
    }
}
