//! Structural and detail faces: exact checks on tiny levels, approximate checks on real ones.

use std::{fmt::Write, sync::Arc, time::Duration};

use bspwalk_compile::{
    BuiltLeafTree, CompileError, CompileParams,
    structure::{Kind, Reason, Structure, StructureParams, StructureStatistics},
};
use bspwalk_levels::{Level, LevelError, LoadOptions, UpAxis, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{effort, levels, meshes, strategies};
use bspwalk_trees::solid_leaf::{ADJACENCY_PHASE, LeafBuildError};
use proptest::prelude::*;

/// OBJ text under construction.
#[derive(Default)]
struct Obj {
    text: String,
    vertices: usize,
}

impl Obj {
    fn object(mut self, name: &str) -> Self {
        writeln!(self.text, "o {name}").unwrap();
        self
    }

    fn material(mut self, name: &str) -> Self {
        writeln!(self.text, "usemtl {name}").unwrap();
        self
    }

    /// Adds a polygon with unshared corners.
    fn face(mut self, corners: &[[f64; 3]]) -> Self {
        for [x, y, z] in corners {
            writeln!(self.text, "v {x} {y} {z}").unwrap();
        }
        self.text.push('f');
        for corner in 1..=corners.len() {
            write!(self.text, " {}", self.vertices + corner).unwrap();
        }
        self.text.push('\n');
        self.vertices += corners.len();
        self
    }

    /// Adds a closed box of 12 triangles.
    fn block(mut self, min: [f64; 3], size: [f64; 3]) -> Self {
        for i in 0..8 {
            let at = |axis: usize| min[axis] + if i >> axis & 1 == 1 { size[axis] } else { 0.0 };
            writeln!(self.text, "v {} {} {}", at(0), at(1), at(2)).unwrap();
        }
        for side in meshes::BOX_SIDES {
            let [a, b, c, d] = side.map(|corner| self.vertices + corner + 1);
            writeln!(self.text, "f {a} {b} {c} {d}").unwrap();
        }
        self.vertices += 8;
        self
    }

    /// Adds a floor of `n` × `n` squares with shared corners.
    fn floor(mut self, n: usize, side: f64) -> Self {
        for z in 0..=n {
            for x in 0..=n {
                let at = |i: usize| side * i as f64 / n as f64;
                writeln!(self.text, "v {} 0 {}", at(x), at(z)).unwrap();
            }
        }
        for z in 0..n {
            for x in 0..n {
                let corner = |dx: usize, dz: usize| self.vertices + (z + dz) * (n + 1) + x + dx + 1;
                let (a, b, c, d) = (corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0));
                writeln!(self.text, "f {a} {b} {c} {d}").unwrap();
            }
        }
        self.vertices += (n + 1) * (n + 1);
        self
    }

    fn try_level(&self) -> Result<Level, LevelError> {
        let options = LoadOptions {
            scale: Some(1.0),
            up: Some(UpAxis::Y),
            ..LoadOptions::default()
        };
        bspwalk_levels::load_from_memory("test", self.text.as_bytes(), &(), &options, &Progress::default())
    }

    fn level(&self) -> Level {
        self.try_level().expect("the level is right")
    }
}

fn statistics(level: &Level, params: &StructureParams) -> StructureStatistics {
    let structure = Structure::new(level, params, &Progress::default()).unwrap();
    assert_eq!(structure.reasons().len(), level.triangles.len());
    assert_eq!(structure.check(level), Ok(()));
    structure.statistics()
}

/// Returns a 20 × 6 × 20 m hall.
fn hall() -> Obj {
    Obj::default().object("walls").block([0.0; 3], [20.0, 6.0, 20.0])
}

#[test]
fn object_names_precede_material_names() {
    let level = hall()
        .object("DETAIL_pillar")
        .material("structure_stone")
        .block([4.0, 0.0, 4.0], [1.0, 6.0, 1.0])
        .object("bench")
        .material("Detail.wood")
        .block([8.0, 0.0, 4.0], [2.0, 1.0, 2.0])
        .object("structural_crate")
        .material("wood")
        .block([12.0, 0.0, 4.0], [0.5, 0.5, 0.5])
        .level();
    let expected = StructureStatistics {
        structural: 24,
        structural_by_name: 12,
        detail: 24,
        detail_by_name: 24,
        ..StructureStatistics::default()
    };
    assert_eq!(statistics(&level, &StructureParams::default()), expected);
    assert_eq!(statistics(&level, &StructureParams::names()), expected);
    assert_eq!(
        statistics(&level, &StructureParams::all_structural()).structural,
        48
    );
}

#[test]
fn prefix_letters_count_only_if_enabled() {
    let level = hall()
        .object("DSphere01")
        .block([4.0, 0.0, 4.0], [2.0, 2.0, 2.0])
        .object("SDoor")
        .block([8.0, 0.0, 4.0], [0.5, 0.5, 0.5])
        .level();
    let params = StructureParams {
        letters: true,
        ..StructureParams::default()
    };
    let with = statistics(&level, &params);
    assert_eq!(
        (with.detail_by_name, with.structural_by_name, with.small),
        (12, 12, 0)
    );
    let without = statistics(&level, &StructureParams::default());
    assert_eq!((without.detail, without.small), (12, 12));
}

#[test]
fn choice_by_hand_precedes_names_except_liquids() {
    let level = hall()
        .object("detail_beam")
        .block([4.0, 0.0, 4.0], [2.0, 2.0, 2.0])
        .object("*water")
        .block([8.0, 0.0, 4.0], [2.0, 2.0, 2.0])
        .object("altar")
        .block([12.0, 0.0, 4.0], [2.0, 2.0, 2.0])
        .level();
    let params = StructureParams {
        by_hand: [
            ("detail_beam".to_owned(), Kind::Structural),
            ("*water".to_owned(), Kind::Structural),
            ("altar".to_owned(), Kind::Detail),
            ("no such object".to_owned(), Kind::Detail),
        ]
        .into(),
        ..StructureParams::default()
    };
    let expected = StructureStatistics {
        structural: 24,
        structural_by_hand: 12,
        detail: 24,
        liquid: 12,
        detail_by_hand: 12,
        ..StructureStatistics::default()
    };
    assert_eq!(statistics(&level, &params), expected);
}

#[test]
fn small_separate_pieces_are_detail() {
    let level = hall()
        // Boxes on the floor, against a wall and in the air; the last is as tall as a person.
        .block([4.0, 0.0, 7.0], [1.0, 1.0, 1.0])
        .block([0.0, 1.0, 10.0], [0.3, 0.3, 0.3])
        .block([9.0, 3.0, 9.0], [1.4, 0.1, 0.1])
        .block([14.0, 0.0, 4.0], [0.4, 1.8, 0.4])
        .level();
    let found = statistics(&level, &StructureParams::default());
    assert_eq!((found.structural, found.detail, found.small), (24, 36, 36));
    let params = StructureParams {
        detail_size: 2.0,
        ..StructureParams::default()
    };
    assert_eq!(statistics(&level, &params).small, 48);
    for detail_size in [0.0, -1.0, f64::NAN] {
        let params = StructureParams {
            detail_size,
            ..StructureParams::default()
        };
        assert_eq!(statistics(&level, &params).small, 0, "{detail_size}");
    }
}

#[test]
fn wall_of_small_panels_is_structural() {
    // A wall of 1 m panels without shared corners: every other row is offset by half a panel.
    let mut obj = Obj::default().face(&[
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 20.0],
        [20.0, 0.0, 20.0],
        [20.0, 0.0, 0.0],
    ]);
    let mut panels = 0;
    for row in 0..6 {
        for column in 0..19 {
            let (x, y) = (
                f64::from(column) + 0.5 * f64::from(row % 2),
                f64::from(row) + 0.25,
            );
            obj = obj.face(&[
                [x, y, 0.0],
                [x + 1.0, y, 0.0],
                [x + 1.0, y + 1.0, 0.0],
                [x, y + 1.0, 0.0],
            ]);
            panels += 1;
        }
    }
    let level = obj.level();
    assert_eq!(level.triangles.len(), 2 + 2 * panels);
    let found = statistics(&level, &StructureParams::default());
    assert_eq!((found.structural as usize, found.small), (2 + 2 * panels, 0));
    // A single panel counts as small.
    let alone = hall()
        .face(&[[5.0, 2.0, 0.5], [6.0, 2.0, 0.5], [6.0, 3.0, 0.5], [5.0, 3.0, 0.5]])
        .level();
    assert_eq!(statistics(&alone, &StructureParams::default()).small, 2);
}

#[test]
fn only_liquid_levels_lack_structural_faces() {
    let small = Obj::default()
        .object("detail_all")
        .block([0.0; 3], [0.5, 0.5, 0.5]);
    let by_hand = StructureParams {
        by_hand: [("detail_all".to_owned(), Kind::Detail)].into(),
        ..StructureParams::default()
    };
    for params in [StructureParams::default(), StructureParams::names(), by_hand] {
        assert_eq!(statistics(&small.level(), &params).structural, 12, "{params:?}");
    }
    let crates = (0..100).fold(Obj::default(), |obj, i| {
        obj.block([2.0 * f64::from(i), 0.0, 0.0], [0.5, 0.5, 0.5])
    });
    assert_eq!(
        statistics(&crates.level(), &StructureParams::default()).structural,
        1200
    );
    let pool = Obj::default().object("*pool").block([0.0; 3], [5.0, 5.0, 5.0]);
    let found = statistics(&pool.level(), &StructureParams::default());
    assert_eq!((found.structural, found.liquid), (0, 12));
}

#[test]
fn budget_goes_to_the_largest_facets() {
    // A flat floor of 200 triangles, and a dome of many small facets.
    let mut obj = Obj::default().floor(10, 20.0).object("dome");
    let (rings, sectors) = (8_u32, 24_u32);
    let point = |ring: u32, sector: u32| {
        let up = std::f64::consts::FRAC_PI_2 * f64::from(ring) / f64::from(rings);
        let round = std::f64::consts::TAU * f64::from(sector % sectors) / f64::from(sectors);
        [
            10.0 + 4.0 * up.cos() * round.cos(),
            4.0 * up.sin(),
            10.0 + 4.0 * up.cos() * round.sin(),
        ]
    };
    for ring in 0..rings - 1 {
        for sector in 0..sectors {
            obj = obj.face(&[
                point(ring, sector),
                point(ring + 1, sector),
                point(ring + 1, sector + 1),
                point(ring, sector + 1),
            ]);
        }
    }
    let level = obj.level();
    let within = |budget| StructureParams {
        budget,
        ..StructureParams::default()
    };
    let all = level.triangles.len() as u32;
    assert_eq!(statistics(&level, &within(all)).structural, all);
    assert_eq!(statistics(&level, &within(0)).structural, all);
    // The floor is one facet. Each quadrilateral of the dome has two triangles, which form one or two facets.
    for budget in [1, 2, 31] {
        let found = Structure::new(&level, &within(budget), &Progress::default()).unwrap();
        let statistics = found.statistics();
        assert!(
            (200..=200 + 2 * (budget - 1)).contains(&statistics.structural),
            "{statistics:?}"
        );
        assert_eq!(statistics.over_budget, statistics.detail);
        for (triangle, reason) in level.triangles.iter().zip(found.reasons()) {
            if level.objects[triangle.object as usize] != "dome" {
                assert_eq!(*reason, Reason::Rest);
            }
        }
    }
}

#[test]
fn named_faces_are_outside_the_budget() {
    let level = hall()
        .object("structure_tower")
        .block([4.0, 0.0, 4.0], [2.0, 6.0, 2.0])
        .level();
    let params = StructureParams {
        budget: 4,
        ..StructureParams::default()
    };
    let found = statistics(&level, &params);
    // Structural: four of the six walls, each a facet of two triangles, and the tower's twelve triangles.
    assert_eq!(
        (found.structural, found.structural_by_name, found.over_budget),
        (20, 12, 4)
    );
}

proptest! {
    #![proptest_config(strategies::config(effort::sampled_or_whole(16, 64)))]

    /// In any level, some faces are structural, they are within the budget, and the counts by reason add up.
    #[test]
    fn every_level_has_structural_faces_in_budget(
        corners in prop::collection::vec(prop::array::uniform3(prop::array::uniform3(-9_i32..9)), 1..80),
        scale in prop::sample::select(vec![0.01, 1.0, 300.0]),
        budget in 1_u32..50,
        detail_size in 0.0..4.0_f64,
    ) {
        let mut obj = Obj::default();
        for triangle in &corners {
            obj = obj.face(&triangle.map(|corner| corner.map(|x| f64::from(x) * scale)));
        }
        // Rejected levels are skipped. The test fails if there are too many of them.
        let level = obj.try_level().map_err(|error| TestCaseError::reject(error.to_string()))?;
        let params = StructureParams { budget, detail_size, ..StructureParams::default() };
        let found = statistics(&level, &params);
        // Without shared corners, each triangle is a separate facet.
        prop_assert!((1..=budget).contains(&found.structural), "{found:?}");
        prop_assert_eq!((found.structural + found.detail) as usize, level.triangles.len());
        prop_assert_eq!(found.detail, found.small + found.over_budget);
        prop_assert_eq!(Structure::new(&level, &params, &Progress::default()).unwrap(), Structure::new(&level, &params, &Progress::default()).unwrap());
    }
}

#[test]
fn built_in_levels_have_only_structural_solids() {
    for level in builtin::all() {
        let level = builtin::load(level.name, &LoadOptions::default(), &Progress::default()).unwrap();
        let found = statistics(&level, &StructureParams::default());
        assert_eq!(found.detail, found.liquid, "{}: {found:?}", level.name);
    }
}

#[test]
fn real_levels_have_plausible_structure() {
    for name in [
        "recast_nav_test.obj",
        "lqdm6_a6_world.obj",
        "recast_dungeon.obj",
        "CornellBox-Original.obj",
    ] {
        let Some(level) = levels::load_as_documented(name) else {
            return;
        };
        let found = statistics(&level, &StructureParams::default());
        assert_eq!(found.detail, found.liquid, "{name}: {found:?}");
    }
    if !effort::is_full() {
        return;
    }
    // In Sponza, the building is structural; plants and curtains are not.
    let Some(sponza) = levels::load_as_documented("crytek_sponza_quantised.obj") else {
        return;
    };
    let structure = Structure::new(&sponza, &StructureParams::default(), &Progress::default()).unwrap();
    assert!(
        (10_000..40_000).contains(&structure.statistics().structural),
        "{:?}",
        structure.statistics()
    );
    let share = |material: &str| {
        let mut faces = sponza
            .triangles
            .iter()
            .zip(structure.reasons())
            .filter(|(triangle, _)| sponza.materials[triangle.material as usize].name == material)
            .map(|(triangle, reason)| {
                let [a, b, c] = triangle.corners;
                ((b - a).cross(c - a).length(), reason.kind())
            })
            .collect::<Vec<_>>();
        let all: f64 = faces.iter().map(|face| face.0).sum();
        faces.retain(|face| face.1 == Kind::Structural);
        faces.iter().map(|face| face.0).sum::<f64>() / all
    };
    for material in ["floor", "bricks", "ceiling", "arch", "roof"] {
        assert!(share(material) > 0.8, "{material}: {}", share(material));
    }
    for material in ["leaf", "chain", "vase_round"] {
        assert!(share(material) < 0.05, "{material}: {}", share(material));
    }
}

/// Returns a heightfield of `side` × `side` 1 m squares, with hills of several sizes.
fn heightfield(side: usize) -> Level {
    let mut text = String::new();
    for z in 0..=side {
        for x in 0..=side {
            let height: f64 = (0..6)
                .map(|octave| {
                    let (scale, octave) = (0.05 * 2.1_f64.powi(octave), f64::from(octave));
                    let (x, z) = (x as f64 * scale, z as f64 * scale * 1.1);
                    10.0 * 0.7_f64.powf(octave) * (x + octave).sin() * (z + 2.0 * octave).cos()
                })
                .sum();
            writeln!(text, "v {x} {height:.4} {z}").unwrap();
        }
    }
    for z in 0..side {
        for x in 0..side {
            let a = z * (side + 1) + x + 1;
            let (b, c, d) = (a + side + 1, a + side + 2, a + 1);
            writeln!(text, "f {a} {b} {c}\nf {a} {c} {d}").unwrap();
        }
    }
    Obj { text, vertices: 0 }.level()
}

/// Squares along each side of the heightfields in the limit tests.
const SIDE: usize = 260;

/// Builds the solid-leaf tree with the given limits, and returns it with its progress.
fn limited(
    level: &Level,
    budget: u32,
    max_fragments: u32,
) -> (Result<BuiltLeafTree, CompileError>, Arc<Progress>) {
    let mut params = CompileParams::default();
    params.structure.budget = budget;
    params.leaves.max_fragments = max_fragments;
    let progress = Arc::<Progress>::default();
    (bspwalk_compile::leaf_tree(level, &params, &progress), progress)
}

#[test]
fn too_many_faces_fail_before_structure() {
    let level = heightfield(SIDE);
    let (built, progress) = limited(&level, 2000, level.triangles.len() as u32);
    let error = built.expect_err("it has too many faces");
    assert!(
        matches!(
            error,
            CompileError::Leaves(LeafBuildError::TooManyFragments { .. })
        ),
        "{error}"
    );
    assert!(error.to_string().contains("max_fragments"), "{error}");
    assert_eq!(
        progress.time_spent("Dividing space by structural faces"),
        Duration::ZERO
    );
}

#[test]
fn too_many_fragments_fail_before_solidity() {
    let level = heightfield(SIDE);
    let (built, progress) = limited(&level, 2000, level.triangles.len() as u32 * 13 / 10);
    let error = built.expect_err("it has too many fragments");
    assert!(
        matches!(
            error,
            CompileError::Leaves(LeafBuildError::TooManyFragments { .. })
        ),
        "{error}"
    );
    assert_eq!(progress.time_spent(ADJACENCY_PHASE), Duration::ZERO);
}

#[test]
fn fewer_structural_facets_keep_fragment_limit() {
    let level = heightfield(SIDE);
    let (built, _) = limited(&level, 8000, level.triangles.len() as u32 * 2);
    let structural = built
        .expect("a smaller budget fits")
        .structure
        .statistics()
        .structural;
    assert!(
        (1000..8000).contains(&structural),
        "{structural} faces are structural"
    );
}
