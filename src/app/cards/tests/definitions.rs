//! Tests that every term in the panel, the legends and the side columns shows its definition as a tooltip.

use std::collections::BTreeSet;

use bspwalk_explain::glossary::{self, Term};

use super::*;
use crate::app::input::settings::{Section, Settings};
use crate::app::kit::{code::Code, definitions::text_range_rects};

/// Window size that is tall enough to show everything without scrolling.
const TALL: [f32; 2] = [1280.0, 4000.0];

/// Label of the horizontal axis of the visibility matrix. The vertical axis label is rotated.
const AXIS: &str = "to leaf";

/// A term on screen: the text that contains it, and its rectangle.
struct TermOnScreen {
    term: Term,
    text: String,
    place: Rect,
}

/// Returns the terms in the texts inside a part of the screen.
fn terms(shapes: &[ClippedShape], within: Rect) -> Vec<TermOnScreen> {
    let mut drawn = Vec::new();
    for (text, clip) in texts(shapes) {
        let (visible, words) = (clip.intersect(within), text.galley.text());
        // Rotated text is an axis label.
        if text.angle != 0.0 || words == AXIS {
            continue;
        }
        for found in glossary::find(words) {
            let parts = text_range_rects(words, &found.range, &text.galley);
            let place = parts.first().map(|part| part.translate(text.pos.to_vec2()));
            if let Some(place) = place.filter(|place| visible.contains_rect(place.shrink(1.5))) {
                drawn.push(TermOnScreen {
                    term: found.term,
                    text: words.to_owned(),
                    place,
                });
            }
        }
    }
    drawn
}

/// Returns the screen areas that contain terms and legends: the panel and the side columns.
fn named_parts(bench: &Bench) -> Vec<Rect> {
    let places = bench.places();
    let panel = places.window.with_max_x(places.free.left());
    let columns = ["left", "right"].map(|id| bench.card(id));
    columns.into_iter().flatten().chain([panel]).collect()
}

#[test]
fn terms_have_their_definitions_at_the_pointer() {
    let mut bench = Bench::full();
    bench.context.all_styles_mut(|style| {
        style.interaction.tooltip_delay = 0.0;
        style.interaction.show_tooltips_only_when_still = false;
    });
    bench.resource_mut::<ProgramState>().ui.panel = true;
    let sections = &mut bench.resource_mut::<Settings>().sections;
    for section in Section::ALL {
        if !sections.is_open(section) {
            sections.toggle(section);
        }
    }
    let mut seen = BTreeSet::new();
    let (mut missing, mut tested) = (BTreeSet::new(), BTreeSet::new());
    // Show one overlay at a time, so that no legend is scrolled out of view.
    for kind in OverlayKind::ALL {
        let mut overlays = Overlays::showing([kind]);
        overlays.which_leaves = bspwalk_session::overlays::WhichLeaves::All;
        bench.resource_mut::<ProgramState>().overlays = overlays;
        bench.draw_overlays();
        // Move the pointer away, so that the previous definition disappears.
        for _ in 0..2 {
            bench.frame(TALL, vec![egui::Event::PointerGone]);
        }
        let (_, shapes) = bench.draw(TALL);
        for within in named_parts(&bench) {
            for TermOnScreen { term, text, place } in terms(&shapes, within) {
                // An earlier overlay already drew this text.
                if !tested.insert((term, text.clone())) {
                    continue;
                }
                seen.insert(term);
                let mut shapes = Vec::new();
                for _ in 0..3 {
                    let pointer = vec![egui::Event::PointerMoved(place.center())];
                    shapes = bench.frame(TALL, pointer).1;
                }
                let texts: BTreeSet<&str> = texts(&shapes)
                    .iter()
                    .map(|(text, _)| text.galley.text())
                    .collect();
                // A name that contains a term may itself be a term.
                let is_shown = |term: &Term| texts.contains(&*Code::new(term.definition()).text);
                if !Term::ALL.iter().any(is_shown) {
                    missing.insert(format!("{term:?} in {text:?} with {kind}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(seen.len() > 40, "only {} terms were drawn: {seen:?}", seen.len());
}
