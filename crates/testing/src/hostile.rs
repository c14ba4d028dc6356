//! Deliberately invalid compiled levels with valid checksums. Levels that the reader accepts must survive all queries.
//! Property tests and fuzz targets share this module.

use std::{
    hint::black_box,
    sync::{Arc, OnceLock},
};

use bspwalk_collision::{
    Capsule,
    mover::{CollisionMethod, Input, Mode, Mover, MoverParams, Trees},
};
use bspwalk_compile::{
    CompileParams, CompiledLevel,
    file::{self, FORMAT_VERSION, ReadError},
    leaf_triangles,
};
use bspwalk_draw::{
    light::LightSampler,
    raster::{
        Camera, Coloring, FrameStyle, Frames, RasterFaces, Scene, Style, VisibilityMethod,
        find_visible_fragments,
    },
};
use bspwalk_progress::Progress;
use bspwalk_trees::observer::Unobserved;
use bspwalk_trees::{
    ExpandedTree, LeafTree, NodeId, NodeTree, Obstacles,
    node_storing::DepthOrder,
    solid_leaf::{
        Child, LeafId, OUTSIDE, Pvs, PvsParams,
        portals::{find_leak, reachable_leaves, unreachable_leaves},
        pvs::{Clusters, SightlineSampling, explain, opening_count, sample_sightlines},
    },
};
use glam::{DVec3, Vec3};

use super::{
    container::{self, Section},
    levels,
    small_level::{compiled_from, room},
    tokens::{Token, Tokens},
};

/// A function that chooses a number from 0 up to, but excluding, its argument. The argument is positive.
pub type Choose<'a> = &'a mut dyn FnMut(u64) -> u64;

/// Returns the seeds for invalid files: one level with images, and some real levels.
pub fn seeds() -> &'static [Seed] {
    static SEEDS: OnceLock<Vec<Seed>> = OnceLock::new();
    SEEDS.get_or_init(|| {
        let real = ["CornellBox-Original.obj", "lqdm6_a6_world.obj"];
        let real = real.into_iter().filter_map(levels::load_with_source);
        let real = real.map(|level| Seed::new(&compiled_from(level)));
        std::iter::once(Seed::new(&room())).chain(real).collect()
    })
}

/// A valid level from which invalid files are derived: its sections, and the tokens of the sections that contain
/// values.
pub struct Seed {
    pub sections: Vec<Section>,
    values: Vec<Tokens>,
}

impl Seed {
    /// Creates a seed from a valid level.
    pub fn new(compiled: &CompiledLevel) -> Self {
        let sections = container::unpack(&file::to_bytes(compiled));
        let mut info = Tokens::from_value(&concat!("bspwalk ", env!("CARGO_PKG_VERSION")));
        info.append(Tokens::from_value(&(
            &compiled.source,
            &compiled.options,
            &compiled.params,
            &compiled.timings,
        )));
        let mut level = Tokens::from_value(&*compiled.level);
        level.append(images_of(compiled));
        let values = vec![
            info,
            level,
            Tokens::from_value(&*compiled.structure),
            Tokens::from_value(&*compiled.nodes),
            Tokens::from_value(&*compiled.leaves),
            Tokens::from_value(&*compiled.pvs),
        ];
        Self { sections, values }
    }

    /// Returns the tokens of a section.
    pub fn value(&self, section: usize) -> &Tokens {
        &self.values[section]
    }

    /// Returns whether encoding the tokens produces the sections.
    pub fn is_right(&self) -> bool {
        let sections = self.sections.iter().zip(&self.values);
        // Skip the info section. It differs, because it contains the version of the test crate.
        sections
            .skip(1)
            .all(|(section, value)| section.content == value.encode())
    }

    /// Returns a file with some invalid values, but with valid checksums.
    pub fn corrupted_file(&self, other: &Self, choose: Choose<'_>) -> Vec<u8> {
        let mut sections = self.sections.clone();
        // The level, the trees and the PVS are chosen more often than other sections.
        let index = [1, 3, 3, 4, 4, 4, 5, 5, 2, 0, 6][choose(11) as usize];
        let values = self.values.get(index);
        match (choose(12), values) {
            (0, _) => {
                let index = choose(self.sections.len() as u64) as usize;
                let content = &mut sections[index].content;
                match choose(3) {
                    0 => content.truncate(choose(content.len() as u64 + 1) as usize),
                    1 => content.extend(std::iter::repeat_n(choose(256) as u8, choose(40) as usize)),
                    _ => flip(content, choose),
                }
            }
            (1, _) => {
                let index = choose(self.sections.len().min(other.sections.len()) as u64) as usize;
                sections[index] = other.sections[index].clone();
            }
            (2..=4, Some(value)) if !value.lists.is_empty() => {
                let list = choose(value.lists.len() as u64) as usize;
                let changed = value.clone().with_items(list, |order| rearrange(order, choose));
                sections[index].content = changed.encode();
            }
            (_, Some(value)) => {
                let mut value = value.clone();
                for _ in 0..=choose(3) {
                    let at = choose(value.tokens.len() as u64) as usize;
                    value.tokens[at] = changed(&value.tokens, at, choose);
                }
                sections[index].content = value.encode();
            }
            (_, None) => {
                let last = sections.len() - 1;
                match choose(3) {
                    0 => sections.truncate(last),
                    1 => sections.push(self.sections[last].clone()),
                    _ => sections[last].content.truncate(choose(100) as usize),
                }
            }
        }
        let mut file = container::pack(FORMAT_VERSION, &sections);
        if choose(40) == 0 {
            flip(&mut file, choose);
            container::update_checksum(&mut file);
        }
        file
    }
}

/// Returns the tokens of the image references, which follow the level in the level's section.
fn images_of(compiled: &CompiledLevel) -> Tokens {
    let mut images = Vec::new();
    let of_material: Vec<Option<u32>> = compiled
        .level
        .materials
        .iter()
        .map(|material| {
            let texture = material.texture.as_ref()?;
            let known = images.iter().position(|known| Arc::ptr_eq(known, texture));
            Some(known.unwrap_or_else(|| {
                images.push(Arc::clone(texture));
                images.len() - 1
            }) as u32)
        })
        .collect();
    let sizes: Vec<[u32; 2]> = images.iter().map(|image| image.size).collect();
    Tokens::from_value(&(sizes, of_material))
}

fn flip(bytes: &mut [u8], choose: Choose<'_>) {
    for _ in 0..=choose(3) {
        let at = choose(bytes.len().max(1) as u64) as usize;
        if let Some(byte) = bytes.get_mut(at) {
            *byte ^= 1 << choose(8);
        }
    }
}

/// Swaps, repeats or removes some items of a list.
fn rearrange(order: &mut Vec<usize>, choose: Choose<'_>) {
    let mut place = |order: &Vec<usize>| choose(order.len().max(1) as u64) as usize;
    let (a, b) = (place(order), place(order));
    match choose(5) {
        0 => order.swap(a, b),
        1 => order.insert(a, order[b]),
        2 => drop(order.remove(a)),
        3 => order.truncate(a),
        _ => order[a] = order[b],
    }
}

/// Returns an invalid token that differs slightly or greatly from the original.
fn changed(tokens: &[Token], at: usize, choose: Choose<'_>) -> Token {
    // Another token of the same kind, either from nearby or from anywhere in the list.
    let other = |choose: Choose<'_>| {
        let from = if choose(2) == 0 { at.saturating_sub(64) } else { 0 };
        let start = from + choose((tokens.len() - from) as u64) as usize;
        let kind = std::mem::discriminant(&tokens[at]);
        let found = tokens[start..]
            .iter()
            .find(|token| std::mem::discriminant(*token) == kind);
        found.cloned().unwrap_or_else(|| tokens[at].clone())
    };
    match &tokens[at] {
        Token::Bool(value) => Token::Bool(!value),
        Token::Some(value) => Token::Some(!value),
        Token::Byte(value) => match choose(3) {
            0 => Token::Byte(0),
            1 => Token::Byte(u8::MAX),
            _ => Token::Byte(value ^ 1 << choose(8)),
        },
        Token::Number(value) => match choose(8) {
            0 => Token::Number(0),
            1 => Token::Number(value + 1),
            2 => Token::Number(value.saturating_sub(1)),
            3 => Token::Number(u32::MAX.into()),
            4 => Token::Number(u128::from(u32::MAX - 1)),
            5 => Token::Number(choose(2000).into()),
            _ => other(choose),
        },
        Token::Signed(value) => Token::Signed(-value),
        Token::Single(value) => match choose(4) {
            0 => Token::Single(SPECIAL[choose(SPECIAL.len() as u64) as usize] as f32),
            1 => Token::Single(f32::from_bits(value.to_bits() ^ 1 << choose(32))),
            2 => Token::Single(-value),
            _ => other(choose),
        },
        Token::Double(value) => match choose(4) {
            0 => Token::Double(SPECIAL[choose(SPECIAL.len() as u64) as usize]),
            1 => Token::Double(f64::from_bits(value.to_bits() ^ 1 << choose(64))),
            2 => Token::Double(-value),
            _ => other(choose),
        },
        Token::Text(text) => match choose(3) {
            0 => Token::Text(String::new()),
            1 => Token::Text(format!("*{text}")),
            _ => other(choose),
        },
        Token::Length { items, end } => {
            let items = match choose(4) {
                0 => 0,
                1 => items + 1,
                2 => items.saturating_sub(1),
                _ => u64::MAX >> choose(64),
            };
            Token::Length { items, end: *end }
        }
        Token::Variant(kind) => Token::Variant(if choose(2) == 0 {
            kind ^ 1
        } else {
            choose(9) as u32
        }),
    }
}

/// Numbers that are often special cases in arithmetic.
const SPECIAL: [f64; 12] = [
    0.0,
    -0.0,
    1.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN_POSITIVE,
    1.0e38,
    -1.0e9,
    1.0e8,
    1.0e-30,
];

/// Reads a file and, if it is accepted, runs all queries on the level. Returns whether the file was accepted.
pub fn read_and_query(bytes: &[u8]) -> bool {
    match file::from_bytes("test.bspw", bytes, &Progress::default()) {
        Ok(compiled) => {
            ask_everything(&compiled);
            true
        }
        Err(error) => {
            assert!(
                matches!(
                    error,
                    ReadError::Damaged { .. } | ReadError::NotCompiled { .. } | ReadError::Version { .. }
                ),
                "{error}"
            );
            false
        }
    }
}

/// Runs all queries on a level. They must terminate without panicking.
pub fn ask_everything(compiled: &CompiledLevel) {
    let CompiledLevel {
        level,
        nodes,
        leaves,
        pvs,
        structure,
        ..
    } = compiled;
    let bytes = file::to_bytes(compiled);
    assert!(file::from_bytes("again.bspw", &bytes, &Progress::default()).is_ok());
    for material in &level.materials {
        if let Some(texture) = &material.texture {
            black_box((texture.is_whole(), texture.has_holes(), texture.mipmaps().len()));
        }
    }
    black_box((
        structure.statistics(),
        structure.reasons().first(),
        leaf_triangles(level, structure).len(),
    ));
    black_box(compiled.parts_to_rebuild(&CompileParams::quick()));
    let expanded = ExpandedTree::new(leaves, nodes);
    black_box((
        expanded.cell_count(),
        expanded.bevel_count(),
        expanded.max_face_plane_distance(),
        expanded.uncovered().len(),
    ));
    let points = points(compiled);
    ask_nodes(nodes, &points);
    ask_leaves(leaves, &points);
    ask_sight(leaves, pvs, &points);
    let obstacles = leaves.obstacles(&level.solid_triangles());
    for pair in points.windows(2) {
        let (from, to) = (pair[0].as_vec3(), pair[1].as_vec3());
        ask_obstacles(&**nodes, from, to);
        ask_obstacles(&obstacles, from, to);
        black_box(bspwalk_collision::push_ati(nodes, from, 0.4).center);
        for body in bodies() {
            black_box(bspwalk_collision::sweep_planes(
                &**nodes, &expanded, body, from, to,
            ));
            black_box(expanded.trace(from, to, body.half_axis, body.radius));
            black_box(expanded.touching(from, body.half_axis, body.radius, 0.5).len());
        }
    }
    ask_mover(compiled, &expanded);
    ask_pictures(compiled);
}

/// Returns points inside a level, on its boundary, and far from it.
fn points(compiled: &CompiledLevel) -> Vec<DVec3> {
    let bounds = compiled.level.bounds;
    let mut points = vec![compiled.level.spawn.eye, bounds.center(), bounds.min, bounds.max];
    points.extend([
        DVec3::ZERO,
        DVec3::splat(1.0e9),
        DVec3::new(f64::NAN, 0.0, f64::INFINITY),
    ]);
    let tree = compiled.nodes.bounds();
    points.extend([tree.min, tree.max, compiled.leaves.bounds().center()]);
    let mut random = fastrand::Rng::with_seed(1);
    let mut inside = || bounds.min + bounds.size() * DVec3::from([(); 3].map(|()| random.f64()));
    points.extend([inside(), inside(), inside()]);
    points
}

fn bodies() -> [Capsule; 3] {
    [
        Capsule::sphere(0.3),
        Capsule::standing(1.8, 0.3),
        Capsule::sphere(f32::MAX),
    ]
}

/// Returns a sample of the numbers below `count`, including the first and the last, and two out-of-range numbers.
fn some<Id: From<u32>>(count: u32) -> impl Iterator<Item = Id> {
    let step = (count / 24).max(1) as usize;
    (0..count)
        .step_by(step)
        .chain([count.wrapping_sub(1), count, u32::MAX])
        .map(Id::from)
}

fn ask_nodes(tree: &NodeTree, points: &[DVec3]) {
    black_box((tree.validate().is_ok(), tree.statistics(), tree.root()));
    black_box((
        tree.bounds(),
        tree.tolerances(),
        tree.params(),
        tree.triangle_count(),
    ));
    black_box((tree.recording().is_some(), tree.root_cell_bounds()));
    for id in some(tree.node_count()) {
        black_box((tree.node(id), tree.ancestors(id).count()));
        black_box((tree.cell(id).volume(), tree.plane_polygon(id)));
    }
    for index in some(tree.fragment_count()) {
        black_box(tree.fragment(index));
    }
    let (mut contacts, mut faces) = (Vec::new(), Vec::new());
    for &point in points {
        let at = point.as_vec3();
        black_box((
            tree.path(at).count(),
            tree.cast_observed(at, Vec3::ZERO, Unobserved),
        ));
        for radius in [0.0, 0.5, 1.0e9, f32::NAN] {
            tree.contacts(at, radius, &mut contacts);
            tree.overlap(at - radius, at + radius, &mut faces);
            black_box((contacts.len(), faces.len()));
        }
        for direction in [DepthOrder::FrontToBack, DepthOrder::BackToFront] {
            assert_eq!(
                tree.nodes_from(point, direction).count() as u32,
                tree.node_count()
            );
            black_box(tree.fragments_from(point, direction).count());
        }
    }
}

fn ask_leaves(tree: &LeafTree, points: &[DVec3]) {
    black_box((
        tree.validate().is_ok(),
        tree.statistics(),
        tree.root(),
        tree.bounds(),
    ));
    black_box((
        tree.tolerances(),
        tree.params(),
        tree.misclassified_faces().len(),
        tree.separation(),
    ));
    black_box((
        tree.recording().is_some(),
        tree.world_box().volume(),
        tree.planes().len(),
    ));
    black_box((
        tree.adjacencies().len(),
        tree.mesh().draws.len(),
        tree.empty_leaves().len(),
    ));
    for id in some(tree.node_count()) {
        black_box((tree.node(id), tree.ancestors(id).count()));
    }
    for leaf in some(tree.leaf_count()) {
        black_box((
            tree.leaf(leaf),
            tree.is_solid(leaf),
            tree.ancestors_of_leaf(leaf).count(),
        ));
        black_box(tree.leaf_cell(leaf).volume());
    }
    for adjacency in some::<u32>(tree.adjacencies().len() as u32) {
        if let Some(adjacency) = tree.adjacencies().get(adjacency as usize) {
            black_box((adjacency.open_area(), adjacency.one_sided_area()));
        }
    }
    for portal in some(tree.portal_count()) {
        black_box(tree.portal(portal));
    }
    for fragment in some(tree.fragment_count()) {
        black_box(tree.fragment(fragment));
    }
    let order = tree.order();
    let graph = tree.portal_graph();
    for &point in points {
        let leaf = tree.locate(point);
        black_box(tree.ancestors_of_leaf(leaf).count());
        let mut near = order.near_to_far(point);
        black_box((near.by_ref().count(), near.plane_tests()));
        for &portal in tree.portals_of(leaf).iter().take(64) {
            black_box((
                graph.leaf_across(portal, leaf),
                graph.portal_contains(portal, point, 0.1),
            ));
        }
        for &to in points {
            let mut steps = 0;
            tree.visit_along(point, to, |_, _| {
                steps += 1;
                true
            });
            black_box((steps, tree.sightline(point, to)));
        }
        if let Some(leak) = find_leak(graph, leaf, point) {
            black_box((leak.hole(), leak.length()));
        }
        black_box(reachable_leaves(graph, leaf).len());
        black_box(unreachable_leaves(graph, leaf, |leaf| !tree.is_solid(leaf)).len());
    }
    let mut filled = tree.clone();
    let inside = points.first().map_or(OUTSIDE, |&point| filled.locate(point));
    if filled.fill_unreachable(inside).is_ok() {
        black_box(filled.validate().is_ok());
    }
    assert!(matches!(
        tree.root(),
        Child::Node(NodeId(0)) | Child::Leaf(LeafId(0))
    ));
}

fn ask_sight(tree: &LeafTree, pvs: &Pvs, points: &[DVec3]) {
    black_box((pvs.statistics(), pvs.is_final(), pvs.leaf_count()));
    black_box(pvs.mean_visible(&tree.empty_leaves()));
    let leaves: Vec<LeafId> = points.iter().map(|&point| tree.locate(point)).collect();
    for leaf in some(tree.leaf_count()).chain(leaves.iter().copied()) {
        black_box((pvs.row(leaf).count(), pvs.cluster(leaf)));
    }
    for pair in leaves.windows(2) {
        black_box(pvs.visible(pair[0], pair[1]));
        black_box(explain(
            tree.portal_graph(),
            pvs,
            &tree.tolerances(),
            pair[1],
            pair[0],
        ));
    }
    let sampling = SightlineSampling {
        lines: 20,
        lines_per_pair: 2,
        seed: 1,
    };
    black_box(sample_sightlines(tree, pvs, &tree.empty_leaves(), sampling));
    let clusters = tree
        .clusters(8, &Progress::default())
        .expect("it is not cancelled");
    black_box(opening_count(tree.portal_graph(), &clusters));
    black_box(opening_count(
        tree.portal_graph(),
        &Clusters::singletons(tree.leaf_count()),
    ));
    let params = PvsParams {
        steps: 200,
        max_openings: 200,
    };
    if let Ok(pvs) = tree.pvs(&params, &Progress::default(), |_| {}) {
        assert_eq!(pvs.check(tree.leaf_count(), &Progress::default()), Ok(()));
    }
}

fn ask_obstacles(tree: &impl Obstacles, from: Vec3, to: Vec3) {
    black_box((tree.cast(from, to), tree.bounds()));
    let mut contacts = Vec::new();
    for body in bodies() {
        bspwalk_collision::contacts(tree, body, from, &mut contacts);
        black_box((contacts.len(), bspwalk_collision::is_clear(tree, body, from)));
        black_box(bspwalk_collision::sweep(tree, body, from, to));
        black_box(bspwalk_collision::depenetrate(tree, body, from));
        black_box(bspwalk_collision::slide(tree, body, from, to));
    }
}

fn ask_mover(compiled: &CompiledLevel, planes: &ExpandedTree) {
    let trees: Trees<'_> = Trees {
        nodes: &compiled.nodes,
        planes: Some(planes),
        hulls: compiled.level.tree_with_hulls(),
        environment: None,
    };
    let eye = compiled.level.spawn.eye.as_vec3();
    for way in CollisionMethod::OF_ANY_LEVEL {
        for mode in [Mode::Walk, Mode::Fly] {
            let mut mover = Mover::new(&MoverParams::default(), mode, way, eye);
            black_box(mover.enter(trees.nodes, eye));
            for tick in 0..6 {
                let input = Input {
                    desired: Vec3::new(1.0, 0.0, tick as f32 - 2.0),
                    jump: tick == 1,
                    ..Input::default()
                };
                black_box(mover.tick(trees, &input, 0.1));
            }
        }
    }
}

fn ask_pictures(compiled: &CompiledLevel) {
    let (level, nodes) = (&compiled.level, &compiled.nodes);
    let camera = Camera::perspective(level.spawn.eye, [level.spawn.yaw, -0.2], 1.2);
    let scene = Scene::new(level, nodes, nodes);
    let faces = RasterFaces::new(nodes, |face| {
        level.triangle_of_face(face).map(|triangle| triangle.corners)
    });
    let mut frames = Frames::new(level, nodes);
    for method in [
        VisibilityMethod::Painter,
        VisibilityMethod::FrontToBack,
        VisibilityMethod::DepthBuffer,
    ] {
        let style = FrameStyle {
            method,
            ..FrameStyle::default()
        };
        black_box(frames.draw(&camera, [9, 7], &style).stats);
        black_box(find_visible_fragments(&faces, &camera, [9, 7], method).len());
        for coloring in [Coloring::Material, Coloring::Depth] {
            let style = Style {
                coloring,
                selected: nodes.root(),
                ..Style::default()
            };
            black_box(scene.draw_picture(&camera, [9, 7], &style, method).len());
        }
    }
    black_box(LightSampler::new(level, nodes).sees_sun(level.spawn.eye.as_vec3()));
}
