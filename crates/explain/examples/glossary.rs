//! Writes `GLOSSARY.md` and `GLOSSARY.zh-CN.md`, which contain all terms of the program with definitions and sources.
//!
//! Run it with `cargo run -p bspwalk_explain --example glossary`.

use std::{fs, path::Path};

use bspwalk_explain::glossary;
use bspwalk_text::{Language, languages};

fn main() -> std::io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for language in languages() {
        let page = if language == Language::english() {
            "GLOSSARY.md".to_owned()
        } else {
            format!("GLOSSARY.{}.md", language.tag())
        };
        fs::write(root.join(page), glossary::markdown(language))?;
    }
    Ok(())
}
