//! Effects of commands on the state that all front ends have.
//!
//! A [walk](crate::walk) and the engine's window each own a [`ProgramState`]. Both lend it as a [`Program`], with the
//! level and the body, to execute a command.

mod bookmarks;
mod expensive;
mod saves;
mod undo;

use std::{path::Path, sync::Arc};

use bspwalk_collision::mover::{Trees, script::Ticks};
use bspwalk_compile::CompileParams;
use bspwalk_explain::{
    map_places::MapPlace,
    quiz::{self, Kind},
};
use bspwalk_text::{
    text,
    words::{count, count_with_noun},
};
use bspwalk_trees::NodeTree;
use glam::{Vec2, Vec3};

use crate::{
    Opened,
    actions::{Action, FilmMove, KeyNames},
    active_film::{ActiveFilm, FilmChange},
    background::LeafTreeData,
    courses,
    culling::{Culled, CullingChange, CullingView},
    editor_place,
    films::max_face_distance,
    identity::Identity,
    leak_walk,
    moving::MovingEntities,
    overlays::{OverlayKind, Overlays},
    program_state::ProgramState,
    quiz::{AskedBy, Before},
    scripts::{ScriptChange, Scripts},
    selection::{Pick, Selected},
    trial::TrialStep,
    undo::Jump,
    view::{EyePose, Eyes, Looking},
    view_args::ViewArgs,
    walker::{Notice, Surroundings, Walker, WalkerChange},
};

/// Distance of a picked point in front of the picked face (in metres).
const BEFORE_FACE: f32 = 0.02;

/// State that commands change in all front ends, with the level and the body.
#[derive(Debug)]
pub struct Program<'a> {
    /// The level and its node-storing tree.
    pub opened: &'a Opened,
    /// Solid-leaf tree, once it is built.
    pub built: Option<&'a Arc<LeafTreeData>>,
    /// Whether the solid-leaf tree is being built.
    pub is_building: bool,
    /// Reason why there is no solid-leaf tree, unless it is being built.
    pub failure: Option<&'a str>,
    /// The body and its controls.
    pub walker: &'a mut Walker,
    /// State other than the level and the body.
    pub state: &'a mut ProgramState,
    /// Last depth of the division film, if it is known.
    pub deepest: Option<u32>,
    /// Tangents of half the first-person field of view, horizontally and vertically.
    pub tangents: Vec2,
    /// Area of the picture that is not covered by panels; see [`Looking::free`].
    pub free: [Vec2; 2],
    /// Build parameters of the solid-leaf tree.
    pub params: &'a CompileParams,
    /// Path of the settings file. The bookmarks of built-in levels are saved next to it.
    pub settings_file: Option<&'a Path>,
    /// Key names for use in notices.
    pub keys: KeyNames<'a>,
    /// Whether notices also describe changes that the engine's window shows in its cards.
    pub describes_changes: bool,
    /// Notices for the user.
    pub notices: Vec<Notice>,
}

/// Returns the trees for generating questions.
pub fn quiz_trees(program: &mut Program<'_>) -> quiz::Trees {
    let trees = (&program.opened.level, &program.opened.tree);
    let built = program.current_built();
    let (leaves, pvs) = (
        built.map(|built| &built.tree),
        built.and_then(|built| built.pvs.as_ref()),
    );
    program.state.quiz.trees(trees, leaves, pvs)
}

impl<'a> Program<'a> {
    /// Shows a notice.
    pub fn notice(&mut self, text: impl Into<String>) {
        self.notices.push(Notice::info(text));
    }

    /// Returns the trees for collision queries.
    fn trees(&self) -> Trees<'a> {
        let built = self.current_built();
        self.opened.trees_with(built.map(|built| &*built.planes))
    }

    /// Returns the solid-leaf tree, unless it belongs to another version of the level.
    pub(crate) fn current_built(&self) -> Option<&'a Arc<LeafTreeData>> {
        let level = Identity::of(&self.opened.level);
        self.built.filter(|built| built.level == level)
    }

    /// Returns what the body moves in.
    fn surroundings<'b>(&self, moving: Option<&'b mut MovingEntities>) -> Surroundings<'b>
    where
        'a: 'b,
    {
        let trees = self.trees();
        Surroundings {
            level: &self.opened.level,
            trees,
            moving,
            planes_pending: trees.planes.is_none() && self.is_building,
        }
    }

    /// Simulates one fixed step with the held keys. `moving` contains the doors and lifts of the level. `observes` fills
    /// [`Body::visited_nodes`](crate::body::Body::visited_nodes).
    pub fn step(&mut self, moving: Option<&mut MovingEntities>, keys: Ticks, observes: bool) {
        let surroundings = self.surroundings(moving);
        let outcome = self.walker.step(surroundings, keys, observes, self.keys);
        self.notices.extend(outcome.notices);
        if let Some(reason) = self.walker.reason().filter(|_| outcome.has_new_reason) {
            self.state
                .level
                .selected
                .select_node(reason.node_of_level(), Some(reason.face));
        }
    }

    /// Changes the walker, and shows the returned notice.
    pub fn walk(&mut self, change: WalkerChange) {
        let surroundings = self.surroundings(None);
        let told = change(self.walker, &surroundings, self.keys);
        self.notices.extend(told.map(Notice::info));
    }

    /// Changes the speed by a number of mouse-wheel notches. In the model view, zooms instead.
    pub fn change_speed(&mut self, notches: f32) {
        let size = self.opened.level.bounds.size().length() as f32;
        if self.state.view.zoom(notches, None, size) {
            return;
        }
        let body = &mut self.walker.body;
        body.change_speed(notches);
        if self.describes_changes {
            let speed = text!("walk-speed", speed = format_args!("{:.1}", body.speed));
            self.notice(speed);
        }
    }

    /// Changes the scripts, and shows the notices.
    pub fn change_scripts(&mut self, change: ScriptChange) {
        let keys = self.keys;
        let key_of = |action| keys.action_key(action);
        let told = change(&mut self.state.scripts, self.walker, self.opened, &key_of);
        self.notices.extend(told);
    }

    /// Moves the body to a station of the level's course, or plays the station's script.
    pub fn go_to_station(&mut self, number: u8, watch: bool) {
        self.walker.end_replay();
        if !watch {
            self.state.undo.requests.jump = Some(Jump::Station);
        }
        let course = courses::of_level(&self.opened.source);
        if let Some(station) = course.and_then(|course| course.stations.get(usize::from(number))) {
            self.change_scripts(Scripts::make_way);
            let told = self
                .walker
                .go_to_station(station, watch, &self.opened.level.spawn);
            self.state.view.cut = None;
            self.notice(told);
        }
    }

    /// Shows planes and cells one depth deeper or shallower, or moves through the steps of an overlay.
    pub fn step_depths(&mut self, deeper: bool) {
        let deepest = self.opened.tree.statistics().depth.saturating_sub(1);
        self.state.overlays.step(deeper, deepest);
        let ([first, last], cells) = (self.state.overlays.plane_depths, self.state.overlays.cell_depth);
        if self.describes_changes {
            self.notice(text!("walk-depths", first, last, cells));
        } else {
            let hidden = hidden_depths(
                &self.state.overlays,
                self.state.level.selected.node.is_some(),
                self.keys,
            );
            self.notices.extend(hidden.map(Notice::info));
        }
    }

    /// Selects the node of the first face listed under "why did I stop?".
    pub fn select_reason(&mut self) {
        if let Some(reason) = self.walker.reason() {
            let (node, face) = (reason.node_of_level(), Some(reason.face));
            self.select(|selected| selected.select_node(node, face));
        }
    }

    /// Changes the selection and adds it to the history.
    pub fn select(&mut self, change: impl FnOnce(&mut Selected)) {
        change(&mut self.state.level.selected);
        self.state
            .level
            .selections
            .visit(self.state.level.selected.items());
    }

    /// Selects a node. If a ray was used, also selects the leaf in front of the face that it hits. While the division of
    /// one tree is shown, selects only items of that tree.
    pub fn choose(&mut self, pick: Pick) {
        let only = self
            .state
            .view
            .film
            .tree
            .filter(|_| self.state.view.shows_division());
        let leaves = self.built.map(|built| &*built.tree);
        match self
            .state
            .level
            .selected
            .choose(&self.opened.tree, leaves, pick, only)
        {
            Ok(()) => {
                self.state
                    .level
                    .selections
                    .visit(self.state.level.selected.items());
                self.describe_selection();
            }
            Err(problem) => self.notice(problem),
        }
    }

    /// Moves back or forward in the selection history.
    pub fn go_in_history(&mut self, back: bool) {
        match self.state.level.selections.go(back) {
            Ok(selected) => {
                self.state.level.selected.restore(selected);
                self.describe_selection();
            }
            Err(told) => self.notice(told),
        }
    }

    /// Shows notices about the selected node and, in a map, about the brush of the selected face.
    fn describe_selection(&mut self) {
        if !self.describes_changes {
            return;
        }
        self.notices.extend(self.selection_words().map(Notice::info));
        let face = self.state.level.selected.face;
        let place = face.and_then(|_| self.editor_place().ok());
        self.notices
            .extend(place.map(|place| Notice::info(place.words())));
    }

    /// Returns the brush of the selected face in its map.
    ///
    /// # Errors
    /// See [`editor_place::of_selection`].
    pub fn editor_place(&self) -> Result<MapPlace, String> {
        let brushes = self.built.map(|built| built.brushes.as_deref());
        let Selected { node, face, .. } = self.state.level.selected;
        editor_place::of_selection(self.opened, brushes, (node, face))
    }

    fn selection_words(&self) -> Option<String> {
        let node = self.state.level.selected.node?;
        let view = self.opened.tree.node(node)?;
        let above = self.opened.tree.ancestors(node);
        let mut path: Vec<char> = above.map(|(_, branch)| branch.letter()).collect();
        path.reverse();
        let path = if path.is_empty() {
            text!("stop-root").to_owned()
        } else {
            path.into_iter().collect()
        };
        Some(text!(
            "walk-selected",
            node = count(node),
            depth = view.depth,
            fragments = count_with_noun(view.fragments.len() as u64, "fragment"),
            path
        ))
    }

    /// Shows a view. If the tree does not have the requested node or face, shows a notice and selects nothing.
    pub fn show_view(&mut self, at: &ViewArgs) {
        let Opened { level, tree, .. } = self.opened;
        at.place_body(&mut self.walker.body, tree, level);
        let state = &mut *self.state;
        state.undo.requests.jump = Some(Jump::View);
        state.view = at.model_view(level);
        if at.shows_something() {
            state.overlays = at.overlays();
        }
        state.own_tree = at.own_tree;
        state.build = at.build_film(&state.build);
        if at.build_step.is_some() {
            (state.query.open, state.query.preset) = (false, None);
        }
        let node = at.selected_node(tree).unwrap_or_else(|problem| {
            self.notices.push(Notice::error(problem));
            None
        });
        let face = at.select_face.filter(|_| node.is_some());
        state.level.selected = Selected {
            leaf: at.select_leaf,
            ..Selected::of_node(node, face)
        };
    }

    /// Moves a flying body to a good view of the selection, or sets the goal of the model's camera. Returns whether the
    /// eye moved or turned.
    pub fn look_at_selection(&mut self) -> bool {
        self.state.undo.requests.jump = Some(Jump::Selection);
        let body = &self.walker.body;
        let looking = Looking {
            tree: &self.opened.tree,
            leaves: self.built.map(|built| &*built.tree),
            pvs: self.built.and_then(|built| built.pvs.as_deref()),
            eyes: Eyes {
                position: body.position,
                radius: body.radius,
                flies: body.noclip || !body.walking,
            },
            tangents: self.tangents,
            free: self.free,
            draws_leaf: self.state.overlays.is_on(OverlayKind::Leaves),
        };
        let looked_at = (
            self.state.level.selected.node,
            self.state.level.selected.latest_leaf(),
        );
        let (pose, told) = looking.look_at(looked_at, &mut self.state.view, |action| {
            self.keys.action_key(action)
        });
        self.notices.extend(told.map(Notice::info));
        if let Some(EyePose {
            position, yaw, pitch, ..
        }) = pose
        {
            self.walker.end_playback();
            let body = &mut self.walker.body;
            if position != body.position {
                body.teleport(position);
            }
            (body.yaw, body.pitch) = (yaw, pitch);
            self.walker.close_what_was_left();
        }
        pose.is_some()
    }

    /// Moves the eye to the next or previous corner of the leak, and shows the leak path.
    pub fn step_along_leak(&mut self, forward: bool) {
        self.walker.end_playback();
        self.state.undo.requests.jump = Some(Jump::Leak);
        let Some(leak) = self.built.and_then(|built| built.leak.as_ref()) else {
            let why_not = self
                .built
                .map_or(text!("leaftree-leak-not-yet"), |built| built.no_leak);
            return self.notice(why_not);
        };
        self.state.overlays.set(OverlayKind::Leak, true);
        let told = leak_walk::step(leak, forward, &mut self.walker.body);
        self.walker.close_what_was_left();
        self.notice(told);
    }

    /// Changes the culling. `view` is the current view.
    pub fn change_culling(&mut self, change: CullingChange, view: CullingView) {
        let culled = Culled {
            built: self.built.map(AsRef::as_ref),
            failure: self.failure,
            view,
        };
        let ProgramState { culling, level, .. } = self.state;
        let key = |action| self.keys.action_key(action);
        let told = culled.change(change, culling, &mut level.frozen, key);
        self.notice(told);
    }

    /// Switches between the solid-leaf tree that the program builds and the tree in the file, if there is one.
    pub fn toggle_own_tree(&mut self) {
        self.state.own_tree ^= self.opened.level.own_tree.is_some();
    }

    /// Moves along the planes that the user tried, or ends the trial. Returns the tree to show, if it changes.
    pub fn step_trial(&mut self, step: TrialStep) -> Option<Arc<NodeTree>> {
        self.state.level.step_trial(&self.opened.tree, step)
    }

    /// Advances films, scripts and background searches by a time in seconds. Also reads the bookmarks of a newly opened
    /// level.
    pub fn advance(&mut self, seconds: f32) {
        self.follow_bookmarks();
        self.change_scripts(Scripts::follow);
        self.follow_expensive();
        self.play_films(seconds);
    }

    /// Opens or closes a film in the model view.
    pub fn change_films(&mut self, change: FilmChange) {
        change(self.state, &self.opened.tree, &self.walker.body);
    }

    /// Returns the film that playback commands control.
    pub fn active_film(&self) -> Option<ActiveFilm> {
        self.state.active_film()
    }

    /// Advances the playing films by a time in seconds. Closes the build film in first person, where it is not visible.
    pub fn play_films(&mut self, seconds: f32) {
        let (tree, state) = (&self.opened.tree, &mut *self.state);
        state.build.open &= !state.view.is_eye();
        state.build.play(seconds, tree.node_count());
        state.query.play(seconds, tree);
        if !state.view.is_eye() {
            state.view.film.play(seconds);
        }
        if matches!(self.active_film(), None | Some(ActiveFilm::Steps)) {
            self.state.steps.advance(&mut self.state.overlays, seconds);
        }
    }

    /// Switches query films to the next traversal.
    pub fn next_query_mode(&mut self) {
        let mode = self.state.query_mode.next();
        self.state.set_query_mode(mode);
        if self.describes_changes {
            self.notice(text!("walk-query-mode", mode = mode.title()));
        }
    }

    /// Uses the point that a ray hits as an answer of the quiz or as an end of the query. Returns whether the ray picked
    /// an end. The ray has an origin in metres and a unit direction.
    pub fn point_at(&mut self, ray: [Vec3; 2]) -> bool {
        if self.state.quiz.marked_answer().is_some() {
            let trees = quiz_trees(self);
            if let Some(given) = self.state.quiz.choice_along_ray(&trees, ray[0], ray[1]) {
                self.state.quiz.answer(&self.opened.level.name, given);
            }
        }
        let is_picking = self.state.query.is_picking();
        self.pick_query_end(ray);
        is_picking
    }

    /// Sets the query end that is being picked to a point in front of the face that a ray hits. The ray has an origin in
    /// metres and a unit direction.
    pub fn pick_query_end(&mut self, [from, direction]: [Vec3; 2]) {
        let Some(end) = self.state.query.picking else {
            return;
        };
        let tree = &self.opened.tree;
        if let Some(hit) = tree.cast(from, from + direction * max_face_distance(tree, from)) {
            let query = &mut self.state.query;
            *query.asked.end_mut(end) = hit.point - direction * BEFORE_FACE;
            (query.picking, query.preset) = (None, None);
        } else {
            self.notice(text!("select-no-face-there"));
        }
    }

    /// Opens the quiz. Closes films, hides overlays and clears the selection, because letters and colours have other
    /// meanings in a question. [`Program::end_quiz`] restores them.
    pub fn begin_quiz(&mut self, seed: u64, kinds: &[Kind]) {
        self.state.quiz.restored = Some(Before {
            level: Identity::of(&self.opened.level),
            view: self.state.snapshot(),
            selected: std::mem::take(&mut self.state.level.selected),
            page: self.state.ui.page,
        });
        // An open page would hide the question in the level.
        (self.state.ui.captured, self.state.ui.page) = (false, None);
        (self.state.query.open, self.state.build.open) = (false, false);
        self.state.overlays.clear();
        self.state.quiz.open(seed, kinds);
    }

    /// Opens the quiz, or closes it and restores the state from before it.
    pub fn toggle_quiz(&mut self) {
        if self.state.quiz.is_open() {
            self.end_quiz();
            return;
        }
        // A web page has no source of randomness, but the number of steps differs.
        let seed = fastrand::u64(..) ^ self.walker.body.history().added();
        self.begin_quiz(seed, self.state.quiz.allowed_kinds.unwrap_or(&Kind::ALL));
    }

    /// Closes the quiz and restores the state from before it; see [`ProgramState::restore`].
    pub fn end_quiz(&mut self) {
        if let Some(before) = self.state.quiz.restored.take() {
            let is_same_level = before.level == Identity::of(&self.opened.level);
            self.state.restore(&before.view, is_same_level);
            if is_same_level {
                self.state.level.selected = before.selected;
                self.state.ui.page = self.state.ui.page.or(before.page);
            } else {
                self.state.level.selected = Selected::default();
            }
        }
        self.state.build.release_division(false);
        self.state.quiz.close();
    }

    /// Continues the film that asked the question, or asks the next question.
    pub fn go_on_after_answer(&mut self) {
        let ProgramState {
            build,
            query,
            quiz,
            view,
            ..
        } = self.state;
        match quiz.close_and_resume_film(build, query) {
            Some(AskedBy::Division(depth)) => (view.film.depth, view.film.playing) = (depth as f32, true),
            Some(AskedBy::Painter(_)) => self.state.overlays.painter_plays = true,
            Some(AskedBy::Build | AskedBy::Query(_)) => {}
            None => {
                self.state.overlays.clear();
                self.state.level.selected = Selected::default();
            }
        }
    }

    /// Executes a playback command on the active film.
    pub fn move_film(&mut self, to: FilmMove) {
        match self.active_film() {
            Some(ActiveFilm::Painter) => self.state.overlays.control_painter(to),
            Some(ActiveFilm::Steps) => _ = self.state.steps.go(&mut self.state.overlays, to),
            Some(ActiveFilm::Build | ActiveFilm::Query | ActiveFilm::Division) => {
                self.state.move_film_in_model(to, &self.opened.tree, self.deepest);
            }
            None => {}
        }
    }
}

/// Returns a notice about the depths if nothing on screen reflects them.
fn hidden_depths(overlays: &Overlays, node_selected: bool, keys: KeyNames<'_>) -> Option<String> {
    let [first, last] = overlays.plane_depths;
    let key = |action| keys.action_key(action);
    let of_overlay = |kind: OverlayKind| key(Action::Overlay(kind.key()));
    let steps = [
        OverlayKind::Cells,
        OverlayKind::Painter,
        OverlayKind::Flow,
        OverlayKind::Hulls,
    ];
    if steps.into_iter().any(|kind| overlays.is_on(kind)) {
        None
    } else if !overlays.is_on(OverlayKind::Planes) {
        Some(text!(
            "overlay-neither",
            first,
            last,
            planes = of_overlay(OverlayKind::Planes),
            depth = overlays.cell_depth,
            cells = of_overlay(OverlayKind::Cells)
        ))
    } else {
        let is_hidden = overlays.planes_of_selection && node_selected;
        let key = key(Action::ClearSelection);
        is_hidden.then(|| text!("overlay-planes-soon", first, last, key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::{FrontEnd, Keymap};

    #[test]
    fn depths_without_a_visible_effect_are_reported() {
        let keymap = Keymap::default();
        let keys = keymap.names_for(FrontEnd::Window, true);
        let mut overlays = Overlays::none();
        overlays.step(true, 9);
        let told =
            |overlays: &Overlays, selected| hidden_depths(overlays, selected, keys).unwrap_or_default();
        assert!(told(&overlays, false).contains("0 to 5"));
        overlays.set(OverlayKind::Planes, true);
        assert_eq!(told(&overlays, false), "");
        assert!(told(&overlays, true).contains("selected node"));
        overlays.set(OverlayKind::Cells, true);
        assert_eq!(told(&overlays, true), "");
    }
}
