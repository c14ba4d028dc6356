//! Fuzzes DOOM WAD files. Inputs are two rooms in any map and node format with some changed bytes, or arbitrary bytes.
//! See `README.md` for how to run this target.
#![no_main]

use bspwalk_testing::{
    doom_maps,
    doom_nodes::{self, GL_VERSIONS, MARKS},
    doom_wad,
};
use doom_wad::{cut_map, images, load, load_and_query, map, wad};
use libfuzzer_sys::fuzz_target;

/// Returns the two rooms in the map and node format with this number. The last format is UDMF with nodes.
fn rooms(format: usize) -> doom_wad::Lumps {
    let mut lumps = cut_map("MAP01");
    let plain = load(&wad(b"PWAD", &lumps), None).expect("the rooms load");
    let parts = plain.doom_tree.as_ref().expect("the rooms have a tree").parts();
    match format {
        0..8 => doom_nodes::put_extended(&mut lumps, parts, MARKS[format]),
        8..11 => doom_nodes::put_gl(&mut lumps, parts, GL_VERSIONS[format - 8]),
        11 => doom_nodes::put_deep(&mut lumps, parts),
        12 => return doom_maps::convert_to_hexen(&lumps),
        _ => {
            let closed = doom_nodes::with_minisegs(parts);
            // The vertices that the tree adds are not part of the map.
            let text = map("MAP01");
            let nodes = doom_nodes::encode_extended_nodes(&closed, 12, b"XGL3");
            return doom_maps::convert_to_udmf(&text, "ZDoom", Some(nodes));
        }
    }
    lumps
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, rest)) = bytes.split_first() else {
        return;
    };
    let mut lumps = match kind {
        0 | 1 => map("E1M1"),
        2..16 => rooms(usize::from(kind) - 2),
        _ => {
            load_and_query(rest);
            return;
        }
    };
    lumps.extend(images());
    let mut file = wad(b"IWAD", &lumps);
    // Every three bytes of input change one byte of the file: the first two select the position, and the third is the
    // new value.
    for change in rest.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % file.len();
        file[place] = change[2];
    }
    load_and_query(&file);
});
