//! Tests of the query film card: its sentence and counters, and that it hides nothing.

use bspwalk_explain::films::{QueryKind, caption, preset};

use super::*;
use crate::app::host::{
    shown::ShownIn,
    state::{Act, Action, QueryPlayer},
};

/// Opens the film of a kind of query at a step and waits for it.
fn open(app: &mut App, kind: QueryKind, step: u32) {
    let mut player = app.world_mut().resource_mut::<QueryPlayer>();
    player.asked.kind = kind;
    loop {
        app.update();
        let tree = app.world().shown::<OpenedLevel>().tree.clone();
        let mut player = app.world_mut().resource_mut::<QueryPlayer>();
        if !player.is_waiting(&tree) {
            (player.step, player.playing) = (step.min(player.last_step(&tree)), false);
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    app.update();
}

#[test]
fn the_film_of_a_query_says_what_each_step_does_and_counts() {
    let (mut app, context) = bench();
    app.world_mut().write_message(Act(Action::ToggleQueryFilm));
    app.update();
    for kind in QueryKind::ALL {
        for step in [0, 3, u32::MAX] {
            open(&mut app, kind, step);
            let said = {
                let current = app.world().shown::<OpenedLevel>();
                let player = app.world().resource::<QueryPlayer>();
                let film = player.film(&current.tree).expect("it is recorded");
                caption(film, &current.tree, player.step as usize)
            };
            for size in SIZES.into_iter().take(3) {
                let case = format!("{size:?}, {kind:?}, step {step}");
                let (screen, shapes) = draw(&mut app, &context, size);
                let text = check_texts(&context, screen, &shapes, &case);
                assert!(text.contains(&said), "{case}: no {said:?} in {text}");
                assert!(text.contains("face tested and missed"), "{case}: {text}");
                let rect = |id: &str| {
                    let rect = context.memory(|memory| memory.area_rect(Id::new(id)));
                    rect.unwrap_or_else(|| panic!("{case}: no {id}"))
                };
                let film = rect("query film");
                for other in ["left", "right", "model"] {
                    let common = film.intersect(rect(other));
                    let overlaps = common.width() > 1.0 && common.height() > 1.0;
                    assert!(!overlaps, "{case}: {film:?} hides {other} at {:?}", rect(other));
                }
            }
        }
    }
}

#[test]
fn a_worked_example_says_what_it_teaches_and_where_it_is_from() {
    let (mut app, context) = bench();
    let example = preset("separating_axis").expect("there is one");
    app.world_mut().resource_mut::<QueryPlayer>().preset = Some(example);
    let (screen, shapes) = draw(&mut app, &context, [1280.0, 720.0]);
    let text = check_texts(&context, screen, &shapes, "a worked example");
    let source = example.source.to_string();
    for words in [example.title.text(), source.as_str(), example.words.text()] {
        assert!(text.contains(words), "no {words:?} in {text}");
    }
}
