//! Tests for the real program in the window without a graphics driver. xdotool sends keyboard and mouse input, the
//! trace reports the pose, and the screen provides the pixels.
//!
//! The tests need Xvfb and xdotool. If one of them is missing, a test prints a message and passes. If
//! `BSPWALK_REQUIRE_WINDOW=1` is set, it fails instead.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Stdio,
};

use crate::{program, screen};
use program::{PROGRAM, Pose, Program, bounded, output_of, room};
use screen::{Image, Screen};
use serde_json::Value;

/// Minimum number of pixels that change when a card appears or the colours change.
const CHANGE: usize = 500;

/// A driver manifest that does not exist.
const NO_DRIVER: &str = "/nonexistent/driver.json";

fn screen() -> Option<Screen> {
    screen::screen(false)
}

/// Starts the program without a graphics driver.
fn start<'a>(screen: &'a Screen, args: impl FnOnce(&Path) -> Vec<OsString>) -> Program<'a> {
    Program::start_by(screen, Some(Path::new(NO_DRIVER)), args)
}

/// Finds a file with the given extension that the program saved in a folder.
fn file_of(folder: &Path, extension: &str) -> Option<PathBuf> {
    let files = fs::read_dir(folder).expect("the folder");
    let mut files = files.filter_map(|entry| Some(entry.ok()?.path()));
    files.find(|path| {
        let is_saved = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("bspwalk-"));
        is_saved && path.extension().is_some_and(|found| found == extension)
    })
}

/// Returns the bits of a vector, for exact comparison.
fn metres(vector: &Value) -> [u32; 3] {
    let at = |axis: usize| {
        vector[axis]
            .as_f64()
            .unwrap_or_else(|| panic!("no vector: {vector}"))
    };
    std::array::from_fn(|axis| (at(axis) as f32).to_bits())
}

#[test]
fn window_opens_without_a_driver_and_says_why() {
    let Some(screen) = screen() else { return };
    let mut program = start(&screen, |_| Vec::new());
    program.wait_for_level("hall");
    let said = program.said();
    let lines: Vec<&str> = said.lines().collect();
    let [line] = lines.as_slice() else {
        panic!("not one line: {said}")
    };
    assert!(
        line.starts_with("bspwalk: drawing the window in software: "),
        "{said}"
    );
    let reason = if cfg!(feature = "app") {
        "mesa-vulkan-drivers"
    } else {
        "the engine"
    };
    assert!(line.contains(reason), "{said}");
    let seen = program.still_image();
    assert!(seen.colors() > 100, "the image has {} colours", seen.colors());
    // Press the keys that quit the program.
    program.press("ctrl+q");
    assert_eq!(program.end(), Some(0));
}

#[test]
#[ignore = "opens a window; `./check full` runs it"]
fn wall_stops_the_player_as_in_the_script() {
    let Some(screen) = screen() else { return };
    let mut program = start(&screen, |folder| vec![room(folder).into()]);
    program.wait_for_level("room");
    program.wait_until("it stands on the floor", |line| line["pose"]["grounded"] == true);
    program.press("F9");
    program.wait_until("it records", |line| line["state"]["recording"] == true);
    let start = program.walk_to_a_wall();
    let end = program.next_pose();
    program.press("F9");
    let line = program.wait_until("the script is saved", |line| {
        line["notices"].to_string().contains(".jsonl")
    });
    let feet = metres(&line["pose"]["feet"]);
    end.assert_at_wall(&start);
    // Running the same script without a window ends at the same position.
    let script = file_of(program.folder(), "jsonl").expect("the script");
    let output = output_of(
        bounded(PROGRAM)
            .arg("walk")
            .arg(program.folder().join("room.obj"))
            .arg("--script")
            .arg(script),
    );
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let ticks = String::from_utf8(output.stdout).expect("UTF-8");
    let last: Value = serde_json::from_str(ticks.lines().last().expect("a tick")).expect("JSON");
    assert_eq!(metres(&last["feet"]), feet);
}

#[test]
#[ignore = "opens a window; `./check full` runs it"]
fn keys_change_and_restore_the_picture() {
    let Some(screen) = screen() else { return };
    // In a small window, the picture is drawn at full resolution even on a busy machine.
    let mut program = start(&screen, |_| {
        ["three_rooms", "--size", "640x360"].map(Into::into).to_vec()
    });
    program.wait_for_level("three_rooms");
    program.wait_until("nothing is built any more", |line| {
        line["state"]["working"].is_null()
    });
    program.press("p");
    program.wait_until("it is paused and says nothing", |line| {
        let state = &line["state"];
        state["paused"] == true && state["notices"] == 0 && state["finest"] == true
    });
    // The final resolution is known only after the program has timed some pictures.
    for (key, is_wireframe) in [("3", true), ("0", false)] {
        program.press(key);
        program.wait_until("the picture is as fine as it gets", |line| {
            let state = &line["state"];
            state["wireframe"] == is_wireframe && state["finest"] == true && state["notices"] == 0
        });
    }
    let plain = program.still_image();
    for (key, field, ends) in [("2", "coloring", "0"), ("u", "model", "u")] {
        let before = program.state()[field].clone();
        program.press(key);
        program.wait_until(&format!("{key} is handled"), |line| {
            line["state"][field] != before
        });
        let changed = program.image_unlike(&plain, CHANGE);
        assert!(changed >= CHANGE, "{key} changed {changed} pixels");
        program.press(ends);
        program.wait_until("it is hidden", |line| {
            let state = &line["state"];
            state[field] == before && state["finest"] == true && state["notices"] == 0
        });
        // The display may lag behind the program.
        program.image_like(&plain, CHANGE);
    }
    program.press("F1");
    program.wait_until("the help is open", |line| !line["state"]["help"].is_null());
    let changed = program.image_unlike(&plain, 10 * CHANGE);
    assert!(changed >= 10 * CHANGE, "the help changed {changed} pixels");
    program.press("Escape");
    program.wait_until("the help is closed", |line| line["state"]["help"].is_null());
    // Pressing Escape twice quits.
    program.press("Escape");
    program.wait_until("it asks", |line| {
        line["notices"].to_string().contains("again to quit")
    });
    program.press("Escape");
    assert_eq!(program.end(), Some(0));
}

#[test]
fn mouse_turns_the_view_while_it_is_captured() {
    let Some(screen) = screen() else { return };
    let mut program = start(&screen, |folder| vec![room(folder).into()]);
    program.wait_for_level("room");
    let turned = |program: &mut Program<'_>| {
        let before = program.next_pose();
        program.xdotool(&["mousemove_relative", "--", "150", "0"]);
        program.next_pose();
        let after: Pose = program.next_pose();
        after.yaw - before.yaw
    };
    assert_eq!(turned(&mut program), 0.0, "the mouse is free");
    program.xdotool(&["mousemove", "640", "360", "click", "1"]);
    program.wait_until("the mouse is captured", |line| line["state"]["captured"] == true);
    let right = turned(&mut program);
    assert!(
        (-40.0..-1.0).contains(&right),
        "150 counts to the right turned the view by {right} degrees"
    );
    program.press("Escape");
    program.wait_until("the mouse is free", |line| line["state"]["captured"] == false);
    assert_eq!(turned(&mut program), 0.0, "the mouse is free again");
}

#[test]
fn window_can_be_resized_and_screenshot_matches() {
    let Some(screen) = screen() else { return };
    let mut program = start(&screen, |folder| {
        vec![room(folder).into(), "--size".into(), "800x600".into()]
    });
    program.wait_for_level("room");
    assert_eq!(program.state()["size"], serde_json::json!([800, 600]));
    let window = program.window().to_string();
    program.xdotool(&["windowsize", &window, "640", "400"]);
    program.wait_until("its new size", |line| {
        line["state"]["size"] == serde_json::json!([640, 400])
    });
    program.press("p");
    program.wait_until("it is paused", |line| line["state"]["paused"] == true);
    let shown = program.still_image();
    program.press("F12");
    program.wait_until("the screenshot is saved", |line| {
        line["notices"].to_string().contains("saved to")
    });
    let saved = Image::read(&file_of(program.folder(), "png").expect("the screenshot"));
    assert_eq!(saved.size, [640, 400]);
    // The screenshot matches the screen, except under the cards at the edges and the crosshair in the middle.
    let is_free =
        |[x, y]: &[u32; 2]| (200..440).contains(x) && (100..300).contains(y) && x.abs_diff(320) > 16;
    let alike = |[x, y]: [u32; 2]| {
        saved
            .at([x, y])
            .iter()
            .zip(shown.at([x, y]))
            .all(|(a, b)| a.abs_diff(b) < 8)
    };
    let free: Vec<[u32; 2]> = (0..400)
        .flat_map(|y| (0..640).map(move |x| [x, y]))
        .filter(is_free)
        .collect();
    let other = free.iter().filter(|&&place| !alike(place)).count();
    assert!(
        other * 100 <= free.len(),
        "{other} of {} pixels are not those of the screen",
        free.len()
    );
    // Tiny windows do not crash the program.
    for (width, height) in [("160", "90"), ("1000", "100"), ("900", "700")] {
        program.xdotool(&["windowsize", &window, width, height]);
        let size: [u32; 2] = [width, height].map(|edge| edge.parse().expect("a number"));
        program.wait_until("another size", |line| {
            line["state"]["size"] == serde_json::json!(size)
        });
    }
}

/// Runs the program until it exits. Returns its exit status and its error output.
fn failed(display: Option<&str>, args: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = bounded(PROGRAM);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "RUST_BACKTRACE"] {
        command.env_remove(name);
    }
    command.envs(display.map(|display| ("DISPLAY", display)));
    command
        .args(args)
        .current_dir(folder.path())
        .env("XDG_RUNTIME_DIR", folder.path())
        .env("VK_DRIVER_FILES", NO_DRIVER)
        .env("VK_ICD_FILENAMES", NO_DRIVER)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let output = output_of(&mut command);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), said)
}

#[test]
fn missing_display_error_names_alternatives() {
    let dead = ":64123";
    for (display, args, words) in [
        (
            None,
            &[][..],
            &["no display", "standard input and output", "shot"][..],
        ),
        (Some(dead), &[], &[dead, "standard input and output", "shot"]),
        (None, &["--renderer", "software"], &["no display", "shot"]),
        (Some(dead), &["--renderer", "software"], &[dead, "shot"]),
        (
            None,
            &["--renderer", "terminal"],
            &["standard input and output", "shot"],
        ),
        #[cfg(not(feature = "app"))]
        (Some(dead), &["--renderer", "gpu"], &["the engine", "cargo build"]),
    ] {
        let (status, said) = failed(display, args);
        assert_eq!(status, Some(1), "{display:?} {args:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{display:?} {args:?}: {said}");
        assert!(said.starts_with("bspwalk: "), "{said}");
        for word in words {
            assert!(said.contains(word), "no `{word}`: {said}");
        }
    }
}

#[test]
fn unreadable_level_is_one_sentence() {
    let Some(screen) = screen() else { return };
    for renderer in ["auto", "software"] {
        let (status, said) = failed(Some(screen.display()), &["absent.obj", "--renderer", renderer]);
        assert_eq!(status, Some(1), "{said}");
        let last = said.lines().last().unwrap_or_default();
        assert!(
            last.starts_with("bspwalk: ") && last.contains("absent.obj"),
            "{said}"
        );
    }
}

#[test]
fn gamepad_walks_selects_and_opens_the_help() {
    let Some(screen) = screen() else { return };
    let mut program = start(&screen, |folder| vec![room(folder).into()]);
    program.wait_for_level("room");
    program.pad(&["plug in 045e", "LeftY 1"]);
    let start = program.pose();
    program.wait_until("it walks", |line| Pose::of(line).travelled(&start) > 0.5);
    program.pad(&["LeftY 0"]);
    program.wait_for_rest();
    program.pad(&["RightX -1"]);
    let yaw = program.pose().yaw;
    program.wait_until("it looks around", |line| (Pose::of(line).yaw - yaw).abs() > 5.0);
    program.pad(&["RightX 0"]);
    let walking = program.state()["walking"].clone();
    program.pad(&["LeftThumb 1", "LeftThumb 0"]);
    program.wait_until("it flies", |line| line["state"]["walking"] != walking);
    program.pad(&["West 1", "West 0"]);
    program.wait_until("a node is selected", |line| line["state"]["selection"].is_u64());
    program.pad(&["Select 1", "Select 0"]);
    program.wait_until("the help", |line| !line["state"]["help"].is_null());
    program.pad(&["East 1", "East 0"]);
    program.wait_until("it is closed", |line| line["state"]["help"].is_null());
}
