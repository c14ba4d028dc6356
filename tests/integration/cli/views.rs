//! Tests for views as command lines and as web addresses. Both restore the view that they describe.

use std::{collections::BTreeMap, path::Path};

use bspwalk_levels::builtin;
use bspwalk_session::{LevelName, view_line::ViewLine};

use crate::cli::{done, failed, level, run};

/// Returns the words of a command line after the program name, as split by a shell.
fn words_of(line: &str) -> Vec<String> {
    let line: ViewLine = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    line.words()
}

fn shot(words: &[String], to: &Path) -> Vec<u8> {
    let options = ["--size", "160x90", "--output"].map(str::to_owned);
    done(run(["shot".to_owned()]
        .into_iter()
        .chain(words.iter().cloned())
        .chain(options)
        .chain([to.display().to_string()])));
    let image = image::open(to).expect("it is a picture");
    image.to_rgb8().into_raw()
}

#[test]
fn copied_line_draws_the_same_picture() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let two_boxes =
        "o it's one\nv 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 3 0\nv 0 0 4\nf 1 2 3\nf 1 4 2\nf 1 5 4\nf 2 4 3\n";
    let own = level(&folder, "my 'own' level.obj", two_boxes);
    let own = own.display().to_string();
    let look = "--eye 2.1234567,1.7,-4.3 --look 165.33333,-7.1234 --show planes,depth --select 2";
    let own_look = "--up z --scale 0.7 --eye=1.1,-1.3,1.2 --look=-120.5,3 --show wireframe";
    let cases = [("three_rooms", look), (own.as_str(), own_look)];
    let mut pictures = Vec::new();
    for (level, options) in cases {
        let words = [level].into_iter().chain(options.split(' '));
        let original: Vec<String> = words.map(str::to_owned).collect();
        let quoted: Vec<String> = original.iter().map(|word| format!("\"{word}\"")).collect();
        let line: ViewLine = format!("bspwalk {}", quoted.join(" "))
            .parse()
            .expect("it is right");
        let copied = words_of(&line.to_string());
        let [of_options, of_line] = [("a.png", &original), ("b.png", &copied)]
            .map(|(name, words)| shot(words, &folder.path().join(name)));
        assert!(of_options == of_line, "{original:?} is not {copied:?}");
        pictures.push(of_options);
    }
    let same = pictures.windows(2).any(|pair| pair[0] == pair[1]);
    assert!(!same, "or any picture would do");
}

/// The table of the book's interactive pictures contains page addresses in the page's own format.
#[test]
fn book_views_are_valid_page_addresses() {
    let table = include_str!("../../../docs/src/views.json");
    let table: BTreeMap<String, BTreeMap<String, String>> =
        serde_json::from_str(table).expect("it is a table");
    let mut count = 0;
    for (name, row) in table {
        let known = ["view", "shot"];
        assert!(row.keys().all(|key| known.contains(&key.as_str())), "{name}");
        let Some(view) = row.get("view") else { continue };
        let pairs = view
            .split('&')
            .map(|pair| pair.split_once('=').expect("it is a pair"));
        let pairs: Vec<[String; 2]> = pairs
            .map(|(key, value)| [key, value].map(str::to_owned))
            .collect();
        let [key, level] = &pairs[0];
        assert_eq!(key, "level", "{name}");
        assert!(
            builtin::all().iter().any(|known| known.name == level),
            "{name}: {level}"
        );
        // Converts an address to words, as the page does.
        let options = pairs[1..].iter().map(|[key, value]| format!("--{key}={value}"));
        let words: Vec<String> = [level.clone()].into_iter().chain(options).collect();
        let line: ViewLine = format!("bspwalk {}", words.join(" "))
            .parse()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(line.level, LevelName::BuiltIn(level.clone()));
        assert_eq!(line.address(), pairs, "{name}");
        assert_eq!(line.at.rounded(), line.at, "{name}: the page tells it so");
        count += 1;
    }
    assert!(count > 4, "only {count} pictures are live");
}

#[test]
fn bookmark_draws_the_picture_of_its_options() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let room = "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 3 0\nv 0 0 4\nf 1 2 3\nf 1 4 2\nf 1 5 4\nf 2 4 3\n";
    let own = level(&folder, "room.obj", room);
    let own = own.display().to_string();
    let options = "--eye=2,1.5,3 --look=20,-5 --show=planes --rule=ati";
    let file = folder.path().join("room.obj.views");
    let text = format!("[[view]]\nname = \"The corner\"\noptions = \"{options}\"\n");
    std::fs::write(&file, text).expect("it can be written");
    let to = folder.path().join("picture.png");
    let words = |options: &[&str]| -> Vec<String> {
        let level = [own.as_str()].into_iter();
        level.chain(options.iter().copied()).map(str::to_owned).collect()
    };
    let said: Vec<&str> = options.split(' ').collect();
    let expected = shot(&words(&said), &to);
    assert_eq!(shot(&words(&["--bookmark", "the corner"]), &to), expected);
    let output = run(["shot", &own, "--bookmark", "crypt", "-o", "x.png"]);
    for word in ["crypt", "The corner", "room.obj.views"] {
        failed(&output, 1, word);
    }
}

/// Returns the command line for the view of a picture in the book, from its row in the table.
///
/// If no view shows the picture, returns the command line that draws it.
fn line_of(name: &str, row: &BTreeMap<String, String>) -> String {
    let text = |key: &str| row.get(key).map_or("", String::as_str);
    let view = text("view")
        .split_terminator('&')
        .map(|pair| match pair.split_once('=') {
            Some(("level", level)) => level.to_owned(),
            _ => format!("--{pair}"),
        });
    let mut words: Vec<String> = view.collect();
    words.extend(text("shot").split_whitespace().map(str::to_owned));
    // Remove the size, which belongs to the picture and not to the view.
    let size = words.iter().position(|word| word == "--size");
    words.drain(size.map_or(0..0, |place| place..place + 2));
    words.retain(|word| word != "--legend");
    match format!("bspwalk {}", words.join(" ")).parse::<ViewLine>() {
        Ok(line) => line.to_string(),
        Err(_) => format!(
            "bspwalk shot {} -o {}",
            words.join(" "),
            name.replace(".jpg", ".png")
        ),
    }
}

/// In the book, each picture drawn by the program is followed by its command line. `BSPWALK_WRITE_LINES=1` writes these
/// command lines.
#[test]
fn book_pictures_show_their_command_lines() {
    let table = include_str!("../../../docs/src/views.json");
    let table: BTreeMap<String, BTreeMap<String, String>> =
        serde_json::from_str(table).expect("it is a table");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src");
    let writes = std::env::var_os("BSPWALK_WRITE_LINES").is_some();
    let mut named = 0;
    for entry in std::fs::read_dir(&folder).expect("it is there") {
        let path = entry.expect("it is readable").path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("it is text");
        let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
        for place in (0..rows.len()).rev() {
            let Some((_, picture)) = rows[place].split_once("](pictures/") else {
                continue;
            };
            let picture = picture.trim_end_matches(')');
            let Some(row) = table.get(picture) else { continue };
            let expected = format!("`{}`", line_of(picture, row));
            named += 1;
            let under = rows.get(place + 2).cloned().unwrap_or_default();
            if !writes {
                assert_eq!(under, expected, "under {picture} in {}", path.display());
                continue;
            }
            let is_old = under.starts_with("`bspwalk ");
            let below = rows.split_off(place + 1);
            let below = if is_old { &below[2..] } else { &below[..] };
            rows.extend([String::new(), expected]);
            rows.extend_from_slice(below);
        }
        if writes {
            std::fs::write(&path, rows.join("\n") + "\n").expect("it can be written");
        }
    }
    assert!(named >= table.len(), "only {named} pictures have lines");
}

/// Figures on the front pages of the libraries' documentation, and the arguments of `shot` that draw them.
const FIGURES: [(&str, &str); 3] = [
    (
        "trees/docs/split_planes.svg",
        "three_rooms --view model --show planes --depth 2",
    ),
    (
        "compile/docs/leaves.svg",
        "three_rooms --view model --show leaves,portals",
    ),
    (
        "collision/docs/slide_cost.svg",
        "three_rooms --view plan --show slide-cost",
    ),
];

/// The figures have no size, so that they fit the page. `BSPWALK_WRITE_FIGURES=1` writes them.
#[test]
fn figures_of_the_libraries_are_current() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let drawn = folder.path().join("drawn.svg");
    for (name, words) in FIGURES {
        let words = ["shot", "--size=1080x500", "--legend", "--language=en"]
            .into_iter()
            .chain(words.split(' '))
            .map(str::to_owned);
        done(run(
            words.chain(["--output".to_owned(), drawn.display().to_string()])
        ));
        let drawn = std::fs::read_to_string(&drawn).expect("it is readable");
        let figure = drawn
            .replacen(" height=\"500\"", "", 1)
            .replacen(" width=\"1080\"", "", 1);
        assert!(figure.len() < drawn.len(), "{name} has a size");
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates").join(name);
        if std::env::var_os("BSPWALK_WRITE_FIGURES").is_some() {
            std::fs::write(&file, &figure).expect("it can be written");
        }
        let kept = std::fs::read_to_string(&file).expect("it is readable");
        assert!(
            figure == kept,
            "{name}: set BSPWALK_WRITE_FIGURES=1 to draw it again"
        );
    }
}
