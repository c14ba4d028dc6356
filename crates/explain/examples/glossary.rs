//! Writes `GLOSSARY.md`: the terms that the program shows, with their definitions and sources.
//!
//! `cargo run -p bspwalk_explain --example glossary`

use std::{fs, path::Path};

fn main() -> std::io::Result<()> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../GLOSSARY.md");
    fs::write(page, bspwalk_explain::glossary::markdown())
}
