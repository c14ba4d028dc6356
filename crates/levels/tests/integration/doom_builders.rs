//! Tests of trees written by current node builders, if these are installed (Debian packages `zdbsp`, `glbsp` and
//! `freedoom`).

use std::{ffi::OsStr, fs, path::Path, process::Command};

use bspwalk_levels::Level;
use bspwalk_testing::{
    doom_wad::{self, load, lump, wad},
    levels,
};
use bspwalk_trees::doom::DoomParts;

const MAP: &str = "MAP05";

/// Extracts one of Freedoom's maps into a separate file. Returns `None` if Freedoom is not installed.
fn map_of_freedoom() -> Option<Vec<u8>> {
    let file = "freedoom2.wad";
    let bytes = fs::read(Path::new("/usr/share/games/doom").join(file)).ok();
    levels::record_level_use(if bytes.is_some() { file } else { "" });
    Some(wad(b"PWAD", &doom_wad::lumps_of(&bytes?, MAP)))
}

/// Runs a node builder with these arguments on a map, and opens the result. Returns `None` if the builder is not
/// installed.
fn rebuilt(builder: &str, args: &[&str], map: &[u8]) -> Option<Level> {
    let folder = tempfile::tempdir().expect("a folder");
    let [from, to] = ["from.wad", "to.wad"].map(|name| folder.path().join(name));
    fs::write(&from, map).expect("it can be written");
    let output = Command::new(builder)
        .args(args)
        .args([from.as_os_str(), OsStr::new("-o"), to.as_os_str()])
        .output();
    let Ok(output) = output else {
        println!("NO {builder}: it is not installed, so none of its trees is read");
        levels::record_level_use("");
        return None;
    };
    let bytes = fs::read(to).unwrap_or_else(|error| panic!("{builder} {args:?}: {error}\n{output:?}"));
    let mut lumps = doom_wad::lumps_of(&bytes, MAP);
    if lumps
        .iter()
        .any(|(name, lump)| name == "GL_NODES" && !lump.is_empty())
    {
        // If a map has both trees, the loader uses the one in DOOM's format. Remove it, so that the other is used.
        for name in ["SEGS", "SSECTORS", "NODES"] {
            lump(&mut lumps, name).clear();
        }
    }
    let bytes = wad(b"PWAD", &lumps);
    Some(load(&bytes, None).unwrap_or_else(|error| panic!("{builder} {args:?}: {error}")))
}

fn parts(level: &Level) -> &DoomParts {
    level.doom_tree.as_ref().expect("it has nodes").parts()
}

/// Returns the properties that are the same in all formats of a tree: the children of each node, and the sector and
/// linedefs of each subsector. The formats differ in the precision of vertices.
fn shape(level: &Level) -> impl PartialEq + use<> {
    let parts = parts(level);
    let children: Vec<_> = parts.nodes.iter().map(|node| node.children).collect();
    let leaves = parts.subsectors.iter().map(|leaf| {
        let first = leaf.first_seg as usize;
        let own = parts.segs[first..first + leaf.seg_count as usize].iter();
        let mut lines: Vec<_> = own.filter_map(|seg| Some((seg.linedef?, seg.is_back))).collect();
        lines.sort_unstable();
        (leaf.sector, lines)
    });
    (children, leaves.collect::<Vec<_>>())
}

fn minisegs(level: &Level) -> usize {
    parts(level)
        .segs
        .iter()
        .filter(|seg| seg.linedef.is_none())
        .count()
}

/// Asserts that all formats of a builder produce the same tree and are named correctly.
fn assert_alike(builder: &str, formats: &[(&[&str], &str)]) {
    let Some(map) = map_of_freedoom() else {
        return;
    };
    let mut first = None;
    for &(args, format) in formats {
        let Some(level) = rebuilt(builder, args, &map) else {
            return;
        };
        let said = level
            .conversions
            .iter()
            .any(|line| line.to_string().contains(format));
        assert!(said, "{builder} {args:?}: {:?}", level.conversions);
        assert_eq!(minisegs(&level) > 0, format.contains("GL"), "{builder} {args:?}");
        assert!(parts(&level).nodes.len() > 100, "{builder} {args:?}");
        let first = first.get_or_insert_with(|| shape(&level));
        assert!(*first == shape(&level), "{builder} {args:?}: {format}");
    }
}

#[test]
fn zdbsp_formats_give_the_same_tree() {
    assert_alike(
        "zdbsp",
        &[(&["-X"], "XNOD"), (&["-z"], "ZNOD"), (&["-Z"], "ZNOD")],
    );
}

#[test]
fn zdbsp_gl_formats_give_the_same_tree() {
    assert_alike(
        "zdbsp",
        &[
            (&["-x"], "GL nodes version 2"),
            (&["-x", "-5"], "GL nodes version 5"),
            (&["-x", "-X"], "XGLN"),
            (&["-x", "-z"], "ZGLN"),
        ],
    );
}

#[test]
fn glbsp_formats_give_the_same_tree() {
    assert_alike(
        "glbsp",
        &[
            (&["-v1"], "GL nodes version 1"),
            (&["-v2"], "GL nodes version 2"),
            (&["-v5"], "GL nodes version 5"),
        ],
    );
}
