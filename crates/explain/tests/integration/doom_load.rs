//! Checks the load of DOOM's renderer on maps that were counted by hand.

use std::{fs, path::Path};

use bspwalk_explain::doom_load::{LoadMap, LoadSettings, RenderLimit, RenderLoad, count_view};
use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_testing::{
    doom_wad::{self, load, wad},
    effort, levels,
};
use bspwalk_trees::doom::{
    DoomChild, DoomNode, DoomNodeId, DoomParts, DoomSector, DoomSurfaces, DoomTree, Linedef, SKY_FLAT, Seg,
    SideTextures, Subsector, SubsectorId,
};
use glam::{DVec2, dvec2};

/// Eye in the west of a map, 41 units above the floor, looking east.
const EYE: DVec2 = dvec2(64.0, 128.0);
const EAST: (f64, f64) = (41.0, 0.0);

fn load_of(visplanes: u32, drawsegs: u32, openings: u32) -> RenderLoad {
    RenderLoad {
        visplanes,
        drawsegs,
        openings,
        solidsegs: 2,
    }
}

/// Returns a corridor of three rooms in a row, 256 units wide, with these floors and ceilings.
fn corridor(rooms: [[f64; 2]; 3]) -> (DoomTree, DoomSurfaces) {
    let points = [
        [0, 0],
        [0, 256],
        [256, 256],
        [256, 0],
        [320, 256],
        [320, 0],
        [576, 256],
        [576, 0],
    ];
    let vertices = points.map(|[x, y]| dvec2(f64::from(x), f64::from(y))).to_vec();
    // Start, end, front room and back room. The front is on the right.
    let lines: [[i32; 4]; 10] = [
        [0, 1, 0, -1],
        [1, 2, 0, -1],
        [2, 3, 0, 1],
        [3, 0, 0, -1],
        [2, 4, 1, -1],
        [4, 5, 1, 2],
        [5, 3, 1, -1],
        [4, 6, 2, -1],
        [6, 7, 2, -1],
        [7, 5, 2, -1],
    ];
    let sides: [&[(u32, bool)]; 3] = [
        &[(0, false), (1, false), (2, false), (3, false)],
        &[(4, false), (5, false), (6, false), (2, true)],
        &[(7, false), (8, false), (9, false), (5, true)],
    ];
    let room = |room: i32| u32::try_from(room).ok();
    let linedefs = lines.map(|[from, to, front, back]| Linedef {
        from: from as u32,
        to: to as u32,
        sectors: [room(front), room(back)],
        flags: if back < 0 { 1 } else { 4 },
        special: 0,
    });
    let (mut segs, mut subsectors) = (Vec::new(), Vec::new());
    for (sector, own) in (0..).zip(sides) {
        subsectors.push(Subsector {
            first_seg: segs.len() as u32,
            seg_count: own.len() as u32,
            sector,
        });
        segs.extend(own.iter().map(|&(line, is_back)| {
            let Linedef { from, to, .. } = linedefs[line as usize];
            let [from, to] = if is_back { [to, from] } else { [from, to] };
            Seg {
                from,
                to,
                linedef: Some(line),
                is_back,
            }
        }));
    }
    let node = |x: f64, right, left: u32, end: f64, start: f64| DoomNode {
        at: dvec2(x, 0.0),
        direction: dvec2(0.0, 256.0),
        children: [right, DoomChild::Subsector(SubsectorId(left))],
        bounds: [
            [dvec2(x, 0.0), dvec2(end, 256.0)],
            [dvec2(start, 0.0), dvec2(x, 256.0)],
        ],
    };
    let parts = DoomParts {
        vertices,
        linedefs: linedefs.to_vec(),
        segs,
        subsectors,
        nodes: vec![
            node(320.0, DoomChild::Subsector(SubsectorId(2)), 1, 576.0, 256.0),
            node(256.0, DoomChild::Node(DoomNodeId(0)), 0, 576.0, 0.0),
        ],
        sectors: 3,
    };
    let sectors = rooms.map(|[floor, ceiling]| DoomSector {
        floor,
        ceiling,
        opened_ceiling: ceiling,
        floor_flat: *b"FLOOR4_8",
        ceiling_flat: *b"CEIL3_5\0",
        light: 160,
    });
    let textures = lines.map(|[.., back]| {
        let side = SideTextures {
            upper: true,
            lower: true,
            middle: back < 0,
        };
        [side; 2]
    });
    let surfaces = DoomSurfaces {
        sectors: sectors.to_vec(),
        sides: textures.to_vec(),
    };
    let progress = Progress::default();
    let tree = DoomTree::new(parts, &progress).expect("it is a tree");
    surfaces.check(&tree, &progress).expect("they belong to the tree");
    (tree, surfaces)
}

fn seen_from_west((tree, surfaces): &(DoomTree, DoomSurfaces)) -> RenderLoad {
    count_view(tree, surfaces, EYE, EAST, true)
}

#[test]
fn equal_rooms_share_their_planes() {
    // The lines between the rooms are skipped. The west wall is behind the eye.
    let flat = corridor([[0.0, 128.0]; 3]);
    assert_eq!(seen_from_west(&flat), load_of(2, 7, 0));
    // Without a texture, a line between equal rooms is skipped; with one, it stores the texture and two outlines.
    let mut grate = corridor([[0.0, 128.0]; 3]);
    grate.1.sides[5][0].middle = true;
    assert_eq!(seen_from_west(&grate), load_of(2, 8, 3 * 159));
}

#[test]
fn plane_behind_a_step_is_a_new_visplane() {
    // Both lines are drawn. The floor of the last room is hidden in part, so it cannot join the floor of the first room.
    // The far edge of the step, 159 columns wide, clips sprites.
    let step = corridor([[0.0, 128.0], [16.0, 128.0], [0.0, 128.0]]);
    assert_eq!(seen_from_west(&step), load_of(4, 9, 159));
    let vault = corridor([[0.0, 128.0], [16.0, 160.0], [0.0, 128.0]]);
    let both = seen_from_west(&vault);
    assert_eq!((both.visplanes, both.drawsegs), (6, 9));
    // All parts of the sky are one plane.
    let mut sky = vault;
    for sector in &mut sky.1.sectors {
        sector.ceiling_flat = SKY_FLAT;
    }
    assert_eq!(seen_from_west(&sky).visplanes, 4);
    // Other light makes other planes.
    let mut dark = corridor([[0.0, 128.0]; 3]);
    dark.1.sectors[1].light = 96;
    assert_eq!(seen_from_west(&dark).visplanes, 6);
}

#[test]
fn closed_rooms_are_not_visited() {
    // Room 1 is closed: its line covers all columns between the walls, and it clips sprites above.
    let closed = corridor([[0.0, 128.0], [0.0, 0.0], [0.0, 128.0]]);
    let load = seen_from_west(&closed);
    assert_eq!((load.visplanes, load.drawsegs), (2, 3));
}

fn surfaces(level: &Level) -> (&DoomTree, &DoomSurfaces) {
    let tree = level.doom_tree.as_ref().expect("it has nodes");
    (tree, level.doom_surfaces.as_ref().expect("it has surfaces"))
}

#[test]
fn door_of_a_file_is_counted_open_and_closed() {
    let level = load(&doom_wad::rooms(), None).unwrap_or_else(|error| panic!("{error}"));
    let (tree, surfaces) = surfaces(&level);
    let count = |is_open| count_view(tree, surfaces, EYE, EAST, is_open);
    // Closed: the north and south wall, and three parts of the east wall. The door is 53 columns wide.
    assert_eq!(count(false), load_of(2, 5, 53));
    // Open: three more planes, two sides of the door, its far edge of 49 columns, and the wall behind. The wall to the
    // right of the door is covered before the south wall, so there are three ranges.
    let open = RenderLoad {
        solidsegs: 3,
        ..load_of(5, 9, 49)
    };
    assert_eq!(count(true), open);
}

#[test]
fn load_map_has_the_maximum_of_all_directions() {
    let level = load(&doom_wad::rooms(), None).unwrap_or_else(|error| panic!("{error}"));
    let (tree, surfaces) = surfaces(&level);
    let settings = LoadSettings::default();
    let loads = LoadMap::new(&level, settings, &Progress::default()).expect("it is not cancelled");
    let loads = loads.expect("it is a DOOM map");
    let center = dvec2(80.0, 112.0);
    let views = (0..16).map(|turn| count_view(tree, surfaces, center, (41.0, f64::from(turn) * 22.5), true));
    let views: Vec<RenderLoad> = views.collect();
    let load = loads.at(center + dvec2(15.0, -15.0)).expect("it is in a room");
    for limit in RenderLimit::ALL {
        assert_eq!(
            views.iter().map(|view| limit.of(view)).max(),
            Some(limit.of(&load)),
            "{limit:?}"
        );
        let (place, degrees, greatest) = loads
            .greatest_view(tree, surfaces, limit)
            .expect("there are places");
        assert_eq!(
            loads.at(place).map(|load| limit.of(&load)),
            Some(greatest),
            "{limit:?}"
        );
        assert!(limit.of(&load) <= greatest && greatest <= limit.entries() && degrees < 360.0);
        assert_eq!(loads.places_above(limit), 0);
    }
    // Positions beyond the map have no load. The door is too low for a player while it is closed.
    assert_eq!(
        [dvec2(-900.0, 0.0), dvec2(9.0e9, 0.0)].map(|at| loads.at(at)),
        [None; 2]
    );
    let closed = LoadSettings {
        doors_are_open: false,
        step: 16.0,
        ..settings
    };
    let closed = LoadMap::of_tree(tree, surfaces, closed, &Progress::default()).expect("it is not cancelled");
    assert_eq!(closed.at(dvec2(264.0, 128.0)), None);
    assert!(closed.place_count() > 400, "{}", closed.place_count());
    let cancelled = Progress::default();
    cancelled.cancel();
    assert!(LoadMap::new(&level, settings, &cancelled).is_err());
}

#[test]
fn higher_eyes_see_more_of_freedoom() {
    let path = Path::new("/usr/share/games/doom/freedoom2.wad");
    let Ok(bytes) = fs::read(path) else {
        println!(
            "NO FREEDOOM: {} is not there; install the package freedoom",
            path.display()
        );
        levels::record_level_use("");
        return;
    };
    levels::record_level_use("freedoom2.wad");
    for map in effort::sampled_or_whole(&["MAP01"][..], &["MAP01", "MAP12", "MAP15"][..]) {
        let map_bytes = wad(b"PWAD", &doom_wad::lumps_of(&bytes, map));
        let level = load(&map_bytes, None).unwrap_or_else(|error| panic!("{error}"));
        let (tree, surfaces) = surfaces(&level);
        let greatest = [41.0, 512.0].map(|view_height| {
            let settings = LoadSettings {
                view_height,
                directions: 8,
                step: 128.0,
                ..LoadSettings::default()
            };
            let loads = LoadMap::of_tree(tree, surfaces, settings, &Progress::default()).expect("it runs");
            RenderLimit::ALL.map(|limit| loads.greatest(limit).map_or(0, |(_, value)| value))
        });
        println!("{map}: {greatest:?}");
        let [[visplanes, drawsegs, ..], [_, high_drawsegs, ..]] = greatest;
        assert!(
            (10..400).contains(&visplanes) && (20..2000).contains(&drawsegs),
            "{map}: {greatest:?}"
        );
        assert!(high_drawsegs >= drawsegs, "{map}: {greatest:?}");
    }
}
