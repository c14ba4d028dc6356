//! A hall with moving parts, as a Quake map: doors that open automatically, a rotating door, a door opened by a remote
//! button, and a lift to a gallery. Coordinates are in Quake units with z up.

use std::fmt::Write as _;

/// Minimum and maximum corners of a box.
type Box3 = [[i32; 3]; 2];

/// The world's walls, floors and ceilings, by texture.
const WORLD: &[(&str, &[Box3])] = &[
    ("tiles", &[[[-608, -272, -16], [608, 608, 0]]]),
    (
        "plaster",
        &[
            // Three ceilings: above the hall and the room behind it, above the far room, and above the chamber.
            [[-336, -272, 320], [336, 608, 336]],
            [[336, 320, 192], [608, 576, 208]],
            [[-608, -176, 192], [-336, 144, 208]],
            // Far room.
            [[336, 320, 0], [608, 336, 192]],
            [[336, 560, 0], [608, 576, 192]],
            [[592, 336, 0], [608, 560, 192]],
            // Chamber.
            [[-608, -176, 0], [-336, -160, 192]],
            [[-608, 128, 0], [-336, 144, 192]],
            [[-608, -160, 0], [-592, 128, 192]],
        ],
    ),
    (
        "dressed_stone",
        &[
            [[-336, -272, 0], [336, -256, 320]],
            [[-336, 592, 0], [336, 608, 320]],
            // Wall between the hall and the room behind it.
            [[-320, 256, 0], [-48, 272, 320]],
            [[48, 256, 0], [320, 272, 320]],
            [[-48, 256, 112], [48, 272, 320]],
            // Wall between the hall and the chamber in the west.
            [[-336, -256, 0], [-320, -48, 320]],
            [[-336, 16, 0], [-320, 592, 320]],
            [[-336, -48, 112], [-320, 16, 320]],
            // Wall between the hall and the far room in the east.
            [[320, -256, 0], [336, 400, 320]],
            [[320, 496, 0], [336, 592, 320]],
            [[320, 400, 112], [336, 496, 320]],
        ],
    ),
    // Gallery.
    ("marble", &[[[-320, -256, 144], [320, -128, 160]]]),
];

/// Entities: their keys and values, and the box and its texture, if any.
const ENTITIES: &[(&[(&str, &str)], Option<(&str, Box3)>)] = &[
    (
        &[
            ("classname", "info_player_start"),
            ("origin", "0 -40 24"),
            ("angle", "90"),
        ],
        None,
    ),
    // Two adjacent doors, which open together because they touch.
    (
        &[("classname", "func_door"), ("angle", "180")],
        Some(("dark_wood", [[-48, 260, 0], [0, 268, 112]])),
    ),
    (
        &[("classname", "func_door"), ("angle", "0")],
        Some(("dark_wood", [[0, 260, 0], [48, 268, 112]])),
    ),
    (
        &[
            ("classname", "func_door_rotating"),
            ("origin", "-328 -48 56"),
            ("distance", "90"),
            ("speed", "90"),
        ],
        Some(("dark_wood", [[-332, -48, 0], [-324, 16, 112]])),
    ),
    (
        &[("classname", "func_plat"), ("height", "152")],
        Some(("crate", [[160, -128, 152], [288, 0, 160]])),
    ),
    (
        &[("classname", "func_button"), ("angle", "0"), ("target", "far")],
        Some(("terracotta", [[312, 64, 40], [320, 96, 72]])),
    ),
    (
        &[
            ("classname", "func_door"),
            ("targetname", "far"),
            ("angle", "-1"),
            ("wait", "8"),
        ],
        Some(("dark_wood", [[324, 400, 0], [332, 496, 112]])),
    ),
];

/// Returns the map as text.
pub(crate) fn map() -> String {
    let mut text = String::from("// Doors, a lift and a button, made by the example generate_levels.\n");
    text.push_str("{\n\"classname\" \"worldspawn\"\n");
    for (texture, boxes) in WORLD {
        for corners in *boxes {
            brush(&mut text, texture, corners);
        }
    }
    text.push_str("}\n");
    for (keys, brush_of) in ENTITIES {
        text.push_str("{\n");
        for (key, value) in *keys {
            // Writing to a `String` cannot fail.
            let _ = writeln!(text, "\"{key}\" \"{value}\"");
        }
        if let Some((texture, corners)) = brush_of {
            brush(&mut text, texture, corners);
        }
        text.push_str("}\n");
    }
    text
}

/// Writes a box as a brush. Each side is given by three points, clockwise when seen from outside.
fn brush(text: &mut String, texture: &str, [low, high]: &Box3) {
    text.push_str("{\n");
    for axis in 0..3 {
        for (corner, order) in [(low, [1, 2]), (high, [2, 1])] {
            let mut points = [*corner; 3];
            points[1][(axis + order[0]) % 3] += 1;
            points[2][(axis + order[1]) % 3] += 1;
            for [x, y, z] in points {
                let _ = write!(text, "( {x} {y} {z} ) ");
            }
            let _ = writeln!(text, "{texture} 0 0 0 0.5 0.5");
        }
    }
    text.push_str("}\n");
}
