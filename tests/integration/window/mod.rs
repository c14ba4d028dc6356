//! Tests for the real program in a real window. xdotool presses keys, XDND drops a file, the trace reports the pose,
//! and the screen provides the pixels.
//!
//! The tests need Xvfb, xdotool and a Vulkan driver; a software driver is used if it is installed. If one of them is
//! missing, a test prints a message and passes. If `BSPWALK_REQUIRE_WINDOW=1` is set, it fails instead.

mod drop;
mod keys;
mod pad;

use std::{fs, path::Path, process::Stdio};

use crate::{program, screen};
use bspwalk_testing::view;
use program::{PROGRAM, Program, bounded, output_of, room, software_driver};
use screen::{Image, Screen};

/// Minimum number of pixels that change when a card or a notice appears.
const CHANGE: usize = 500;

/// Returns the screen, if there is a driver for it.
fn screen() -> Option<Screen> {
    screen::screen(true)
}

#[test]
fn walk_stop_reason_and_replay_work() {
    let Some(screen) = screen() else { return };
    let mut program = Program::start(&screen, |folder| vec![room(folder).into()]);
    program.wait_for_level("room");
    program.wait_until("it stands on the floor", |line| {
        line["state"]["walking"] == true && line["pose"]["grounded"] == true
    });
    program.press("F9");
    program.wait_until("it records", |line| line["state"]["recording"] == true);
    let start = program.walk_to_a_wall();
    let end = program.pose();
    end.assert_at_wall(&start);
    program.press("F9");
    program.wait_until("the script is saved", |line| {
        line["notices"].to_string().contains(".jsonl")
    });
    for (key, field) in [("y", "stop_reason"), ("b", "replay")] {
        let before = program.still_image();
        program.press(key);
        program.wait_until(&format!("{key} is handled"), |line| {
            line["state"][field] != false && !line["state"][field].is_null()
        });
        let changed = program.image_unlike(&before, CHANGE);
        assert!(changed >= CHANGE, "{key} changed {changed} pixels");
        program.press(key);
        program.wait_until(&format!("{key} ends"), |line| {
            line["state"][field] == false || line["state"][field].is_null()
        });
    }
    // Playing the script moves the body from the same start position to the same wall.
    program.press("ctrl+x");
    program.wait_until("it plays", |line| line["state"]["playing"] == true);
    program.wait_until("it has played", |line| line["state"]["playing"] == false);
    let played = program.next_pose();
    assert!(
        played.travelled(&end) < 0.01,
        "played to {played:?}, recorded to {end:?}"
    );
    assert!(played.clear);
}

#[test]
#[ignore = "slow without a graphics card; `./check full` runs it"]
fn broken_dropped_file_keeps_level_and_reports() {
    let Some(screen) = screen() else { return };
    let mut program = Program::start(&screen, |folder| vec![room(folder).into()]);
    program.wait_for_level("room");
    let before = program.still_image();
    let tree = program.state()["tree_id"].clone();

    let broken = program.folder().join("broken.obj");
    fs::write(&broken, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n").expect("a temporary file");
    drop::drop_file(&screen, program.window(), &broken);
    let line = program.wait_until("a message", |line| {
        line["notices"]
            .as_array()
            .is_some_and(|notices| notices.iter().any(|notice| notice["error"] == true))
    });
    let notices = line["notices"].to_string();
    assert!(
        notices.contains("broken.obj") && notices.contains('4'),
        "neither file nor line in {notices}"
    );
    let changed = program.image_unlike(&before, CHANGE);
    assert!(
        changed >= CHANGE,
        "the message is not on the screen: {changed} pixels changed"
    );
    assert_eq!(program.state()["level"], "room");
    assert_eq!(program.state()["tree_id"], tree);

    // Dropping a valid file works.
    let other = program.folder().join("other.obj");
    fs::copy(program.folder().join("room.obj"), &other).expect("a temporary file");
    drop::drop_file(&screen, program.window(), &other);
    program.wait_for_level("other");
}

#[test]
#[ignore = "slow without a graphics card; `./check full` runs it"]
fn default_level_opens_and_screenshot_matches() {
    let Some(screen) = screen() else { return };
    let mut program = Program::start(&screen, |_| Vec::new());
    program.wait_for_level("hall");
    let seen = program.still_image();
    let mut cards = program.cards();
    assert!(seen.colors() > 100, "the image has {} colours", seen.colors());
    program.press("F12");
    let line = program.wait_until("the screenshot is saved", |line| {
        line["notices"].to_string().to_lowercase().contains("saved")
    });
    let text = line["notices"].to_string();
    let saved = fs::read_dir(program.folder())
        .expect("the folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|extension| extension == "png"));
    let saved = saved.unwrap_or_else(|| panic!("no image, although it says {text}"));
    assert!(
        text.contains(saved.file_name().and_then(|name| name.to_str()).expect("UTF-8")),
        "{text}"
    );
    let saved = Image::read(&saved);
    assert_eq!(saved.size, seen.size);
    // Exclude cards, on which notices appear and disappear. They leave most of the picture uncovered.
    cards.extend(program.cards());
    let free = keys::beside(&seen, &cards);
    assert!(free * 2 > seen.pixels(), "{free} pixels are beside {cards:?}");
    let (in_world, _) = keys::changed([&saved, &seen], &cards);
    // A pixel at the border of two faces belongs to the face that is drawn first, and the draw order is not fixed.
    assert!(
        in_world <= 8,
        "{in_world} pixels differ of {free} beside {cards:?}"
    );
}

/// Runs the program until it exits. Returns its status and standard error.
fn failed(display: Option<&str>, driver: Option<&Path>, args: &[&str]) -> (Option<i32>, String) {
    let mut command = bounded(PROGRAM);
    let folder = tempfile::tempdir().expect("a temporary folder");
    command
        .args(args)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    command.env("BSPWALK_CONFIG_DIR", folder.path());
    for name in [
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "WAYLAND_SOCKET",
        "XDG_RUNTIME_DIR",
        "RUST_BACKTRACE",
    ] {
        command.env_remove(name);
    }
    if let Some(display) = display {
        command.env("DISPLAY", display);
    }
    if let Some(driver) = driver {
        command
            .env("VK_DRIVER_FILES", driver)
            .env("VK_ICD_FILENAMES", driver);
    }
    let output = output_of(command.stderr(Stdio::piped()));
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// Returns the lines that the program itself printed, without lines from libraries.
fn own(said: &str) -> Vec<&str> {
    said.lines()
        .filter(|line| line.starts_with("bspwalk: "))
        .collect()
}

#[test]
fn missing_driver_is_one_sentence() {
    let Some(screen) = screen() else { return };
    let nowhere = Path::new("/nonexistent/driver.json");
    let display = screen.display();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let level = room(folder.path());
    let level = level.to_str().expect("UTF-8");
    let (status, said) = failed(Some(display), Some(nowhere), &[level, "--renderer", "gpu"]);
    assert_eq!(status, Some(1), "{said}");
    let own = own(&said);
    assert_eq!(own.len(), 1, "{said}");
    assert!(
        own[0].contains("driver") && own[0].contains("mesa-vulkan-drivers"),
        "{said}"
    );
    assert!(own[0].contains("--renderer software"), "{said}");
    assert!(
        !said.contains("stack backtrace") && !said.contains("panicked at"),
        "{said}"
    );
}

#[test]
fn driver_lost_at_startup_falls_back() {
    // At 16 bits per pixel, neither the graphics driver nor the software-rendered window finds a supported format.
    let Some(screen) = screen::unless_missing(Screen::start_of_depth(true, 16)) else {
        return;
    };
    let driver = software_driver();
    let (status, said) = failed(
        Some(screen.display()),
        driver.as_deref(),
        &["--size", "640x400", "hall"],
    );
    assert_eq!(status, Some(1), "{said}");
    let [found, lost, none] = own(&said)[..] else {
        panic!("not three lines: {said}")
    };
    assert!(found.contains("drawing the window with"), "{said}");
    assert!(
        lost.contains("in software") && lost.contains("cannot draw on this display"),
        "{said}"
    );
    assert!(
        none.contains("rejected the picture") && none.contains("standard input and output"),
        "{said}"
    );
    assert!(!said.contains("panicked at"), "{said}");
    // Mesa's device selection layer would print an error about the missing folder when drivers are enumerated.
    assert!(!said.contains("XDG_RUNTIME_DIR"), "{said}");
}

#[test]
fn display_that_hangs_up_counts_as_missing() {
    use std::os::unix::net::UnixListener;

    // Skip this test if the driver that the window tests need is missing.
    if screen().is_none() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("display");
    let listener = UnixListener::bind(&path).expect("a socket");
    // Close every connection to the socket until the test ends.
    std::thread::spawn(move || listener.incoming().for_each(drop));
    let driver = software_driver();
    for renderer in ["auto", "gpu", "software"] {
        let display = path.to_str().expect("UTF-8");
        let (status, said) = failed(
            Some(display),
            driver.as_deref(),
            &["hall", "--renderer", renderer],
        );
        assert_eq!(status, Some(1), "{renderer}: {said}");
        let last = own(&said).last().copied().unwrap_or_default();
        assert!(
            last.contains("DISPLAY") && last.contains("shot"),
            "{renderer}: {said}"
        );
        assert!(!said.contains("panicked at"), "{renderer}: {said}");
    }
}

#[test]
#[ignore = "slow without a graphics card; `./check full` runs it"]
fn invisible_leaves_are_not_drawn() {
    let Some(screen) = screen() else { return };
    let mut program = Program::start(&screen, |_| vec!["three_rooms".into()]);
    program.wait_for_level("three_rooms");
    program.wait_until("the leaves are built", |line| {
        line["state"]["leaf_tree"]["refined"] == true
    });
    let drawn = |program: &Program<'_>, what: &str| -> Vec<u64> {
        let counts = program.state()["drawn"].clone();
        (0..3).filter_map(|mode| counts[mode][what].as_u64()).collect()
    };
    for (key, title) in [("c", "frustum"), ("c", "frustum and PVS")] {
        program.press(key);
        program.wait_until(title, |line| line["state"]["culling"] == title);
        program.next_pose();
    }
    program.wait_until("the meshes are there", |line| {
        line["state"]["drawn"][0]["draws"].as_u64() > Some(0)
    });
    for what in ["leaves", "triangles", "draws"] {
        let counts = drawn(&program, what);
        assert!(
            counts[2] <= counts[1] && counts[1] <= counts[0] && counts[2] < counts[0] && counts[2] > 0,
            "{what}: {counts:?}"
        );
    }
    // Culling changes what is drawn, not what is visible.
    let culled = program.still_image();
    let mut cards = program.cards();
    program.press("c");
    program.wait_until("no culling", |line| line["state"]["culling"] == "no culling");
    let whole = program.still_image();
    cards.extend(program.cards());
    let (in_world, _) = keys::changed([&culled, &whole], &cards);
    assert!(in_world < CHANGE, "culling changed {in_world} pixels");
    program.press("z");
    program.wait_until("it is frozen", |line| line["state"]["frozen"] == true);
    program.next_pose();
    program.press("z");
    program.wait_until("it follows the eye", |line| line["state"]["frozen"] == false);
}
