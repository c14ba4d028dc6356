//! Film of a query: its parameters and the current step.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use bspwalk_collision::Capsule;
use bspwalk_explain::films::{Preset, Query, QueryFilm, QueryKind, QueryMode, caption};
use bspwalk_text::{
    text,
    words::{count, count_with_noun},
};
use bspwalk_trees::NodeTree;
use glam::Vec3;

use super::Playback;
use crate::{identity::Identity, job::Job};

/// Minimum, maximum and initial speed, in steps per second.
pub const QUERY_SPEEDS: [f32; 3] = [0.2, 50.0, 1.5];

/// Minimum and maximum radius of the query body, in metres.
pub const QUERY_RADII: [f32; 2] = [0.05, 2.0];

/// Minimum and maximum size (in metres) of the box's edges and the capsule's height.
pub const QUERY_SIZES: [f32; 2] = [0.1, 4.0];

/// Overshoot of a path beyond the face it hits, as a fraction of the path's length plus a distance in metres. It
/// ensures that the path reaches the face. A body of the default radius at the path's end overlaps the face.
const BEYOND: (f32, f32) = (1.0e-3, 0.2);

/// End of the query path. Queries without a path use [`QueryEnd::To`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryEnd {
    /// The start.
    From,
    /// The end.
    To,
}

/// Parameters of the query. Points and lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AskedQuery {
    /// The kind of query.
    pub kind: QueryKind,
    /// Traversal that answers the query.
    pub mode: QueryMode,
    /// Start of the path.
    pub from: Vec3,
    /// End of the path, or the position of a query without a path.
    pub to: Vec3,
    /// Whether the body is an upright capsule instead of a sphere.
    pub capsule: bool,
    /// Radius of the body.
    pub radius: f32,
    /// Height of the capsule.
    pub height: f32,
    /// Edge lengths of the box.
    pub size: Vec3,
}

impl Default for AskedQuery {
    fn default() -> Self {
        Self {
            kind: QueryKind::default(),
            mode: QueryMode::default(),
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
    /// Builds the query.
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
            QueryKind::Sweep => Query::Sweep {
                body,
                from,
                to,
                all: false,
            },
            QueryKind::Slide => Query::Slide { body, from, to },
            QueryKind::Overlap => Query::Overlap {
                min: to - 0.5 * self.size,
                max: to + 0.5 * self.size,
            },
            QueryKind::Locate => Query::Locate { point: to },
        }
    }

    /// Copies the parameters of a query. The mode stays unchanged, and so do sizes that the query does not have.
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

    /// Returns the point at an end of the path.
    pub fn end_mut(&mut self, end: QueryEnd) -> &mut Vec3 {
        match end {
            QueryEnd::From => &mut self.from,
            QueryEnd::To => &mut self.to,
        }
    }
}

/// A recorded film.
#[derive(Clone, Debug)]
pub struct RecordedQuery {
    /// Tree that was queried.
    pub tree_id: Identity<NodeTree>,
    /// Parameters of the query.
    pub asked: AskedQuery,
    /// Steps of the film.
    pub film: Arc<QueryFilm>,
}

/// Player for the film of a query in the node-storing tree.
#[derive(Clone, Debug)]
pub struct QueryPlayer {
    /// Whether the film is shown.
    pub open: bool,
    /// Whether the film started from first person. If so, closing it returns there.
    pub from_eyes: bool,
    /// Parameters of the query.
    pub asked: AskedQuery,
    /// End of the path that the next click sets.
    pub picking: Option<QueryEnd>,
    /// The displayed worked example, until the query changes.
    pub preset: Option<&'static Preset>,
    /// Current step and speed.
    pub playback: Playback,
    /// The recorded film, or `None` until it is available.
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
    /// Opens the film of `query`, paused at its first step.
    pub fn begin(&mut self, query: &Query) {
        self.asked.take(query);
        (self.picking, self.preset, self.recorded) = (None, None, None);
        self.open = true;
        self.rewind();
        self.playing = false;
    }

    /// Returns the film recorded for a tree, if it is open.
    pub fn film(&self, tree: &Arc<NodeTree>) -> Option<&Arc<QueryFilm>> {
        let recorded = self.recorded.as_ref().filter(|_| self.open)?;
        (recorded.tree_id == Identity::of(tree)).then_some(&recorded.film)
    }

    /// Returns the index of the last step of a tree's film, or 0 without a film.
    pub fn last_step(&self, tree: &Arc<NodeTree>) -> u32 {
        self.film(tree)
            .map_or(0, |film| (film.len() as u32).saturating_sub(1))
    }

    /// Returns whether a click sets an end of the query instead of selecting.
    pub fn is_picking(&self) -> bool {
        self.open && self.picking.is_some()
    }

    /// Returns whether the film of the current query in a tree is still being recorded.
    pub fn is_waiting(&self, tree: &Arc<NodeTree>) -> bool {
        let is_there =
            |recorded: &RecordedQuery| recorded.tree_id == Identity::of(tree) && recorded.asked == self.asked;
        self.open && !self.recorded.as_ref().is_some_and(is_there)
    }

    /// Advances the film by a time in seconds, unless it is still being recorded.
    pub fn play(&mut self, seconds: f32, tree: &Arc<NodeTree>) {
        if self.open && !self.is_waiting(tree) {
            let last = self.last_step(tree);
            self.advance(seconds, last);
        }
    }

    /// Returns the caption of the current step.
    pub fn sentence(&self, tree: &Arc<NodeTree>) -> String {
        self.film(tree).map_or_else(
            || text!("film-query-recorded").to_owned(),
            |film| caption(film, tree, self.step as usize),
        )
    }
}

/// Returns the title of a step: the kind of query, the step, and the counts up to this step.
///
/// Until the film is recorded, the title contains only the kind.
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
        nodes = count_with_noun(film.nodes(), "node"),
        tested = count(counters.tested),
        faces = count_with_noun(film.tested_without_tree(step as usize), "face")
    )
}

/// Background recording of a query.
#[derive(Debug, Default)]
pub struct Recording(Job<(Identity<NodeTree>, AskedQuery), QueryFilm>);

impl Recording {
    /// Records the query of a player if the query, its mode or the tree has changed. A new film starts at its first
    /// step.
    pub fn record(&mut self, player: &mut QueryPlayer, tree: &Arc<NodeTree>) {
        let Self(job) = self;
        if !player.open {
            job.cancel();
            return;
        }
        if player.is_waiting(tree) {
            // Reopening a film discards its recording, which the job has already delivered. Record again.
            if player.recorded.is_none() && !job.is_busy() {
                job.cancel();
            }
            let key = (Identity::of(tree), player.asked);
            let (tree, query, mode) = (Arc::clone(tree), player.asked.query(), player.asked.mode);
            job.request(key, move || QueryFilm::record_grouped(&tree, &query, mode));
        }
        let wanted = job.wanted().cloned();
        if let (Some(film), Some((tree_id, asked))) = (job.take(), wanted) {
            player.rewind();
            player.recorded = Some(RecordedQuery {
                tree_id,
                asked,
                film: film.into(),
            });
        }
    }
}

/// Returns the default ends of a query, in metres.
///
/// The path starts at the eye and ends slightly beyond the face that the unit vector `forward` points at.
pub fn from_eye(tree: &NodeTree, eye: Vec3, forward: Vec3) -> [Vec3; 2] {
    let far = max_face_distance(tree, eye);
    let length = tree
        .cast(eye, eye + forward * far)
        .map_or(far, |hit| hit.point.distance(eye) * (1.0 + BEYOND.0) + BEYOND.1);
    [eye, eye + forward * length]
}

/// Returns an upper bound for the distance (in metres) from a point to any face. It is at least 1.
pub fn max_face_distance(tree: &NodeTree, from: Vec3) -> f32 {
    let bounds = tree.bounds();
    if bounds.is_empty() {
        return 1.0;
    }
    (bounds.size().length() + bounds.center().distance(from.as_dvec3())).max(1.0) as f32
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Duration};

    use bspwalk_explain::films::{PRESETS, Shows};
    use bspwalk_testing::small_trees;

    use super::*;
    use crate::actions::FilmMove;

    #[test]
    fn recorded_film_has_the_query_answer() {
        let (tree, level) = small_trees::room();
        let (tree, eye) = (Arc::new(tree), level.spawn.eye.as_vec3());
        let other = Arc::new(small_trees::room().0);
        let (mut player, mut recording) = (QueryPlayer::default(), Recording::default());
        let modes = QueryMode::ALL.into_iter();
        for (kind, mode) in modes.flat_map(|mode| QueryKind::ALL.map(|kind| (kind, mode))) {
            (player.asked.kind, player.asked.mode) = (kind, mode);
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
            assert_eq!(*film, QueryFilm::record_grouped(&tree, &query, mode), "{kind:?}");
            if mode == QueryMode::Wide {
                let (answer, visited) = query.ask(&tree);
                assert_eq!(film.answer(), Some(&answer), "{kind:?}");
                assert_eq!(film.totals().visited, visited, "{kind:?}");
            }
            let first = player.sentence(&tree);
            player.play(1.0e3, &tree);
            assert_eq!((player.step, player.playing), (0, false), "it is paused");
            let last = player.last_step(&tree);
            player.go(FilmMove::Play, last);
            player.play(1.0e6, &tree);
            assert_eq!((player.step, player.playing), (player.last_step(&tree), false));
            assert_ne!(player.sentence(&tree), first, "{kind:?}");
            assert!(player.film(&other).is_none() && player.is_waiting(&other));
        }
    }

    #[test]
    fn asked_query_takes_over_a_query() {
        for preset in PRESETS {
            if let Shows::Query(query) = preset.shows {
                let mut asked = AskedQuery::default();
                asked.take(&query);
                assert_eq!(asked.query(), query, "{}", preset.name);
            }
        }
    }

    #[test]
    fn cast_from_the_eye_reaches_the_level() {
        let (tree, level) = small_trees::room();
        let eye = level.spawn.eye.as_vec3();
        for direction in [Vec3::NEG_Z, Vec3::NEG_Y, Vec3::new(0.6, 0.0, 0.8)] {
            let [from, to] = from_eye(&tree, eye, direction);
            assert_eq!(from, eye);
            assert!(tree.cast(from, to).is_some_and(|hit| hit.t < 1.0), "{direction}");
            // A body at the end overlaps the face, so that films of its queries show a contact.
            let mut contacts = Vec::new();
            tree.contacts(to, AskedQuery::default().radius, &mut contacts);
            assert!(!contacts.is_empty(), "{direction}");
        }
        // If no face is in the way, the path leaves the level.
        let above = level.bounds.max.as_vec3() + Vec3::Y;
        let [from, to] = from_eye(&tree, above, Vec3::Y);
        assert!(from.distance(to) > level.bounds.size().length() as f32);
        assert_eq!(max_face_distance(&small_trees::tree(&[]), eye), 1.0);
    }
}
