//! Tests of the build film card: its sentence, and that it hides nothing.

use bspwalk_overlays::section::FilmCounts;

use super::*;
use crate::app::{
    host::{
        shown::ShownIn,
        state::{Act, Action, BuildFilm, FilmTree},
    },
    level::divisions::Divisions,
};

#[test]
fn the_film_of_the_build_says_what_each_step_does() {
    let (mut app, context) = bench();
    app.world_mut().write_message(Act(Action::ToggleBuildFilm));
    let waits = |app: &App| {
        let nodes = app.world().shown::<OpenedLevel>().tree.node_count();
        app.world().resource::<BuildFilm>().is_waiting(nodes)
    };
    for step in [0, 2] {
        app.update();
        app.world_mut().resource_mut::<BuildFilm>().step = step;
        app.update();
        while waits(&app) {
            std::thread::sleep(std::time::Duration::from_millis(2));
            app.update();
        }
        for size in SIZES.into_iter().take(3) {
            let case = format!("{size:?}, step {step}");
            let (screen, shapes) = draw(&mut app, &context, size);
            let text = check_texts(&context, screen, &shapes, &case);
            assert!(
                text.contains(&format!("Division {} of ", step + 1)),
                "{case}: {text}"
            );
            let rect = |id: &str| {
                let rect = context.memory(|memory| memory.area_rect(Id::new(id)));
                rect.unwrap_or_else(|| panic!("{case}: no {id}"))
            };
            let film = rect("build film");
            for other in ["left", "right", "model"] {
                let common = film.intersect(rect(other));
                let overlaps = common.width() > 1.0 && common.height() > 1.0;
                assert!(!overlaps, "{case}: {film:?} hides {other} at {:?}", rect(other));
            }
        }
    }
}

#[test]
fn films_have_a_sentence_and_a_legend() {
    let (mut app, context) = bench();
    let size = [1280.0, 720.0];
    let window = |app: &mut App| {
        let (screen, shapes) = draw(app, &context, size);
        check_texts(&context, screen, &shapes, "the window")
    };
    let counts = FilmCounts {
        tree: FilmTree::Nodes,
        depth: 2,
        last: 9,
        planes: [3, 812],
        cells: 4,
    };
    app.world_mut().resource_mut::<SectionFacts>().0.film = Some(counts);
    app.world_mut().write_message(Act(Action::ToggleDivision));
    app.update();
    assert!(app.world().resource::<ModelView>().shows_division());
    let said = "3 of 812 planes, those of depth 0 to 1: 4 cells in this section.";
    let text = window(&mut app);
    assert!(
        text.contains(said) && text.contains("the planes that divide now"),
        "{text}"
    );

    app.world_mut().write_message(Act(Action::ToggleBuildFilm));
    app.update();
    while app.world().resource::<BuildFilm>().is_waiting(1) {
        std::thread::sleep(std::time::Duration::from_millis(2));
        app.update();
    }
    let world = app.world();
    let tree = &world.shown::<OpenedLevel>().tree;
    let said = world
        .resource::<Divisions>()
        .caption(tree, world.resource::<BuildFilm>());
    assert!(said.starts_with("Division 1 of "), "{said}");
    let text = window(&mut app);
    assert!(
        text.contains(&said) && text.contains("the chosen plane, faces on it, the cell"),
        "{text}"
    );
}
