//! Regenerates the built-in levels. `cargo run -p bspwalk_levels --example generate_levels` writes
//! `crates/levels/assets` and the course in `crates/session/assets`. With `-- --preview FOLDER`, it renders pictures
//! instead; with `-- --glb FOLDER`, it writes the levels as binary glTF.

mod generator;
mod glb;
mod preview;

use std::{error::Error, fs, path::Path};

use bspwalk_levels::{LoadOptions, builtin};
use bspwalk_progress::Progress;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
            fs::create_dir_all(&folder)?;
            for file in generator::files() {
                println!("{} ({} bytes)", file.name, file.bytes.len());
                fs::write(folder.join(&file.name), &file.bytes)?;
            }
        }
        ["--preview", folder] => preview::draw_all(Path::new(folder), None)?,
        ["--preview", folder, view] => preview::draw_all(Path::new(folder), Some(view))?,
        ["--glb", folder] => {
            fs::create_dir_all(folder)?;
            for level in builtin::all() {
                let name = level.name;
                let level = builtin::load(name, &LoadOptions::default(), &Progress::default())?;
                fs::write(Path::new(folder).join(format!("{name}.glb")), glb::write(&level))?;
            }
        }
        _ => return Err("usage: generate_levels [--preview FOLDER [VIEW] | --glb FOLDER]".into()),
    }
    Ok(())
}
