//! Tests of a map's brush list and of copies with brushes as detail.

use bspwalk_levels::{BrushPart, DetailError, Level, LevelError, MapBrushes};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    levels,
    loading::from_memory,
    quake_maps::{self, Corners},
};
use glam::DVec3;
use proptest::prelude::*;
use quake_util::qmap;

fn brushes(text: &[u8]) -> MapBrushes {
    MapBrushes::read("a.map", text, &Progress::default()).expect("it is a map")
}

fn level(text: &[u8]) -> Level {
    from_memory("a.map", text).expect("it loads")
}

/// Entities according to another parser: keys and values, and brushes in that parser's debug format.
type Parsed = Vec<(Vec<[Vec<u8>; 2]>, Vec<String>)>;

fn parsed(text: &[u8]) -> Parsed {
    let map = qmap::parse(&mut &text[..]).expect("another program reads it");
    let entities = map.entities.into_iter().map(|entity| {
        let mut keys: Vec<_> = entity
            .edict
            .into_iter()
            .map(|pair| [pair.0, pair.1].map(std::ffi::CString::into_bytes))
            .collect();
        keys.sort();
        let brushes = entity.brushes.iter().map(|brush| format!("{brush:?}"));
        (keys, brushes.collect())
    });
    entities.collect()
}

/// Asserts that a copy consists of the text without the selected brushes, followed by new entities with those brushes.
/// Apart from this move, both the bytes and the entities that another program parses must be the same.
fn assert_moved(text: &[u8], numbers: &[u32]) -> Vec<u8> {
    let found = brushes(text);
    let copy = found
        .as_detail(text, numbers)
        .expect("all of them are structural");

    // Compare the bytes. The rest of the text comes first, in its original order, followed by the unchanged text of the
    // moved brushes.
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let mut rest = &copy[..];
    let mut at = 0;
    for &number in &sorted {
        let brush = &found.brushes[number as usize].text;
        let kept = text[at..brush.start].trim_ascii_end();
        assert!(rest.starts_with(kept), "what stands before brush {number} stays");
        rest = &rest[kept.len()..];
        at = brush.end;
        // Only white space may be removed from the text.
        rest = rest.trim_ascii_start();
        at += text[at..].len() - text[at..].trim_ascii_start().len();
    }
    let kept = text[at..].trim_ascii_end();
    assert!(rest.starts_with(kept), "what stands behind the last one stays");
    let tail = &rest[kept.len()..];
    let mut behind = tail;
    for &number in &sorted {
        let brush = &text[found.brushes[number as usize].text.clone()];
        let place = behind.windows(brush.len()).position(|part| part == brush);
        behind = &behind[place.expect("it stands at the end as it was") + brush.len()..];
    }

    // Compare the entities as parsed by another program.
    let (before, after) = (parsed(text), parsed(&copy));
    let mut wanted = before.clone();
    for &number in sorted.iter().rev() {
        let brush = &found.brushes[number as usize];
        wanted[brush.entity as usize].1.remove(brush.index as usize);
    }
    assert!(after.starts_with(&wanted), "all else is as it was");
    let moved: Vec<_> = after[wanted.len()..]
        .iter()
        .flat_map(|entity| &entity.1)
        .collect();
    let of = |&number: &u32| {
        let brush = &found.brushes[number as usize];
        &before[brush.entity as usize].1[brush.index as usize]
    };
    assert_eq!(moved, sorted.iter().map(of).collect::<Vec<_>>());
    for entity in &after[wanted.len()..] {
        let class = [b"classname".to_vec(), b"func_detail".to_vec()];
        assert!(entity.0.contains(&class), "{:?}", entity.0);
    }
    copy
}

#[test]
fn brush_report_has_line_bounds_and_texture() {
    let pillar = [[96.0, -32.0, 0.0], [128.0, 0.0, 192.0]];
    let text = quake_maps::room(&[pillar]);
    let found = brushes(text.as_bytes());
    assert_eq!(found.brushes.len(), 7);
    let brush = &found.brushes[6];
    assert_eq!((brush.entity, brush.index, brush.in_level), (0, 6, Some(6)));
    assert_eq!((&brush.class[..], &brush.texture[..]), ("worldspawn", "brick"));
    assert_eq!(brush.bounds, Some(pillar.map(DVec3::from_array)));
    assert_eq!((brush.sides.len(), brush.part), (6, BrushPart::Structural));
    // Two lines for the entity, then eight lines per brush.
    assert_eq!(brush.line, 3 + 6 * 8);
    let level = level(text.as_bytes());
    assert_eq!(level.brushes.len(), 7);
    assert!(level.brushes.iter().all(|brush| !brush.detail));
}

#[test]
fn hint_brush_has_one_hint_face_and_no_solid() {
    let corners = [[0.0, -256.0, 0.0], [8.0, 256.0, 192.0]];
    let plain = quake_maps::room(&[]);
    let text = quake_maps::with_brush(&plain, &quake_maps::hint(corners, 0));
    let found = brushes(text.as_bytes());
    let hint = &found.brushes[6];
    assert_eq!((hint.part, hint.in_level), (BrushPart::Hint, None));
    assert_eq!(hint.bounds, Some(corners.map(DVec3::from_array)));
    let level = level(text.as_bytes());
    assert_eq!((level.brushes.len(), level.hints.len()), (6, 1));
    let polygon = level.hints[0].polygon();
    let plane = polygon.plane().expect("it is flat");
    // The maximum x side faces x, in metres.
    assert!((plane.normal - DVec3::X).length() < 1.0e-9, "{plane:?}");
    assert!(
        plane.distance(DVec3::X * 8.0 * 0.0254).abs() < 1.0e-9,
        "{plane:?}"
    );
    let size = polygon.bounds().size() / 0.0254;
    assert!((size - DVec3::new(0.0, 192.0, 512.0)).length() < 1.0e-6, "{size}");
    assert!(
        level
            .conversions
            .iter()
            .any(|line| line.to_string().contains("1 hint brush divides"))
    );

    let without = found.without_hint(text.as_bytes(), 6).expect("it is a hint");
    assert_eq!(String::from_utf8(without).expect("UTF-8"), plain);
    let wall = found.without_hint(text.as_bytes(), 0);
    assert!(
        matches!(wall, Err(DetailError::NoHint { number: 0, .. })),
        "{wall:?}"
    );
    let detail = found.as_detail(text.as_bytes(), &[6]);
    assert!(
        matches!(detail, Err(DetailError::Other { number: 6, .. })),
        "{detail:?}"
    );
    // Hints in doors have no effect.
    let door = format!(
        "{{\n\"classname\" \"func_door\"\n{}}}\n",
        quake_maps::hint(corners, 0)
    );
    assert!(self::level((plain + &door).as_bytes()).hints.is_empty());
}

#[test]
fn only_chosen_brushes_become_detail() {
    let pillars: Vec<Corners> = (0..4)
        .map(|x| {
            let x = f64::from(x) * 64.0;
            [[x, 0.0, 0.0], [x + 16.0, 16.0, 192.0]]
        })
        .collect();
    let text = quake_maps::room(&pillars);
    let copy = assert_moved(text.as_bytes(), &[8, 6, 8]);
    let level = level(&copy);
    let detail: Vec<f64> = level
        .brushes
        .iter()
        .filter(|brush| brush.detail)
        .map(|brush| (brush.bounds.center().x / level.units.scale).round())
        .collect();
    assert_eq!(detail, [8.0, 136.0], "the first and the third pillar");
    let found = brushes(&copy);
    let parts = found
        .brushes
        .iter()
        .filter(|brush| brush.part == BrushPart::Detail);
    assert_eq!(parts.count(), 2);
    // If no brushes are selected, the copy equals the text.
    let none = brushes(text.as_bytes()).as_detail(text.as_bytes(), &[]);
    assert_eq!(none.as_deref(), Ok(text.as_bytes()));
}

#[test]
fn comments_line_endings_and_encoding_are_kept() {
    let text = quake_maps::room(&[[[0.0, 0.0, 0.0], [16.0, 16.0, 192.0]]]);
    let text = format!("// Game: Quake\n// Format: Standard\n// entity 0\n{text}// the end");
    let text = text.replace("{\n( ", "// brush\n  {\n( ").replace('\n', "\r\n");
    let mut text = text.replace("brick", "br#ck").into_bytes();
    // Use Latin-1, as old editors do: `brück`.
    text.iter_mut()
        .filter(|byte| **byte == b'#')
        .for_each(|byte| *byte = 0xfc);
    let copy = assert_moved(&text, &[6]);
    assert!(
        copy.windows(12).any(|part| part == b"// the end\r\n"),
        "the last line is closed"
    );
    assert_eq!(
        copy.iter().filter(|byte| **byte == b'\n').count(),
        copy.windows(2).filter(|pair| pair == b"\r\n").count(),
        "each line ends as those of the text do"
    );
    // The copy has as many lines as the text, whose last line had no line break, plus three for the entity: {, the
    // class, }.
    let lines = |text: &[u8]| text.split(|byte| *byte == b'\n').count();
    assert_eq!(lines(&copy), lines(&text) + 4);
}

#[test]
fn group_keys_move_with_their_brushes() {
    let brush = quake_maps::brush([[0.0, 0.0, 0.0], [16.0, 16.0, 192.0]]);
    let group = |keys: &str| {
        let room = quake_maps::room(&[]);
        format!("{room}{{\n\"classname\" \"func_group\"\n{keys}{brush}{brush}}}\n")
    };
    let keys_of_last = |text: &str, numbers: &[u32]| {
        let copy = assert_moved(text.as_bytes(), numbers);
        let mut entities = parsed(&copy);
        let text = |part: Vec<u8>| String::from_utf8(part).expect("UTF-8");
        let (keys, _) = entities.pop().expect("there is one");
        keys.into_iter()
            .map(|pair| pair.map(text).join(" "))
            .collect::<Vec<_>>()
    };
    let plain = group("\"_phong\" \"1\"\n");
    assert_eq!(keys_of_last(&plain, &[7]), ["_phong 1", "classname func_detail"]);
    let layer = group("\"_tb_type\" \"_tb_layer\"\n\"_tb_name\" \"Props\"\n\"_tb_id\" \"3\"\n");
    assert_eq!(
        keys_of_last(&layer, &[6, 7]),
        ["_tb_layer 3", "classname func_detail"]
    );
    let nested =
        group("\"_tb_type\" \"_tb_group\"\n\"_tb_id\" \"5\"\n\"_tb_layer\" \"3\"\n\"_phong\" \"1\"\n");
    assert_eq!(
        keys_of_last(&nested, &[6]),
        ["_phong 1", "_tb_group 5", "classname func_detail"]
    );
    // Brushes of two entities are moved to two new entities.
    let copy = assert_moved(plain.as_bytes(), &[5, 6]);
    assert_eq!(parsed(&copy).len(), parsed(plain.as_bytes()).len() + 2);
}

#[test]
fn non_structural_brushes_are_rejected() {
    let brush = quake_maps::brush([[0.0, 0.0, 0.0], [16.0, 16.0, 192.0]]);
    let of = |class: &str| format!("{{\n\"classname\" \"{class}\"\n{brush}}}\n");
    let text = quake_maps::room(&[]) + &of("func_door") + &of("func_detail");
    let found = brushes(text.as_bytes());
    let refused = |number| {
        let error = found
            .as_detail(text.as_bytes(), &[0, number])
            .expect_err("it is refused");
        error.to_string()
    };
    assert!(
        refused(6).starts_with("brush 6 of func_door, on line "),
        "{}",
        refused(6)
    );
    assert!(
        refused(7).ends_with("is already a detail brush"),
        "{}",
        refused(7)
    );
    assert_eq!(
        found.structural(8).expect_err("there is none"),
        DetailError::Missing { number: 8, count: 8 }
    );
}

#[test]
fn broken_map_and_cancellation_are_errors() {
    let read = MapBrushes::read("a.map", b"{\n{\n", &Progress::default());
    assert!(matches!(read, Err(LevelError::Syntax { .. })), "{read:?}");
    let progress = Progress::default();
    progress.cancel();
    let text = quake_maps::room(&[]);
    let cancelled = MapBrushes::read("a.map", text.as_bytes(), &progress);
    assert!(matches!(cancelled, Err(LevelError::Cancelled)), "{cancelled:?}");
}

#[test]
fn real_map_brushes_become_detail() {
    let Some(folder) = levels::folder() else { return };
    for name in ["lqdm6_a6.map", "lq_e0m3.map", "playground.map"] {
        let Ok(text) = std::fs::read(folder.join(name)) else {
            println!("NO REAL LEVEL: {name}");
            continue;
        };
        levels::record_level_use(name);
        let found = brushes(&text);
        let structural: Vec<u32> = (0..)
            .zip(&found.brushes)
            .filter(|(_, brush)| brush.part == BrushPart::Structural)
            .map(|(number, _)| number)
            .collect();
        assert!(structural.len() > 100, "{name}");
        for some in [
            &structural[..1],
            &structural[structural.len() - 1..],
            &structural[7..40],
            &structural,
        ] {
            assert_moved(&text, some);
        }
        // The level has the same brushes with the same bounds, in the same order.
        let level = level(&text);
        let in_level = found.brushes.iter().filter(|brush| brush.in_level.is_some());
        assert_eq!(in_level.clone().count(), level.brushes.len(), "{name}");
        for brush in in_level {
            let other = &level.brushes[brush.in_level.expect("it is in the level") as usize];
            let [low, high] = brush.bounds.expect("it is solid");
            let size = other.bounds.size() / level.units.scale;
            let own = high - low;
            assert!(
                (DVec3::new(own.x, own.z, own.y) - size).abs().max_element() < 0.01,
                "{name}: {brush:?}"
            );
            assert_eq!(other.detail, brush.part == BrushPart::Detail);
        }
    }
}

proptest! {
    #[test]
    fn random_brushes_move_in_any_layout(
        boxes in prop::collection::vec((0_i32..8, 0_i32..8, 1_i32..4), 1..8),
        chosen in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
        ending in prop::sample::select(vec!["\n", "\r\n"]),
        indent in prop::sample::select(vec!["", "\t", "  "]),
        before in prop::sample::select(vec!["", "// a { comment }\n", "\n\n"]),
        is_open in any::<bool>(),
    ) {
        let boxes = boxes.iter().map(|&(x, y, size)| {
            let [x, y, size] = [x, y, size].map(|part| f64::from(part * 16));
            [[x, y, 0.0], [x + size, y + size, 64.0]]
        });
        let text = quake_maps::map(boxes);
        let text = text.replace("{\n( ", &format!("{before}{indent}{{\n( ")).replace('\n', ending);
        let text = if is_open { text.trim_ascii_end().to_owned() } else { text };
        let count = brushes(text.as_bytes()).brushes.len();
        let numbers: Vec<u32> = chosen.iter().map(|index| index.index(count) as u32).collect();
        assert_moved(text.as_bytes(), &numbers);
    }
}
