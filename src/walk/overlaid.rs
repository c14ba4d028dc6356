//! The software-rendered picture of a walk, with overlays.

use std::sync::Arc;

use bspwalk_draw::{
    color::palette::Palette,
    raster::{Camera, Frame},
};
use bspwalk_explain::quiz::Question;
use bspwalk_overlays::{
    Scene,
    drawing::Drawing,
    floor_plan::FloorPlan,
    flow, heat,
    layer::Layer,
    legend::Legend,
    motion::{replay_drawing, stop_reason_lines},
    paint::{
        screen::Screen,
        software::{Canvas, Depths},
    },
    quiz,
    scene::InModel,
    shown::OverlayDrawings,
    tree_stats::TreeFigures,
};
use bspwalk_session::{
    actions::FrontEnd,
    films::AskedQuery,
    overlays::{OverlayKind, Overlays},
    selection::Selected,
    view::StepCamera,
    walk::Session,
};
use bspwalk_trees::{NodeTree, node_storing::NodeId, solid_leaf::LeafId};
use glam::DVec3;

/// Grid spacing for rounding the eye position, in metres. Cached overlays stay valid while the eye position rounds to
/// the same grid point.
const EYE_STEP: f64 = 0.5;

/// Minimum picture height for labels, in pixels. Labels would be unreadable in smaller pictures.
const LEAST_ROWS: u32 = 180;

/// Side of the squares (in pixels) that share one ray cast in heat maps. One cast per pixel would take too long for a
/// frame.
const HEAT_SQUARE: u32 = 4;

/// Returns whether an overlay depends on the exact camera, so that it changes with every step and turn.
fn is_exact(kind: OverlayKind) -> bool {
    kind == OverlayKind::Collision || heat::measure(kind).is_some()
}

/// State that the overlays depend on. If it is unchanged, the cached overlays are still valid.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    overlays: Overlays,
    selected: Selected,
    /// The session's revision, which changes with each background result.
    revision: u32,
    /// Position of the eye, rounded in first person.
    eye: DVec3,
    /// Camera, if an overlay depends on it exactly (see [`is_exact`]).
    exact: Option<Camera>,
    model: Option<InModel>,
    /// Node that the build film is splitting.
    divided: Option<NodeId>,
    /// Recorded query of the query film, and its step.
    query: Option<(AskedQuery, u32)>,
    /// Identifier of the quiz question, and whether it has been answered.
    question: Option<(String, bool)>,
}

/// Picture and overlays, cached between frames.
#[derive(Debug, Default)]
pub(super) struct Overlaid {
    frame: Frame,
    figures: Option<(Arc<NodeTree>, Arc<TreeFigures>)>,
    pub(super) plan: FloorPlan,
    shown: Option<(Key, OverlayDrawings)>,
    question: Option<QuestionDrawing>,
    step: StepCamera<(LeafId, u32)>,
}

/// The current quiz question, whether it has been answered, and its drawing.
#[derive(Debug)]
struct QuestionDrawing {
    question: Arc<Question>,
    is_answered: bool,
    palette: Palette,
    drawing: Drawing,
}

impl Overlaid {
    /// Draws the current picture and its overlays. If the width or height is 0, draws no overlays.
    pub(super) fn draw(&mut self, session: &mut Session, size: [u32; 2]) -> &Frame {
        self.follow_question(session, size);
        self.follow_flow(session, size);
        self.frame.clone_from(session.draw(size));
        let selected = session.shown_selection();
        let palette = session.state.overlays.palette;
        let replay = session.walker.replay.as_ref();
        let replay = replay.map(|replay| replay_drawing(replay, palette));
        let why = session.walker.why.as_deref();
        let why = why.map(|why| stop_reason_lines(why, palette).into());
        let is_plain = session.state.overlays == Overlays::none()
            && selected == Selected::default()
            && session.model().is_none()
            && session.state.query.film(&session.opened.tree).is_none()
            && session.state.level.frozen.is_none()
            && self.question.is_none();
        if (is_plain && replay.is_none() && why.is_none()) || size.contains(&0) {
            self.shown = None;
            return &self.frame;
        }
        let mut steps = OverlayKind::SolidEvidence.kinds_on_same_key();
        if steps.any(|kind| session.state.overlays.is_on(kind)) {
            session.start_solidity_record();
        }
        let figures = self.figures(&session.opened.tree);
        let camera = session.camera();
        let model = session.model().map(|model| InModel {
            model,
            yaw: session.walker.body.yaw,
            film: None,
        });
        let screen = Screen::new(camera, size);
        let films = &session.state;
        let query = films
            .query
            .film(&session.opened.tree)
            .map(|film| (film, &films.query));
        let (built, frozen) = (session.picture.built(), session.state.level.frozen.as_ref());
        let scene = Scene {
            frozen: frozen.map(|view| (view.eye, view.corners)),
            leak: built.and_then(|built| built.leak.as_ref()),
            leak_from: built.and_then(|built| built.leak_from.as_deref()),
            flow: session.flow(),
            portal_costs: session.portal_costs(),
            doom_loads: session.doom_loads(),
            solidity: session.solidity().cloned(),
            leaf_is_latest: selected.latest_leaf().is_some(),
            model,
            // During a quiz question, the eye or path of the question is drawn instead of the body.
            draws_body: session.quiz().is_none_or(|quiz| !quiz.is_asking()),
            division: films.shown_division(&session.opened.tree),
            divides: films.shown_division(&session.opened.tree).is_some(),
            query: query.map(|(film, player)| (film, player.step as usize)),
            question: self.question.as_ref().map(|asked| &asked.drawing),
            heat_square: HEAT_SQUARE,
            ..scene_of(session, &figures, &session.state.overlays)
        }
        .on(&screen);
        let key = Key {
            overlays: session.state.overlays.clone(),
            selected,
            revision: session.revision,
            exact: OverlayKind::ALL
                .into_iter()
                .any(|kind| session.state.overlays.is_on(kind) && is_exact(kind))
                .then_some(camera),
            eye: if model.is_some() {
                scene.eye
            } else {
                (scene.eye / EYE_STEP).round()
            },
            model,
            divided: films.build.node(),
            query: query.map(|(_, player)| (player.asked, player.step)),
            question: self
                .question
                .as_ref()
                .map(|asked| (asked.question.id(), asked.is_answered)),
        };
        let mut shown = match self.shown.take() {
            Some((of, shown)) if of == key => shown,
            _ => scene.draw_overlays(),
        };
        for (layer, drawing) in [(Layer::Replay, replay), (Layer::StopReason, why)] {
            shown.layers.set(layer, drawing.unwrap_or_default());
        }
        scene.place_labels(&mut shown);
        if let Some(heat) = &shown.heat {
            heat.paint(palette, size[0], &mut self.frame.pixels);
        }
        if !shown.is_empty() {
            let depths = Depths::new(session.picture.faces(), &camera, size);
            let mut canvas = Canvas::new(&screen, &depths, &mut self.frame.pixels);
            canvas.draw(shown.layers.passes());
            if size[1] >= LEAST_ROWS {
                canvas.labels(&shown.labels);
                canvas.scale(&shown.scale);
            }
        }
        self.shown = Some((key, shown));
        &self.frame
    }

    fn figures(&mut self, tree: &Arc<NodeTree>) -> Arc<TreeFigures> {
        if let Some((of, figures)) = &self.figures
            && Arc::ptr_eq(of, tree)
        {
            return Arc::clone(figures);
        }
        let figures = Arc::new(TreeFigures::new(tree));
        self.figures = Some((Arc::clone(tree), Arc::clone(&figures)));
        self.shown = None;
        figures
    }

    /// If the plan is shown, requests its section. Returns whether a new section has arrived.
    pub(super) fn follow_plan(&mut self, session: &Session) -> bool {
        if !session.plan {
            self.plan = FloorPlan::default();
            return false;
        }
        let figures = self.figures(&session.opened.tree);
        self.plan
            .follow(&plan_scene(session, &figures, &overlays_of_plan(session)))
    }

    /// Draws the plan, once its section is available. Returns the pixels as 0x00RRGGBB.
    pub(super) fn plan_picture(&mut self, session: &Session, size: [u32; 2]) -> Option<Vec<u32>> {
        let figures = self.figures(&session.opened.tree);
        let overlays = overlays_of_plan(session);
        let in_cells = session.front == FrontEnd::Terminal;
        let scene = plan_scene(session, &figures, &overlays);
        self.plan.picture(&scene, session.walker.body.yaw, size, in_cells)
    }

    /// Updates the drawing of the quiz question when the question changes or is answered. Points the camera at a new
    /// question.
    fn follow_question(&mut self, session: &mut Session, size: [u32; 2]) {
        let quiz = session.quiz().filter(|quiz| quiz.is_scene_drawn());
        let asked = quiz.and_then(|quiz| {
            let question = Arc::clone(quiz.current_question()?);
            Some((question, quiz.current_answer().is_some(), quiz.is_asking()))
        });
        let Some((question, is_answered, turns_view)) = asked else {
            self.question = None;
            return;
        };
        let palette = session.state.overlays.palette;
        let known = self.question.take();
        let known = known.filter(|known| Arc::ptr_eq(&known.question, &question));
        let is_new = known.is_none();
        let is_same = |known: &QuestionDrawing| (known.is_answered, known.palette) == (is_answered, palette);
        self.question = Some(known.filter(is_same).unwrap_or_else(|| {
            let trees = session.quiz_trees();
            let drawing = quiz::drawing(&question, &trees, is_answered, palette);
            let aspect = size[0] as f32 / size[1].max(1) as f32;
            if is_new
                && turns_view
                && let Some((orbit, cut, _)) = quiz::view(&question, &trees, &drawing, aspect)
            {
                session.look_at_question(orbit, cut);
            }
            QuestionDrawing {
                question,
                is_answered,
                palette,
                drawing,
            }
        }));
    }

    /// When the portal-flow step changes, points the model camera at the new step, unless the user has moved the
    /// camera.
    fn follow_flow(&mut self, session: &mut Session, size: [u32; 2]) {
        let (is_shown, step) = (
            session.state.overlays.is_on(OverlayKind::Flow),
            session.state.overlays.flow_step,
        );
        let recorded = session.flow().map(Arc::clone);
        let wanted = recorded.as_ref().map(|flow| (flow.leaf, step));
        let aspect = size[0] as f32 / size[1].max(1) as f32;
        let frame = |yaw, is_plan| flow::view(recorded.as_ref()?, step, yaw, aspect, is_plan);
        self.step.follow(&mut session.state.view, is_shown, wanted, frame);
    }

    pub(super) fn legends(&self) -> &[(OverlayKind, Legend)] {
        self.shown.as_ref().map_or(&[], |(_, shown)| &shown.legends)
    }
}

/// Returns the overlays of the plan, which always shows splitting planes and leaves.
fn overlays_of_plan(session: &Session) -> Overlays {
    let mut overlays = session.state.overlays.clone();
    for kind in [OverlayKind::Planes, OverlayKind::Leaves] {
        overlays.set(kind, true);
    }
    overlays.planes_of_selection = false;
    overlays
}

fn plan_scene<'a>(session: &'a Session, figures: &'a Arc<TreeFigures>, overlays: &'a Overlays) -> Scene<'a> {
    // If neither of these overlays is shown, the hatching of hidden leaves would only clutter the plan.
    let shows_pvs = [OverlayKind::Leaves, OverlayKind::Visible]
        .into_iter()
        .any(|kind| session.state.overlays.is_on(kind));
    Scene {
        pvs: session.picture.pvs().filter(|_| shows_pvs),
        ..scene_of(session, figures, overlays)
    }
}

/// Returns the scene of the level, without films and models.
fn scene_of<'a>(session: &'a Session, figures: &'a Arc<TreeFigures>, overlays: &'a Overlays) -> Scene<'a> {
    let selected = session.shown_selection();
    Scene {
        eye: session.eye().as_dvec3(),
        leaves: session.picture.leaves(),
        pvs: session.picture.pvs(),
        selected: selected.node,
        selected_leaf: selected.leaf,
        radius: session.walker.body.radius,
        ..Scene::new((&session.opened.level, &session.opened.tree, figures), overlays)
    }
}
