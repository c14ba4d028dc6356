//! Expected contents of a picture, computed by independent geometric code: a camera, rays tested against every
//! triangle, and the fragment that the tree stores at each hit.

use std::{fs, path::Path};

use bspwalk_draw::color::palette::Palette;
use bspwalk_geometry::Polygon;
use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_trees::{BuildParams, FaceId, NodeId, NodeTree};
use glam::{DVec3, Vec3};

/// Writes a painted 10 × 4 × 10 m room to a file and returns the path.
///
/// Its six sides have different colours, whose channels are 0 or 1. The north wall has a hole, and a white box with
/// outward-facing sides floats in the room.
pub fn painted_room(folder: &Path) -> std::path::PathBuf {
    let colors = [
        ("floor", "1 0 0"),
        ("ceiling", "0 1 0"),
        ("north", "0 0 1"),
        ("east", "1 1 0"),
        ("south", "1 0 1"),
        ("west", "0 1 1"),
        ("box", "1 1 1"),
    ];
    let materials: String = colors
        .iter()
        .map(|(name, color)| format!("newmtl {name}\nKd {color}\n"))
        .collect();
    fs::write(folder.join("painted.mtl"), materials).expect("a temporary file");
    let text = "\
mtllib painted.mtl
v -5 0 -5\nv 5 0 -5\nv 5 0 5\nv -5 0 5\nv -5 4 -5\nv 5 4 -5\nv 5 4 5\nv -5 4 5
v -3 1 -3\nv 0 1 -3\nv 0 1 -2\nv -3 1 -2\nv -3 2.5 -3\nv 0 2.5 -3\nv 0 2.5 -2\nv -3 2.5 -2
v 1.5 0 -5\nv 1.5 4 -5\nv 3.5 0 -5\nv 3.5 4 -5\nv 1.5 1 -5\nv 3.5 1 -5\nv 3.5 3 -5\nv 1.5 3 -5
usemtl floor\nf 1 4 3 2\nusemtl ceiling\nf 5 6 7 8\nusemtl north\nf 1 17 18 5\nf 19 2 6 20\nf 17 19 22 21\nf 24 23 20 18\nusemtl east\nf 2 3 7 6
usemtl south\nf 3 4 8 7\nusemtl west\nf 4 1 5 8
usemtl box\nf 9 10 11 12\nf 16 15 14 13\nf 13 14 10 9\nf 14 15 11 10\nf 15 16 12 11\nf 16 13 9 12
";
    let path = folder.join("painted.obj");
    fs::write(&path, text).expect("a temporary file");
    path
}

/// Returns the colour channels of a material in the painted room.
pub fn paint(material: &str) -> [u8; 3] {
    match material {
        "floor" => [1, 0, 0],
        "ceiling" => [0, 1, 0],
        "north" => [0, 0, 1],
        "east" => [1, 1, 0],
        "south" => [1, 0, 1],
        "west" => [0, 1, 1],
        "box" => [1, 1, 1],
        other => panic!("the painted room has no {other}"),
    }
}

/// Loads a level in metres and builds its tree with the default parameters that all commands use.
pub fn load(path: &Path) -> (Level, NodeTree) {
    let level = bspwalk_levels::load(path, &super::loading::scaled(1.0), &Progress::default());
    let level = level.expect("the level loads");
    let tree = NodeTree::build(&level.solid_triangles(), &BuildParams::default()).expect("it builds");
    (level, tree)
}

/// A camera: position in metres, angles in degrees, and picture size in pixels. For a 16:9 picture, the horizontal
/// field of view is 90°.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub eye: DVec3,
    pub yaw: f64,
    pub pitch: f64,
    pub size: [u32; 2],
}

impl View {
    /// Returns the camera's right, up and forward axes.
    fn axes(&self) -> [DVec3; 3] {
        let (yaw, pitch) = (self.yaw.to_radians(), self.pitch.to_radians());
        let forward = DVec3::new(-yaw.sin() * pitch.cos(), pitch.sin(), -yaw.cos() * pitch.cos());
        let right = DVec3::new(yaw.cos(), 0.0, -yaw.sin());
        [right, right.cross(forward), forward]
    }

    /// Returns the focal length in pixels.
    fn focus(&self) -> f64 {
        0.5 * f64::from(self.size[1]) / (9.0 / 16.0)
    }

    /// Returns the direction through a point in the picture. The point is in pixels from the upper left corner.
    pub fn through(&self, [x, y]: [f64; 2]) -> DVec3 {
        let [right, up, forward] = self.axes();
        let [width, height] = self.size.map(f64::from);
        (forward + right * ((x - 0.5 * width) / self.focus()) - up * ((y - 0.5 * height) / self.focus()))
            .normalize()
    }

    /// Projects a point onto the picture. Returns `None` if the point is behind the eye or outside the picture.
    pub fn place(&self, point: DVec3) -> Option<[f64; 2]> {
        let [right, up, forward] = self.axes();
        let (offset, [width, height]) = (point - self.eye, self.size.map(f64::from));
        let away = offset.dot(forward);
        if away < 0.05 {
            return None;
        }
        let x = 0.5 * width + self.focus() * offset.dot(right) / away;
        let y = 0.5 * height - self.focus() * offset.dot(up) / away;
        ((0.0..width).contains(&x) && (0.0..height).contains(&y)).then_some([x, y])
    }

    /// Returns the command-line options of `shot` for this view.
    pub fn args(&self) -> Vec<String> {
        let Self {
            eye,
            yaw,
            pitch,
            size,
            ..
        } = self;
        ["--scale", "1", "--size"]
            .map(str::to_owned)
            .into_iter()
            .chain([format!("{}x{}", size[0], size[1])])
            .chain([format!("--eye={},{},{}", eye.x, eye.y, eye.z)])
            .chain([format!("--look={yaw},{pitch}")])
            .collect()
    }

    /// Returns every `step`th pixel in both directions, starting half a step from the upper left corner.
    pub fn pixels(&self, step: usize) -> impl Iterator<Item = [u32; 2]> + use<> {
        let [width, height] = self.size;
        (step as u32 / 2..height)
            .step_by(step)
            .flat_map(move |y| (step as u32 / 2..width).step_by(step).map(move |x| [x, y]))
    }
}

/// The visible point at a position in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct VisiblePoint {
    /// Distance from the eye, in metres.
    pub distance: f64,
    pub point: DVec3,
    pub material: String,
    /// Source number of the triangle.
    pub face: FaceId,
}

/// Returns a convex polygon as a triangle fan around its first corner.
pub fn fan(polygon: &Polygon) -> impl Iterator<Item = [DVec3; 3]> {
    let corners: Vec<DVec3> = polygon.positions().collect();
    (2..corners.len()).map(move |last| [corners[0], corners[last - 1], corners[last]])
}

/// Returns the parameter of a ray's intersection with a triangle, in units of the length of `direction` (Möller and
/// Trumbore, 1997).
pub fn ray_triangle_parameter([a, b, c]: [DVec3; 3], from: DVec3, direction: DVec3) -> Option<f64> {
    let (u, v) = (b - a, c - a);
    let across = direction.cross(v);
    let determinant = u.dot(across);
    let offset = from - a;
    let s = offset.dot(across) / determinant;
    let turned = offset.cross(u);
    let t = direction.dot(turned) / determinant;
    let distance = v.dot(turned) / determinant;
    (s >= 0.0 && t >= 0.0 && s + t <= 1.0 && distance > 1.0e-9).then_some(distance)
}

/// Returns the nearest hit of a ray among all triangles.
pub fn nearest_hit(level: &Level, from: DVec3, direction: DVec3) -> Option<VisiblePoint> {
    let hits = level.triangles.iter().filter_map(|triangle| {
        Some((
            ray_triangle_parameter(triangle.corners, from, direction)?,
            triangle,
        ))
    });
    let (distance, triangle) = hits.min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(VisiblePoint {
        distance,
        point: from + direction * distance,
        material: level.materials[triangle.material as usize].name.clone(),
        face: triangle.source,
    })
}

/// Returns the index of the face's fragment that contains a point.
pub fn fragment_at(tree: &NodeTree, face: FaceId, point: DVec3) -> Option<u32> {
    (0..tree.fragment_count()).find(|&index| {
        let fragment = tree.fragment(index).expect("a number below the count");
        let corners: Vec<DVec3> = fragment.vertices.iter().map(|corner| corner.as_dvec3()).collect();
        let normal: DVec3 = (1..corners.len() - 1)
            .map(|i| (corners[i] - corners[0]).cross(corners[i + 1] - corners[0]))
            .sum();
        fragment.face == face
            && (0..corners.len()).all(|i| {
                let (from, to) = (corners[i], corners[(i + 1) % corners.len()]);
                normal.normalize().dot((to - from).cross(point - from)) >= -1.0e-6
            })
    })
}

/// Returns the fragment if no other fragment is visible within `margin` pixels of a pixel, and `None` otherwise.
pub fn unambiguous_fragment(
    level: &Level,
    tree: &NodeTree,
    view: &View,
    [x, y]: [u32; 2],
    margin: f64,
) -> Option<(VisiblePoint, u32)> {
    let at = |dx: f64, dy: f64| {
        let direction = view.through([f64::from(x) + 0.5 + dx * margin, f64::from(y) + 0.5 + dy * margin]);
        let seen = nearest_hit(level, view.eye, direction)?;
        let fragment = fragment_at(tree, seen.face, seen.point)?;
        Some((seen, fragment))
    };
    let middle = at(0.0, 0.0)?;
    let corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
    corners
        .into_iter()
        .all(|(dx, dy)| at(dx, dy).is_some_and(|(_, fragment)| fragment == middle.1))
        .then_some(middle)
}

/// Converts an sRGB pixel to linear light.
pub fn srgb_to_linear(pixel: [u8; 3]) -> Vec3 {
    Vec3::from(pixel.map(|byte| {
        let value = f32::from(byte) / 255.0;
        if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    }))
}

/// Returns whether a pixel has this colour under an overlay's white light, whose intensity is between about 0.45 and
/// 1.1.
pub fn is_lit(pixel: [u8; 3], color: Vec3) -> bool {
    let light = srgb_to_linear(pixel);
    let strength = light.dot(color) / color.length_squared();
    (light - color * strength).length() < 0.03 + 0.04 * light.length() && (0.44..1.1).contains(&strength)
}

/// Returns the palette colour for a category.
pub fn category(number: u32) -> Vec3 {
    Vec3::from(Palette::default().category(number))
}

/// Returns the face colouring modes, each with the colour that it assigns to a fragment.
pub fn colorings(tree: &NodeTree) -> [(&'static str, Box<dyn Fn(u32) -> Vec3 + '_>); 4] {
    let fragment = |index: u32| tree.fragment(index).expect("a fragment");
    let depth = move |index: u32| tree.node(fragment(index).node).expect("a node").depth;
    [
        ("nodes", Box::new(move |index| category(fragment(index).node.0))),
        (
            "triangles",
            Box::new(move |index| category(fragment(index).face.0)),
        ),
        ("fragments", Box::new(category)),
        (
            "depth",
            Box::new(move |index| {
                let rgb = Palette::default().depth(depth(index));
                Vec3::from(rgb.linear())
            }),
        ),
    ]
}

/// Returns all nodes in a subtree.
pub fn subtree_nodes(tree: &NodeTree, node: Option<NodeId>) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut open: Vec<NodeId> = node.into_iter().collect();
    while let Some(node) = open.pop() {
        found.push(node);
        let node = tree.node(node).expect("a node");
        open.extend([node.front, node.back].into_iter().flatten());
    }
    found
}

/// Returns the edges of all fragments. For each edge, also returns whether the tree created it by cutting, that is,
/// whether it is not part of an edge of the source triangle.
pub fn edges(level: &Level, tree: &NodeTree) -> Vec<([DVec3; 2], bool)> {
    let mut edges = Vec::new();
    for index in 0..tree.fragment_count() {
        let fragment = tree.fragment(index).expect("a fragment");
        let sides = level
            .triangle_of_face(fragment.face)
            .expect("its face is in the level")
            .corners;
        let corners: Vec<DVec3> = fragment.vertices.iter().map(|corner| corner.as_dvec3()).collect();
        for i in 0..corners.len() {
            let edge = [corners[i], corners[(i + 1) % corners.len()]];
            let is_side = (0..3).any(|i| {
                let (from, to) = (sides[i], sides[(i + 1) % 3]);
                edge.iter()
                    .all(|&end| (to - from).cross(end - from).length() / (to - from).length() < 1.0e-4)
            });
            edges.push((edge, !is_side));
        }
    }
    edges
}

/// Returns points along a segment. In a picture that is a few hundred pixels wide, adjacent points are a fraction of a
/// pixel apart.
pub fn along([from, to]: [DVec3; 2]) -> impl Iterator<Item = DVec3> {
    const POINTS: u32 = 1000;
    (0..=POINTS).map(move |i| from.lerp(to, f64::from(i) / f64::from(POINTS)))
}

/// Returns whether a point is visible from the eye.
pub fn is_visible(level: &Level, eye: DVec3, point: DVec3) -> bool {
    let distance = eye.distance(point);
    nearest_hit(level, eye, (point - eye) / distance).is_none_or(|seen| seen.distance > distance - 1.0e-3)
}

/// A set of marked pixels in a picture.
pub struct Mask {
    width: u32,
    marks: Vec<bool>,
}

impl Mask {
    /// Marks all pixels within `radius` pixels of the points' projections.
    pub fn around(view: &View, points: impl IntoIterator<Item = DVec3>, radius: i64) -> Self {
        let [width, height] = view.size;
        let mut marks = vec![false; (width * height) as usize];
        for [x, y] in points.into_iter().filter_map(|point| view.place(point)) {
            for (dx, dy) in (-radius..=radius).flat_map(|dx| (-radius..=radius).map(move |dy| (dx, dy))) {
                let (x, y) = (x as i64 + dx, y as i64 + dy);
                if (0..i64::from(width)).contains(&x) && (0..i64::from(height)).contains(&y) {
                    marks[(y * i64::from(width) + x) as usize] = true;
                }
            }
        }
        Self { width, marks }
    }

    pub fn has(&self, [x, y]: [u32; 2]) -> bool {
        self.marks[(y * self.width + x) as usize]
    }
}
