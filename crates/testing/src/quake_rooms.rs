//! Writes compiled levels in four formats byte by byte. Each contains a 128-unit wide room with light, a player start
//! and, optionally, a second model.

use bspwalk_compile::own_tree::FileTree;
use bspwalk_levels::{Level, LevelError};
use bspwalk_progress::Progress;
use bspwalk_trees::quake::{HullId, QuakeLeafId};
use glam::DVec3;

/// A version of the BSP format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// Quake.
    Bsp29,
    /// Quake with larger limits.
    Bsp2,
    /// Half-Life.
    Bsp30,
    /// Quake II.
    Bsp38,
}

/// All versions.
pub const VERSIONS: [Version; 4] = [Version::Bsp29, Version::Bsp2, Version::Bsp30, Version::Bsp38];

/// Minimum and maximum corners of the room, in units.
const LOW: [f32; 3] = [-64.0, -64.0, 0.0];
const HIGH: [f32; 3] = [64.0, 64.0, 128.0];

/// Number of light samples along each side of a face, one every 16 units.
pub const SAMPLES: usize = 9;

/// Entities in the room.
const ENTITIES: &str = "{\n\"classname\" \"worldspawn\"\n}\n{\n\"classname\" \"info_player_start\"\n\
                        \"origin\" \"0 0 24\"\n\"angle\" \"90\"\n}\n{\n\"classname\" \"func_door\"\n\"model\" \"*1\"\n}\n\0";

impl Version {
    /// Returns whether lists contain 32-bit numbers.
    fn is_wide(self) -> bool {
        self == Self::Bsp2
    }

    fn is_quake_2(self) -> bool {
        self == Self::Bsp38
    }

    /// Returns the number of bytes per light sample.
    pub fn channels(self) -> usize {
        if matches!(self, Self::Bsp30 | Self::Bsp38) {
            3
        } else {
            1
        }
    }
}

/// A little-endian byte writer.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn i32(&mut self, number: i32) -> &mut Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn f32(&mut self, numbers: impl IntoIterator<Item = f32>) -> &mut Self {
        self.0.extend(numbers.into_iter().flat_map(f32::to_le_bytes));
        self
    }

    /// Writes a number as 32 bits in BSP2, and as 16 bits in the other versions.
    fn short(&mut self, version: Version, number: i32) -> &mut Self {
        if version.is_wide() {
            self.i32(number)
        } else {
            self.0.extend((number as i16).to_le_bytes());
            self
        }
    }

    /// Writes the room's bounding box in this version's format for nodes and leaves.
    fn bounds(&mut self, version: Version) -> &mut Self {
        for number in LOW.into_iter().chain(HIGH) {
            if version.is_wide() {
                self.f32([number]);
            } else {
                self.0.extend((number as i16).to_le_bytes());
            }
        }
        self
    }
}

/// Writes the planes of a box. For each axis, the lower plane comes before the upper one. Both face along the positive
/// axis.
fn planes(bytes: &mut Bytes, grow: [[f32; 3]; 2]) {
    for axis in 0..3 {
        for dist in [LOW[axis] + grow[0][axis], HIGH[axis] - grow[1][axis]] {
            bytes.f32((0..3).map(|other| if other == axis { 1.0 } else { 0.0 }));
            bytes.f32([dist]).i32(axis as i32);
        }
    }
}

/// Returns the children of a node in a chain: `solid` on the outer side of the box, and `next` on the inner side.
fn children(side: usize, solid: i32, next: i32) -> [i32; 2] {
    if side.is_multiple_of(2) {
        [next, solid]
    } else {
        [solid, next]
    }
}

/// Returns the file of the room.
pub fn room(version: Version) -> Vec<u8> {
    room_with(version, |_, _| {})
}

/// Returns the file of the room, after calling `change` with each lump's name and contents.
pub fn room_with(version: Version, mut change: impl FnMut(&str, &mut Vec<u8>)) -> Vec<u8> {
    let mut lumps: Vec<(&str, Vec<u8>)> = Vec::new();
    let mut lump = |name: &'static str, fill: &mut dyn FnMut(&mut Bytes)| {
        let mut bytes = Bytes::default();
        fill(&mut bytes);
        lumps.push((name, bytes.0));
    };
    lump("entities", &mut |bytes| bytes.0.extend(ENTITIES.bytes()));
    lump("planes", &mut |bytes| {
        planes(bytes, [[0.0; 3]; 2]);
        // The clip hull is the room, shrunk by the body's size.
        let body = if version == Version::Bsp30 {
            [36.0, 36.0]
        } else {
            [24.0, 32.0]
        };
        planes(bytes, [[16.0, 16.0, body[0]], [16.0, 16.0, body[1]]]);
    });
    lump("textures", &mut |bytes| {
        bytes.i32(1).i32(8);
        bytes.0.extend(b"brick\0\0\0\0\0\0\0\0\0\0\0");
        bytes
            .i32(16)
            .i32(16)
            .i32(40)
            .i32(40 + 256)
            .i32(40 + 320)
            .i32(40 + 336);
        bytes.0.extend((0..=255_u8).chain([7; 84]));
        bytes.0.extend([0, 1]);
        bytes.0.extend((0..=255_u8).flat_map(|grey| [grey; 3]));
    });
    lump("vertices", &mut |bytes| {
        for corner in 0..8 {
            bytes.f32((0..3).map(|axis| {
                if corner >> axis & 1 == 0 {
                    LOW[axis]
                } else {
                    HIGH[axis]
                }
            }));
        }
    });
    lump("visibility", &mut |bytes| {
        if version.is_quake_2() {
            bytes.i32(1).i32(12).i32(12);
        }
        bytes.0.push(1);
    });
    lump("nodes", &mut |bytes| {
        for side in 0..6 {
            bytes.i32(side as i32);
            let next = if side == 5 { -2 } else { side as i32 + 1 };
            for child in children(side, -1, next) {
                if version.is_quake_2() {
                    bytes.i32(child);
                } else {
                    bytes.short(version, child);
                }
            }
            bytes
                .bounds(version)
                .short(version, side as i32)
                .short(version, 1);
        }
    });
    lump("texinfo", &mut |bytes| {
        for axes in [[1, 2], [0, 2], [0, 1]] {
            for axis in axes {
                bytes.f32((0..4).map(|other| if other == axis { 1.0 } else { 0.0 }));
            }
            if version.is_quake_2() {
                bytes.i32(0).i32(0);
                let mut name = b"e1u1/brick".to_vec();
                name.resize(32, 0);
                bytes.0.extend(name);
                bytes.i32(-1);
            } else {
                bytes.i32(0).i32(0);
            }
        }
    });
    lump("faces", &mut |bytes| {
        for side in 0..6 {
            bytes.short(version, side as i32).short(version, side as i32 % 2);
            bytes
                .i32(side as i32 * 4)
                .short(version, 4)
                .short(version, side as i32 / 2);
            bytes.0.extend([0, 255, 255, 255]);
            bytes.i32((side * SAMPLES * SAMPLES * version.channels()) as i32);
        }
    });
    lump("lighting", &mut |bytes| {
        let count = 6 * SAMPLES * SAMPLES * version.channels();
        bytes.0.extend((0..count).map(|index| (index % 251) as u8));
    });
    lump("clipnodes", &mut |bytes| {
        for side in 0..6 {
            let next = if side == 5 { -1 } else { side as i32 + 1 };
            bytes.i32(6 + side as i32);
            for child in children(side, -2, next) {
                bytes.short(version, child);
            }
        }
    });
    lump("leaves", &mut |bytes| {
        for leaf in 0..2 {
            let contents = match (version.is_quake_2(), leaf) {
                (true, 0) => 1,
                (true, _) => 0,
                (false, 0) => -2,
                (false, _) => -1,
            };
            bytes.i32(contents);
            if version.is_quake_2() {
                bytes.short(version, leaf - 1).short(version, 0);
            } else {
                bytes.i32(if leaf == 0 { -1 } else { 0 });
            }
            bytes
                .bounds(version)
                .short(version, 0)
                .short(version, if leaf == 0 { 0 } else { 6 });
            bytes.0.extend([0; 4]);
        }
    });
    lump("marksurfaces", &mut |bytes| {
        for face in 0..6 {
            bytes.short(version, face);
        }
    });
    lump("leafbrushes", &mut |_| {});
    lump("edges", &mut |bytes| {
        for [from, to] in edges() {
            bytes.short(version, from).short(version, to);
        }
    });
    lump("surfedges", &mut |bytes| {
        for edge in 0..24 {
            bytes.i32(edge);
        }
    });
    lump("models", &mut |bytes| {
        for model in 0..2 {
            bytes.f32(LOW.into_iter().chain(HIGH).chain([0.0; 3]));
            if version.is_quake_2() {
                bytes.i32(if model == 0 { 0 } else { -2 });
            } else if model == 0 {
                bytes.i32(0).i32(0).i32(0).i32(0).i32(1);
            } else {
                bytes.i32(-2).i32(-1).i32(-1).i32(-1).i32(0);
            }
            bytes.i32(0).i32(if model == 0 { 6 } else { 0 });
        }
    });
    for name in ["brushes", "brushsides", "pop", "areas", "areaportals"] {
        lump(name, &mut |_| {});
    }
    for (name, content) in &mut lumps {
        change(name, content);
    }
    joined(version, &lumps)
}

/// Returns the edges of the six faces, four per face, clockwise when seen from the front.
fn edges() -> Vec<[i32; 2]> {
    let faces = (0..6).flat_map(|side: i32| {
        let (axis, u, v) = (side / 2, (side / 2 + 1) % 3, (side / 2 + 2) % 3);
        let base = (side % 2) << axis;
        // The corners are counter-clockwise about the axis. The face on the lower side faces along the axis.
        let mut corners = [base, base | 1 << u, base | 1 << u | 1 << v, base | 1 << v];
        if side % 2 == 0 {
            corners.reverse();
        }
        (0..4).map(move |corner| [corners[corner], corners[(corner + 1) % 4]])
    });
    faces.collect()
}

/// Assembles the header and the lumps, which are in the order that this version prescribes.
fn joined(version: Version, lumps: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let quake = [
        "entities",
        "planes",
        "textures",
        "vertices",
        "visibility",
        "nodes",
        "texinfo",
        "faces",
        "lighting",
        "clipnodes",
        "leaves",
        "marksurfaces",
        "edges",
        "surfedges",
        "models",
    ];
    let quake_2 = [
        "entities",
        "planes",
        "vertices",
        "visibility",
        "nodes",
        "texinfo",
        "faces",
        "lighting",
        "leaves",
        "marksurfaces",
        "leafbrushes",
        "edges",
        "surfedges",
        "models",
        "brushes",
        "brushsides",
        "pop",
        "areas",
        "areaportals",
    ];
    let (magic, order): (&[u8], &[&str]) = match version {
        Version::Bsp29 => (b"\x1d\0\0\0", &quake),
        Version::Bsp2 => (b"BSP2", &quake),
        Version::Bsp30 => (b"\x1e\0\0\0", &quake),
        Version::Bsp38 => (b"IBSP\x26\0\0\0", &quake_2),
    };
    let mut header = Bytes(magic.to_vec());
    let mut body = Vec::new();
    let start = magic.len() + 8 * order.len();
    for name in order {
        let (_, content) = lumps
            .iter()
            .find(|(other, _)| other == name)
            .expect("every lump is written");
        header.i32((start + body.len()) as i32).i32(content.len() as i32);
        body.extend_from_slice(content);
        body.resize(body.len().next_multiple_of(4), 0);
    }
    header.0.extend(body);
    header.0
}

/// Appends BSPX lumps to a file.
pub fn with_bspx(file: &[u8], lumps: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut all = file.to_vec();
    all.resize(all.len().next_multiple_of(4), 0);
    all.extend(b"BSPX");
    all.extend((lumps.len() as u32).to_le_bytes());
    let mut offset = all.len() + 32 * lumps.len();
    for (name, content) in lumps {
        let mut name = name.as_bytes().to_vec();
        name.resize(24, 0);
        all.extend(name);
        for number in [offset, content.len()] {
            all.extend((number as u32).to_le_bytes());
        }
        offset += content.len();
    }
    for (_, content) in lumps {
        all.extend(content);
    }
    all
}

/// Returns the number of lumps in the directory, and the directory's offset.
pub fn directory(version: Version) -> (usize, usize) {
    if version.is_quake_2() { (19, 8) } else { (15, 4) }
}

/// Loads a level from a file's bytes.
pub fn load(bytes: &[u8]) -> Result<Level, LevelError> {
    super::loading::from_memory("room.bsp", bytes)
}

/// Loads a possibly invalid file and runs all queries on its level. Returns whether the file could be loaded.
///
/// # Panics
/// Panics if the level is invalid.
pub fn load_and_query(bytes: &[u8]) -> bool {
    let Ok(level) = load(bytes) else { return false };
    level.check(&Progress::default()).expect("what loads is whole");
    let tree = level.own_tree.as_ref().expect("a compiled level brings its tree");
    for point in [
        DVec3::ZERO,
        DVec3::new(0.0, 1.6, 0.0),
        DVec3::new(1.0e8, -7.0, 3.0),
    ] {
        let _ = tree.contents(point);
        for hull in HullId::range(0..5) {
            let _ = tree.hull_contents(hull, point);
            let _ = tree.trace(hull, point, DVec3::new(2.5, 0.7, -1.2));
        }
        let _ = tree.sightline(point, DVec3::new(0.1, 0.2, -0.1));
        let _ = tree.sees(tree.locate(point), QuakeLeafId(1));
    }
    if let Ok(Some(own)) = FileTree::new(&level, &Progress::default()) {
        own.tree
            .check(
                level.source_triangles,
                level.materials.len() as u32,
                &Progress::default(),
            )
            .expect("a whole tree");
    }
    true
}
