//! The film of a query: what is asked, where, and which step is shown.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_explain::films::{Preset, Query, QueryFilm, QueryKind};
use bspwalk_session::identity::Identity;
use bspwalk_trees::{NodeTree, collision::Capsule};

use super::Action;
use crate::app::state::TreeId;

/// Steps a second: the least, the greatest, and those at first.
pub const QUERY_SPEEDS: [f32; 3] = [0.2, 50.0, 1.5];

/// Radii of the body that is asked about: the least and the greatest, in metres.
pub const QUERY_RADII: [f32; 2] = [0.05, 2.0];

/// Edge lengths of the box that is asked about, and heights of the capsule: the least and the greatest, in metres.
pub const QUERY_SIZES: [f32; 2] = [0.1, 4.0];

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
    pub tree_id: TreeId,
    /// What was asked.
    pub asked: AskedQuery,
    /// Its steps.
    pub film: Arc<QueryFilm>,
}

/// The film of a query of the node-storing tree.
#[derive(Resource, Clone, Debug)]
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
    /// The step that is shown, counted from 0.
    pub step: u32,
    /// Whether it goes on by itself.
    pub playing: bool,
    /// Steps a second.
    pub speed: f32,
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
            step: 0,
            playing: false,
            speed: QUERY_SPEEDS[2],
            recorded: None,
        }
    }
}

impl QueryPlayer {
    /// Asks this, and plays the film from its beginning.
    pub fn begin(&mut self, query: &Query) {
        self.asked.take(query);
        (self.picking, self.preset, self.recorded) = (None, None, None);
        (self.open, self.step, self.playing) = (true, 0, true);
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
}
