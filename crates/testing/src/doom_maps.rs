//! Converts a DOOM map to Hexen's format and to UDMF.

use std::fmt::Write as _;

use crate::doom_wad::{Lumps, lump};

/// Line special for a manually opened door in DOOM, and in Hexen (`Door_Raise`).
pub const DOOR: u16 = 1;
pub const DOOR_OF_HEXEN: u16 = 12;

fn unsigned(item: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([item[at], item[at + 1]])
}

fn signed(item: &[u8], at: usize) -> i16 {
    unsigned(item, at).cast_signed()
}

fn text(item: &[u8], at: usize) -> String {
    let letters = item[at..at + 8].iter().take_while(|&&byte| byte != 0);
    letters.map(|&byte| char::from(byte)).collect()
}

/// Converts a DOOM line special to Hexen's. Supports only manually opened doors.
fn special_of_hexen(special: u16) -> u16 {
    if special == DOOR { DOOR_OF_HEXEN } else { 0 }
}

/// Converts the map to Hexen's format.
pub fn convert_to_hexen(lumps: &Lumps) -> Lumps {
    let mut map = lumps.clone();
    let things = lump(&mut map, "THINGS");
    let longer = things.chunks_exact(10).flat_map(|item| {
        // Thing ID, position, height, angle, type, flags, and a special with five arguments.
        [&[0; 2], &item[..4], &[0; 2], &item[4..], &[0; 6]].concat()
    });
    *things = longer.collect();
    let lines = lump(&mut map, "LINEDEFS");
    let longer = lines.chunks_exact(14).flat_map(|item| {
        let special = special_of_hexen(unsigned(item, 6)) as u8;
        [&item[..6], &[special, 0, 16, 150, 0, 0], &item[10..]].concat()
    });
    *lines = longer.collect();
    map.push(("BEHAVIOR".to_owned(), b"ACS\0\x08\0\0\0\0\0\0\0\0\0\0\0".to_vec()));
    map
}

/// Returns the map as UDMF text. In the namespace "doom", lines have DOOM specials; in all other namespaces, they have
/// Hexen specials.
pub fn text_map(lumps: &Lumps, namespace: &str) -> String {
    let mut map = lumps.clone();
    let mut text_map = format!("namespace = \"{namespace}\";\n");
    let is_of_doom = namespace.eq_ignore_ascii_case("doom");
    let mut write = |what: std::fmt::Arguments<'_>| {
        text_map.write_fmt(what).expect("a text has room");
    };
    for item in lump(&mut map, "THINGS").chunks_exact(10) {
        let flags = unsigned(item, 8);
        write(format_args!(
            "thing\n{{\nx = {:.3};\ny = {:.3};\nangle = {};\ntype = {};\nskill2 = {};\nskill3 = {};\nskill4 = {};\nambush = {};\nsingle = {};\n}}\n",
            f64::from(signed(item, 0)),
            f64::from(signed(item, 2)),
            signed(item, 4),
            unsigned(item, 6),
            flags & 1 != 0,
            flags & 2 != 0,
            flags & 4 != 0,
            flags & 8 != 0,
            flags & 16 == 0,
        ));
    }
    for item in lump(&mut map, "VERTEXES").chunks_exact(4) {
        write(format_args!(
            "vertex {{ x = {:.3}; y = {:.3}; }}\n",
            f64::from(signed(item, 0)),
            f64::from(signed(item, 2))
        ));
    }
    for item in lump(&mut map, "LINEDEFS").chunks_exact(14) {
        let [flags, special] = [4, 6].map(|at| unsigned(item, at));
        let special = if is_of_doom {
            special
        } else {
            special_of_hexen(special)
        };
        write(format_args!(
            "linedef // a line\n{{\nv1 = {};\nv2 = {};\nsidefront = {};\nspecial = {special};\nid = {};\n",
            unsigned(item, 0),
            unsigned(item, 2),
            signed(item, 10),
            unsigned(item, 8),
        ));
        if signed(item, 12) >= 0 {
            write(format_args!("sideback = {};\n", signed(item, 12)));
        }
        let names = [
            "blocking",
            "blockmonsters",
            "twosided",
            "dontpegtop",
            "dontpegbottom",
        ];
        for (bit, name) in names.iter().enumerate().filter(|(bit, _)| flags >> bit & 1 != 0) {
            write(format_args!("{name} = true; // bit {bit}\n"));
        }
        write(format_args!("}}\n"));
    }
    for item in lump(&mut map, "SIDEDEFS").chunks_exact(30) {
        write(format_args!(
            "sidedef {{ offsetx = {}; offsety = {}; texturetop = \"{}\"; texturebottom = \"{}\"; texturemiddle = \"{}\"; sector = {}; }}\n",
            signed(item, 0),
            signed(item, 2),
            text(item, 4),
            text(item, 12),
            text(item, 20),
            unsigned(item, 28),
        ));
    }
    for item in lump(&mut map, "SECTORS").chunks_exact(26) {
        write(format_args!(
            "sector {{ heightfloor = {}; heightceiling = {}; texturefloor = \"{}\"; textureceiling = \"{}\"; lightlevel = {}; id = {}; }}\n",
            signed(item, 0),
            signed(item, 2),
            text(item, 4),
            text(item, 12),
            unsigned(item, 20),
            unsigned(item, 24),
        ));
    }
    text_map
}

/// Returns the map as UDMF, optionally with nodes in one of `ZDoom`'s formats.
pub fn convert_to_udmf(lumps: &Lumps, namespace: &str, nodes: Option<Vec<u8>>) -> Lumps {
    let mut map = vec![
        lumps[0].clone(),
        ("TEXTMAP".to_owned(), text_map(lumps, namespace).into_bytes()),
    ];
    map.extend(nodes.map(|nodes| ("ZNODES".to_owned(), nodes)));
    map.push(("DIALOGUE".to_owned(), vec![1, 2, 3]));
    map.push(("ENDMAP".to_owned(), Vec::new()));
    map
}
