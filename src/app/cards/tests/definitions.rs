//! Tests that every term in the panel, the legends and the side columns has its definition as a tooltip.

use std::collections::{BTreeMap, BTreeSet};

use bspwalk_explain::glossary::{self, Term};

use super::*;
use crate::app::{
    input::settings::{Section, Settings},
    kit::{code::Code, definitions::parts},
};

/// A window tall enough that nothing scrolls.
const TALL: [f32; 2] = [1280.0, 4000.0];

/// Label of the horizontal axis of the visibility matrix. The vertical one is rotated.
const AXIS: &str = "to leaf";

/// A term on screen: the text that contains it, and its rectangle.
#[derive(Clone, Debug)]
struct Drawn {
    term: Term,
    text: String,
    place: Rect,
}

/// Returns the terms in the texts inside a part of the screen.
fn terms(shapes: &[ClippedShape], within: Rect) -> Vec<Drawn> {
    let mut found = Vec::new();
    for (text, clip) in texts(shapes) {
        let (visible, words) = (clip.intersect(within), text.galley.text());
        // Rotated text belongs to an axis.
        if text.angle != 0.0 || words == AXIS {
            continue;
        }
        for found_term in glossary::find(words) {
            let places = parts(words, &found_term.range, &text.galley);
            let place = places.first().map(|part| part.translate(text.pos.to_vec2()));
            found.extend(
                place
                    .filter(|place| visible.contains_rect(place.shrink(1.5)))
                    .map(|place| Drawn {
                        term: found_term.term,
                        text: words.to_owned(),
                        place,
                    }),
            );
        }
    }
    found
}

/// Returns the texts on screen after the pointer has stayed at a position.
fn texts_at(app: &mut App, context: &egui::Context, at: egui::Pos2) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for _ in 0..3 {
        let (_, shapes) = frame(app, context, TALL, vec![egui::Event::PointerMoved(at)]);
        let texts = texts(&shapes).into_iter();
        found = texts.map(|(text, _)| text.galley.text().to_owned()).collect();
    }
    found
}

/// Returns the parts of the screen with names and legends: the panel and the side columns.
fn looked_at(app: &App, context: &egui::Context) -> Vec<Rect> {
    let screen = app.world().resource::<layout::Screen>().places;
    let panel = screen.window.with_max_x(screen.free.left());
    let columns = ["left", "right"].into_iter();
    let columns = columns.filter_map(|id| context.memory(|memory| memory.area_rect(Id::new(id))));
    [panel].into_iter().chain(columns).collect()
}

#[test]
fn every_term_that_is_drawn_has_its_definition_at_the_pointer() {
    let (mut app, context) = bench();
    context.all_styles_mut(|style| {
        style.interaction.tooltip_delay = 0.0;
        style.interaction.show_tooltips_only_when_still = false;
    });
    app.world_mut().resource_mut::<Ui>().panel = true;
    for section in Section::ALL {
        let settings = &mut app.world_mut().resource_mut::<Settings>().sections;
        if !settings.is_open(section) {
            settings.toggle(section);
        }
    }
    let mut seen: BTreeMap<Term, usize> = BTreeMap::new();
    let (mut missing, mut tested) = (BTreeSet::new(), BTreeSet::new());
    // One overlay at a time, so that no legend is scrolled out of view.
    for kind in OverlayKind::ALL {
        let mut overlays = Overlays::showing([kind]);
        overlays.which_leaves = bspwalk_session::overlays::WhichLeaves::All;
        app.world_mut().insert_resource(overlays);
        draw_overlays(&mut app);
        // Without the definition where the pointer was last.
        for _ in 0..2 {
            frame(&mut app, &context, TALL, vec![egui::Event::PointerGone]);
        }
        let (_, shapes) = draw(&mut app, &context, TALL);
        for within in looked_at(&app, &context) {
            for Drawn { term, text, place } in terms(&shapes, within) {
                // An earlier overlay already drew this text.
                let key = (term, text.clone());
                if !tested.insert(key.clone()) {
                    continue;
                }
                *seen.entry(term).or_default() += 1;
                // A name that contains a term may be a term itself.
                let texts = texts_at(&mut app, &context, place.center());
                let is_shown = |term: &Term| texts.contains(&Code::new(term.definition()).text);
                if !Term::ALL.iter().any(is_shown) {
                    missing.insert(format!("{term:?} in {text:?} with {kind}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(seen.len() > 40, "only {} terms were drawn: {seen:?}", seen.len());
}
