//! Quake maps made of boxes, as text.

/// Minimum and maximum corners of a box, in map units.
pub type Corners = [[f64; 3]; 2];

/// Returns a box as a brush in a `.map` file.
pub fn brush([low, high]: Corners) -> String {
    let mut sides = String::new();
    for axis in 0..3 {
        for (corner, order) in [(low, [1, 2]), (high, [2, 1])] {
            let mut points = [corner; 3];
            points[1][(axis + order[0]) % 3] += 1.0;
            points[2][(axis + order[1]) % 3] += 1.0;
            for [x, y, z] in points {
                sides += &format!("( {x} {y} {z} ) ");
            }
            sides += "brick 0 0 0 1 1\n";
        }
    }
    format!("{{\n{sides}}}\n")
}

/// Returns a box as a hint brush. Its side at the maximum of this axis is the hint, and the others are skip sides.
pub fn hint(corners: Corners, axis: usize) -> String {
    let (text, mut sides) = (brush(corners), 0..);
    let lines = text.lines().map(|line| {
        let texture = match line.starts_with('(').then(|| sides.next()).flatten() {
            Some(side) if side == 2 * axis + 1 => "hint",
            _ => "skip",
        };
        line.replace("brick", texture) + "\n"
    });
    lines.collect()
}

/// Adds a brush after the other brushes of the world.
pub fn with_brush(map: &str, brush: &str) -> String {
    let next = "}\n{\n\"classname\" \"info_player_start\"";
    map.replacen(next, &format!("{brush}{next}"), 1)
}

/// Returns six 16-unit thick walls around a box.
pub fn walls([low, high]: Corners) -> [Corners; 6] {
    const THICK: f64 = 16.0;
    let [x, y, z] = [0, 1, 2].map(|axis| [low[axis], high[axis]]);
    let wide = |[low, high]: [f64; 2]| [low - THICK, high + THICK];
    let [wide_x, wide_y] = [wide(x), wide(y)];
    let boxed =
        |x: [f64; 2], y: [f64; 2], z: [f64; 2]| [0, 1].map(|corner| [x[corner], y[corner], z[corner]]);
    [
        boxed(wide_x, wide_y, [z[0] - THICK, z[0]]),
        boxed(wide_x, wide_y, [z[1], z[1] + THICK]),
        boxed([x[0] - THICK, x[0]], wide_y, z),
        boxed([x[1], x[1] + THICK], wide_y, z),
        boxed(x, [y[0] - THICK, y[0]], z),
        boxed(x, [y[1], y[1] + THICK], z),
    ]
}

/// Interior of the rooms in [`two_rooms`] and [`room`]: 512 × 512 × 192 units.
pub const ROOM: Corners = [[-256.0, -256.0, 0.0], [256.0, 256.0, 192.0]];

/// Wall that divides [`two_rooms`], with a doorway.
pub const DIVIDER: [Corners; 2] = [
    [[-8.0, -256.0, 0.0], [8.0, 64.0, 192.0]],
    [[-8.0, 128.0, 0.0], [8.0, 256.0, 192.0]],
];

/// Returns a map with these world brushes, numbered in this order, and a player start in [`ROOM`].
pub fn map(brushes: impl IntoIterator<Item = Corners>) -> String {
    let brushes: String = brushes.into_iter().map(brush).collect();
    format!(
        "{{\n\"classname\" \"worldspawn\"\n{brushes}}}\n\
         {{\n\"classname\" \"info_player_start\"\n\"origin\" \"-128 0 32\"\n}}\n"
    )
}

/// Returns a closed room with a player start and these additional brushes, which are numbered from 6.
pub fn room(more: &[Corners]) -> String {
    map(walls(ROOM).into_iter().chain(more.iter().copied()))
}

/// Returns two rooms connected by a doorway, with a player start and these additional brushes, which are numbered from
/// 8.
pub fn two_rooms(more: &[Corners]) -> String {
    let walls = walls(ROOM).into_iter().chain(DIVIDER);
    map(walls.chain(more.iter().copied()))
}

/// Returns a hall with two side rooms behind deep doorways, with a player start in the hall. Without a hint across the
/// hall, both rooms see the whole hall.
pub fn hall_with_side_rooms() -> String {
    let walls = walls([[0.0, -320.0, 0.0], [1024.0, 256.0, 192.0]]);
    let between = [[0.0, 60.0], [124.0, 900.0], [964.0, 1024.0]];
    let between = between.map(|[from, to]| [[from, -64.0, 0.0], [to, 0.0, 192.0]]);
    let divider = [[504.0, -320.0, 0.0], [520.0, -64.0, 192.0]];
    map(walls.into_iter().chain(between).chain([divider])).replace("\"-128 0 32\"", "\"64 128 32\"")
}

/// The hint brush that is worthwhile in [`hall_with_side_rooms`]. It has the number 10.
pub fn hall_hint() -> String {
    hint([[512.0, 0.0, 0.0], [520.0, 256.0, 192.0]], 0)
}
