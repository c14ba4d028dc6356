//! Columns of cards next to the view. The right column shows the selected node and the legends. The left column shows
//! why the player stopped, the selected leaf, and the path to the eye.

use bevy::prelude::*;
use bspwalk_session::{overlays::OverlayKind, question::Question, stop_reason::Explanation};

use super::{data::CardParams, leaf_card, legends, node_card, path};
use crate::app::kit::column::{self, Title};
use crate::app::kit::prelude::*;
use crate::app::level::copied_command;

/// Width of a column, and width of a column that contains sentences, in points.
const WIDTH: f32 = 290.0;
const WIDE: f32 = 420.0;

pub(super) fn draw_right_column(
    mut contexts: EguiContexts,
    mut screen: ResMut<Screen>,
    mut params: CardParams,
) -> Result {
    let ui = params.program.ui;
    let kinds = legends::overlays_with_legend(&params.program.overlays);
    // In the tour, the card of the build film already describes the node.
    let has_node_card =
        params.program.level.selected.node.is_some() && !(ui.tour && params.program.build.open);
    if params.current.is_none() || (kinds.is_empty() && !has_node_card) {
        return Ok(());
    }
    screen.next.right = WIDTH;
    let height = column::show(contexts.ctx_mut()?, "right", screen.places.right, |cards| {
        if has_node_card {
            node_card::draw(cards, &mut params);
        }
        legends::draw(cards, &kinds, &mut params);
    });
    screen.next.heights[1] = height;
    Ok(())
}

pub(super) fn draw_left_column(
    mut contexts: EguiContexts,
    mut screen: ResMut<Screen>,
    mut params: CardParams,
    player: Shown<Player>,
    (mut leaf, invitation): (Local<leaf_card::ShownNode>, Option<Res<Invitation>>),
) -> Result {
    let why = player.walker.why.as_ref();
    let shows_path =
        invitation.is_none() && params.program.overlays.is_on(OverlayKind::Path) && params.current.is_some();
    if why.is_none() && !shows_path && leaf_card::visible_selected_leaf(&params).is_none() {
        return Ok(());
    }
    screen.next.left = if why.is_some() { WIDE } else { WIDTH };
    let height = column::show(contexts.ctx_mut()?, "left", screen.places.left, |cards| {
        if let Some(why) = why {
            let key = params.keys.key_of(Action::Why);
            let title = Title {
                id: "why",
                key: &key,
                name: text!("panel-why-stopped"),
                copy: Some(copied_command::HINT.text()),
                ..Title::default()
            };
            let clicked = cards.card(title, |ui| draw_explanation(ui, why));
            if clicked.copies {
                params.copy(why.query().map(Question::Query));
            }
        }
        leaf_card::draw(cards, &mut params, &mut leaf);
        path::draw(cards, &mut params, player.position);
    });
    screen.next.heights[0] = height;
    Ok(())
}

/// Number of sentences about a stop that are always visible.
const SENTENCES: usize = 2;

/// Draws the first sentences of an explanation. The remaining sentences are initially collapsed.
fn draw_explanation(ui: &mut egui::Ui, why: &Explanation) {
    let sentences = why.sentences();
    let last = sentences.len().saturating_sub(1);
    let draw = |ui: &mut egui::Ui, index: usize| {
        // The first sentence states what happened, and the last one states how this was determined.
        let faint = index == last || (index > 0 && index.is_multiple_of(2));
        let color = if faint { style::FAINT } else { style::TEXT };
        draw_wrapped_text_with_terms(ui, &sentences[index], color, 13.0);
    };
    (0..sentences.len().min(SENTENCES)).for_each(|index| draw(ui, index));
    if sentences.len() > SENTENCES {
        widgets::disclosure(ui, Disclosure::Stop, |ui| {
            (SENTENCES..sentences.len()).for_each(|index| draw(ui, index));
        });
    }
}
