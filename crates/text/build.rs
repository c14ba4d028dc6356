//! Embeds the message files, which are in Project Fluent syntax. Each language has a folder named after its tag.

use std::{env, error::Error, fmt::Write as _, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let messages = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("messages");
    println!("cargo::rerun-if-changed={}", messages.display());
    let mut table = String::from("[");
    for folder in names(&messages)? {
        write!(table, "({folder:?}, &[")?;
        for file in names(&messages.join(&folder))? {
            let path = messages.join(&folder).join(&file);
            println!("cargo::rerun-if-changed={}", path.display());
            write!(table, "({file:?}, include_str!({path:?})),")?;
        }
        table.push_str("] as &[(&str, &str)]),");
    }
    table.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("files.rs"), table)?;
    Ok(())
}

/// Returns the sorted names of a folder's entries.
fn names(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?
            .file_name()
            .into_string()
            .map_err(|name| format!("{name:?} is no name of a language or file"))?;
        if !name.starts_with('.') {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}
