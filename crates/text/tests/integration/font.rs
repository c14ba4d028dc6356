//! The font: it has the characters of the messages that the others lack, and is small.

use std::{fs, path::Path};

use ab_glyph::{Font as _, FontRef};

/// The most bytes that it may take.
const MOST: usize = 500_000;

#[test]
fn each_character_of_the_messages_can_be_drawn() {
    let fonts = [
        epaint_default_fonts::UBUNTU_LIGHT,
        epaint_default_fonts::HACK_REGULAR,
        epaint_default_fonts::NOTO_EMOJI_REGULAR,
        epaint_default_fonts::EMOJI_ICON,
        bspwalk_text::FONT,
    ];
    let fonts = fonts.map(|font| FontRef::try_from_slice(font).expect("it is a font"));
    let mut missing = String::new();
    let messages = Path::new(env!("CARGO_MANIFEST_DIR")).join("messages");
    for language in fs::read_dir(messages).expect("there are languages") {
        for file in fs::read_dir(language.expect("it is readable").path()).expect("it is a folder") {
            let content = fs::read_to_string(file.expect("it is readable").path()).expect("it is readable");
            for c in content.chars().filter(|c| !c.is_whitespace() && !c.is_control()) {
                if fonts.iter().all(|font| font.glyph_id(c).0 == 0) && !missing.contains(c) {
                    missing.push(c);
                }
            }
        }
    }
    assert!(missing.is_empty(), "cargo run -p xtask -- fonts: {missing}");
}

#[test]
fn it_is_small() {
    assert!(
        bspwalk_text::FONT.len() < MOST,
        "{} bytes",
        bspwalk_text::FONT.len()
    );
}
