//! Tests that answers on cards can be copied as commands, and that films can be saved and copied as commands.

use std::fs;

use bspwalk::{
    app::{
        host::state::{Action, AskedFilm, LevelName},
        level::{copied_command::CopyQuestion, film_file::SavingFilm},
    },
    cli::FilmKind,
};
use bspwalk_explain::films::QueryKind;
use bspwalk_session::{question::Question, view::FilmTree};

use crate::app::harness::{Rig, room, temp_folder};

fn rig() -> Rig {
    let mut rig = Rig::of(&room(), 20);
    rig.until_leaves();
    rig.notices();
    rig
}

/// Waits for the notice that a command was copied, and returns the notice's text.
fn told(rig: &mut Rig) -> String {
    rig.until("the notice", |rig| rig.was_told(&["Command copied"]));
    let notices = rig.notices();
    let copied = notices
        .iter()
        .find(|notice| notice.text.contains("Command copied"));
    copied.expect("it was told").text.clone()
}

#[test]
fn question_is_copied_with_its_level() {
    let mut rig = rig();
    let eye = rig.player().position;
    rig.send(CopyQuestion(Question::locate(eye)));
    let said = told(&mut rig);
    let LevelName::File(path) = &rig.current().source else {
        panic!("it is a file");
    };
    let name = path.file_name().expect("it has a name").to_string_lossy();
    for words in [
        "Command copied",
        "bspwalk query ",
        &*name,
        r#"--ask='{"locate":{"point":["#,
    ] {
        assert!(said.contains(words), "{words} in {said}");
    }
    rig.send(CopyQuestion(Question::PortalCosts));
    assert!(told(&mut rig).contains(" --portal-costs"));
}

#[test]
fn film_is_copied_as_a_command_and_saved() {
    let mut rig = rig();
    rig.run_for(Action::ToggleModel, 2);
    let copy = AskedFilm::Copy(FilmKind::Query(QueryKind::Cast));
    rig.send(copy);
    let said = told(&mut rig);
    for words in [
        "bspwalk film ",
        "--query='{\"cast\":",
        "--view=model",
        "--output=cast.gif",
    ] {
        assert!(said.contains(words), "{words} in {said}");
    }
    let folder = temp_folder();
    let mut saving = rig.resource_mut::<SavingFilm>();
    saving.folder = Some(folder.path().to_owned());
    let division = AskedFilm::Save(FilmKind::Division(FilmTree::Nodes));
    rig.send(division);
    rig.until("the film", |rig| rig.was_told(&["The film was saved to"]));
    assert!(rig.resource::<SavingFilm>().status().is_none());
    let mut files = fs::read_dir(folder.path()).expect("it is there");
    let file = files.next().expect("it is saved").expect("it is readable").path();
    assert!(file.extension().is_some_and(|extension| extension == "gif"));
    let bytes = fs::read(&file).expect("it is readable");
    assert!(bytes.starts_with(b"GIF89a") && files.next().is_none());
}

#[test]
fn film_that_cannot_be_saved_says_why() {
    let mut rig = rig();
    // In first person, the division film is not visible.
    let division = AskedFilm::Save(FilmKind::Division(FilmTree::Nodes));
    rig.send(division);
    rig.until("the reason", |rig| rig.was_told(&["not saved", "--view"]));
}
