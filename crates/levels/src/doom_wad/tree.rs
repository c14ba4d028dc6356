//! The tree of a map: its vertices, segs, subsectors and nodes.

use bspwalk_progress::{Progress, ensure};
use bspwalk_trees::{
    DoomTree,
    doom::{DoomChild, DoomNode, DoomParts, Seg, Subsector},
};
use glam::DVec2;

use super::lumps::{Lumps, items, signed, unsigned};
use crate::{LevelError, Warning};

/// The bit of a child that is a subsector.
const SUBSECTOR: u16 = 0x8000;

/// The first bytes of nodes in formats that are not read, and the lump that they are in.
const EXTENDED: [(&str, &[u8]); 14] = [
    ("NODES", b"XNOD"),
    ("NODES", b"ZNOD"),
    ("NODES", b"XGLN"),
    ("NODES", b"ZGLN"),
    ("NODES", b"XGL2"),
    ("NODES", b"ZGL2"),
    ("NODES", b"XGL3"),
    ("NODES", b"ZGL3"),
    ("NODES", b"xNd4"),
    ("SSECTORS", b"XGLN"),
    ("SSECTORS", b"ZGLN"),
    ("SSECTORS", b"XGL2"),
    ("SSECTORS", b"XGL3"),
    ("SSECTORS", b"ZGL3"),
];

/// What builds nodes of DOOM's own format.
const BUILDERS: &str = "build its nodes with zdbsp or ZokumBSP in the format of DOOM";

/// The tree of a map; `None` with a warning where its nodes were not built.
pub(super) fn read(
    lumps: &Lumps<'_>,
    warnings: &mut Vec<Warning>,
    progress: &Progress,
) -> Result<Option<DoomTree>, LevelError> {
    for (lump, mark) in EXTENDED {
        if lumps.lump(lump)?.starts_with(mark) {
            let mark = mark.escape_ascii();
            return Err(lumps.refused(&format!(
                "has nodes in an extended format ({mark}), which are not read; {BUILDERS}"
            )));
        }
    }
    let [segs, subsectors, nodes] = ["SEGS", "SSECTORS", "NODES"].map(|lump| lumps.lump(lump));
    let (segs, subsectors, nodes) = (items::<12>(segs?), items::<4>(subsectors?), items::<28>(nodes?));
    // A convex map is one subsector and has no nodes.
    if segs.is_empty() || subsectors.is_empty() || nodes.is_empty() && subsectors.len() != 1 {
        let gl = if lumps.map.has_gl_nodes {
            " but glBSP's (GL_), which are not read"
        } else {
            ""
        };
        warnings.push(Warning {
            line: None,
            message: format!(
                "the map {} has no nodes{gl}: it is read from its linedefs and brings no tree of its own; {BUILDERS}",
                lumps.map.name
            ),
        });
        return Ok(None);
    }
    let mut parts = DoomParts {
        vertices: lumps.vertices.clone(),
        linedefs: lumps.linedefs.clone(),
        sectors: lumps.sectors.len() as u32,
        ..DoomParts::default()
    };
    let segs = segs.iter().map(|item| Seg {
        from: u32::from(unsigned(item, 0)),
        to: u32::from(unsigned(item, 2)),
        linedef: u32::from(unsigned(item, 6)),
        is_back: unsigned(item, 8) != 0,
    });
    parts.segs = segs.collect();
    progress.check()?;
    let mut leaves = Vec::with_capacity(subsectors.len());
    let read = progress.check_each_numbered("subsector", subsectors, |_, item| {
        let (count, first) = (u32::from(unsigned(item, 0)), u32::from(unsigned(item, 2)));
        let own = parts.segs.get(first as usize..(first + count) as usize);
        let own = own.ok_or("its segs do not exist")?;
        // As in the game, the first seg says what sector it is; a seg on the empty side of a line says nothing.
        let sector = own.iter().find_map(|seg| {
            let line = parts.linedefs.get(seg.linedef as usize)?;
            line.sectors[usize::from(seg.is_back)]
        });
        ensure(sector.is_some(), "none of its segs has a sector")?;
        leaves.push(Subsector {
            first_seg: first,
            seg_count: count,
            sector: sector.unwrap_or_default(),
        });
        Ok(())
    });
    read.map_err(|error| lumps.wrong("SSECTORS", error))?;
    parts.subsectors = leaves;
    let child = |number: u16| match number & SUBSECTOR {
        0 => DoomChild::Node(u32::from(number)),
        _ => DoomChild::Subsector(u32::from(number & !SUBSECTOR)),
    };
    let nodes = nodes.iter().map(|item| DoomNode {
        at: DVec2::new(signed(item, 0), signed(item, 2)),
        direction: DVec2::new(signed(item, 4), signed(item, 6)),
        // Top, bottom, left and right of the right child, then of the left.
        bounds: [8, 16].map(|at| {
            let [top, bottom, left, right] = [0, 2, 4, 6].map(|field| signed(item, at + field));
            [DVec2::new(left, bottom), DVec2::new(right, top)]
        }),
        children: [24, 26].map(|at| child(unsigned(item, at))),
    });
    parts.nodes = nodes.collect();
    let tree = DoomTree::new(parts, progress).map_err(|error| {
        let lump = match error.to_string().split_whitespace().next() {
            Some("vertex") => "VERTEXES",
            Some("linedef") => "LINEDEFS",
            Some("seg") => "SEGS",
            Some("subsector") => "SSECTORS",
            _ => "NODES",
        };
        lumps.wrong(lump, error)
    })?;
    Ok(Some(tree))
}
