//! Tests that the terminal is restored, however the program ends.

use std::{env, process::ExitCode, thread, time::Duration};

use bspwalk_testing::effort;

use super::pty::{Setup, Terminal};

fn started() -> Terminal {
    let terminal = Setup::walk(&["hall"]).open();
    terminal.wait_for_level();
    terminal
}

#[test]
fn ctrl_c_leaves_and_prints_the_pose() {
    let mut terminal = started();
    terminal.look(|screen| {
        assert!(screen.alternate_screen() && screen.hide_cursor());
        assert_ne!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    });
    terminal.type_keys("\x03");
    let (status, screen) = terminal.ended();
    assert_eq!(status, 0);
    assert!(screen.contains("{\"start\":{\"eye\":["), "{screen}");
}

#[test]
fn escape_twice_leaves_and_once_does_not() {
    let mut terminal = started();
    terminal.type_keys("\x1b");
    terminal.wait_for("Press Esc again to quit");
    terminal.wait_without("Press Esc again to quit");
    terminal.type_keys("\x1b");
    terminal.wait_for("Press Esc again to quit");
    terminal.type_keys("\x1b");
    assert_eq!(terminal.ended().0, 0);
}

#[test]
fn signals_set_the_exit_status() {
    let signals = [("TERM", 15), ("HUP", 1), ("INT", 2), ("QUIT", 3)];
    for (name, number) in effort::sample(signals, 2) {
        let mut terminal = started();
        terminal.signal(name);
        assert_eq!(terminal.ended().0, 128 + number, "{name}");
    }
}

#[test]
fn ctrl_z_restores_terminal_until_continued() {
    let mut terminal = started();
    terminal.type_keys("\x1a");
    terminal.wait("the shell's screen", |screen| {
        !screen.alternate_screen() && !screen.hide_cursor()
    });
    terminal.wait_until_stopped();
    terminal.signal("CONT");
    terminal.wait_for_level();
    terminal.type_keys("\x03");
    assert_eq!(terminal.ended().0, 0);
}

#[test]
fn closing_the_terminal_ends_the_program() {
    let mut terminal = started();
    let program = terminal.program();
    terminal.close();
    let start = std::time::Instant::now();
    let stat = format!("/proc/{program}/stat");
    while std::fs::read_to_string(&stat).is_ok_and(|text| !text.contains(") Z ")) {
        assert!(
            start.elapsed() < Duration::from_secs(30),
            "it goes on without a terminal"
        );
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn kitty_keyboard_mode_is_reset_on_exit() {
    let mut setup = Setup::walk(&["hall"]);
    setup.releases = true;
    let mut terminal = setup.open();
    terminal.wait_for_level();
    let asked = String::from_utf8_lossy(&terminal.bytes()).contains("\x1b[>11u");
    assert!(asked, "releases are asked for");
    terminal.type_keys("\x1b[99;5u");
    assert_eq!(terminal.ended().0, 0);
}

/// Environment variable that makes the test executable act as the program in the terminal. Its value selects the fault.
const FAULTY: &str = "BSPWALK_TEST_FAULT";

/// Walks in the current terminal until a fault of the given kind occurs.
fn faulty_walk(kind: &str) -> ! {
    use bspwalk::{cli, walk::terminal};

    let opened = cli::open::open(
        &bspwalk_session::LevelName::BuiltIn("three_rooms".to_owned()),
        &bspwalk_session::tree_args::TreeArgs::default(),
    )
    .expect("the level opens");
    let status = terminal::walk_in_terminal(opened, &cli::WindowArgs::default(), &mut |frame| {
        if frame == 5 && kind == "here" {
            panic!("a forced fault\nof two lines");
        }
        if frame == 5 && kind == "elsewhere" {
            let fault = thread::spawn(|| panic!("a forced fault of a thread")).join();
            std::panic::resume_unwind(fault.expect_err("it panics"));
        }
    });
    std::process::exit(if status == ExitCode::from(1) { 1 } else { 99 });
}

#[test]
fn panic_is_one_line_after_leaving_the_screen() {
    // In the child process inside the terminal, this test acts as the program.
    if let Ok(kind) = env::var(FAULTY) {
        faulty_walk(&kind);
    }
    for kind in ["here", "elsewhere"] {
        let mut setup = Setup::walk(&[]).with(FAULTY, kind);
        let own = env::current_exe().expect("this program has a path");
        setup.command = [
            &own.display().to_string(),
            "--exact",
            "terminal::ends::panic_is_one_line_after_leaving_the_screen",
            "--nocapture",
        ]
        .map(str::to_owned)
        .to_vec();
        let mut terminal = setup.open();
        let (status, screen) = terminal.ended();
        assert_eq!(status, 1);
        let line = screen
            .lines()
            .find(|line| line.contains("bspwalk: an internal error ended the walk"));
        assert!(
            line.is_some_and(|line| line.contains("a forced fault")),
            "{screen}"
        );
        assert!(!screen.contains("stack backtrace"), "{screen}");
    }
}
