//! Tests that a level is reloaded in place when its file is saved.

use std::{fs, time::Duration};

use super::{pty::Setup, walks::left_at};

const LEVEL: &str = include_str!("../../../crates/levels/assets/three_rooms.obj");

#[test]
fn reload_keeps_the_pose_and_skips_broken_files() {
    let mut poses = Vec::new();
    for is_saved in [false, true] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("rooms.obj");
        fs::write(&path, LEVEL).expect("it is written");
        let mut terminal = Setup::walk(&[&path.to_string_lossy()]).open_at_level();
        terminal.run("Floor plan");
        terminal.wait_for("Plan at");
        if is_saved {
            // Turn the view to the left.
            terminal.hold("\x1b[D", Duration::from_millis(500));
            // Add a face, in its own object, because the last object of the level marks the spawn.
            let more = format!("{LEVEL}\no more\nv 0 9 0\nv 1 9 0\nv 0 9 1\nf -3 -2 -1\n");
            fs::write(&path, more).expect("it is written");
            terminal.wait("the report", |screen| {
                let text = screen.contents();
                text.contains("Since the last save") || text.contains("reloaded")
            });
            fs::write(&path, "f 1 2 3\n").expect("it is written");
            // Wait for a single word, because the notice may wrap between words.
            terminal.wait_for("stays");
            terminal.wait_for("Plan at");
        }
        poses.push(left_at(&mut terminal));
    }
    let [spawn, kept] = [&poses[0], &poses[1]];
    // The body may still settle on the ground, so compare positions several times.
    let moved = (0..3)
        .map(|axis| (spawn[axis] - kept[axis]).abs())
        .fold(0.0, f32::max);
    assert!(moved < 0.05, "from {spawn:?} to {kept:?}");
    assert!(
        (spawn[3] - kept[3]).abs() > 3.0,
        "the view was turned, and stays so: {spawn:?}, {kept:?}"
    );
}
