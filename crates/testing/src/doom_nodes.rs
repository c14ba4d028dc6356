//! Writes a DOOM map's BSP tree in every node format.

use bspwalk_trees::doom::{DoomChild, DoomNode, DoomParts, Seg, Subsector};
use glam::DVec2;
use miniz_oxide::deflate::compress_to_vec_zlib;

use crate::doom_wad::{Lumps, encode_i16s, lump};

/// Signatures of `ZDoom`'s node formats. Each uncompressed format is followed by its compressed variant.
pub const MARKS: [&[u8; 4]; 8] = [
    b"XNOD", b"ZNOD", b"XGLN", b"ZGLN", b"XGL2", b"ZGL2", b"XGL3", b"ZGL3",
];

/// Versions of GL nodes.
pub const GL_VERSIONS: [u8; 3] = [1, 2, 5];

/// Returns the number of vertices in the map, excluding vertices added by the node builder.
pub fn original_vertices(parts: &DoomParts) -> usize {
    let ends = parts.linedefs.iter().flat_map(|line| [line.from, line.to]);
    ends.max().map_or(0, |last| last as usize + 1)
}

/// Returns the same tree with closed subsectors. Their segs form clockwise loops, with minisegs wherever the boundary
/// is not a linedef.
pub fn with_minisegs(parts: &DoomParts) -> DoomParts {
    let mut closed = parts.clone();
    closed.segs.clear();
    for subsector in &mut closed.subsectors {
        let first = subsector.first_seg as usize;
        let own = &parts.segs[first..first + subsector.seg_count as usize];
        let place = |vertex: u32| parts.vertices[vertex as usize];
        let middle = |seg: &Seg| (place(seg.from) + place(seg.to)) / 2.0;
        let center = own.iter().map(middle).sum::<DVec2>() / own.len() as f64;
        let mut own = own.to_vec();
        own.sort_by(|a, b| {
            let [a, b] = [a, b].map(|seg| (middle(seg) - center).to_angle());
            b.total_cmp(&a)
        });
        let first_seg = closed.segs.len() as u32;
        for (number, seg) in own.iter().enumerate() {
            closed.segs.push(*seg);
            let next = own[(number + 1) % own.len()].from;
            if place(seg.to) != place(next) {
                closed.segs.push(Seg {
                    from: seg.to,
                    to: next,
                    linedef: None,
                    is_back: false,
                });
            } else if let Some(last) = closed.segs.last_mut() {
                last.to = next;
            }
        }
        *subsector = Subsector {
            first_seg,
            seg_count: closed.segs.len() as u32 - first_seg,
            sector: subsector.sector,
        };
    }
    closed
}

/// Encodes numbers as 32-bit integers.
fn longs(numbers: &[i64]) -> Vec<u8> {
    let bytes = numbers.iter().flat_map(|&number| (number as u32).to_le_bytes());
    bytes.collect()
}

fn fixed(number: f64) -> i64 {
    (number * 65_536.0) as i64
}

fn fixed_places(places: &[DVec2]) -> Vec<u8> {
    let numbers: Vec<i64> = places
        .iter()
        .flat_map(|place| place.to_array().map(fixed))
        .collect();
    longs(&numbers)
}

/// Encodes a child as a `bits`-bit integer. The highest bit marks a subsector.
fn child(child: DoomChild, bits: u32) -> i64 {
    match child {
        DoomChild::Node(node) => i64::from(node.0),
        DoomChild::Subsector(subsector) => i64::from(subsector.0) | 1 << (bits - 1),
    }
}

fn boxes(node: &DoomNode) -> Vec<u8> {
    let numbers = node
        .bounds
        .iter()
        .flat_map(|[low, high]| [high.y, low.y, low.x, high.x]);
    encode_i16s(&numbers.map(|number| number as i32).collect::<Vec<_>>())
}

/// Encodes a node as 28 or 32 bytes.
fn node(node: &DoomNode, bits: u32) -> Vec<u8> {
    let numbers = [node.at, node.direction].map(|place| place.to_array().map(|number| number as i32));
    let mut bytes = encode_i16s(numbers.as_flattened());
    bytes.extend(boxes(node));
    let children = node.children.map(|own| child(own, bits));
    match bits {
        16 => bytes.extend(encode_i16s(&children.map(|own| own as i32))),
        _ => bytes.extend(longs(&children)),
    }
    bytes
}

/// Encodes the whole tree as a single lump in the format with this signature.
///
/// The first `original` vertices belong to the map. For formats with minisegs, `parts` must come from
/// [`with_minisegs`].
pub fn encode_extended_nodes(parts: &DoomParts, original: usize, mark: &[u8; 4]) -> Vec<u8> {
    let added = &parts.vertices[original..];
    let mut bytes = longs(&[original as i64, added.len() as i64]);
    bytes.extend(fixed_places(added));
    bytes.extend(longs(&[parts.subsectors.len() as i64]));
    for subsector in &parts.subsectors {
        bytes.extend(longs(&[i64::from(subsector.seg_count)]));
    }
    bytes.extend(longs(&[parts.segs.len() as i64]));
    for seg in &parts.segs {
        let line = seg.linedef.map_or(-1, i64::from);
        match &mark[1..] {
            b"NOD" => bytes.extend(longs(&[seg.from.into(), seg.to.into()])),
            _ => bytes.extend(longs(&[seg.from.into(), -1])),
        }
        match &mark[1..] {
            b"NOD" | b"GLN" => bytes.extend(encode_i16s(&[line as i32])),
            _ => bytes.extend(longs(&[line])),
        }
        bytes.push(seg.is_back.into());
    }
    bytes.extend(longs(&[parts.nodes.len() as i64]));
    for own in &parts.nodes {
        if &mark[1..] == b"GL3" {
            bytes.extend(fixed_places(&[own.at, own.direction]));
            bytes.extend(boxes(own));
            bytes.extend(longs(&own.children.map(|own| child(own, 32))));
        } else {
            bytes.extend(node(own, 32));
        }
    }
    if mark[0] == b'Z' {
        bytes = compress_to_vec_zlib(&bytes, 6);
    }
    [&mark[..], &bytes].concat()
}

/// Stores the tree in a map's lumps as ZDBSP and elfbsp do: XNOD in NODES, and all other formats in SSECTORS.
pub fn put_extended(lumps: &mut Lumps, parts: &DoomParts, mark: &[u8; 4]) {
    let original = original_vertices(parts);
    clear(lumps, original);
    let content = match &mark[1..] {
        b"NOD" => encode_extended_nodes(parts, original, mark),
        _ => encode_extended_nodes(&with_minisegs(parts), original, mark),
    };
    *lump(lumps, lump_name_for(mark)) = content;
}

/// Returns the name of the lump that contains a tree in this format.
pub fn lump_name_for(mark: &[u8; 4]) -> &'static str {
    match &mark[1..] {
        b"NOD" => "NODES",
        _ => "SSECTORS",
    }
}

/// Removes the tree, and the vertices that only the tree uses.
fn clear(lumps: &mut Lumps, original: usize) {
    lump(lumps, "VERTEXES").truncate(4 * original);
    for name in ["SEGS", "SSECTORS", "NODES"] {
        lump(lumps, name).clear();
    }
}

/// Stores the tree in a map's lumps in `DeePBSP` V4 format.
pub fn put_deep(lumps: &mut Lumps, parts: &DoomParts) {
    let segs = parts.segs.iter().flat_map(|seg| {
        let mut bytes = longs(&[seg.from.into(), seg.to.into()]);
        let line = seg.linedef.map_or(-1, |line| line as i32);
        bytes.extend(encode_i16s(&[0, line, seg.is_back.into(), 0]));
        bytes
    });
    *lump(lumps, "SEGS") = segs.collect();
    let subsectors = parts.subsectors.iter().flat_map(|subsector| {
        let mut bytes = encode_i16s(&[subsector.seg_count as i32]);
        bytes.extend(longs(&[subsector.first_seg.into()]));
        bytes
    });
    *lump(lumps, "SSECTORS") = subsectors.collect();
    let nodes = parts.nodes.iter().flat_map(|own| node(own, 32));
    *lump(lumps, "NODES") = b"xNd4\0\0\0\0".iter().copied().chain(nodes).collect();
}

/// Appends the tree to a map's lumps as GL nodes of this version.
pub fn put_gl(lumps: &mut Lumps, parts: &DoomParts, version: u8) {
    let original = original_vertices(parts);
    clear(lumps, original);
    let closed = with_minisegs(parts);
    let added = &closed.vertices[original..];
    let vertices = match version {
        1 => {
            let numbers = added
                .iter()
                .flat_map(|place| place.to_array().map(|number| number as i32));
            encode_i16s(&numbers.collect::<Vec<_>>())
        }
        _ => [&[b'g', b'N', b'd', b'0' + version], &fixed_places(added)[..]].concat(),
    };
    let vertex = |number: u32, bit: u32| match number.checked_sub(original as u32) {
        None => i64::from(number),
        Some(added) => i64::from(added | bit),
    };
    let (mut segs, mut subsectors) = (Vec::new(), Vec::new());
    for seg in &closed.segs {
        let line = seg.linedef.map_or(-1, |line| line as i32);
        if version == 5 {
            segs.extend(longs(&[vertex(seg.from, 1 << 31), vertex(seg.to, 1 << 31)]));
            segs.extend(encode_i16s(&[line, seg.is_back.into()]));
            segs.extend(longs(&[-1]));
        } else {
            let ends = [seg.from, seg.to].map(|number| vertex(number, 1 << 15) as i32);
            segs.extend(encode_i16s(&[ends[0], ends[1], line, seg.is_back.into(), -1]));
        }
    }
    for subsector in &closed.subsectors {
        let [count, first] = [subsector.seg_count, subsector.first_seg];
        subsectors.extend(match version {
            5 => longs(&[count.into(), first.into()]),
            _ => encode_i16s(&[count as i32, first as i32]),
        });
    }
    let bits = if version == 5 { 32 } else { 16 };
    let nodes = closed.nodes.iter().flat_map(|own| node(own, bits)).collect();
    let title = format!("GL_{}", lumps[0].0);
    let added = [
        (title.as_str(), Vec::new()),
        ("GL_VERT", vertices),
        ("GL_SEGS", segs),
        ("GL_SSECT", subsectors),
        ("GL_NODES", nodes),
    ];
    lumps.extend(added.map(|(name, content)| (name.to_owned(), content)));
}
