//! Legends of the enabled overlays.

use bevy::math::Quat;
use bevy_egui::egui::{DragValue, Ui};
use bspwalk_collision::Capsule;
use bspwalk_explain::{doom_load::VIEW_HEIGHTS, films::Query as TreeQuery};
use bspwalk_overlays::{
    contacts::NEAR, entities, faces::visible_legend, heat::measure, heat_overlay::missing_loads, painter,
    planes, sight, tree_stats::NodeFaces,
};
use bspwalk_session::{overlays::OverlayKind, question::Question};
use bspwalk_text::lines::columns;
use bspwalk_trees::solid_leaf::LeafId;

use super::{collision_legend, data::CardParams};
use crate::app::kit::column::{Cards, Title};
use crate::app::kit::{film_controls, prelude::*};
use crate::app::level::copied_command;
use crate::app::paint::overlays::{OverlayReport, ShowCostliest, flow, painter as painter_options};
use crate::cli::FilmKind;

/// Maximum width of a title that leaves space for the name of the tree, in terminal columns. A Chinese character is two
/// columns wide.
const LONG: usize = 16;

/// Returns the text next to the title of a legend: an ellipsis while the overlay is being computed, and otherwise the
/// name of its tree if there is space.
fn title_note(kind: OverlayKind, title: &str, report: &OverlayReport) -> &'static str {
    if report.is_overlay_busy(kind) {
        "…"
    } else if columns(title) <= LONG {
        kind.tree_name().unwrap_or_default()
    } else {
        ""
    }
}

/// Returns the enabled overlays that have a legend. The path serves as its own legend, and materials need none.
pub(super) fn overlays_with_legend(overlays: &Overlays) -> Vec<OverlayKind> {
    let has_legend = |kind| !matches!(kind, OverlayKind::Path | OverlayKind::Materials);
    OverlayKind::ALL
        .into_iter()
        .filter(|&kind| overlays.is_on(kind) && has_legend(kind))
        .collect()
}

pub(super) fn draw(cards: &mut Cards<'_>, kinds: &[OverlayKind], params: &mut CardParams<'_, '_>) {
    for &kind in kinds {
        let key = params.keys.key_of(Action::Overlay(kind.key()));
        let title = Title {
            id: kind.name(),
            key: &key,
            name: kind.title(),
            note: title_note(kind, kind.title(), &params.report),
            term: Some(kind.term()),
            copy: has_question(kind, params).then_some(copied_command::HINT.text()),
            close: None,
        };
        if cards.card(title, |ui| legend(ui, kind, params)).copies {
            let question = question(kind, params);
            params.copy(question);
        }
    }
}

fn legend(ui: &mut Ui, kind: OverlayKind, params: &mut CardParams<'_, '_>) {
    let Some(current) = &params.current else { return };
    let (overlays, report, keys) = (&params.program.overlays, &*params.report, &*params.keys);
    let (palette, is_cut) = (overlays.palette, params.program.view.is_cut());
    let built = params.leaf_tree.built();
    if kind.shows_leaf_tree() && built.is_none() {
        let failure = params.leaf_tree.failure();
        draw_note(ui, failure.unwrap_or(text!("overlay-leaf-tree-building")));
        return;
    }
    if let (OverlayKind::Leak, Some(built)) = (kind, built.filter(|built| built.leak.is_none())) {
        draw_note(ui, format!("{}.", built.no_leak));
        return;
    }
    if let Some(legend) = params.drawn.legend(kind) {
        widgets::legend(ui, legend);
    }
    let change_depth = || {
        let [less, more] = keys.hints([Action::Shallower, Action::Deeper]);
        text!("overlay-depth-keys", less, more)
    };
    match kind {
        OverlayKind::Planes => {
            let nodes = params.tree_stats.statistics.nodes;
            widgets::legend(ui, &planes::legend::legend(report.planes, nodes, palette));
            draw_note(ui, text!("planes-number", change_depth = change_depth()));
            if let Some(text) = planes_without_number(report, is_cut) {
                draw_note(ui, text);
            }
        }
        OverlayKind::Cells => draw_note(ui, change_depth()),
        OverlayKind::Collision => {
            let eye = params.eyes.iter().next();
            let view = eye.map_or(Quat::IDENTITY, |eye| eye.rotation);
            collision_legend::legend(ui, &params.body, view, palette, current);
        }
        OverlayKind::Visible => {
            let culling = &params.culling;
            let [all, _, in_view] = culling.drawn.map(|drawn| drawn.leaves as usize);
            // The model view shows everything that is potentially visible from the leaf, in all directions.
            let seen = if is_cut { culling.seen } else { in_view };
            let counts = culling.known.then_some([seen, all]);
            widgets::legend(ui, &visible_legend(counts, is_cut, palette));
            let [cull, freeze] = keys.hints([Action::NextCulling, Action::ToggleFrozenCulling]);
            draw_note(ui, text!("culling-keys", cull, freeze));
        }
        OverlayKind::Leaves => {
            let panel = keys.key_or_palette_hint(Action::TogglePanel);
            draw_note(ui, text!("overlay-which-leaves", panel));
        }
        OverlayKind::Portals => {
            if let Some(cost) = params.flow.as_ref().and_then(|flow| flow.cost()) {
                let of = match params.program.level.selected.leaf {
                    Some(leaf) => text!("look-leaf", leaf = words::count(leaf)),
                    None => text!("overlay-leaf-of-eye").to_owned(),
                };
                let cost = text!("overlay-cost-of", of, cost);
                widgets::disclosure(ui, Disclosure::PortalCost, |ui| draw_note(ui, cost));
            }
        }
        OverlayKind::Sight if params.drawn.legend(kind).is_none() => {
            let select = keys.key_or_palette_hint(Action::SelectUnderCrosshair);
            widgets::legend(ui, &sight::legend(None, palette, &select));
        }
        OverlayKind::Flow if params.flow.as_ref().is_some_and(|flow| flow.recorded().is_some()) => {
            steps(ui, params);
        }
        OverlayKind::Leak => {
            let [on, back] = keys.hints([Action::AlongLeak, Action::BackAlongLeak]);
            draw_note(ui, text!("overlay-follow", on, back));
        }
        OverlayKind::Entities => {
            let labels = report.labels(kind);
            widgets::legend(ui, &entities::legend(&current.level, palette, labels));
        }
        OverlayKind::Painter => {
            let numbers = [report.labels(kind), report.on_the_cut[1]];
            let numbers = is_cut.then_some(numbers);
            let legend = painter::legend(report.painted, overlays.painter_by_leaf, numbers, palette);
            widgets::legend(ui, &legend);
            painter_options::legend(ui, &mut params.program.overlays, keys);
            ui.horizontal(|ui| film_controls::draw_save_buttons(ui, FilmKind::Painter, &mut params.films));
        }
        OverlayKind::SolidEvidence
        | OverlayKind::SolidCover
        | OverlayKind::SolidCut
        | OverlayKind::SolidResult => {
            steps(ui, params);
            let key = params.keys.key_or_palette_hint(Action::Overlay(kind.key()));
            draw_note(ui, text!("overlay-next-step", key));
        }
        kind if measure(kind).is_some() => heat(ui, kind, params),
        _ => {}
    }
}

fn steps(ui: &mut Ui, params: &mut CardParams<'_, '_>) {
    let messages = (&mut params.commands, &mut params.films);
    flow::controls(ui, &mut params.program, &params.keys, messages);
}

/// Draws the colour scale of query costs. If the costs belong to the current tree, also draws a button that opens the
/// film of its most expensive ray.
fn heat(ui: &mut Ui, kind: OverlayKind, params: &mut CardParams<'_, '_>) {
    let palette = params.program.overlays.palette;
    if kind.is_for_doom() {
        view_height(ui, params);
    }
    let Some(state) = &params.heat else { return };
    let Some(legend) = state.legend(palette) else {
        if let Some(current) = params.current.as_ref().filter(|_| kind.is_for_doom()) {
            widgets::legend(ui, &missing_loads(&current.level));
        }
        return;
    };
    widgets::legend(ui, &legend);
    if state.is_of_duel() {
        let keys = params.keys.hints([Action::Escape, Action::ToggleDuel]);
        let [escape, duel] = keys;
        draw_note(ui, text!("overlay-one-tree", escape, duel));
    }
    if !state.has_film() || kind.is_for_doom() {
        return;
    }
    if widgets::small_button(ui, text!("overlay-costliest"), text!("overlay-ringed-pixel")) {
        params.costliest.write(ShowCostliest);
    }
}

/// Draws the height of the player's eye, for heat maps of DOOM's renderer.
fn view_height(ui: &mut Ui, params: &mut CardParams<'_, '_>) {
    let height = DragValue::new(&mut params.program.overlays.view_height).speed(1.0);
    ui.horizontal(|ui| {
        widgets::name_found(ui, text!("overlay-view-height"));
        let [low, high] = VIEW_HEIGHTS;
        ui.add(height.range(low..=high).max_decimals(0));
    });
}

fn has_question(kind: OverlayKind, params: &CardParams<'_, '_>) -> bool {
    let overlays = &params.program.overlays;
    match kind {
        OverlayKind::Collision => params.current.is_some(),
        OverlayKind::Sight => looks(params).is_some() && !params.shows_own_tree(),
        OverlayKind::Painter => overlays.painter_by_leaf && !params.shows_own_tree(),
        OverlayKind::Flow | OverlayKind::Portals | OverlayKind::Leak => !params.shows_own_tree(),
        _ => false,
    }
}

fn question(kind: OverlayKind, params: &CardParams<'_, '_>) -> Option<Question> {
    match kind {
        OverlayKind::Collision => {
            let body = &params.body;
            let reach = Capsule {
                radius: body.radius * NEAR,
                ..body.capsule()
            };
            Some(Question::Query(TreeQuery::Contacts {
                body: reach,
                center: body.center,
            }))
        }
        OverlayKind::Sight => Question::between_leaves(&params.leaf_tree.built()?.tree, looks(params)?),
        OverlayKind::Painter => {
            let eye = params.player.as_ref()?.position;
            Some(Question::Order { eye })
        }
        OverlayKind::Portals if params.flow.as_ref().is_some_and(|flow| flow.cost().is_some()) => {
            Some(Question::PortalCosts)
        }
        OverlayKind::Flow => Some(Question::PortalCosts),
        OverlayKind::Portals => Some(Question::Portals),
        OverlayKind::Leak => Some(Question::Leak),
        _ => None,
    }
}

/// Returns the start and end leaves of the sightline, once the PVS is known.
fn looks(params: &CardParams<'_, '_>) -> Option<[LeafId; 2]> {
    let built = params.leaf_tree.built().filter(|built| built.pvs.is_some())?;
    let eye = params.player.as_ref()?.position.as_dvec3();
    let selected = &params.program.level.selected;
    let from = selected.sight_from;
    let from = from.unwrap_or_else(|| built.tree.locate(eye));
    sight::sightline_leaves(&built.tree, from, selected.leaf)
}

/// Describes how many planes are numbered, unless all of them are.
fn planes_without_number(report: &OverlayReport, is_model: bool) -> Option<String> {
    let labels = report.labels(OverlayKind::Planes);
    if is_model {
        let [lines, _] = report.on_the_cut;
        let [shown, all] = [
            words::count(labels as u64),
            words::count_with_noun(lines as u64, "line"),
        ];
        return (labels < lines).then(|| text!("planes-numbers-here", shown, all));
    }
    let planes = report.planes.counts[0] + usize::from(report.planes.of_selection);
    (labels < planes).then(|| text!("planes-numbers", list = words::count(labels as u64)))
}

/// Draws the colours of the selected node: its plane, the faces on both sides of the plane, and the faces that the
/// plane cuts. Their counts are added once `faces` is known.
pub(super) fn selection(ui: &mut Ui, overlays: &Overlays, faces: Option<NodeFaces>) {
    let palette = overlays.palette;
    let [on, front, back, cut] = sides(faces);
    widgets::key(ui, widgets::color(palette.selected()), &on);
    if overlays.tint_subtree {
        widgets::key(ui, widgets::color(palette.front()), &front);
        widgets::key(ui, widgets::color(palette.back()), &back);
    }
    if faces.is_none_or(|faces| faces.cut > 0) {
        widgets::key(ui, widgets::color(palette.cut()), &cut);
    }
    widgets::line_key(ui, style::FAINT, 1.5, text!("planes-above"));
}

/// Describes the faces on a node's plane, in front of it, behind it and cut by it.
fn sides(faces: Option<NodeFaces>) -> [String; 4] {
    let Some(faces) = faces else {
        return [
            text!("planes-own"),
            text!("planes-front"),
            text!("planes-behind"),
            text!("planes-cut"),
        ]
        .map(Into::into);
    };
    let count = |number: u32| words::count_with_noun(number, "face");
    [
        text!("planes-own-with", faces = count(faces.on)),
        text!("planes-front-faces", faces = count(faces.front)),
        text!("planes-behind-faces", faces = count(faces.back)),
        text!("planes-cut-faces", faces = count(faces.cut)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_trees::NodeId;

    #[test]
    fn only_materials_and_path_have_no_legend() {
        assert_eq!(overlays_with_legend(&Overlays::none()), []);
        for kind in OverlayKind::ALL {
            let has_none = matches!(kind, OverlayKind::Path | OverlayKind::Materials);
            let expected = if has_none { vec![] } else { vec![kind] };
            let found = overlays_with_legend(&Overlays::showing([kind]));
            assert_eq!(found, expected, "{kind}");
        }
    }

    #[test]
    fn only_legends_of_busy_overlays_are_marked() {
        let mut report = OverlayReport::default();
        report.set_busy(OverlayKind::Planes, true);
        report.set_busy(OverlayKind::Cost, true);
        for kind in OverlayKind::ALL {
            let is_busy = matches!(
                kind,
                OverlayKind::Planes
                    | OverlayKind::Cost
                    | OverlayKind::Tests
                    | OverlayKind::SlideCost
                    | OverlayKind::LeavesSeen
                    | OverlayKind::FacesDrawn
                    | OverlayKind::Visplanes
                    | OverlayKind::Drawsegs
                    | OverlayKind::Openings
            );
            assert_eq!(title_note(kind, "", &report) == "…", is_busy, "{kind}");
        }
    }

    #[test]
    fn width_of_a_title_leaves_room_for_the_tree() {
        let report = OverlayReport::default();
        for (title, has_room) in [
            ("Wireframe", true),
            ("Positions by slide cost", false),
            ("按节点给面着色", true),
            ("按滑动的代价给位置着色", false),
        ] {
            let note = title_note(OverlayKind::Wireframe, title, &report);
            assert_eq!(!note.is_empty(), has_room, "{title}");
        }
    }

    #[test]
    fn legend_counts_planes_without_number() {
        let mut report = OverlayReport::default();
        report.planes.counts = [63, 63];
        report.on_the_cut = [41, 0];
        report.labels.insert(OverlayKind::Planes, 24);
        let of_model = "Depth numbers fit on 24 of 41 lines. The other lines are too short or too crowded. Zoom in to \
                        see more numbers.";
        let of_eye =
            "Number of labelled planes: 24. The other planes are hidden, out of view or too crowded.";
        for (is_model, expected) in [(true, of_model), (false, of_eye)] {
            assert_eq!(
                planes_without_number(&report, is_model).as_deref(),
                Some(expected)
            );
        }
        report.labels.insert(OverlayKind::Planes, 63);
        assert_eq!(
            [true, false].map(|is_model| planes_without_number(&report, is_model)),
            [None, None]
        );
    }

    #[test]
    fn sides_of_a_node_are_counted() {
        let faces = NodeFaces {
            node: NodeId(17),
            on: 2,
            front: 1_312,
            back: 120,
            cut: 1,
        };
        assert_eq!(
            sides(Some(faces)),
            [
                "the node's plane, with 2 faces on it",
                "in front (F): 1,312 faces",
                "behind (B): 120 faces",
                "cut by the plane: 1 face, counted on both sides",
            ]
        );
        assert!(sides(None)[3].starts_with("cut by the plane"));
    }
}
