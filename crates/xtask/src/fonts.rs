//! Generates two fonts: one for the message characters that the Hack font lacks, a subset of Noto Sans CJK; and one for
//! the pictograms of the engine's window, a subset of egui's icon font.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use ab_glyph::{Font as _, FontRef, FontVec};

/// Path of the font file in Debian's package `fonts-noto-cjk`, and index of the face with glyphs for mainland China.
const WHOLE: (&str, u32) = ("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", 2);

/// Pictograms on buttons and markers of the engine's window.
const PICTOGRAMS: &str = "⌘⏭⏮⏴⏵⏶⏷⏸⏺⚠✔";

/// Writes the subsets, or checks that the one of the messages contains exactly the characters that the messages need.
pub(crate) fn fonts(root: &Path, only_check: bool) -> Result<(), String> {
    let text = root.join("crates/text");
    let wanted = lacking(&characters(&text.join("messages"))?)?;
    let path = text.join("fonts/messages.otf");
    if only_check {
        return check(&wanted, &path);
    }
    let (whole, number) = WHOLE;
    subset(Path::new(whole), number, &wanted, &path)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let icons = folder.path().join("icons.ttf");
    fs::write(&icons, epaint_default_fonts::EMOJI_ICON).map_err(|error| error.to_string())?;
    let pictograms = PICTOGRAMS.chars().collect();
    subset(&icons, 0, &pictograms, &text.join("fonts/pictograms.ttf"))
}

/// Checks that a font contains exactly the wanted characters. Bytes are not compared, because they depend on the
/// version of fontTools.
fn check(wanted: &BTreeSet<char>, path: &Path) -> Result<(), String> {
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let ((whole, number), subset) = (WHOLE, read(path)?);
    let whole = FontVec::try_from_vec_and_index(read(Path::new(whole))?, number);
    let whole = whole.map_err(|error| error.to_string())?;
    let subset = FontVec::try_from_vec(subset).map_err(|error| error.to_string())?;
    let has = |font: &FontVec, c: char| font.glyph_id(c).0 != 0;
    let missing = wanted.iter().filter(|c| has(&whole, **c) && !has(&subset, **c));
    let missing = String::from_iter(missing);
    let unused = subset.codepoint_ids().map(|(_, c)| c);
    let unused = String::from_iter(unused.filter(|c| !wanted.contains(c)));
    if missing.is_empty() && unused.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{} lacks `{missing}` and has `{unused}`, which no message uses: cargo run -p xtask -- fonts",
        path.display()
    ))
}

/// Returns all characters that occur in the message files.
fn characters(folder: &Path) -> Result<BTreeSet<char>, String> {
    let mut all = BTreeSet::new();
    for language in entries(folder)? {
        for file in entries(&language)? {
            let content =
                fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            all.extend(content.chars().filter(|c| !c.is_control() && !c.is_whitespace()));
        }
    }
    Ok(all)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let amiss = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(amiss)?;
    entries.map(|entry| Ok(entry.map_err(amiss)?.path())).collect()
}

/// Returns the characters that Hack lacks. Hack is the only other font in the window that does not use the engine.
/// Pictograms that Noto Sans CJK also lacks are in the font of the pictograms; `pyftsubset` skips them.
fn lacking(characters: &BTreeSet<char>) -> Result<BTreeSet<char>, String> {
    let font = FontRef::try_from_slice(epaint_default_fonts::HACK_REGULAR);
    let font = font.map_err(|error| error.to_string())?;
    let is_lacking = |c: &char| font.glyph_id(*c).0 == 0;
    Ok(characters.iter().copied().filter(is_lacking).collect())
}

/// Writes the given characters of a font to a file with `pyftsubset` from fontTools. `number` is the index of the face.
fn subset(whole: &Path, number: u32, characters: &BTreeSet<char>, output: &Path) -> Result<(), String> {
    let status = Command::new("pyftsubset")
        .arg(whole)
        .args([
            "--no-layout-closure",
            "--layout-features=",
            "--no-hinting",
            "--desubroutinize",
        ])
        .args([
            "--notdef-outline",
            "--name-IDs=0,1,2,13,14",
            "--drop-tables+=BASE,VORG,vhea,vmtx",
        ])
        .arg(format!("--font-number={number}"))
        .arg(format!("--text={}", String::from_iter(characters)))
        .arg(format!("--output-file={}", output.display()))
        .status();
    match status {
        Ok(status) if status.success() => {
            println!("{}: {} characters", output.display(), characters.len());
            Ok(())
        }
        Ok(status) => Err(format!("pyftsubset failed ({status}) on {}", whole.display())),
        Err(error) => Err(format!(
            "pyftsubset cannot be run ({error}): install Debian's packages fonttools and fonts-noto-cjk"
        )),
    }
}
