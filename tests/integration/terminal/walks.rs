//! Tests for walking: the effects of the keys, and recorded scripts that reproduce a walk bit for bit.

use std::{process::Command, time::Duration};

use bspwalk_testing::effort;

use super::pty::{Setup, Terminal};

/// Returns the eye position, yaw and pitch from a line of JSON.
fn pose(value: &serde_json::Value) -> Vec<f32> {
    let mut pose: Vec<f32> = value["eye"]
        .as_array()
        .expect("there is an eye")
        .iter()
        .map(|number| number.as_f64().expect("it is a number") as f32)
        .collect();
    pose.extend(["yaw", "pitch"].map(|name| value[name].as_f64().expect("it is a number") as f32));
    pose
}

/// Quits the program, and returns the pose that it prints at the end.
pub(crate) fn left_at(terminal: &mut Terminal) -> Vec<f32> {
    terminal.type_keys("\x03");
    let (status, screen) = terminal.ended();
    assert_eq!(status, 0, "{screen}");
    let line = screen
        .lines()
        .find(|line| line.starts_with("{\"start\""))
        .expect("the pose is said");
    let value: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
    pose(&value["start"])
}

/// Terminals send F1 in several encodings. Terminals that report key releases use the last one in the list.
#[test]
fn f1_opens_the_help_in_every_encoding() {
    let ways = [
        (false, "\x1bOP"),
        (false, "\x1b[11~"),
        (false, "\x1b[[A"),
        (true, "\x1b[P"),
        (true, "\x1b[1;1:1P"),
    ];
    for (releases, key) in effort::sample(ways, 3) {
        let mut setup = Setup::walk(&["three_rooms"]);
        setup.releases = releases;
        let terminal = setup.open();
        terminal.wait_for_level();
        terminal.type_keys(key);
        terminal.wait_for("Esc close");
        terminal.type_keys("\x1b");
        terminal.wait_without("Esc close");
    }
}

#[test]
fn wall_stops_the_body_and_script_repeats_walk() {
    let mut setup = Setup::walk(&["hall"]);
    setup.releases = true;
    let mut terminal = setup.open();
    terminal.wait_for_level();
    terminal.run("Record a script");
    terminal.wait_for("recording");
    // Press W and A; release W later.
    terminal.type_keys("\x1b[119;1:1u\x1b[97;1:1u");
    // Walk until a wall is in the way. Pressing Y asks the program why the body stopped.
    let start = std::time::Instant::now();
    loop {
        std::thread::sleep(Duration::from_millis(900));
        terminal.type_keys("y");
        // Do not press the key again too early: on a busy machine, the second press would close a card that is not
        // drawn yet.
        let is_told = (0..20).any(|_| {
            std::thread::sleep(Duration::from_millis(100));
            terminal.text().contains("Why did I stop?")
        });
        if is_told {
            break;
        }
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "no wall came:\n{}",
            terminal.text()
        );
    }
    let why = terminal.text();
    assert!(why.contains("the sweep visited"), "{why}");
    terminal.type_keys("\x1b[119;1:3u\x1b[97;1:3u");
    terminal.run("Record a script");
    terminal.wait_for("The script was saved");
    // Wait until the keys are released and the body is at rest.
    std::thread::sleep(Duration::from_millis(500));
    let scripts = terminal.files("jsonl");
    let [script] = &scripts[..] else {
        panic!("one script was saved: {scripts:?}");
    };
    let script = std::fs::read_to_string(script).expect("it is readable");
    let played = played(&script);
    // The script ends where the recording ended, and does not include later movement.
    let left = left_at(&mut terminal);
    assert_eq!(left.len(), played.len());
    let coordinates = left[..3].iter().zip(&played[..3]);
    let moved = coordinates.map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt();
    // A busy machine may notice the key release late, so allow some distance. The wall is many metres from the spawn.
    assert!(moved < 2.0, "{left:?} is not near {played:?}");
}

/// Returns the last pose of a script played with `bspwalk walk`.
fn played(script: &str) -> Vec<f32> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bspwalk"))
        .args(["walk", "hall", "--script", "-"])
        .env("LC_ALL", "C")
        .env_remove("LANGUAGE")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it reads");
    std::io::Write::write_all(&mut input, script.as_bytes()).expect("it reads all");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("it is text");
    let last = text.lines().next_back().expect("there are poses");
    pose(&serde_json::from_str(last).expect("it is JSON"))
}

#[test]
fn recording_ends_at_the_last_pose_of_the_walk() {
    let mut terminal = Setup::walk(&["hall"]).open();
    terminal.wait_for_level();
    terminal.run("Record a script");
    terminal.wait_for("recording");
    for (key, milliseconds) in [
        ("w", 600),
        ("\x1b[C", 300),
        ("W", 800),
        ("d", 500),
        (" ", 300),
        ("x", 400),
    ] {
        terminal.hold(key, Duration::from_millis(milliseconds));
    }
    let left = left_at(&mut terminal);
    let scripts = terminal.files("jsonl");
    let [script] = &scripts[..] else {
        panic!("one script was saved: {scripts:?}");
    };
    let script = std::fs::read_to_string(script).expect("it is readable");
    assert!(
        script.contains("\"fast\":true") && script.contains("\"jump\":true"),
        "{script}"
    );
    assert_eq!(left, played(&script));
}

/// Foreground and background colours of each cell in the picture.
type Colors = Vec<(vt100::Color, vt100::Color)>;

fn colors_of(screen: &vt100::Screen) -> Colors {
    let cells = (4..18).flat_map(|row| (0..80).filter_map(move |column| screen.cell(row, column)));
    cells.map(|cell| (cell.fgcolor(), cell.bgcolor())).collect()
}

/// Returns the colours once they have not changed for a second and no background work is reported.
fn settled_colors(terminal: &Terminal) -> Colors {
    let (mut last, mut since) = (Colors::new(), std::time::Instant::now());
    terminal.wait("a picture that does not change", |screen| {
        let colors = colors_of(screen);
        if colors != last || screen.contents().contains('%') {
            (last, since) = (colors, std::time::Instant::now());
        }
        since.elapsed() > Duration::from_secs(1)
    });
    last
}

#[test]
fn colouring_changes_the_picture() {
    let mut terminal = Setup::walk(&["three_rooms"]).open();
    terminal.wait_for_level();
    // Pause, and wait until all background work is finished.
    terminal.run("Pause");
    terminal.wait_for("Paused");
    let plain = settled_colors(&terminal);
    terminal.type_keys("2");
    terminal.wait_for("by node");
    assert!(settled_colors(&terminal) != plain);
    let _ = left_at(&mut terminal);
}

#[test]
fn keys_show_and_hide_cards() {
    let mut terminal = Setup::walk(&["hall"]).open();
    terminal.wait_for_level();
    assert!(terminal.text().contains("W A S D"), "{}", terminal.text());
    for (key, text) in [
        ("\x10Path to the eye\r", "Path to the eye:"),
        ("\x10Painter's order\r", "Painter's order, far to near"),
        ("\x10Pause\r", "Paused"),
        ("\x1b[11~", "Walk or fly"),
        ("\x10Floor plan\r", "Plan at"),
    ] {
        terminal.type_keys(key);
        terminal.wait_for(text);
        assert!(!terminal.text().contains("W A S D"), "the first words are gone");
        terminal.type_keys(if key == "\x1b[11~" { "\x1b" } else { key });
        terminal.wait_without(text);
    }
    for (command, text) in [
        ("Walk or fly", "Flying"),
        ("Noclip", "Noclip: you"),
        ("Collision", "The body, the"),
        ("Next collision method", "Collision: planes"),
        ("Next hidden-surface method", "Hidden-surface removal"),
    ] {
        terminal.run(command);
        terminal.wait_for(text);
    }
    let _ = left_at(&mut terminal);
}

#[test]
fn picture_follows_the_terminal_size() {
    let mut terminal = Setup::walk(&["hall"]).open();
    terminal.wait_for_level();
    for [columns, rows] in [[40, 12], [80, 24], [200, 60], [1, 1], [80, 24]] {
        terminal.resize(columns, rows);
        terminal.wait(&format!("{columns}x{rows}"), |screen| {
            let last = screen.cell(rows - 1, columns - 1);
            last.is_some_and(|cell| cell.bgcolor() != vt100::Color::Default)
        });
    }
    terminal.wait_for("nodes");
    let _ = left_at(&mut terminal);
}

#[test]
fn screenshot_is_a_picture_and_a_text_file() {
    let mut terminal = Setup::walk(&["hall"]).open();
    terminal.wait_for_level();
    terminal.run("Save a screenshot");
    terminal.wait_for("Saved");
    let (pictures, texts) = (terminal.files("png"), terminal.files("ans"));
    assert_eq!((pictures.len(), texts.len()), (1, 1));
    let picture = image::open(&pictures[0]).expect("it is a picture");
    assert_eq!((picture.width(), picture.height()), (1280, 720));
    let text = std::fs::read_to_string(&texts[0]).expect("it is a text");
    assert_eq!(text.lines().count(), 24);
    assert!(text.contains('▀') && text.contains("nodes"), "{text}");
    let _ = left_at(&mut terminal);
}

#[test]
fn mouse_turns_the_view_until_released() {
    const ESCAPE: &str = "\x1b[27;1:1u\x1b[27;1:3u";
    let mut setup = Setup::walk(&["hall"]);
    // Such a terminal sends Escape as a complete sequence, so no pause is needed after it.
    setup.releases = true;
    let mut terminal = setup.open();
    terminal.wait_for_level();
    // Press the mouse button in the centre, then move the mouse to the right.
    terminal.type_keys("\x1b[<0;40;12M\x1b[<0;40;12m");
    for column in 41..60 {
        terminal.type_keys(&format!("\x1b[<35;{column};12M"));
    }
    // The first Escape releases the mouse, so that moving it does not turn the view. The second Escape asks whether to
    // quit.
    terminal.type_keys(ESCAPE);
    terminal.type_keys("\x1b[<35;10;12M");
    terminal.type_keys(ESCAPE);
    terminal.wait_for("again to quit");
    let turned = left_at(&mut terminal);
    let spawn = left_at(&mut Setup::walk(&["hall"]).open_at_level());
    let by = (spawn[3] - turned[3]).rem_euclid(360.0);
    assert!((20.0..=60.0).contains(&by), "turned by {by} degrees to the right");
}

#[test]
fn kitty_graphics_can_be_switched_to_blocks() {
    let mut setup = Setup::walk(&["hall"]);
    setup.pixels = true;
    let mut terminal = setup.open_at_level();
    let pictures = |terminal: &Terminal| {
        String::from_utf8_lossy(&terminal.bytes())
            .matches("a=T,U=1")
            .count()
    };
    let blocks = |terminal: &Terminal| terminal.text().matches('▀').count();
    let start = std::time::Instant::now();
    while pictures(&terminal) == 0 {
        assert!(start.elapsed() < Duration::from_secs(30), "no picture comes");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(blocks(&terminal), 0);
    // The text must be drawn on top of the picture.
    assert!(terminal.text().contains("W A S D"), "{}", terminal.text());
    terminal.type_keys("\x14");
    terminal.wait("blocks", |screen| screen.contents().contains('▀'));
    let forgotten = |terminal: &Terminal| {
        String::from_utf8_lossy(&terminal.bytes())
            .matches("a=d,d=I")
            .count()
    };
    assert_eq!(forgotten(&terminal), 1);
    terminal.type_keys("\x14");
    terminal.wait("pixels", |screen| !screen.contents().contains('▀'));
    let _ = left_at(&mut terminal);
    assert_eq!(forgotten(&terminal), 2, "the terminal keeps no picture");
}

#[test]
fn film_asks_and_the_answer_is_saved() {
    let setup = Setup::walk(&["three_rooms"]).with("BSPWALK_CONFIG_DIR", "kept");
    let terminal = setup.open_at_level();
    let kept = terminal.folder().join("kept").join("settings.toml");
    terminal.run("Build film");
    terminal.wait_for("Split 1 of ");
    terminal.run("Quiz");
    terminal.wait_for("ask what happens");
    terminal.type_keys("\r");
    terminal.wait_for(": answer ");
    assert!(!kept.exists(), "nothing was answered");
    terminal.type_keys("\r");
    terminal.wait_for(": continue the film");
    let text = std::fs::read_to_string(&kept).expect("the answer is kept");
    let table: toml::Table = text.parse().expect("it is TOML");
    let answered = table["settings"]["quiz"]["answered"].as_array().expect("a list");
    assert_eq!(answered.len(), 1, "{text}");
    assert_eq!(answered[0]["level"].as_str(), Some("three_rooms"));
    terminal.type_keys("\r");
    terminal.wait_without(": continue the film");
}

#[test]
fn bound_keys_work_and_invalid_entry_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "[keys]\npreset = 'azerty'\ntoggle-plan = ['H', 'Ctrl+T']\nwhy = ['Hyper']\n";
    std::fs::write(folder.path().join("settings.toml"), text).expect("the settings are written");
    // The environment requires `'static` strings, so leak this one.
    let path: &'static str = folder.path().to_str().expect("UTF-8").to_owned().leak();
    let mut terminal = Setup::walk(&["hall"]).with("BSPWALK_CONFIG_DIR", path).open();
    terminal.wait_for_level();
    terminal.wait_for("Z Q S D: walk");
    terminal.wait_for("keys.why");
    // On this layout, the forward key is labelled Z.
    terminal.hold("z", Duration::from_millis(700));
    let walked = left_at(&mut terminal);
    let still = left_at(&mut Setup::walk(&["hall"]).open_at_level());
    let distance = walked
        .iter()
        .zip(&still)
        .take(3)
        .map(|(to, from)| (to - from).powi(2))
        .sum::<f32>()
        .sqrt();
    assert!(distance > 0.5, "{walked:?} from {still:?}");
}
