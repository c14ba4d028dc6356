//! Tests that the map and the duel page are not clipped and contain explanations, and that a click selects a tree.

use bspwalk_explain::duel::Contestant;
use bspwalk_text::words;
use bspwalk_trees::{BuildParams, Rule};

use super::*;
use crate::app::level::duel::{AskDuel, DuelState};
use crate::app::{host::prelude::*, pages::map::MapState};

fn open_map() -> Bench {
    let mut bench = Bench::full();
    bench.send(Action::NextMap);
    bench.until("the map", |world| world.resource::<MapState>().map().is_some());
    bench
}

#[test]
fn minimap_hides_no_card() {
    let mut bench = open_map();
    let mut shown = 0;
    for (size, panel, case) in views() {
        bench.resource_mut::<ProgramState>().ui.panel = panel;
        let text = bench.texts(size, &case);
        if bench.card("map").is_none() {
            // With the panel open, only stacked columns fit.
            let is_narrow = size[1] < 700.0 || panel && size[0] < 1300.0;
            assert!(is_narrow, "{case}: there is room");
            continue;
        }
        shown += 1;
        bench.assert_fits("map", &case);
        bench.assert_hides_none("map", &["left", "right", "tool bar", "model", "notices"], &case);
        assert_has(&text, ["tested to find the cell"], &case);
    }
    assert!(shown >= 3, "{shown}");
}

#[test]
fn large_map_has_instructions() {
    let mut bench = open_map();
    bench.send(Action::NextMap);
    assert_eq!(bench.resource::<ProgramState>().ui.page, Some(Page::Map));
    for size in SIZES {
        let case = format!("{size:?}");
        let text = bench.texts(size, &case);
        let how = "Click a point to go there";
        let expected = ["Map of three_rooms at", how, "tested to find the cell"];
        assert_has(&text, expected, &case);
    }
}

/// Opens the duel page. Its contestants appear from the second frame on.
fn open_duel(bench: &mut Bench) {
    bench.send(Action::ToggleDuel);
    bench.app.update();
}

/// Returns strings that the page must contain.
fn expected(is_measured: bool) -> Vec<String> {
    if !is_measured {
        let trees = words::count_with_noun(3_u32, "tree");
        let mut texts = vec![
            text!("duelpage-measure", trees),
            text!("duelpage-what").to_owned(),
            text!("duelpage-add-rule").to_owned(),
            text!("duelpage-sweep").to_owned(),
        ];
        for rule in [Rule::Sampled, Rule::FewestCuts, Rule::Balanced] {
            let contestant = Contestant::Nodes(BuildParams::preset(rule));
            let (name, what) = (contestant.label(), contestant.description());
            texts.extend([text!("duelpage-rule-does", name, what), name]);
        }
        return texts;
    }
    let soonest = text!("duel-wins-first", rule = "\n", kinds = "\n");
    let places = words::count_with_noun(20_u32, "place");
    let asked = text!(
        "duelpage-asked",
        places,
        radius = "\n",
        seed = "\n",
        colors = "\n"
    );
    let parts = around(&soonest).last().into_iter().chain(around(&asked).next());
    let others = [
        text!("duel-title-casts"),
        text!("duel-title-sweeps"),
        text!("duelpage-depths"),
        text!("duelpage-walk"),
        text!("duel-title-expected"),
        text!("duel-cost-and-visits"),
    ];
    let weight = format!("{} 1:", text!("duel-weight-cut"));
    parts.chain(others).map(str::to_owned).chain([weight]).collect()
}

#[test]
fn duel_page_is_whole_before_and_after_measuring() {
    let mut bench = Bench::full();
    open_duel(&mut bench);
    for is_measured in [false, true] {
        if is_measured {
            bench.resource_mut::<DuelState>().samples = 20;
            bench.write_message(AskDuel::Measure);
            bench.write_message(AskDuel::Sweep);
            bench.until("the end of the duel", |world| {
                let duel = world.resource::<DuelState>();
                duel.status().is_none() && duel.curve.status().is_none()
            });
            bench.app.update();
        }
        if is_measured {
            let text = bench.texts(USUAL, "axes");
            let weight = text!("duelpage-weight-axis", weight = text!("duel-weight-cut"));
            assert_has(&text, [weight.as_str(), text!("duelpage-share-axis")], "axes");
        }
        for size in SIZES {
            for panel in [false, true] {
                if panel && size[0] <= 1200.0 {
                    // In a small window with the panel open, the table scrolls horizontally.
                    continue;
                }
                let case = format!("{size:?}, panel {panel}, measured {is_measured}");
                bench.resource_mut::<ProgramState>().ui.panel = panel;
                let text = bench.texts(size, &case);
                assert_has(&text, expected(is_measured), &case);
                bench.assert_fits("duel", &case);
            }
        }
    }
}

#[test]
fn rule_is_added_from_the_menu() {
    let mut bench = Bench::full();
    open_duel(&mut bench);
    click_text(&mut bench, text!("duelpage-add-rule"));
    click_text(&mut bench, text!("duel-name-leaf-balanced"));
    let entries = &bench.resource::<DuelState>().entries;
    let names: Vec<String> = entries.iter().map(|entry| entry.contestant.to_string()).collect();
    assert_eq!(names, ["sampled", "fewest-cuts", "balanced", "leaf-balanced"]);
    assert!(entries[3].ticked && entries[3].added);
}

/// Clicks the last occurrence of a string on the duel page.
fn click_text(bench: &mut Bench, words: &str) {
    let (_, shapes) = bench.draw(USUAL);
    let place = places_of(&shapes, words).pop();
    let place = place.unwrap_or_else(|| panic!("there is no {words:?}"));
    bench.click(USUAL, place.center());
}

#[test]
fn heat_of_two_rules_is_shown_and_hidden() {
    let mut bench = Bench::full();
    open_duel(&mut bench);
    click_text(&mut bench, text!("duelpage-heat-show"));
    bench.until("the heat", |world| {
        world.resource::<DuelState>().heat.shown().is_some()
    });
    let pair = bench.resource::<DuelState>().heat.shown();
    assert_eq!(pair.expect("it is shown").names, ["`sampled`", "`fewest-cuts`"]);
    bench.app.update();
    assert_eq!(bench.resource::<ProgramState>().ui.page, None);
    open_duel(&mut bench);
    click_text(&mut bench, text!("duelpage-heat-end"));
    bench.app.update();
    assert!(bench.resource::<DuelState>().heat.shown().is_none());
}

#[test]
fn click_on_a_name_uses_its_tree() {
    let mut bench = Bench::full();
    open_duel(&mut bench);
    let before = bench.shown::<OpenedLevel>().tree_id();
    click_text(&mut bench, text!("duel-name-fewest-cuts"));
    bench.until("the tree", |world| {
        world.shown::<OpenedLevel>().tree_id() != before
    });
    let current = bench.shown::<OpenedLevel>();
    assert_eq!(current.tree.params().rule.name(), "fewest-cuts");
}
