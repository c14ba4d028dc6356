//! Writes a DOOM WAD file. The map has two rooms with different floor heights, a closed door between them, and nodes.

use bspwalk_levels::{Level, LevelError, LoadOptions};
use bspwalk_progress::Progress;
use glam::DVec2;

/// Named lumps, in file order.
pub type Lumps = Vec<(String, Vec<u8>)>;

/// Encodes lumps as a WAD file with this signature.
pub fn wad(mark: &[u8; 4], lumps: &Lumps) -> Vec<u8> {
    let mut file = mark.to_vec();
    let size: usize = lumps.iter().map(|(_, content)| content.len()).sum();
    file.extend((lumps.len() as u32).to_le_bytes());
    file.extend((12 + size as u32).to_le_bytes());
    let mut directory = Vec::new();
    for (lump, content) in lumps {
        directory.extend((file.len() as u32).to_le_bytes());
        directory.extend((content.len() as u32).to_le_bytes());
        directory.extend(name(lump));
        file.extend(content);
    }
    file.extend(directory);
    file
}

/// Encodes a name as eight bytes.
pub fn name(text: &str) -> [u8; 8] {
    let mut name = [0; 8];
    name[..text.len()].copy_from_slice(text.as_bytes());
    name
}

/// Encodes numbers as 16-bit integers.
pub fn encode_i16s(words: &[i32]) -> Vec<u8> {
    words
        .iter()
        .flat_map(|&word| (word as u16).to_le_bytes())
        .collect()
}

const NONE: i32 = 0xffff;

/// Vertices: room A in the west, room B in the east, and the door between them.
pub const VERTICES: [[i32; 2]; 12] = [
    [0, 0],
    [0, 256],
    [256, 256],
    [256, 160],
    [256, 96],
    [256, 0],
    [272, 0],
    [272, 96],
    [272, 160],
    [272, 256],
    [528, 256],
    [528, 0],
];

/// Linedefs: start, end, front sector and back sector.
const LINES: [[i32; 4]; 14] = [
    [0, 1, 0, -1],
    [1, 2, 0, -1],
    [2, 3, 0, -1],
    [3, 4, 0, 1],
    [4, 5, 0, -1],
    [5, 0, 0, -1],
    [6, 7, 2, -1],
    [7, 8, 2, 1],
    [8, 9, 2, -1],
    [9, 10, 2, -1],
    [10, 11, 2, -1],
    [11, 6, 2, -1],
    [3, 8, 1, -1],
    [7, 4, 1, -1],
];

/// Segs of each subsector, given by linedef and side.
const SEGS: [&[[i32; 2]]; 3] = [
    &[[0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [5, 0]],
    &[[3, 1], [7, 1], [12, 0], [13, 0]],
    &[[6, 0], [7, 0], [8, 0], [9, 0], [10, 0], [11, 0]],
];

/// Returns the lumps of the map, starting with its name.
pub fn map(title: &str) -> Lumps {
    let mut linedefs = Vec::new();
    let mut sidedefs = Vec::new();
    let mut count = 0;
    let mut side = |sector: i32| {
        if sector < 0 {
            return NONE;
        }
        sidedefs.extend(encode_i16s(&[0, 0]));
        let middle = if count == 0 { "WALL" } else { "STONE" };
        for texture in ["STEP", "STEP", middle] {
            sidedefs.extend(name(texture));
        }
        sidedefs.extend(encode_i16s(&[sector]));
        count += 1;
        count - 1
    };
    for [from, to, front, back] in LINES {
        let is_door = back >= 0;
        let (flags, special) = if is_door { (4, 1) } else { (1, 0) };
        let sides = [side(front), side(back)];
        linedefs.extend(encode_i16s(&[from, to, flags, special, 0, sides[0], sides[1]]));
    }
    // Linedefs between sectors have no middle texture, because it would hang in the doorway.
    for (line, [.., back]) in LINES.iter().enumerate() {
        if *back < 0 {
            continue;
        }
        for field in [10, 12] {
            let at = 14 * line + field;
            let side = usize::from(u16::from_le_bytes([linedefs[at], linedefs[at + 1]]));
            sidedefs[30 * side + 20..30 * side + 28].copy_from_slice(&name("-"));
        }
    }
    let mut sectors = Vec::new();
    for (floor, ceiling) in [(0, 128), (0, 0), (24, 152)] {
        sectors.extend(encode_i16s(&[floor, ceiling]));
        sectors.extend(name("FLOOR"));
        sectors.extend(name("CEIL"));
        sectors.extend(encode_i16s(&[160, 0, 0]));
    }
    let (mut segs, mut subsectors, mut first) = (Vec::new(), Vec::new(), 0);
    for own in SEGS {
        subsectors.extend(encode_i16s(&[own.len() as i32, first]));
        first += own.len() as i32;
        for &[line, side] in own {
            let [from, to, ..] = LINES[line as usize];
            let ends = if side == 0 { [from, to] } else { [to, from] };
            segs.extend(encode_i16s(&[ends[0], ends[1], 0, line, side, 0]));
        }
    }
    // Each bounding box is stored as top, bottom, left and right. The right child's box comes first.
    let nodes = [
        encode_i16s(&[
            272, 0, 0, 256, 256, 0, 272, 528, 160, 96, 256, 272, 0x8002, 0x8001,
        ]),
        encode_i16s(&[256, 0, 0, 256, 256, 0, 256, 528, 256, 0, 0, 256, 0, 0x8000]),
    ]
    .concat();
    let things = [
        encode_i16s(&[64, 64, 90, 1, 7]),
        encode_i16s(&[400, 128, 180, 3004, 7]),
        encode_i16s(&[420, 128, 0, 777, 7]),
    ]
    .concat();
    let vertices: Vec<u8> = VERTICES.iter().flat_map(|vertex| encode_i16s(vertex)).collect();
    [
        (title, Vec::new()),
        ("THINGS", things),
        ("LINEDEFS", linedefs),
        ("SIDEDEFS", sidedefs),
        ("VERTEXES", vertices),
        ("SEGS", segs),
        ("SSECTORS", subsectors),
        ("NODES", nodes),
        ("SECTORS", sectors),
        ("REJECT", Vec::new()),
        ("BLOCKMAP", Vec::new()),
    ]
    .map(|(name, content)| (name.to_owned(), content))
    .to_vec()
}

/// Returns a grey palette, a flat, and a 4×4-pixel wall texture. The texture consists of a 2×3-pixel patch at (1, 0)
/// that has a hole.
pub fn images() -> Lumps {
    let palette: Vec<u8> = (0..=255_u8).flat_map(|grey| [grey; 3]).collect();
    let mut texture = encode_i16s(&[1, 0, 8, 0]);
    texture.extend(name("WALL"));
    texture.extend(encode_i16s(&[0, 0, 4, 4, 0, 0, 1]));
    texture.extend(encode_i16s(&[1, 0, 0, 1, 0]));
    let mut names = encode_i16s(&[1, 0]);
    names.extend(name("PATCH"));
    // The patch has two columns: pixels 10, 11 and 12 in the first, and only pixel 20 (in row 2) in the second.
    let mut patch = encode_i16s(&[2, 3, 0, 0, 16, 0, 24, 0]);
    patch.extend([0, 3, 0, 10, 11, 12, 0, 255]);
    patch.extend([2, 1, 0, 20, 0, 255]);
    [
        ("PLAYPAL", palette),
        ("TEXTURE1", texture),
        ("PNAMES", names),
        ("PATCH", patch),
        ("F_START", Vec::new()),
        ("FLOOR", vec![77; 4096]),
        ("F_END", Vec::new()),
    ]
    .map(|(name, content)| (name.to_owned(), content))
    .to_vec()
}

/// Extracts a map's lumps from a WAD file, starting with the map's name.
pub fn lumps_of(file: &[u8], title: &str) -> Lumps {
    let number = |at: usize| {
        let bytes = [0, 1, 2, 3].map(|place| file[at + place]);
        u32::from_le_bytes(bytes) as usize
    };
    let entries = (0..number(4)).map(|entry| number(8) + 16 * entry);
    let named = entries.map(|at| {
        let letters = file[at + 8..at + 16].iter().take_while(|&&byte| byte != 0);
        let name: String = letters.map(|&byte| char::from(byte)).collect();
        let start = number(at);
        (name, file[start..start + number(at + 4)].to_vec())
    });
    // The map's name, followed by ten DOOM lumps and the GL nodes.
    let mut all = named.skip_while(|(name, _)| name != title);
    let mut lumps: Lumps = all.by_ref().take(11).collect();
    lumps.extend(all.take(5).take_while(|(name, _)| name.starts_with("GL_")));
    lumps
}

/// Returns the map as a WAD file without images.
pub fn rooms() -> Vec<u8> {
    wad(b"PWAD", &map("E1M1"))
}

/// Returns the map with room A cut at x = 128 and room B cut at y = 128.
///
/// Each cut divides two linedefs into two segs each, at vertices that the node builder added.
pub fn cut_map(title: &str) -> Lumps {
    /// Vertices added to the map. Each pair contains the start and the end of a cut.
    const CUTS: [[i32; 2]; 4] = [[128, 0], [128, 256], [272, 128], [528, 128]];
    /// Segs of each subsector: start, end, linedef and side.
    const SEGS: [&[[i32; 4]]; 5] = [
        &[[12, 0, 5, 0], [0, 1, 0, 0], [1, 13, 1, 0]],
        &[
            [13, 2, 1, 0],
            [2, 3, 2, 0],
            [3, 4, 3, 0],
            [4, 5, 4, 0],
            [5, 12, 5, 0],
        ],
        &[[4, 3, 3, 1], [8, 7, 7, 1], [3, 8, 12, 0], [7, 4, 13, 0]],
        &[[14, 8, 7, 0], [8, 9, 8, 0], [9, 10, 9, 0], [10, 15, 10, 0]],
        &[[15, 11, 10, 0], [11, 6, 11, 0], [6, 7, 6, 0], [7, 14, 7, 0]],
    ];
    let mut lumps = map(title);
    lump(&mut lumps, "VERTEXES").extend(encode_i16s(CUTS.as_flattened()));
    let (mut segs, mut subsectors, mut first) = (Vec::new(), Vec::new(), 0);
    for own in SEGS {
        subsectors.extend(encode_i16s(&[own.len() as i32, first]));
        first += own.len() as i32;
        for &[from, to, line, side] in own {
            segs.extend(encode_i16s(&[from, to, 0, line, side, 0]));
        }
    }
    *lump(&mut lumps, "SEGS") = segs;
    *lump(&mut lumps, "SSECTORS") = subsectors;
    *lump(&mut lumps, "NODES") = [
        encode_i16s(&[128, 0, 0, 256, 256, 0, 128, 256, 256, 0, 0, 128, 0x8001, 0x8000]),
        encode_i16s(&[
            272, 128, 256, 0, 128, 0, 272, 528, 256, 128, 272, 528, 0x8004, 0x8003,
        ]),
        encode_i16s(&[272, 0, 0, 256, 256, 0, 272, 528, 160, 96, 256, 272, 1, 0x8002]),
        encode_i16s(&[256, 0, 0, 256, 256, 0, 256, 528, 256, 0, 0, 256, 2, 0]),
    ]
    .concat();
    lumps
}

/// Returns the contents of a lump for modification.
pub fn lump<'a>(lumps: &'a mut Lumps, name: &str) -> &'a mut Vec<u8> {
    let found = lumps.iter_mut().find(|(lump, _)| lump == name);
    &mut found.expect("there is such a lump").1
}

/// Loads a level from a file's bytes.
pub fn load(bytes: &[u8], map: Option<&str>) -> Result<Level, LevelError> {
    let options = LoadOptions {
        map: map.map(str::to_owned),
        ..LoadOptions::default()
    };
    bspwalk_levels::load_from_memory("rooms", bytes, &(), &options, &Progress::default())
}

/// Returns whether a file loads. If it does, asserts that the level is valid and runs all queries on it.
pub fn load_and_query(bytes: &[u8]) -> bool {
    let Ok(level) = load(bytes, None) else {
        return false;
    };
    level.check(&Progress::default()).expect("what loads is whole");
    if let Some(tree) = &level.doom_tree {
        let leaves = tree.parts().subsectors.len();
        for point in [DVec2::ZERO, DVec2::new(264.0, 128.0), DVec2::new(-1.0e9, 7.5)] {
            assert!(tree.locate(point).subsector.index() < leaves);
            assert_eq!(tree.order(point).len(), leaves);
        }
        let _ = (
            tree.statistics(),
            tree.faults(),
            tree.node_cells([DVec2::ZERO, DVec2::splat(300.0)]),
        );
    }
    true
}
