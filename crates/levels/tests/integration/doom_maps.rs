//! Tests of DOOM maps in Hexen's format and in UDMF. Both must produce the same level as the map in DOOM's own format.

use bspwalk_levels::Level;
use bspwalk_testing::{
    doom_maps::{DOOR_OF_HEXEN, convert_to_hexen, convert_to_udmf, text_map},
    doom_nodes::{encode_extended_nodes, original_vertices, with_minisegs},
    doom_wad::{Lumps, cut_map, encode_i16s, load, load_and_query, lump, map, wad},
    effort,
};
use bspwalk_trees::doom::{DoomParts, SubsectorId};
use glam::{DVec3, dvec2, dvec3};

fn open(lumps: &Lumps) -> Level {
    load(&wad(b"PWAD", lumps), None).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(lumps: &Lumps) -> String {
    load(&wad(b"PWAD", lumps), None)
        .expect_err("it is refused")
        .to_string()
}

fn parts(level: &Level) -> &DoomParts {
    level.doom_tree.as_ref().expect("the map has nodes").parts()
}

fn said(level: &Level, words: &str) -> bool {
    let warnings = level.warnings.iter().map(|warning| &warning.message);
    level
        .conversions
        .iter()
        .chain(warnings)
        .any(|sentence| sentence.to_string().contains(words))
}

/// Returns a map with a tagged sector, and with flags on things and linedefs.
fn flagged() -> Lumps {
    let mut lumps = cut_map("MAP01");
    lump(&mut lumps, "THINGS").extend(encode_i16s(&[300, 128, 45, 3001, 0x1e]));
    lump(&mut lumps, "LINEDEFS")[4] = 0x1b;
    lump(&mut lumps, "SECTORS")[26 * 2 + 24] = 7;
    lump(&mut lumps, "SIDEDEFS")[..4].copy_from_slice(&encode_i16s(&[-12, 34]));
    lumps
}

/// Asserts that two levels have the same faces, materials and things. The levels may have different formats.
#[track_caller]
fn assert_same(level: &Level, expected: &Level, has_names: bool) {
    assert_eq!(level.triangles, expected.triangles);
    assert_eq!(level.spawn, expected.spawn);
    let materials = |level: &Level| {
        let names = level.materials.iter().map(|material| material.name.clone());
        names.collect::<Vec<_>>()
    };
    assert_eq!(materials(level), materials(expected));
    let entities = |level: &Level| {
        let entities = level.entities.iter();
        let facts = entities.map(|entity| (entity.position, entity.yaw, entity.properties.clone()));
        facts.collect::<Vec<_>>()
    };
    assert_eq!(entities(level), entities(expected));
    let classes = level.entities.iter().zip(&expected.entities).skip(1);
    for (entity, known) in classes {
        assert_eq!(
            entity.class == known.class,
            has_names || known.class.starts_with("thing")
        );
    }
    assert!(said(level, "1 door was opened"));
}

#[test]
fn udmf_loads_as_the_same_level() {
    let lumps = flagged();
    let plain = open(&lumps);
    let known = parts(&plain);
    let original = original_vertices(known);
    let mut bare = lumps.clone();
    lump(&mut bare, "VERTEXES").truncate(4 * original);
    for (namespace, mark, has_names) in [
        ("Doom", None, true),
        ("doom", Some(b"XNOD"), true),
        ("ZDoom", Some(b"XGLN"), true),
        ("dsda", Some(b"ZGL3"), true),
        ("Hexen", Some(b"ZGL2"), false),
    ] {
        let nodes = mark.map(|mark| match &mark[1..] {
            b"NOD" => encode_extended_nodes(known, original, mark),
            _ => encode_extended_nodes(&with_minisegs(known), original, mark),
        });
        let level = open(&convert_to_udmf(&bare, namespace, nodes));
        assert_same(&level, &plain, has_names);
        assert!(said(&level, "the UDMF text format"));
        let Some(mark) = mark else {
            assert!(level.doom_tree.is_none() && said(&level, "MAP01 has no nodes"));
            continue;
        };
        let found = parts(&level);
        assert_eq!((&found.nodes, &found.vertices), (&known.nodes, &known.vertices));
        assert!(said(&level, &format!("{} (ZNODES)", mark.escape_ascii())));
        for (line, expected) in found.linedefs.iter().zip(&known.linedefs) {
            assert_eq!(
                (line.from, line.to, line.sectors),
                (expected.from, expected.to, expected.sectors)
            );
            assert_eq!(line.flags, expected.flags);
            let special = match (namespace, expected.special) {
                ("doom", special) => special,
                (_, 0) => 0,
                _ => DOOR_OF_HEXEN,
            };
            assert_eq!(line.special, special);
        }
    }
}

#[test]
fn hexen_format_loads_as_the_same_level() {
    let lumps = flagged();
    let plain = open(&lumps);
    let level = open(&convert_to_hexen(&lumps));
    assert_same(&level, &plain, false);
    assert!(said(&level, "the map is in Hexen format"));
    assert_eq!(level.entities[0].class, "player 1 start");
    let [found, known] = [&level, &plain].map(parts);
    assert_eq!((&found.nodes, &found.segs), (&known.nodes, &known.segs));
    // Raise a thing above its floor.
    let mut lumps = convert_to_hexen(&lumps);
    lump(&mut lumps, "THINGS")[20 + 6] = 64;
    let raised = open(&lumps);
    assert_eq!(
        raised.entities[1].position - level.entities[1].position,
        dvec3(0.0, 2.0, 0.0)
    );
    assert_eq!(raised.spawn, level.spawn);
}

#[test]
fn hexen_doors_are_found_by_tag() {
    let mut lumps = convert_to_hexen(&map("MAP01"));
    // Generic_Door with tag 5 on a distant wall, and no special on the door itself.
    for line in [3, 7] {
        lump(&mut lumps, "LINEDEFS")[16 * line + 6] = 0;
    }
    assert!(!said(&open(&lumps), "door was opened"));
    lump(&mut lumps, "LINEDEFS")[6..8].copy_from_slice(&[202, 5]);
    lump(&mut lumps, "SECTORS")[26 + 24] = 5;
    assert!(said(&open(&lumps), "1 door was opened"));
}

#[test]
fn unsupported_features_are_warnings() {
    let mut lumps = convert_to_hexen(&map("MAP01"));
    assert!(!said(&open(&lumps), "not supported"));
    for (line, special) in [(0, 1), (1, 5), (2, 181), (8, 160)] {
        lump(&mut lumps, "LINEDEFS")[16 * line + 6] = special;
    }
    let level = open(&lumps);
    for words in [
        "2 polyobjects are fixed walls",
        "1 slope was flattened",
        "1 floor above another floor (3D floor) is not supported",
    ] {
        assert!(said(&level, words), "{words}: {:?}", level.warnings);
    }
    let text = text_map(&map("MAP01"), "zdoom").replacen("x = 0.000;", "x = 0.000; zfloor = 12.5;", 2);
    assert!(said(&open(&of_text(&text)), "2 slopes were flattened"));
    // In DOOM, these numbers are other specials.
    assert!(!said(&open(&map("MAP01")), "polyobject"));
}

/// Returns the lumps of a UDMF map with this text.
fn of_text(text: &str) -> Lumps {
    [("MAP01", ""), ("TEXTMAP", text), ("ENDMAP", "")]
        .map(|(name, content)| (name.to_owned(), content.as_bytes().to_vec()))
        .to_vec()
}

/// A room with fractional corners that is 100.5 units wide.
const ROOM: &str = "NameSpace = \"Doom\" ; // one room
    some_unknown = keyword; other { block = 0x1F; of = \"text with \\\" { in it\"; } /* a comment
    over two lines */ vertex{x=-0.25;y=1e1;}vertex{X=-0.25;Y=64.125;} vertex { x = +100.25; y = 64.125 ; }
    vertex { x = 100.25; y = 10.; comment = \"a key that is not known\"; a_key_that_is_longer_than_any_other = 1; }
    linedef { v1 = 0; v2 = 1; sidefront = 0; sideback = -1; } linedef { v1 = 1; v2 = 2; sidefront = 0; }
    linedef { v1 = 2; v2 = 3; sidefront = 0; } linedef { v1 = 3; v2 = 0x0; sidefront = 00; }
    sidedef { sector = 0; } sector { heightceiling = 96.5; texturefloor = \"F\"; textureceiling = \"F_SKY1\"; }
    thing { x = 50.5; y = 32; type = 1; angle = 90; }";

#[test]
fn udmf_allows_fractions_comments_unknown_keys() {
    let level = open(&of_text(ROOM));
    let corners = || level.triangles.iter().flat_map(|triangle| triangle.corners);
    let [low, high] = [DVec3::min, DVec3::max].map(|of| corners().reduce(of).expect("it has faces"));
    // 32 units are one metre, and south is positive z.
    assert_eq!(low * 32.0, dvec3(-0.25, 0.0, -64.125));
    assert_eq!(high * 32.0, dvec3(100.25, 96.5, -10.0));
    assert_eq!(level.spawn.eye * 32.0, dvec3(50.5, 1.7 * 32.0, -32.0));
    assert!(
        level
            .warnings
            .iter()
            .all(|warning| !warning.message.to_string().contains("not closed"))
    );
    // Other line endings and a byte order mark do not change the result.
    let windows = format!("\u{feff}{}", ROOM.replace('\n', "\r\n"));
    assert_eq!(open(&of_text(&windows)).triangles, level.triangles);
}

#[test]
fn udmf_errors_name_the_line() {
    let whole = "vertex { x = 1; y = 2; }\n\nlinedef { v1 = 0; v2 = 0; sidefront = 0; }\nsidedef { sector = 0; }\nsector { }\n";
    assert!(load_and_query(&wad(b"PWAD", &of_text(ROOM))));
    for (from, to, words) in [
        ("x = 1;", "x = ;", "line 1 (found ; instead of a value)"),
        ("x = 1;", "x = 1", "line 1 (found y instead of ;)"),
        (
            "x = 1;",
            "x = \"1\";",
            "line 1 (x is \"1\", but must be a number from -32768 to 32768)",
        ),
        ("x = 1;", "x = 1e9;", "line 1 (x is 1e9, but must be a number"),
        ("x = 1;", "x = nan;", "line 1 (x is nan"),
        ("x = 1;", "", "line 1 (the vertex that starts here has no x)"),
        (
            "sidefront = 0;",
            "blocking = 4;",
            "line 3 (blocking is 4, but must be true or false)",
        ),
        (
            "sector { }",
            "sector",
            "line 6 (the text ends where { or = is expected)",
        ),
        (
            "sector { }",
            "sector {\n\n",
            "line 8 (the text ends where a key or } is expected)",
        ),
        ("sector { }", "}", "line 5 (found } instead of a block name)"),
        (
            "sector { }",
            "sector { id = \"abc; }",
            "line 5 (a quoted string is never closed)",
        ),
        (
            "sector { }",
            "sector /* { }",
            "line 5 (a comment is never closed)",
        ),
        (
            "sector { }",
            "sector { id = 0x100000000; }",
            "line 5 (id is 0x100000000, but must be a 32-bit integer)",
        ),
        ("sector { }", "(", "line 5 (unexpected ()"),
        ("sector { }", "", "no linedefs or no sectors"),
    ] {
        let text = whole.replacen(from, to, 1);
        let error = refused(&of_text(&text));
        assert!(
            error.contains(words) && error.contains("map MAP01"),
            "{to}: {error}"
        );
        assert!(
            !error.contains('\n') && (words.starts_with("no ") || error.contains("lump TEXTMAP")),
            "{error}"
        );
    }
}

#[test]
fn hostile_udmf_and_hexen_maps_never_panic() {
    let text = text_map(&map("MAP01"), "zdoom");
    let mut random = fastrand::Rng::with_seed(5);
    for length in (0..text.len()).step_by(effort::sampled_or_whole(35, 7)) {
        load_and_query(&wad(b"PWAD", &of_text(&text[..length])));
    }
    let mut outcomes = [0; 2];
    for _ in 0..effort::sampled_or_whole(300, 3000) {
        let mut lumps = of_text(&text);
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..text.len());
            lumps[1].1[at] = random.choice(*b"0123456789-.;{}=\"/*ex \n\xff").expect("some");
        }
        outcomes[usize::from(load_and_query(&wad(b"PWAD", &lumps)))] += 1;
    }
    let least = effort::sampled_or_whole(20, 300);
    assert!(outcomes[0] > least && outcomes[1] > least, "{outcomes:?}");
    let whole = convert_to_hexen(&map("MAP01"));
    for name in ["THINGS", "LINEDEFS", "BEHAVIOR"] {
        let mut lumps = whole.clone();
        let full = lump(&mut lumps, name).clone();
        for length in effort::sample(0..full.len(), 5) {
            lump(&mut lumps, name).clone_from(&full);
            lump(&mut lumps, name).truncate(length);
            load_and_query(&wad(b"PWAD", &lumps));
        }
    }
}

#[test]
fn maps_of_all_formats_are_chosen_by_name() {
    let mut lumps = map("MAP01");
    lumps.extend(convert_to_hexen(&map("MAP02")));
    // If the last lump of a text map is missing, the map ends where the next map begins.
    let mut text = convert_to_udmf(&map("MAP03"), "Doom", None);
    text.pop();
    lumps.extend(text);
    lumps.extend(convert_to_udmf(&map("A_TEXT"), "Doom", None));
    lumps.extend(map("MAP05"));
    let bytes = wad(b"PWAD", &lumps);
    for (name, words) in [
        ("MAP01", "MAP01, one of 5"),
        ("map02", "Hexen"),
        ("MAP03", "UDMF"),
        ("a_text", "UDMF"),
        ("MAP05", "MAP05, one of 5"),
    ] {
        let level = load(&bytes, Some(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(said(&level, words), "{:?}", level.conversions);
        assert_eq!(said(&level, "format"), words.len() < 8, "{:?}", level.conversions);
    }
    let at = dvec2(1.0, 1.0);
    let level = load(&bytes, Some("MAP05")).expect("it loads");
    assert_eq!(
        level.doom_tree.expect("a tree").locate(at).subsector,
        SubsectorId(0)
    );
}
