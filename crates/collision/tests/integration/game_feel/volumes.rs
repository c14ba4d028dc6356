//! Tests swimming and climbing.

use bspwalk_collision::mover::{
    CollisionMethod, Environment, Input, LiquidSurfaces, Mode, Mover, MoverParams, Volumes,
};
use bspwalk_geometry::Aabb;
use bspwalk_levels::LoadOptions;
use bspwalk_testing::{
    levels, meshes,
    worlds::{METHODS, RATES, World, desiring, events, floor, jumping, place_on_ground, towards},
};
use glam::{Vec3, dvec3, vec3};

use super::{count_jumps, run, trees};

fn boxed(min: [f64; 3], max: [f64; 3]) -> Aabb {
    Aabb {
        min: min.into(),
        max: max.into(),
    }
}

/// Returns a basin filled with water up to height 0. Its bank, at the same height, begins at x = 2.
fn basin() -> (World, Volumes) {
    let mut triangles = meshes::room([-6.0, -5.0, -6.0], [6.0, 6.0, 6.0]);
    triangles.extend(meshes::solid([2.0, -4.9, -5.9], [5.9, 0.0, 5.9]));
    let water = Volumes {
        liquids: vec![boxed([-6.0, -5.0, -6.0], [2.0, 0.0, 6.0])],
        ladders: Vec::new(),
    };
    (World::new(triangles), water)
}

/// Returns a swimmer with the given centre.
fn swimmer(params: &MoverParams, method: CollisionMethod, center: Vec3) -> Mover {
    let eye = center + Vec3::Y * (params.eye_height - 0.5 * params.height);
    Mover::new(params, Mode::Walk, method, eye)
}

#[test]
fn swimmer_sinks_slowly_and_floats_at_the_surface() {
    let (world, water) = basin();
    let params = MoverParams::game_feel();
    for method in METHODS {
        for rate in RATES {
            let name = format!("{method:?}, {rate} Hz");
            let mut mover = swimmer(&params, method, vec3(-2.0, -2.0, 0.0));
            run(&world, &water, &mut mover, &Input::default(), rate, 2.0);
            assert!(mover.is_swimming() && !mover.is_grounded(), "{name}");
            let sinks = -mover.velocity.y;
            assert!((sinks - params.sink_speed).abs() < 0.01, "{name}: {sinks} m/s");
            for up in [jumping(), desiring(Vec3::Y)] {
                run(&world, &water, &mut mover, &up, rate, 3.0);
                let steps = run(&world, &water, &mut mover, &up, rate, 2.0);
                for step in steps {
                    assert!(step.center.y.abs() < 0.15, "{name}: at {} m", step.center.y);
                }
            }
        }
    }
}

#[test]
fn swimmer_reaches_swimming_speed_in_all_directions() {
    let (world, water) = basin();
    let params = MoverParams {
        walk_speed: 2.0,
        ..MoverParams::game_feel()
    };
    for method in METHODS {
        for rate in RATES {
            for direction in [Vec3::X, Vec3::NEG_Z, Vec3::Y, Vec3::NEG_Y, vec3(0.6, 0.0, -0.8)] {
                let center = vec3(-3.0, -2.5, 0.0) - direction;
                let mut mover = swimmer(&params, method, center);
                run(&world, &water, &mut mover, &desiring(direction), rate, 1.0);
                let full = params.walk_speed * params.swim_factor;
                let expected = direction * full * (1.0 - (-params.swim_response).exp());
                let off = (mover.velocity - expected).length();
                assert!(
                    off < 0.01,
                    "{method:?}, {rate} Hz, {direction}: {}",
                    mover.velocity
                );
            }
        }
    }
}

#[test]
fn water_slows_a_fall() {
    let (world, water) = basin();
    let params = MoverParams::game_feel();
    for method in METHODS {
        let mut mover = swimmer(&params, method, vec3(-2.0, 4.0, 0.0));
        let steps = run(&world, &water, &mut mover, &Input::default(), 60, 1.8);
        let fastest = steps.iter().map(|step| -step.velocity.y).fold(0.0, f32::max);
        assert!(fastest > 7.0, "{method:?}: {fastest} m/s");
        let now = -mover.velocity.y;
        assert!(
            mover.is_swimming() && now < 0.3 * fastest,
            "{method:?}: {now} m/s"
        );
    }
}

#[test]
fn swimmer_leaps_onto_a_bank() {
    let (world, water) = basin();
    let params = MoverParams::game_feel();
    for method in METHODS {
        for rate in RATES {
            let mut mover = swimmer(&params, method, vec3(0.0, -1.5, 0.0));
            let input = Input {
                jump: true,
                ..towards(1.0, 0.0)
            };
            let steps = run(&world, &water, &mut mover, &input, rate, 4.0);
            let name = format!("{method:?}, {rate} Hz: {}", mover.feet());
            assert!(count_jumps(&events(&steps)) >= 1, "{name}");
            assert!(!mover.is_swimming() && mover.feet().x > 2.0, "{name}");
            run(&world, &water, &mut mover, &Input::default(), rate, 1.0);
            assert!(mover.is_grounded() && mover.feet().y.abs() < 0.01, "{name}");
        }
    }
}

/// Returns a block 3 m high that begins at x = 1, with a ladder on its side.
fn ladder() -> (World, Volumes) {
    let mut triangles = meshes::solid([1.0, 0.1, -3.0], [30.0, 3.0, 3.0]);
    triangles.extend(floor(40.0));
    let ladder = Volumes {
        liquids: Vec::new(),
        ladders: vec![boxed([0.9, 0.0, -0.6], [1.0, 3.2, 0.6])],
    };
    (World::new(triangles), ladder)
}

#[test]
fn ladder_is_climbed_to_the_top() {
    let (world, ladder) = ladder();
    let params = MoverParams::game_feel();
    for method in METHODS {
        for rate in RATES {
            let mut mover = place_on_ground(&world, method, vec3(-1.0, 0.0, 0.0));
            mover.set_params(&params);
            let steps = run(&world, &ladder, &mut mover, &towards(1.0, 0.0), rate, 4.0);
            let name = format!("{method:?}, {rate} Hz: {}", mover.feet());
            assert!(mover.is_grounded() && !mover.is_climbing(), "{name}");
            assert!(
                mover.feet().x > 2.0 && (mover.feet().y - 3.0).abs() < 0.01,
                "{name}"
            );
            assert_eq!(count_jumps(&events(&steps)), 0, "{name}");
            // With climbing turned off, the block is just a wall.
            let mut off = place_on_ground(&world, method, vec3(-1.0, 0.0, 0.0));
            run(&world, &ladder, &mut off, &towards(1.0, 0.0), rate, 4.0);
            assert!(off.feet().x < 0.71 && off.feet().y < 0.01, "{name}");
        }
    }
}

#[test]
fn climber_hangs_descends_and_jumps_off() {
    let (world, ladder) = ladder();
    let params = MoverParams::game_feel();
    for method in METHODS {
        for rate in RATES {
            let mut mover = place_on_ground(&world, method, vec3(-0.5, 0.0, 0.0));
            mover.set_params(&params);
            for _ in 0..2 * rate {
                if mover.feet().y >= 1.5 {
                    break;
                }
                run(
                    &world,
                    &ladder,
                    &mut mover,
                    &towards(1.0, 0.0),
                    rate,
                    1.0 / f64::from(rate),
                );
            }
            let name = format!("{method:?}, {rate} Hz");
            assert!(mover.is_climbing(), "{name}");
            let height = mover.feet().y;
            run(&world, &ladder, &mut mover, &Input::default(), rate, 1.0);
            assert!(
                mover.is_climbing() && (mover.feet().y - height).abs() < 1.0e-3,
                "{name}"
            );
            let mut down = mover.clone();
            run(&world, &ladder, &mut down, &desiring(Vec3::NEG_Y), rate, 1.5);
            assert!(
                down.is_grounded() && !down.is_climbing(),
                "{name}: {}",
                down.feet()
            );
            assert!(down.feet().y.abs() < 0.01, "{name}: {}", down.feet());
            // On the ground, the body walks away from the ladder.
            run(&world, &ladder, &mut down, &towards(-1.0, 0.0), rate, 1.0);
            assert!(
                down.is_grounded() && down.feet().x < -1.0,
                "{name}: {}",
                down.feet()
            );
            let steps = run(
                &world,
                &ladder,
                &mut mover,
                &jumping(),
                rate,
                1.0 / f64::from(rate),
            );
            assert_eq!(count_jumps(&events(&steps)), 1, "{name}");
            assert!(
                !mover.is_climbing() && mover.velocity.x < -3.0,
                "{name}: {}",
                mover.velocity
            );
            run(&world, &ladder, &mut mover, &Input::default(), rate, 2.0);
            assert!(
                mover.is_grounded() && mover.feet().x < 0.0,
                "{name}: {}",
                mover.feet()
            );
        }
    }
}

#[test]
fn volumes_change_no_bit_by_default() {
    let (world, mut volumes) = basin();
    volumes.ladders.push(boxed([-6.0, -5.0, -6.0], [6.0, 6.0, 6.0]));
    assert!(volumes.liquids[0].contains(dvec3(0.0, -1.0, 0.0)));
    for method in METHODS {
        let mut plain = swimmer(&MoverParams::default(), method, vec3(0.0, -1.0, 0.0));
        let mut same = plain.clone();
        for tick in 0..300 {
            let input = Input {
                jump: tick % 40 == 0,
                ..towards(0.7, if tick % 80 < 40 { 0.7 } else { -0.7 })
            };
            plain.tick(world.trees(method), &input, 1.0 / 60.0);
            same.tick(trees(&world, method, &volumes), &input, 1.0 / 60.0);
            assert_eq!(plain, same, "{method:?}, tick {tick}");
        }
    }
}

/// A map defines the surfaces of its water; the level compiled from it defines a leaf for every point. Both must agree.
#[test]
fn map_and_compiled_level_have_the_same_liquids() {
    let [Some(map), Some(compiled)] =
        ["lq_e0m3.map", "lq_e0m3.bsp"].map(|file| levels::load(file, &LoadOptions::default()))
    else {
        return;
    };
    let surfaces = LiquidSurfaces::new(&map.liquid_surfaces()).expect("it builds");
    assert!(!surfaces.is_empty());
    let tree = compiled.own_tree.as_ref().expect("the level is compiled");
    // Ranges in map units around a shallow pool whose surface is at −608.
    let (mut wet, mut same, mut tested) = (0, 0, 0);
    for (x, y) in (0..60).flat_map(|x| (0..80).map(move |y| (x, y))) {
        for z in [-616.0, -600.0] {
            let unit = dvec3(-803.0 + 10.0 * f64::from(x), z, 3471.0 - 10.0 * f64::from(y));
            let point = unit * compiled.units.scale;
            if tree.contents(point).is_opaque() {
                continue;
            }
            let is_liquid = tree.is_liquid(point.as_vec3());
            tested += 1;
            wet += u32::from(is_liquid);
            same += u32::from(is_liquid == surfaces.is_liquid(point.as_vec3()));
        }
    }
    assert!(wet > 50, "{wet} of {tested} points are in water");
    assert!(100 * same > 97 * tested, "{same} of {tested} points agree");
}
