//! Tests of DOOM trees in the formats of current node builders. Each format must produce the same tree as DOOM's own
//! format.

use std::{collections::BTreeSet, fs, path::Path};

use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_testing::{
    doom_nodes::{
        GL_VERSIONS, MARKS, encode_extended_nodes, lump_name_for, original_vertices, put_deep, put_extended,
        put_gl, with_minisegs,
    },
    doom_wad::{self, Lumps, cut_map, load, load_and_query, lump, map, wad},
    effort, levels,
};
use bspwalk_trees::{
    DoomTree,
    doom::{DoomFaults, DoomNodeId, DoomParts, LineSplits, Seg},
};
use glam::{DVec2, dvec2};

fn open(lumps: &Lumps) -> Level {
    load(&wad(b"PWAD", lumps), None).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the warning that the nodes are ignored.
fn ignored(lumps: &Lumps) -> String {
    let level = open(lumps);
    assert!(level.doom_tree.is_none());
    let mut warnings = level.warnings.iter().map(|warning| warning.message.to_string());
    let found = warnings.find(|message| message.contains("ignored"));
    found.expect("a warning")
}

fn tree(level: &Level) -> &DoomTree {
    level.doom_tree.as_ref().expect("the map has nodes")
}

/// For each format, returns the format's name according to the reader, and the lumps of a map with the tree `parts`.
fn all_formats(lumps: &Lumps, parts: &DoomParts) -> Vec<(String, Lumps)> {
    let changed = |change: &dyn Fn(&mut Lumps)| {
        let mut lumps = lumps.clone();
        change(&mut lumps);
        lumps
    };
    let marks = MARKS.iter().map(|mark| {
        let name = format!("{} ({})", mark.escape_ascii(), lump_name_for(mark));
        (name, changed(&|lumps| put_extended(lumps, parts, mark)))
    });
    let gl = GL_VERSIONS.iter().map(|&version| {
        let name = format!("GL nodes version {version} (GL_NODES)");
        (name, changed(&|lumps| put_gl(lumps, parts, version)))
    });
    let deep = (
        "DeePBSP V4 (NODES)".to_owned(),
        changed(&|lumps| put_deep(lumps, parts)),
    );
    marks.chain(gl).chain([deep]).collect()
}

/// Returns the segs on linedefs for each subsector, in no particular order.
fn segs_by_leaf(parts: &DoomParts) -> Vec<BTreeSet<[u32; 4]>> {
    let leaves = parts.subsectors.iter().map(|leaf| {
        let first = leaf.first_seg as usize;
        let own = parts.segs[first..first + leaf.seg_count as usize].iter();
        own.filter_map(|seg| Some([seg.from, seg.to, seg.linedef?, seg.is_back.into()]))
            .collect()
    });
    leaves.collect()
}

/// Asserts that a level has the same tree, subsectors and faces as a level in DOOM's own format, ignoring minisegs.
#[track_caller]
fn assert_same(level: &Level, expected: &Level, format: &str) {
    let [found, known] = [level, expected].map(|level| tree(level).parts());
    assert_eq!(found.nodes, known.nodes, "{format}");
    assert_eq!(found.vertices, known.vertices, "{format}");
    assert_eq!(found.linedefs, known.linedefs, "{format}");
    assert_eq!(segs_by_leaf(found), segs_by_leaf(known), "{format}");
    let sectors = |parts: &DoomParts| {
        parts
            .subsectors
            .iter()
            .map(|leaf| leaf.sector)
            .collect::<Vec<_>>()
    };
    assert_eq!(sectors(found), sectors(known), "{format}");
    assert_eq!(level.triangles, expected.triangles, "{format}");
    assert_eq!(level.entities, expected.entities, "{format}");
    assert_eq!(level.spawn, expected.spawn, "{format}");
    let bounds = tree(expected).bounds().expect("it has lines");
    assert_eq!(
        tree(level).cells(bounds),
        tree(expected).cells(bounds),
        "{format}"
    );
}

#[test]
fn every_format_reads_as_the_same_tree() {
    let lumps = cut_map("E1M1");
    let plain = open(&lumps);
    let parts = tree(&plain).parts();
    assert_eq!((parts.vertices.len(), original_vertices(parts)), (16, 12));
    assert_eq!(tree(&plain).faults(), DoomFaults::default());
    let closed = with_minisegs(parts);
    let formats = all_formats(&lumps, parts);
    assert_eq!(formats.len(), 12);
    for (format, lumps) in formats {
        let level = open(&lumps);
        assert_same(&level, &plain, &format);
        let found = tree(&level);
        assert_eq!(found.faults(), DoomFaults::default(), "{format}");
        // Both halves of each room have a miniseg on the partition line between them.
        let minisegs = if format.contains("GL") { 4 } else { 0 };
        let figures = found.statistics();
        assert_eq!((figures.segs, figures.minisegs), (20, minisegs), "{format}");
        assert_eq!(figures.growth, tree(&plain).statistics().growth, "{format}");
        if minisegs > 0 {
            assert_eq!(found.parts(), &closed, "{format}");
        } else {
            assert_eq!(found.parts(), parts, "{format}");
        }
        let said = match minisegs {
            0 => format!("its nodes are stored as {format}"),
            count => format!("its nodes are stored as {format}, with {count} minisegs on partition lines"),
        };
        assert!(
            level
                .conversions
                .iter()
                .any(|sentence| sentence.to_string() == said),
            "{:?}",
            level.conversions
        );
    }
}

#[test]
fn partition_lines_and_vertices_have_fractions() {
    let lumps = cut_map("E1M1");
    let plain = open(&lumps);
    let mut parts = with_minisegs(tree(&plain).parts());
    parts.nodes[0].at = dvec2(127.75, -0.5);
    parts.nodes[0].direction = dvec2(0.25, 256.5);
    parts.vertices[13] = dvec2(128.001_953_125, 256.0);
    parts.vertices[12] = dvec2(-0.000_015_258_789_062_5, 0.0);
    for mark in [b"XGL3", b"ZGL3"] {
        let mut lumps = lumps.clone();
        lump(&mut lumps, "VERTEXES").truncate(48);
        *lump(&mut lumps, "SSECTORS") = encode_extended_nodes(&parts, 12, mark);
        *lump(&mut lumps, "NODES") = Vec::new();
        assert_eq!(tree(&open(&lumps)).parts(), &parts);
    }
}

#[test]
fn unused_vertices_precede_node_builder_vertices() {
    let mut lumps = cut_map("E1M1");
    let parts = tree(&open(&lumps)).parts().clone();
    // An editor left four vertices that the tree's vertex numbers do not include.
    let left_over = lump(&mut lumps, "VERTEXES").clone();
    put_extended(&mut lumps, &parts, b"XNOD");
    *lump(&mut lumps, "VERTEXES") = left_over;
    let level = open(&lumps);
    let found = tree(&level).parts();
    assert_eq!(found.vertices.len(), 20);
    let places = |parts: &DoomParts, seg: &Seg| [seg.from, seg.to].map(|end| parts.vertices[end as usize]);
    for (seg, expected) in found.segs.iter().zip(&parts.segs) {
        assert_eq!(places(found, seg), places(&parts, expected));
    }
    assert_eq!(tree(&level).faults(), DoomFaults::default());
}

#[test]
fn a_convex_map_is_one_subsector_without_nodes() {
    let mut lumps = map("E1M1");
    let mut parts = tree(&open(&lumps)).parts().clone();
    (parts.nodes, parts.sectors) = (Vec::new(), 1);
    parts.subsectors.truncate(1);
    parts.segs.truncate(6);
    lump(&mut lumps, "LINEDEFS").truncate(6 * 14);
    lump(&mut lumps, "LINEDEFS")[3 * 14 + 12..4 * 14].copy_from_slice(&[0xff; 2]);
    for (format, lumps) in all_formats(&lumps, &parts) {
        let level = open(&lumps);
        assert_eq!(tree(&level).locate(DVec2::ZERO).path, [], "{format}");
    }
}

/// Returns the lump that contains most of the tree in this format.
fn main_lump(lumps: &Lumps) -> &'static str {
    let names = ["GL_NODES", "NODES", "SSECTORS"];
    let found = names.into_iter().find(|name| {
        let found = lumps.iter().find(|(lump, _)| lump == name);
        found.is_some_and(|(_, content)| !content.is_empty())
    });
    found.expect("it has a tree")
}

#[test]
fn damaged_trees_are_ignored_or_valid() {
    let lumps = cut_map("E1M1");
    let parts = tree(&open(&lumps)).parts().clone();
    let mut random = fastrand::Rng::with_seed(11);
    for (format, lumps) in all_formats(&lumps, &parts) {
        let tree_lumps = [
            "SEGS", "SSECTORS", "NODES", "GL_VERT", "GL_SEGS", "GL_SSECT", "GL_NODES",
        ];
        let mut outcomes = [0; 2];
        for name in tree_lumps {
            let Some(place) = lumps.iter().position(|(lump, _)| lump == name) else {
                continue;
            };
            let full = &lumps[place].1;
            for length in effort::sample(0..full.len(), 7) {
                let mut changed = lumps.clone();
                changed[place].1.truncate(length);
                load_and_query(&wad(b"PWAD", &changed));
            }
            for _ in 0..if full.is_empty() {
                0
            } else {
                effort::sampled_or_whole(100, 600)
            } {
                let mut changed = lumps.clone();
                for _ in 0..random.usize(1..3) {
                    let at = random.usize(..full.len());
                    changed[place].1[at] = random.choice([0, 1, 3, 0x7f, 0x80, 0xff]).expect("some");
                }
                let bytes = wad(b"PWAD", &changed);
                assert!(
                    load_and_query(&bytes),
                    "{format}: the map opens without its nodes"
                );
                let level = load(&bytes, None);
                outcomes[usize::from(level.is_ok_and(|level| level.doom_tree.is_some()))] += 1;
            }
        }
        assert!(
            outcomes[0] > effort::sampled_or_whole(8, 50),
            "{format}: {outcomes:?}"
        );
    }
}

#[test]
fn warnings_name_the_lump_and_the_number() {
    let plain = cut_map("E1M1");
    let parts = tree(&open(&plain)).parts().clone();
    let with = |mark: &[u8; 4], change: &dyn Fn(&mut Vec<u8>)| {
        let mut lumps = plain.clone();
        put_extended(&mut lumps, &parts, mark);
        change(lump(&mut lumps, lump_name_for(mark)));
        ignored(&lumps)
    };
    // Layout of XGLN: vertex counts, 4 added vertices, 5 subsectors, 24 segs of 11 bytes each, and 4 nodes.
    let (subsectors, segs) = (12 + 32, 12 + 32 + 4 + 20);
    let nodes = segs + 4 + 24 * 11;
    let put = |at: usize, number: u32| {
        move |bytes: &mut Vec<u8>| bytes[at..at + 4].copy_from_slice(&number.to_le_bytes())
    };
    for (error, words) in [
        (
            with(b"XGLN", &put(4, 99)),
            "SSECTORS was built for 99 vertices, but the map has 12",
        ),
        (
            with(b"XGLN", &put(8, 0x1000_0000)),
            "SSECTORS declares 268435456 added vertices, but ends after",
        ),
        (
            with(b"XGLN", &put(subsectors + 4, 7)),
            "SSECTORS has 24 segs, but its subsectors refer to 27",
        ),
        (
            with(b"XGLN", &put(segs, u32::MAX)),
            "SSECTORS has 4294967295 segs, but its subsectors refer to 24",
        ),
        (
            with(b"XGLN", &put(segs + 4 + 11, 16)),
            "SSECTORS is invalid (seg 0: one of its vertices does not exist)",
        ),
        (
            with(b"XGLN", &put(nodes, 5)),
            "SSECTORS declares 5 nodes, but ends after 4",
        ),
        (
            with(b"XGLN", &put(nodes + 4 + 24, 3)),
            "SSECTORS is invalid (the last node is the root, but it has a parent)",
        ),
        (
            with(b"XGLN", &|bytes| bytes.truncate(nodes + 2)),
            "SSECTORS ends before the number of nodes",
        ),
        (
            with(b"XNOD", &|bytes| bytes.truncate(40)),
            "NODES declares 4 added vertices, but ends after 3",
        ),
        (
            with(b"ZNOD", &|bytes| bytes.truncate(30)),
            "NODES ends in the middle of its zlib data",
        ),
        (
            with(b"ZGL3", &|bytes| bytes[4] = 0),
            "SSECTORS is not valid zlib data",
        ),
    ] {
        assert!(error.contains(&format!("the lump {words}")), "{error}\n{words}");
        assert!(error.contains("map E1M1") && !error.contains('\n'), "{error}");
    }
    let with_linedef = |mark: &[u8; 4], line: Option<u32>| {
        let mut parts = parts.clone();
        parts.segs.iter_mut().for_each(|seg| seg.linedef = line);
        let mut lumps = plain.clone();
        put_extended(&mut lumps, &parts, mark);
        ignored(&lumps)
    };
    for error in [
        with_linedef(b"XGL2", None),
        with_linedef(b"XGLN", Some(700)),
        with_linedef(b"XNOD", None),
    ] {
        assert!(
            error.contains("is invalid (subsector 0: none of its segs has a sector)"),
            "{error}"
        );
    }
    for (mark, words) in [(b"gNd4", "their version, 4"), (b"gNd3", "their version, 3")] {
        let mut lumps = plain.clone();
        put_gl(&mut lumps, &parts, 2);
        let changed = if mark[3] == b'4' { "GL_VERT" } else { "GL_SEGS" };
        lump(&mut lumps, changed)[..4].copy_from_slice(mark);
        let error = ignored(&lumps);
        assert!(error.contains(words) && error.contains("elfbsp"), "{error}");
    }
}

#[test]
fn preferred_tree_format_wins() {
    let plain = cut_map("E1M1");
    let parts = tree(&open(&plain)).parts().clone();
    let format_of = |lumps: &Lumps| {
        let level = open(lumps);
        let said = level
            .conversions
            .iter()
            .map(ToString::to_string)
            .find(|sentence| sentence.contains("are stored as"));
        said.unwrap_or_default()
    };
    // GL nodes may also follow a map that has DOOM's nodes.
    let mut both = plain.clone();
    put_gl(&mut both, &parts, 5);
    for name in ["VERTEXES", "SEGS", "SSECTORS", "NODES"] {
        *lump(&mut both, name) = plain
            .iter()
            .find(|(lump, _)| lump == name)
            .expect("it is there")
            .1
            .clone();
    }
    assert_eq!(format_of(&both), "");
    // The XNOD format in the lump NODES, and the XGLN format in SSECTORS.
    let [mut both, mut gl] = [plain.clone(), plain.clone()];
    put_extended(&mut both, &parts, b"XNOD");
    put_extended(&mut gl, &parts, b"XGLN");
    *lump(&mut both, "SSECTORS") = lump(&mut gl, "SSECTORS").clone();
    assert!(format_of(&both).contains("XNOD (NODES)"));
    assert_eq!(main_lump(&both), "NODES");
}

/// Tests Freedoom maps (BSD licence) with trees in every format. Reads them from the location where Debian's packages
/// install them.
#[test]
fn freedoom_trees_match_in_every_format() {
    let file = "freedoom2.wad";
    let Ok(bytes) = fs::read(Path::new("/usr/share/games/doom").join(file)) else {
        levels::record_level_use("");
        return;
    };
    levels::record_level_use(file);
    for name in ["MAP01", "MAP07"] {
        let lumps = doom_wad::lumps_of(&bytes, name);
        let plain = open(&lumps);
        let parts = tree(&plain).parts();
        assert!(original_vertices(parts) < parts.vertices.len());
        for (format, lumps) in all_formats(&lumps, parts) {
            assert_same(&open(&lumps), &plain, &format);
        }
    }
}

/// The cuts at x = 128 and y = 128 split two linedefs each. Minisegs are not counted.
#[test]
fn line_splits_are_counted_by_node() {
    let level = open(&cut_map("MAP01"));
    let line = |node, depth| LineSplits {
        node: DoomNodeId(node),
        depth,
        splits: 2,
    };
    let expected = [line(0, 1), line(1, 2)];
    assert_eq!(tree(&level).line_splits(), expected);
    let closed = DoomTree::new(with_minisegs(tree(&level).parts()), &Progress::default());
    assert_eq!(closed.expect("a tree").line_splits(), expected);
    assert_eq!(tree(&open(&map("MAP01"))).line_splits(), []);
}

/// Every side of a linedef with segs has one more seg than it has splits, unless both parts are in one subsector.
#[test]
fn line_splits_of_freedoom_sum_to_its_segs() {
    let file = "freedoom1.wad";
    let Ok(bytes) = fs::read(Path::new("/usr/share/games/doom").join(file)) else {
        println!("NO FREEDOOM: {file} is not there; install the package freedoom");
        levels::record_level_use("");
        return;
    };
    levels::record_level_use(file);
    let level = open(&doom_wad::lumps_of(&bytes, "E1M1"));
    let tree = tree(&level);
    let parts = tree.parts();
    let sides: BTreeSet<_> = parts.segs.iter().map(|seg| (seg.linedef, seg.is_back)).collect();
    let lines = tree.line_splits();
    let splits: u32 = lines.iter().map(|line| line.splits).sum();
    assert_eq!(splits as usize, parts.segs.len() - sides.len());
    assert!(
        lines.is_sorted_by_key(|line| std::cmp::Reverse(line.splits)) && splits > 50,
        "{splits}"
    );
}
