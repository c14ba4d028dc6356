//! Fuzzes compiled levels of Quake, Half-Life and Quake II. Inputs are rooms with some changed bytes, or arbitrary
//! bytes. See `README.md` for how to run this target.
#![no_main]

use bspwalk_testing::quake_rooms;
use libfuzzer_sys::fuzz_target;
use quake_rooms::{VERSIONS, load_and_query, room};

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, rest)) = bytes.split_first() else {
        return;
    };
    let Some(&version) = VERSIONS.get(usize::from(kind)) else {
        load_and_query(rest);
        return;
    };
    // Every four bytes of input change one byte of the file: the first two select the position, and the third is the
    // new value.
    let mut file = room(version);
    for change in rest.chunks_exact(4) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % file.len();
        file[place] = change[2];
    }
    load_and_query(&file);
});
