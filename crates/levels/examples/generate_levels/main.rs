//! Regenerates the built-in levels: writes `crates/levels/assets`.

mod generator;

use std::{error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    fs::create_dir_all(&folder)?;
    for file in generator::files() {
        println!("{} ({} bytes)", file.name, file.bytes.len());
        fs::write(folder.join(&file.name), &file.bytes)?;
    }
    Ok(())
}
