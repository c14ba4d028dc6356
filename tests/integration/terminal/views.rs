//! Tests that a view is copied to the terminal's clipboard, and that pasting a command line restores its view.

use bspwalk_session::{LevelName, view_line::ViewLine};

use super::{pty::Setup, walks::left_at};

/// Decodes Base64 (RFC 4648).
fn from_base64(text: &str) -> Vec<u8> {
    const SIGNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits = text.trim_end_matches('=').chars().flat_map(|sign| {
        let value = SIGNS.find(sign).expect("it is a sign of Base64");
        (0..6).rev().map(move |bit| value >> bit & 1 == 1)
    });
    let bits: Vec<bool> = bits.collect();
    let bytes = bits.chunks_exact(8);
    bytes
        .map(|bits| bits.iter().fold(0, |byte, &bit| byte << 1 | u8::from(bit)))
        .collect()
}

#[test]
fn ctrl_y_copies_and_paste_goes_to_a_view() {
    // Press Ctrl+Y in terminals with and without key release reports.
    for (releases, key) in [(false, "\x19"), (true, "\x1b[121;5:1u")] {
        let mut setup = Setup::walk(&[
            "three_rooms",
            "--eye=1.25,1.9,-0.5",
            "--look=30.5,-10",
            "--show=planes",
            "--select=2",
        ]);
        setup.releases = releases;
        let mut terminal = setup.open();
        terminal.wait_for_level();
        terminal.type_keys(key);
        terminal.wait_for("View copied");
        terminal.wait_for_bytes("the copy", "\x1b]52;c;");
        let bytes = terminal.bytes();
        let text = String::from_utf8_lossy(&bytes);
        let (_, after) = text.split_once("\x1b]52;c;").expect("it came");
        let end = after
            .find(['\x07', '\x1b'])
            .expect("the sequence ends where its words are shown");
        let line = String::from_utf8(from_base64(&after[..end])).expect("it is text");
        let line: ViewLine = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(line.level, LevelName::BuiltIn("three_rooms".to_owned()));
        let words = line.words();
        for word in ["--eye=1.25,1.9,-0.5", "--look=30.5,-10", "--select=2"] {
            assert!(words.iter().any(|known| known == word), "{word} in {words:?}");
        }
        // Pasting invalid text or a view of another level changes nothing.
        terminal.type_keys("\x1b[200~a poem\x1b[201~");
        terminal.wait_for("is not a view");
        terminal.type_keys("\x1b[200~bspwalk hall --eye=0,1,0\x1b[201~");
        terminal.wait_for("different level");
        terminal.type_keys("\x1b[200~bspwalk three_rooms --eye=2,1.9,0.5 --look=-45,5 --select=1\x1b[201~");
        terminal.wait_for("node 1 selected");
        let left = left_at(&mut terminal);
        let expected = [2.0, 1.9, 0.5, -45.0, 5.0];
        let is_there = left
            .iter()
            .zip(expected)
            .all(|(one, other)| (one - other).abs() < 1.0e-3);
        assert!(is_there, "{left:?}");
    }
}
