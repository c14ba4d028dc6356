//! Checks that the fonts contain every character in the messages, and that this crate's font is small.

use std::{collections::BTreeSet, fs, path::Path};

use ab_glyph::{Font as _, FontRef};

/// Maximum size of the font, in bytes.
const MOST: usize = 500_000;

/// Fonts of the engine's window. Each of its font families contains all of them.
const EGUI: &[&[u8]] = &[
    epaint_default_fonts::UBUNTU_LIGHT,
    epaint_default_fonts::HACK_REGULAR,
    bspwalk_text::FONT,
    bspwalk_text::PICTOGRAMS,
];

/// Fonts of the software-rendered window.
const SOFTWARE: &[&[u8]] = &[epaint_default_fonts::HACK_REGULAR, bspwalk_text::FONT];

/// Pictograms on buttons and markers that appear only in the engine's window.
const PICTOGRAMS: &str = "⏭⏮⏴⏵⏶⏷⏺✔";

/// Returns the characters that no font of the window contains. `has_engine` selects the window.
pub(crate) fn missing(characters: &BTreeSet<char>, has_engine: bool) -> String {
    let fonts = if has_engine { EGUI } else { SOFTWARE };
    let fonts: Vec<FontRef<'_>> = fonts
        .iter()
        .map(|font| FontRef::try_from_slice(font).expect("it is a font"))
        .collect();
    let is_missing = |c: &char| fonts.iter().all(|font| font.glyph_id(*c).0 == 0);
    characters.iter().copied().filter(is_missing).collect()
}

#[test]
fn fonts_cover_all_messages() {
    let mut characters = BTreeSet::new();
    let messages = Path::new(env!("CARGO_MANIFEST_DIR")).join("messages");
    for language in fs::read_dir(messages).expect("there are languages") {
        for file in fs::read_dir(language.expect("it is readable").path()).expect("it is a folder") {
            let content = fs::read_to_string(file.expect("it is readable").path()).expect("it is readable");
            characters.extend(content.chars().filter(|c| !c.is_whitespace() && !c.is_control()));
        }
    }
    assert_eq!(missing(&characters, true), "", "cargo run -p xtask -- fonts");
    characters.retain(|c| !PICTOGRAMS.contains(*c));
    assert_eq!(missing(&characters, false), "", "cargo run -p xtask -- fonts");
}

#[test]
fn font_is_below_size_limit() {
    assert!(
        bspwalk_text::FONT.len() < MOST,
        "{} bytes",
        bspwalk_text::FONT.len()
    );
}
