//! Requested view: by the command line, by a bookmark, or by the address of the page.

use bevy::prelude::*;
use bspwalk_levels::{Level, light_styles::StyleFactors};
use bspwalk_session::{
    start::stands,
    view::View,
    view_args::{Division, OrbitArg},
};
use bspwalk_text::text;

use super::{
    leaf_tree::{ChosenLeaf, TreeOwner},
    schedule::AppSystems,
    settings::Settings,
    shown::{Shown, ShownMut},
    state::{
        BuildFilm, Film, LevelId, LevelName, ModelView, Notice, OpenedLevel, Overlays, Player, QueryPlayer,
        Selection,
    },
};
use crate::cli::ViewArgs;

/// Shows a requested view once its level is ready.
pub(super) struct ViewpointPlugin;

impl Plugin for ViewpointPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<AskedView>().add_systems(
            Update,
            show.after(AppSystems::Enter)
                .before(AppSystems::Replay)
                .run_if(resource_changed::<AskedView>.or_else(any_match_filter::<Changed<OpenedLevel>>)),
        );
    }
}

/// The requested view with its level; `None` once it is shown.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct AskedView(pub(super) Option<Wanted>);

/// A view of a level.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) source: LevelName,
    pub(super) at: ViewArgs,
    /// Level from the same source that is still open while it is being reopened.
    pub(super) not_in: Option<LevelId>,
}

impl AskedView {
    /// Requests a view of the level from a source.
    pub(super) fn of(source: LevelName, at: ViewArgs) -> Self {
        let not_in = None;
        Self(Some(Wanted { source, at, not_in }))
    }
}

/// State that a view changes.
type Looked<'w, 's> = (
    ShownMut<'w, 's, Player>,
    ResMut<'w, ModelView>,
    ResMut<'w, Overlays>,
    ShownMut<'w, 's, Selection>,
    ShownMut<'w, 's, ChosenLeaf>,
    ResMut<'w, Settings>,
);

fn show(
    mut asked: ResMut<AskedView>,
    current: Option<Shown<OpenedLevel>>,
    (mut player, mut view, mut overlays, mut selection, mut leaf, mut settings): Looked,
    (mut build, mut query, mut owner): (ResMut<BuildFilm>, ResMut<QueryPlayer>, Option<ResMut<TreeOwner>>),
    mut notices: MessageWriter<Notice>,
    mut last: Local<Option<LevelName>>,
) {
    let Some(current) = current else { return };
    let before = last.replace(current.source.clone());
    if before.is_some_and(|before| before != current.source) && !overlays.light_styles.is_empty() {
        // Brightnesses of light styles belong to another level.
        overlays.light_styles = StyleFactors::default();
    }
    let is_here = |wanted: &mut Wanted| {
        wanted.source == current.source && wanted.not_in.as_ref() != Some(&current.level_id())
    };
    let Some(Wanted { at, .. }) = asked.0.take_if(is_here) else {
        return;
    };
    let level = &current.level;
    place(&mut player, &at, level);
    if at.eye.is_some() {
        player.walking = stands(&current.tree, player.position);
    }
    *view = model_view(&at, level);
    if at.build_step.is_some() && view.is_eye() {
        // The film is shown in the model view.
        view.view = View::Model;
    }
    if at.shows_something() {
        *overlays = Overlays(at.overlays());
    }
    if let Some(degrees) = at.fov {
        settings.field_of_view = degrees;
    }
    let nodes = current.tree.node_count();
    let node = at.node(&current.tree).filter(|&node| node < nodes);
    match (at.select, at.select_face, node) {
        (Some(asked), _, None) => {
            notices.write(Notice::error(text!("view-no-such-node", asked, nodes)));
        }
        (None, Some(face), None) => {
            notices.write(Notice::error(text!("view-no-such-face", face)));
        }
        _ => {}
    }
    let face = at.select_face.filter(|_| node.is_some());
    **selection = Selection { node, face };
    **leaf = ChosenLeaf(at.select_leaf);
    let speed = build.speed;
    *build = build_film(&at);
    build.speed = speed;
    if at.build_step.is_some() {
        (query.open, query.preset) = (false, None);
    }
    if let Some(owner) = &mut owner {
        owner.set_if_neq(tree_owner(&at));
    }
}

/// The film of the build, where a view shows a step of it.
fn build_film(at: &ViewArgs) -> BuildFilm {
    BuildFilm::at(
        at.build_step.is_some(),
        at.build_step.map_or(0, |step| step.saturating_sub(1)),
    )
}

/// Whose solid-leaf tree a view shows.
fn tree_owner(at: &ViewArgs) -> TreeOwner {
    if at.own_tree {
        TreeOwner::File
    } else {
        TreeOwner::Here
    }
}

/// Puts the eyes where a view has them; the body is that of the level.
fn place(player: &mut Player, at: &ViewArgs, level: &Level) {
    if at.eye.is_some() {
        player.teleport(at.eye(level).as_vec3());
    }
    if at.look.is_some() {
        [player.yaw, player.pitch] = at.angles(level).map(|angle| angle as f32);
    }
}

/// How a view looks at a level, at its end: the camera does not fly there.
fn model_view(at: &ViewArgs, level: &Level) -> ModelView {
    ModelView {
        view: at.view,
        orbit: at.orbit(level),
        cut: at.cut(level),
        away: f32::from(at.view != View::Eye),
        film: at.division.map_or_else(Film::default, |division| Film {
            tree: Some(division.tree),
            depth: division.depth as f32,
            ..Film::default()
        }),
        ..ModelView::default()
    }
}

/// Returns the options of the current view.
pub(super) fn shown(
    level: &Level,
    (player, view, overlays): (&Player, &ModelView, &Overlays),
    (selection, leaf): (Selection, ChosenLeaf),
    (build, owner): (&BuildFilm, TreeOwner),
) -> ViewArgs {
    // The film selects the node of its division.
    let selected = if build.open {
        Selection::default()
    } else {
        selection
    };
    let is_model = view.view != View::Eye;
    let orbit = view.orbit.filter(|_| is_model);
    let args = ViewArgs {
        view: view.view,
        cut: view
            .cut
            .filter(|_| is_model)
            .map(|cut| f64::from(cut) + level.origin.y),
        orbit: orbit.as_ref().map(OrbitArg::from),
        division: view.film.tree.filter(|_| is_model).map(|tree| Division {
            tree,
            depth: view.film.shown(),
        }),
        select: selected.node,
        select_face: selected.face,
        select_leaf: leaf.0,
        build_step: build.open.then(|| build.step + 1),
        own_tree: owner == TreeOwner::File && level.own_tree.is_some(),
        ..ViewArgs::of_overlays(overlays)
    };
    args.from_eye(level, player.position, [player.yaw, player.pitch])
}

#[cfg(test)]
mod tests {
    use bspwalk_levels::{LoadOptions, builtin};
    use bspwalk_progress::Progress;
    use bspwalk_session::overlays::OverlayKind;

    use super::*;
    use crate::app::state::{FilmTree, Orbit};

    #[test]
    fn what_is_shown_is_what_was_asked_for() {
        let level = builtin::load("three_rooms", &LoadOptions::default(), &Progress::default()).unwrap();
        let mut player = Player::default();
        player.respawn(&level.spawn);
        player.teleport(Vec3::new(1.25, 1.5, -0.5));
        (player.yaw, player.pitch) = (0.5, -0.25);
        let view = ModelView {
            view: View::Model,
            orbit: Some(Orbit {
                target: level.bounds.center().as_vec3().with_y(1.5),
                yaw: 1.0,
                pitch: 0.75,
                distance: 20.0,
            }),
            cut: Some(2.0),
            away: 1.0,
            film: Film {
                tree: Some(FilmTree::Nodes),
                depth: 2.0,
                ..Film::default()
            },
            ..ModelView::default()
        };
        let overlays = Overlays::showing([OverlayKind::Planes, OverlayKind::Path]);
        let selection = Selection {
            node: Some(3),
            face: None,
        };
        let at = shown(
            &level,
            (&player, &view, &overlays),
            (selection, ChosenLeaf(Some(2))),
            (&BuildFilm::default(), TreeOwner::Here),
        );
        let mut placed = Player::default();
        placed.respawn(&level.spawn);
        place(&mut placed, &at, &level);
        assert!(placed.position.distance(player.position) < 1.0e-5);
        assert!((placed.yaw - player.yaw).abs() < 1.0e-5 && (placed.pitch - player.pitch).abs() < 1.0e-5);
        let again = model_view(&at, &level);
        let (first, second) = (view.orbit.unwrap(), again.orbit.unwrap());
        assert!(
            first.target.distance(second.target) < 1.0e-4
                && (first.distance - second.distance).abs() < 1.0e-4
        );
        assert!((first.yaw - second.yaw).abs() < 1.0e-5 && (first.pitch - second.pitch).abs() < 1.0e-5);
        assert_eq!(
            (again.view, again.cut, again.film),
            (view.view, view.cut, view.film)
        );
        assert_eq!(Overlays(at.overlays()), overlays);
        assert_eq!((at.select, at.select_leaf), (Some(3), Some(2)));
        assert_eq!((at.build_step, at.own_tree), (None, false));
        // The film selects the node of its division automatically.
        let film = BuildFilm::at(true, 4);
        let at = shown(
            &level,
            (&player, &view, &overlays),
            (selection, ChosenLeaf(None)),
            (&film, TreeOwner::File),
        );
        assert_eq!((at.select, at.select_face, at.build_step), (None, None, Some(5)));
        assert!(!at.own_tree, "the level brings none");
        assert_eq!(build_film(&at), film);
    }
}
