//! WAD files of DOOM: two rooms with some bytes changed, and bytes as they come. Run as `README.md` says.
#![no_main]

use bspwalk_testing::doom_wad;
use doom_wad::{images, map, survive, wad};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, rest)) = bytes.split_first() else {
        return;
    };
    if kind > 1 {
        survive(rest);
        return;
    }
    let mut lumps = map("E1M1");
    lumps.extend(images());
    let mut file = wad(b"IWAD", &lumps);
    // Each three bytes change a place: two say which, one what is put there.
    for change in rest.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % file.len();
        file[place] = change[2];
    }
    survive(&file);
});
