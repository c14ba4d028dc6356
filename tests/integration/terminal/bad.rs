//! Tests that a missing, too small or too limited terminal leads to an error message or a simpler picture.

use bspwalk_testing::effort;

use super::pty::Setup;

#[test]
fn dumb_or_unnamed_terminal_is_refused() {
    for (term, words) in [("dumb", "TERM is dumb"), ("", "TERM is not set")] {
        let mut terminal = Setup::walk(&["hall"]).with("TERM", term).open();
        let (status, screen) = terminal.ended();
        assert_eq!(status, 1, "{screen}");
        assert!(
            screen.contains(words) && screen.contains("shot LEVEL"),
            "{screen}"
        );
        assert!(!screen.contains('\x1b'), "{screen}");
    }
}

#[test]
fn tiny_terminals_show_a_plain_picture() {
    let sizes = [[1, 1], [2, 1], [1, 5], [19, 5], [20, 6], [40, 3]];
    for [columns, rows] in effort::sample(sizes, 2) {
        let mut terminal = Setup::walk(&["three_rooms"]).size(columns, rows).open();
        terminal.wait(&format!("a picture of {columns}x{rows}"), |screen| {
            screen.alternate_screen()
                && screen
                    .cell(0, 0)
                    .is_some_and(|cell| cell.bgcolor() != vt100::Color::Default)
        });
        terminal.type_keys("2yu");
        terminal.type_keys("\x1b[11~");
        terminal.until_drawn("a wider screen", |terminal| terminal.resize(columns + 1, rows));
        // In crossterm 0.29, a key pressed during a resize may not arrive until the next key is pressed.
        terminal.until_drawn("the first size", |terminal| terminal.resize(columns, rows));
        terminal.type_keys("\x03");
        assert_eq!(terminal.ended().0, 0, "{columns}x{rows}");
    }
}

#[test]
fn unknown_size_uses_environment_or_default() {
    for (columns, rows, size) in [("60", "20", [60, 20]), ("", "", [80, 24])] {
        let mut terminal = Setup::walk(&["three_rooms"])
            .size(0, 0)
            .with("COLUMNS", columns)
            .with("LINES", rows)
            .open();
        terminal.wait("a picture", vt100::Screen::alternate_screen);
        let last = format!("\x1b[{};1H", size[1]);
        terminal.wait_for_bytes(&format!("row {}", size[1]), &last);
        terminal.type_keys("\x03");
        assert_eq!(terminal.ended().0, 0);
    }
}

#[test]
fn level_is_drawn_as_ascii_without_colours() {
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "vt220")] {
        let mut setup = Setup::walk(&["hall"]).with(name, value);
        if name == "TERM" {
            setup = setup.with("COLORTERM", "");
        }
        let mut terminal = setup.open();
        terminal.wait_for_level();
        terminal.look(|screen| {
            let cells = || (0..24).flat_map(|row| (0..80).filter_map(move |column| screen.cell(row, column)));
            assert!(cells().all(|cell| {
                cell.fgcolor() == vt100::Color::Default && cell.bgcolor() == vt100::Color::Default
            }));
            let inked = cells().filter(|cell| "#%@*+=".contains(cell.contents()) && cell.has_contents());
            assert!(inked.count() > 100, "{}", screen.contents());
        });
        terminal.type_keys("\x03");
        assert_eq!(terminal.ended().0, 0);
    }
}

#[test]
fn only_256_colours_are_used_without_truecolor() {
    let mut terminal = Setup::walk(&["hall"]).with("COLORTERM", "").open();
    terminal.wait_for_level();
    terminal.look(|screen| {
        let cells = (0..24).flat_map(|row| (0..80).filter_map(move |column| screen.cell(row, column)));
        let colors: Vec<vt100::Color> = cells.flat_map(|cell| [cell.fgcolor(), cell.bgcolor()]).collect();
        assert!(colors.iter().all(|color| !matches!(color, vt100::Color::Rgb(..))));
        assert!(colors.iter().any(|color| matches!(color, vt100::Color::Idx(_))));
    });
    terminal.type_keys("\x03");
    assert_eq!(terminal.ended().0, 0);
}

#[test]
fn output_is_ascii_without_unicode() {
    let mut terminal = Setup::walk(&["hall"])
        .with("LC_ALL", "C")
        .with("LANG", "C")
        .open();
    terminal.wait_for_level();
    for keys in [
        "2",
        "\x10Wireframe\r",
        "\x10Path to the eye\r",
        "\x10Floor plan\r",
        "y",
        "\x1b[11~",
        "\x1b[11~",
        "\x1b",
    ] {
        terminal.until_drawn(keys, |terminal| terminal.type_keys(keys));
    }
    terminal.type_keys("\x03");
    let (status, _) = terminal.ended();
    assert_eq!(status, 0);
    let bytes = terminal.bytes();
    let beyond = bytes.iter().position(|&byte| byte > 127);
    assert_eq!(
        beyond,
        None,
        "a byte beyond ASCII after {} bytes",
        beyond.unwrap_or(0)
    );
}

#[test]
fn silent_terminal_still_works() {
    let mut setup = Setup::walk(&["hall"]);
    setup.answers = false;
    let mut terminal = setup.open();
    terminal.wait_for_level();
    // Keys pressed while a query waits for its answer must not be lost.
    terminal.run("Pause");
    terminal.wait_for("Paused");
    terminal.type_keys("\x03");
    assert_eq!(terminal.ended().0, 0);
}
