//! The course in `torture`: the inputs at each exhibit, and the expected results computed from the exhibit's
//! dimensions.

use bspwalk_collision::mover::MoverParams;
use bspwalk_session::course::{Course, Span, Station, StationCheck, TICKS_PER_SECOND};

use super::{
    CANNON, DEPTH, HALF_WIDTH, NEEDLES, PATCHES, RAMPS, SLIVERS, SPIKES, STAIRS, WEDGES,
    draft::Draft,
    exhibits::{
        ANGLES, BARREL_HEIGHT, FLIGHTS, LANCE, LANDING, LANDING_HEIGHT, MOUTH, MUZZLE, NAIL_HEIGHT, NAILS,
        NEEDLE, NEEDLE_AT, OBELISK, PLATE, RADIUS, SHOTS, SLOPES, TERRACE, TERRACE_HEIGHT, TOOTH,
        ramp_length, wedge_depth,
    },
    patches::{RISER, SLIVER_FLOOR, STAIR_AT, STEPS, TREAD},
};

/// Maximum vertical speed of the eye on stairs, in m/s. Without smoothing, a 0.15 m step would move the eye at 18 m/s.
const CALM: f64 = 8.0;

/// Returns the course.
pub(crate) fn course() -> Course {
    let mut stations = Vec::new();
    wedges(&mut stations);
    needles(&mut stations);
    stairs(&mut stations);
    ramps(&mut stations);
    spikes(&mut stations);
    slivers(&mut stations);
    cannon(&mut stations);
    patches(&mut stations);
    Course { stations }
}

/// Returns the height range of a walking body's centre on a floor at this height.
fn standing(floor: f64) -> [f64; 2] {
    [floor + 0.8, floor + 1.0]
}

fn wedges(stations: &mut Vec<Station>) {
    for (index, (degrees, mouth, w)) in ANGLES.into_iter().enumerate() {
        let name = format!("wedge_{degrees:02}");
        let title = format!("{degrees}° wedge");
        let shows = "A body pushed into an acute corner stops between its walls. Pushing it out of one wall must not push it \
                     into the other.";
        let apex = MOUTH + wedge_depth(degrees, mouth);
        let rest = apex - RADIUS / (0.5 * f64::from(degrees).to_radians()).sin();
        let flies = index % 2 == 1;
        let draft = if flies {
            Draft::fly(&WEDGES, &name, &title, shows, [0.6, 1.5, w + 0.13]).look(0.0, -20.0)
        } else {
            Draft::walk(&WEDGES, &name, &title, shows, [0.6, 0.0, w + 0.13])
        };
        let height = if flies { [0.29, 0.32] } else { standing(0.0) };
        stations.push(
            draft
                .ahead(6 * TICKS_PER_SECOND as u64, index == 2)
                .reaches([rest - 0.02, rest + 0.005], height, [w - 0.01, w + 0.01])
                .keeps_out([rest + 0.01, DEPTH + 40.0], [-40.0, 60.0], [w - 1.0, w + 1.0])
                .rests()
                .station,
        );
    }
}

fn needles(stations: &mut Vec<Station>) {
    let [wide, narrow] = NEEDLE_AT;
    stations.push(
        Draft::walk(
            &NEEDLES,
            "needle_wide",
            "Needle, 1 mm wider",
            "A body passes through a corridor that is 1 mm wider than itself, even if it enters off-centre.",
            [1.2, 0.0, wide + 0.1],
        )
        .ahead(8 * TICKS_PER_SECOND as u64, false)
        .reaches([NEEDLE[1] + 0.6, DEPTH], standing(0.0), [wide - 0.5, wide + 0.5])
        .station,
    );
    stations.push(
        Draft::walk(
            &NEEDLES,
            "needle_narrow",
            "Needle, 1 mm narrower",
            "A body does not enter a corridor that is 1 mm narrower than itself, and does not jitter in front of it.",
            [1.2, 0.0, narrow - 0.1],
        )
        .ahead(6 * TICKS_PER_SECOND as u64, false)
        .reaches([NEEDLE[0] - 0.03, NEEDLE[0]], standing(0.0), [narrow - 0.01, narrow + 0.01])
        .keeps_out([NEEDLE[0], DEPTH], [-1.0, 4.0], [narrow - 1.0, narrow + 1.0])
        .rests()
        .station,
    );
}

fn stairs(stations: &mut Vec<Station>) {
    for (rise, _, w) in FLIGHTS {
        let centimetres = (100.0 * rise).round();
        let span = Span { from: 60, to: 345 };
        stations.push(
            Draft::walk(
                &STAIRS,
                &format!("stairs_{centimetres}"),
                &format!("{centimetres} cm stairs"),
                "The body runs up and down the stairs at full speed. Its feet stay on the ground, and the eye moves smoothly.",
                [0.8, 0.0, w],
            )
            .ahead(375, false)
            .reaches(LANDING, standing(LANDING_HEIGHT), [w - 0.1, w + 0.1])
            .reaches([LANDING[1] + 4.0, DEPTH], standing(0.0), [w - 0.1, w + 0.1])
            .check(StationCheck::KeepsSpeed { speed: 4.0, share: 0.99, span })
            .check(StationCheck::StaysGrounded { span })
            .check(StationCheck::CalmEye { speed: CALM, span })
            .station,
        );
    }
}

fn ramps(stations: &mut Vec<Station>) {
    for (degrees, w) in SLOPES {
        let climbed = f64::from(degrees) <= f64::from(MoverParams::default().max_slope);
        let shows = if climbed {
            "A body climbs a walkable slope without losing speed."
        } else {
            "A slope that is one degree too steep acts as a wall. A body cannot climb it, not even in small steps."
        };
        let name = format!("ramp_{degrees}");
        let draft = Draft::walk(&RAMPS, &name, &format!("{degrees}° ramp"), shows, [1.0, 0.0, w]);
        let width = [w - 1.2, w + 1.2];
        let span = Span { from: 60, to: 280 };
        let draft = if climbed {
            draft
                .ahead(290, false)
                .reaches([TERRACE + 1.0, DEPTH], standing(TERRACE_HEIGHT), width)
                .check(StationCheck::KeepsSpeed {
                    speed: 4.0,
                    share: 0.99,
                    span,
                })
                .check(StationCheck::StaysGrounded { span })
        } else {
            draft
                .ahead(5 * TICKS_PER_SECOND as u64, false)
                .keeps_out([0.0, DEPTH], [0.9 + 0.7, 8.0], width)
        };
        stations.push(draft.station);
    }
    let (degrees, w) = SLOPES[1];
    let slope = f64::from(degrees).to_radians();
    let above = RADIUS / slope.cos() - RADIUS;
    stations.push(
        Draft::walk(
            &RAMPS,
            "ramp_rest",
            "Rest on the steepest ramp",
            "A body at rest on a walkable slope does not slide.",
            [
                TERRACE - 0.5 * ramp_length(degrees),
                0.5 * TERRACE_HEIGHT + above,
                w,
            ],
        )
        .wait(3 * TICKS_PER_SECOND as u64)
        .rests()
        .station,
    );
}

fn spikes(stations: &mut Vec<Station>) {
    let [u, _, w] = LANCE;
    stations.push(
        Draft::walk(
            &SPIKES,
            "spike_lance",
            "Lance",
            "A single vertex at chest height acts as a wall: it deflects the body instead of penetrating it.",
            [1.0, 0.0, w + 0.08],
        )
        .ahead(8 * TICKS_PER_SECOND as u64, false)
        .reaches([u + 4.0, DEPTH], standing(0.0), [w - 1.5, w + 1.5])
        .rests()
        .station,
    );
    let [u, _, w] = OBELISK;
    stations.push(
        Draft::walk(
            &SPIKES,
            "spike_obelisk",
            "Obelisk",
            "A body that hits the sharp edge of the obelisk almost head-on slides past it.",
            [1.0, 0.0, w + 0.06],
        )
        .ahead(5 * TICKS_PER_SECOND as u64, false)
        .reaches([u + 3.0, DEPTH], standing(0.0), [w - 2.0, w + 2.0])
        .station,
    );
    let [u, y, w] = TOOTH;
    stations.push(
        Draft::fly(
            &SPIKES,
            "spike_tooth",
            "Tooth",
            "A sphere that falls straight onto a spike rests on its tip. With the ATI sample's push-out, which ignores \
             vertices, the sphere sinks in.",
            [u, y + 1.8, w],
        )
        .look(0.0, -90.0)
        .ahead(4 * TICKS_PER_SECOND as u64, false)
        .reaches([u - 0.01, u + 0.01], [y + RADIUS - 0.001, y + RADIUS + 0.01], [w - 0.01, w + 0.01])
        .keeps_out([u - 1.0, u + 1.0], [-3.0, y + RADIUS - 0.001], [w - 1.0, w + 1.0])
        .rests()
        .station,
    );
    let [u, w] = NAILS;
    stations.push(
        Draft::fly(
            &SPIKES,
            "spike_nails",
            "Bed of nails",
            "A sphere that sinks between nails rests on their edges and does not pass through any of them.",
            [u + 0.77, 2.6, w + 0.74],
        )
        .look(0.0, -90.0)
        .ahead(5 * TICKS_PER_SECOND as u64, false)
        .reaches([u, u + 1.5], [RADIUS, NAIL_HEIGHT + RADIUS], [w, w + 1.5])
        .rests()
        .station,
    );
}

fn slivers(stations: &mut Vec<Station>) {
    let [_, w] = SLIVER_FLOOR;
    let row = 0.25 * (w[1] - w[0]);
    let span = Span { from: 90, to: 320 };
    for (name, title, shows, w, right) in [
        (
            "slivers_across",
            "Ten thousand slivers, across",
            "The seams of a floor of ten thousand slivers neither lift the body nor slow it down.",
            -2.0 * row + 0.6,
            9.0,
        ),
        (
            "slivers_hubs",
            "Ten thousand slivers, hub by hub",
            "More than a thousand slivers meet at each of five vertices. These vertices neither stop nor lift the \
             body.",
            row,
            0.0,
        ),
    ] {
        stations.push(
            Draft::walk(&SLIVERS, name, title, shows, [0.8, 0.0, w])
                .look(right, 0.0)
                .ahead(330, false)
                .check(StationCheck::KeepsHeight { metres: 1.0e-4, span })
                .check(StationCheck::KeepsSpeed {
                    speed: 4.0,
                    share: 0.9999,
                    span,
                })
                .check(StationCheck::StaysGrounded { span })
                .station,
        );
    }
    let dive = 8.0_f64;
    let span = Span { from: 150, to: 320 };
    stations.push(
        Draft::fly(
            &SLIVERS,
            "slivers_slide",
            "Ten thousand slivers, grazed",
            "A sphere pressed onto the slivers slides over them as if over a single plane.",
            [0.8, 0.6, 1.6],
        )
        .look(-11.0, -dive as f32)
        .ahead(330, false)
        .check(StationCheck::KeepsHeight { metres: 1.0e-4, span })
        .check(StationCheck::KeepsSpeed {
            speed: 4.0 * dive.to_radians().cos(),
            share: 0.9999,
            span,
        })
        .station,
    );
}

fn cannon(stations: &mut Vec<Station>) {
    let loaded = MoverParams {
        fly_speed: 1000.0,
        fly_response: 10_000.0,
        ..MoverParams::default()
    };
    let beyond = [-40.0, 60.0];
    let [square, slant] = SHOTS;
    let muzzle = MUZZLE + 0.5;
    let drafts = [
        Draft::fly(
            &CANNON,
            "cannon_square",
            "Cannon, head-on",
            "A sphere at 1,000 m/s moves 8 m per tick, but does not pass through a plate 2 cm thick.",
            [muzzle, BARREL_HEIGHT, square],
        )
        .ahead(2 * TICKS_PER_SECOND as u64, false)
        .reaches(
            [PLATE - RADIUS - 0.02, PLATE],
            [1.4, 1.6],
            [square - 0.1, square + 0.1],
        )
        .keeps_out([PLATE, DEPTH + 4000.0], beyond, [square - 1.0, square + 1.0]),
        Draft::fly(
            &CANNON,
            "cannon_slant",
            "Cannon, at an angle",
            "A sphere shot at a slanted plate slides along it and stops where the plate meets the wall.",
            [muzzle, BARREL_HEIGHT, slant],
        )
        .ahead(2 * TICKS_PER_SECOND as u64, false)
        .reaches([PLATE, DEPTH - RADIUS + 0.01], [1.4, 1.6], [slant - 3.0, slant])
        .keeps_out([DEPTH, DEPTH + 4000.0], beyond, [-HALF_WIDTH, HALF_WIDTH]),
        Draft::fly(
            &CANNON,
            "cannon_corner",
            "Cannon, into the corner",
            "A sphere shot at the floor slides on and stops where the floor meets the walls.",
            [muzzle, BARREL_HEIGHT, 0.0],
        )
        .look(-70.0, -15.0)
        .ahead(2 * TICKS_PER_SECOND as u64, false)
        .reaches(
            [0.0, DEPTH - RADIUS + 0.01],
            [RADIUS - 0.001, RADIUS + 0.01],
            [-HALF_WIDTH, RADIUS - HALF_WIDTH + 0.01],
        )
        .keeps_out([-200.0, 4000.0], [-4000.0, 0.0], [-4000.0, 4000.0]),
    ];
    for draft in drafts {
        let mut draft = draft.rests();
        draft.station.params = loaded;
        stations.push(draft.station);
    }
}

fn patches(stations: &mut Vec<Station>) {
    let top = RISER * f64::from(STEPS);
    let end = STAIR_AT + TREAD * f64::from(STEPS);
    let span = Span { from: 60, to: 230 };
    for (name, title, start, right, goal, floor) in [
        (
            "patches_up",
            "Mosaic stairs, up",
            [0.8, 0.0, 0.9],
            7.0,
            [end + 0.6, DEPTH],
            top,
        ),
        (
            "patches_down",
            "Mosaic stairs, down",
            [end + 2.0, top, -1.6],
            173.0,
            [-2.0, STAIR_AT - 0.5],
            0.0,
        ),
    ] {
        stations.push(
            Draft::walk(
                &PATCHES,
                name,
                title,
                "Treads made of many coplanar patches feel like treads made of one piece.",
                start,
            )
            .look(right, 0.0)
            .ahead(240, false)
            .reaches(goal, standing(floor), [-HALF_WIDTH, HALF_WIDTH])
            .check(StationCheck::KeepsSpeed {
                speed: 4.0,
                share: 0.99,
                span,
            })
            .check(StationCheck::StaysGrounded { span })
            .check(StationCheck::CalmEye { speed: CALM, span })
            .station,
        );
    }
}

/// Returns the course in the JSON format that is embedded in the binary.
pub(crate) fn json() -> String {
    let mut text = serde_json::to_string_pretty(&course()).expect("a course can be written");
    text.push('\n');
    text
}
