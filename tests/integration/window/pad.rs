//! Test that the window can be used with only a gamepad: to walk, fly, select, play a film and take the tour. A picture
//! of each step is written to `target/tmp/pad`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::window::{
    program::{Pose, Program, room},
    screen::Screen,
};

/// The program, and the pictures taken of its window.
struct Film<'a> {
    screen: &'a Screen,
    program: Program<'a>,
    folder: PathBuf,
    count: usize,
}

impl<'a> Film<'a> {
    fn start(screen: &'a Screen) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pad");
        // Delete the pictures of an earlier run.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("the folder of the pictures");
        let mut program = Program::start(screen, |folder| vec![room(folder).into()]);
        program.wait_for_level("room");
        Self {
            screen,
            program,
            folder,
            count: 0,
        }
    }

    /// Writes a picture of the window.
    fn picture(&mut self) {
        self.count += 1;
        let path = self.folder.join(format!("{:03}.png", self.count));
        self.screen.image().write(&path);
    }

    /// Presses buttons and moves sticks, and waits until the trace shows the effect.
    fn play(&mut self, lines: &[&str], what: &str, holds: impl Fn(&Value, &Value) -> bool) {
        let before = self.program.last();
        self.program.pad(lines);
        self.program.wait_until(what, |line| holds(&before, line));
        // Cards are drawn in the next frame.
        self.program.next_pose();
        self.picture();
    }
}

/// Returns a predicate that is true if a field of the state changes.
fn differs(field: &'static str) -> impl Fn(&Value, &Value) -> bool {
    move |before, after| after["state"][field] != before["state"][field]
}

fn height(line: &Value) -> f64 {
    Pose::of(line).position[1]
}

#[test]
#[ignore = "slow without a graphics card; `./check full` runs it"]
fn gamepad_alone_controls_the_program() {
    let Some(screen) = crate::window::screen() else {
        return;
    };
    let mut film = Film::start(&screen);
    film.picture();
    film.play(&["plug in 054c", "LeftY 1"], "it walks", |before, line| {
        Pose::of(line).travelled(&Pose::of(before)) > 0.5
    });
    film.program.pad(&["LeftY 0"]);
    film.program.wait_for_rest();
    film.play(&["RightX -1"], "it looks around", |before, line| {
        (Pose::of(line).yaw - Pose::of(before).yaw).abs() > 5.0
    });
    film.play(
        &["RightX 0", "LeftThumb 1", "LeftThumb 0"],
        "it flies",
        differs("walking"),
    );
    film.play(&["South 1"], "it rises", |before, line| {
        height(line) > height(before) + 0.3
    });
    film.program.pad(&["South 0"]);
    film.program.wait_for_rest();
    film.play(&["West 1", "West 0"], "a node is selected", |_, line| {
        line["state"]["selection"].is_u64()
    });
    let model = ["LeftShoulder 1", "South 1", "South 0", "LeftShoulder 0"];
    film.play(&model, "the film of the build", differs("view"));
    // Which wall is selected depends on how far the view turned. If it is stored at the last node, the film can only
    // step back.
    let state = &film.program.last()["state"];
    let steps = if state["selection"].as_u64() == state["nodes"].as_u64().map(|nodes| nodes - 1) {
        [["Left 1", "Left 0"], ["Right 1", "Right 0"]]
    } else {
        [["Right 1", "Right 0"], ["Left 1", "Left 0"]]
    };
    for step in steps {
        film.play(&step, "the next step of the film", differs("selection"));
    }
    film.play(&model, "from the eyes again", differs("view"));
    film.play(&["Select 1", "Select 0"], "the help", differs("help"));
    film.play(&["East 1", "East 0"], "it is closed", differs("help"));
    let tour = ["LeftShoulder 1", "Start 1", "Start 0", "LeftShoulder 0"];
    film.play(&tour, "the tour", |_, line| {
        line["state"]["tour"] == true && line["state"]["level"] == "ten_edges"
    });
    for _ in 0..2 {
        film.program.pad(&["Up 1", "Up 0"]);
        film.program.next_pose();
    }
    film.picture();
    film.play(&["North 1", "North 0"], "the second station", |_, line| {
        line["state"]["level"] == "three_rooms"
    });
    film.play(&["LeftY 1"], "it walks there", |before, line| {
        Pose::of(line).travelled(&Pose::of(before)) > 0.5
    });
    film.program.pad(&["LeftY 0"]);
    film.play(&tour, "the end of the tour", |_, line| {
        line["state"]["tour"] == false
    });
    film.play(&["pull out"], "it goes on without it", |_, _| true);
    assert!(film.count > 15);
}
