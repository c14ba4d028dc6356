//! Copies a built page to a folder for a static host. Names contain a hash of the content, so that browsers can cache
//! files for a year and never mix two versions.
//!
//! | path | contents |
//! |---|---|
//! | `index.html`, `planar/index.html` | the pages, which browsers must check for changes |
//! | `files/HASH/`, `planar/files/HASH/` | scripts, style sheets and pictures |
//! | `files/NAME.HASH.wasm`, `files/levels/NAME.HASH.bspw` | programs and levels, also compressed |
//! | `_headers` | cache times for Netlify and Cloudflare Pages |

use std::{
    collections::BTreeMap,
    fs,
    hash::{DefaultHasher, Hasher},
    path::Path,
};

use serde_json::{Map, Value};

use super::program::failed;

/// Cache times in the format of Netlify and Cloudflare Pages.
const HEADERS: &str = "\
# The names of these files contain a hash of their content.
/files/*
  Cache-Control: public, max-age=31536000, immutable
/planar/files/*
  Cache-Control: public, max-age=31536000, immutable
";

/// List of the files that the scripts fetch.
const LIST: &str = "files.json";

/// Page in each folder.
const PAGE: &str = "index.html";

/// Folder of the files with hashes in their names or in the name of their folder.
const HASHED: &str = "files";

/// Endings of the compressed forms of a file. The uncompressed form has none.
const FORMS: [&str; 3] = ["", ".br", ".gz"];

/// Copies the page in `site` to `folder`, and replaces an earlier publication there.
pub(super) fn publish(site: &Path, folder: &Path) -> Result<(), String> {
    for old in [HASHED, "planar"].map(|name| folder.join(name)) {
        if old.exists() {
            fs::remove_dir_all(&old).map_err(|error| failed(&old, &error))?;
        }
    }
    let list: Map<String, Value> =
        serde_json::from_slice(&read(&site.join(LIST))?).map_err(|error| format!("{LIST}: {error}"))?;
    let mut scripts = files_in(site)?;
    let (mut listed, pages) = (Map::new(), [PAGE, LIST]);
    scripts.retain(|name, _| {
        let of_list = |form: &&str| {
            name.strip_suffix(*form)
                .is_some_and(|name| list.contains_key(name))
        };
        !pages.contains(&name.as_str()) && !FORMS.iter().any(of_list)
    });
    for (name, mut entry) in list {
        entry["at"] = Value::String(format!("../{}", add_file(site, folder, &name)?));
        listed.insert(name, entry);
    }
    scripts.insert(LIST.to_owned(), Value::Object(listed).to_string().into_bytes());
    // The page of the planar tree also uses the icon.
    write(&folder.join("icon.svg"), &read(&site.join("icon.svg"))?)?;
    add_page(&site.join(PAGE), folder, &scripts)?;
    let mut planar = files_in(&site.join("planar"))?;
    planar.remove(PAGE);
    add_page(&site.join("planar").join(PAGE), &folder.join("planar"), &planar)?;
    write(&folder.join("_headers"), HEADERS.as_bytes())
}

/// Copies all forms of a listed file. Returns its path in the folder of hashed files.
fn add_file(site: &Path, folder: &Path, name: &str) -> Result<String, String> {
    let forms = FORMS.map(|form| (form, site.join(format!("{name}{form}"))));
    let forms: Vec<_> = forms.into_iter().filter(|(_, path)| path.is_file()).collect();
    let (_, first) = forms.first().ok_or(format!("{name} is not in the page"))?;
    let hash = hash([read(first)?.as_slice()]);
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let hashed = format!("{stem}.{hash}.{ending}");
    for (form, path) in &forms {
        write(&folder.join(HASHED).join(format!("{hashed}{form}")), &read(path)?)?;
    }
    Ok(hashed)
}

/// Writes the files of a page to a folder that is named by their hash, and the page with their new paths.
fn add_page(page: &Path, folder: &Path, files: &BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    let parts = files
        .iter()
        .flat_map(|(name, content)| [name.as_bytes(), content]);
    let hash = hash(parts);
    let mut html = String::from_utf8(read(page)?).map_err(|error| format!("{}: {error}", page.display()))?;
    for (name, content) in files {
        write(&folder.join(HASHED).join(&hash).join(name), content)?;
        html = html.replace(&format!("=\"{name}\""), &format!("=\"{HASHED}/{hash}/{name}\""));
    }
    write(&folder.join(PAGE), html.as_bytes())
}

/// Reads the files of a page by their paths, with `/` between folders. Leaves out levels, and folders that are pages
/// themselves.
fn files_in(page: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![String::new()];
    while let Some(within) = folders.pop() {
        let folder = page.join(&within);
        for entry in fs::read_dir(&folder)
            .map_err(|error| failed(&folder, &error))?
            .flatten()
        {
            let name = format!("{within}{}", entry.file_name().to_string_lossy());
            let path = entry.path();
            if path.is_file() {
                files.insert(name, read(&path)?);
            } else if name != "levels" && !path.join(PAGE).exists() {
                folders.push(format!("{name}/"));
            }
        }
    }
    Ok(files)
}

/// Returns a hash of contents as 16 hexadecimal digits.
fn hash<'a>(contents: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = DefaultHasher::new();
    for content in contents {
        hasher.write_usize(content.len());
        hasher.write(content);
    }
    format!("{:016x}", hasher.finish())
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| failed(path, &error))
}

fn write(path: &Path, content: &[u8]) -> Result<(), String> {
    let written = path.parent().map_or(Ok(()), fs::create_dir_all);
    written
        .and_then(|()| fs::write(path, content))
        .map_err(|error| failed(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_page_finds_its_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let [site, to] = ["site", "to"].map(|name| folder.path().join(name));
        let put =
            |name: &str, content: &str| write(&site.join(name), content.as_bytes()).expect("it is written");
        put(
            "index.html",
            r#"<link href="style.css"><script src="page.js"></script><a href="planar/">"#,
        );
        put("page.js", "1");
        put("style.css", "2");
        put("icon.svg", "3");
        put("front/hall.jpg", "4");
        put("bspwalk.wasm", "5");
        put("bspwalk.wasm.br", "6");
        put("levels/hall.bspw.gz", "7");
        put(
            "planar/index.html",
            r#"<script src="planar.js"></script><link href="../icon.svg">"#,
        );
        put("planar/planar.js", "8");
        put(
            "files.json",
            r#"{"bspwalk.wasm":{"br":1},"levels/hall.bspw":{"gz":1}}"#,
        );
        publish(&site, &to).expect("it is published");
        let text = |path: &Path| String::from_utf8(read(path).expect("it exists")).expect("it is text");
        let page = text(&to.join(PAGE));
        let script = page
            .split('"')
            .find(|path| path.ends_with("page.js"))
            .expect("a script");
        assert_eq!(text(&to.join(script)), "1");
        let scripts = to.join(script);
        let scripts = scripts.parent().expect("a folder");
        assert_eq!(text(&scripts.join("front/hall.jpg")), "4");
        assert!(!scripts.join("bspwalk.wasm").exists() && !scripts.join("levels").exists());
        let list: Value = serde_json::from_str(&text(&scripts.join(LIST))).expect("a list");
        for (name, form, content) in [
            ("bspwalk.wasm", "", "5"),
            ("bspwalk.wasm", ".br", "6"),
            ("levels/hall.bspw", ".gz", "7"),
        ] {
            let at = list[name]["at"].as_str().expect("a path");
            assert_eq!(text(&scripts.join(format!("{at}{form}"))), content);
        }
        assert!(text(&to.join("planar").join(PAGE)).contains("../icon.svg"));
        // Another content has another name.
        put("page.js", "9");
        publish(&site, &to).expect("it is published");
        assert!(!to.join(script).exists());
    }
}
