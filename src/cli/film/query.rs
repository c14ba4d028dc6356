//! The query of a film, which comes from `--query` or is the default query from the eye.

use bspwalk_explain::films::{Query, QueryKind};
use bspwalk_levels::Level;
use bspwalk_session::{
    films::{AskedQuery, from_eye},
    request::{self, Request},
    view_args::ViewArgs,
};
use bspwalk_text::text;
use bspwalk_trees::NodeTree;
use glam::{DQuat, DVec3};

use super::kind::FilmKind;

/// A request that a film can show.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct QueryRequest(Request, QueryKind);

impl QueryRequest {
    /// Parses a request.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let request = request::parse(text.as_bytes())?;
        let kind = match request {
            Request::Cast { .. } => QueryKind::Cast,
            Request::Sight { .. } => QueryKind::Sight,
            Request::Contacts { .. } => QueryKind::Contacts,
            Request::Push { .. } => QueryKind::Push,
            Request::PushAti { .. } => QueryKind::PushAti,
            Request::Overlap { .. } => QueryKind::Overlap,
            Request::Sweep { .. } => QueryKind::Sweep,
            Request::Slide { .. } => QueryKind::Slide,
            Request::Locate { .. } => QueryKind::Locate,
            Request::Visible { .. } => {
                return Err(text!("usage-film-visible").to_owned());
            }
            Request::Order { .. } => return Err(text!("usage-film-order").to_owned()),
        };
        Ok(Self(request, kind))
    }

    /// Returns the kind of film that shows the request.
    pub(super) fn film(&self) -> FilmKind {
        FilmKind::Query(self.1)
    }

    /// Returns the query in level space.
    fn query(&self, level: &Level) -> Option<Query> {
        self.0.query(level)
    }
}

/// Returns the query of a film: the requested one, or the window's default query from the eye.
pub(super) fn of_film(
    kind: QueryKind,
    asked: Option<&QueryRequest>,
    at: &ViewArgs,
    level: &Level,
    tree: &NodeTree,
) -> Query {
    if let Some(query) = asked.and_then(|asked| asked.query(level)) {
        return query;
    }
    let [yaw, pitch] = at.angles(level);
    let forward = DQuat::from_rotation_y(yaw) * DQuat::from_rotation_x(pitch) * DVec3::NEG_Z;
    let [from, to] = from_eye(tree, at.eye(level).as_vec3(), forward.as_vec3());
    let asked = AskedQuery {
        kind,
        from,
        to,
        ..AskedQuery::default()
    };
    asked.query()
}
