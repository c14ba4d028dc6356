//! Tests brush costs and savings with maps whose results are known.

use std::sync::{Arc, Mutex};

use bspwalk_compile::CompileParams;
use bspwalk_explain::brush_costs::{
    BrushCostSurvey, BrushCounts, MapFigures, MapInput, Measure, Saving, SurveyError, Verdict,
};
use bspwalk_levels::{BrushPart, LoadOptions};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    effort, levels,
    quake_maps::{self, Corners},
};

/// A pillar from floor to ceiling that touches no wall.
const PILLAR: Corners = [[96.0, -32.0, 0.0], [128.0, 0.0, 192.0]];

struct Map {
    text: Vec<u8>,
    options: LoadOptions,
    params: CompileParams,
}

impl Map {
    fn new(text: impl Into<Vec<u8>>) -> Self {
        Self {
            text: text.into(),
            options: LoadOptions::default(),
            params: CompileParams::default(),
        }
    }

    fn input(&self) -> MapInput<'_> {
        MapInput {
            name: "a.map",
            text: &self.text,
            options: &self.options,
            params: &self.params,
        }
    }

    fn survey(&self) -> BrushCostSurvey {
        BrushCostSurvey::new(&self.input(), &Arc::default()).expect("it builds")
    }

    fn as_detail(&self, numbers: &[u32]) -> Saving {
        let saving = self
            .survey()
            .measure_as_detail(&self.input(), numbers, &Arc::default());
        saving.expect("it builds")
    }
}

/// Clears all values that depend on the clock.
fn counted(figures: MapFigures) -> MapFigures {
    MapFigures {
        leaf_ms: 0.0,
        pvs_ms: 0.0,
        ..figures
    }
}

#[test]
fn pillar_splits_room_unless_detail() {
    let map = Map::new(quake_maps::room(&[PILLAR]));
    let survey = map.survey();
    let figures = survey.built.figures();
    // The planes of the pillar's four sides make four nodes, each with an empty leaf in front. Two opposite planes
    // extend from wall to wall. Each of the two leaves between them has a portal to each of the two leaves beyond them.
    assert_eq!((figures.leaves, figures.portals), (4, 4));
    let pillar = survey.counts[6];
    assert_eq!(
        (pillar.nodes, pillar.shared_nodes, pillar.portals),
        (4, 0, 4),
        "{pillar:?}"
    );
    // Faces on the world box are not cut by the pillar's planes.
    assert_eq!(pillar.cuts, 0, "{pillar:?}");
    assert_eq!(survey.most_expensive(Measure::Pvs), [6]);
    for wall in &survey.counts[..6] {
        assert_eq!(
            *wall,
            BrushCounts::default(),
            "the walls are the box around the level"
        );
    }
    // The pillar has four visible sides with at least two triangles each. Its ends are inside the floor and the
    // ceiling.
    assert!(survey.faces[6].len() >= 8, "{:?}", survey.faces[6]);
    let detail = map.as_detail(&[6]);
    let empty = Map::new(quake_maps::room(&[])).survey().built.figures();
    assert_eq!(counted(detail.figures[0]), counted(figures));
    assert_eq!(counted(detail.figures[1]), counted(empty));
    assert_eq!((empty.leaves, empty.portals), (1, 0));
    assert!(!detail.opens);
    assert_eq!(detail.visible.after, 0, "one leaf makes no pair");
    assert_eq!(detail.warning(), None, "{detail:?}");
    assert_eq!(detail.verdict(), Verdict::MakeDetail);
    assert!(
        detail.advice().starts_with("change to detail to save "),
        "{}",
        detail.advice()
    );
    assert!(
        detail.changes().starts_with("leaves −3, portals −4, "),
        "{}",
        detail.changes()
    );
}

#[test]
fn shared_planes_remain_if_one_brush_is_detail() {
    // Pillars in a row: their sides along the row lie on two planes, which extend through the entire room.
    let row: Vec<Corners> = [-192.0, -64.0, 64.0, 192.0]
        .map(|x| [[x, -16.0, 0.0], [x + 16.0, 16.0, 192.0]])
        .to_vec();
    let map = Map::new(quake_maps::room(&row));
    let survey = map.survey();
    for counts in &survey.counts[6..] {
        assert_eq!(counts.shared_nodes, 2, "{counts:?}");
        assert_eq!(counts.nodes, 2, "{counts:?}");
    }
    // Without one pillar, the two leaves between it and its neighbours become one.
    let [before, after] = map.as_detail(&[7]).figures;
    assert_eq!((before.leaves, after.leaves), (7, 6));
    // Without any pillars, the room is empty.
    let [_, after] = map.as_detail(&[6, 7, 8, 9]).figures;
    assert_eq!((after.leaves, after.portals), (1, 0));
}

#[test]
fn cuts_are_charged_to_the_plane_brush() {
    // Blocks arranged like the sails of a windmill: the plane that comes first always cuts a face of the next block.
    let blocks = [
        [[-128.0, 64.0, 0.0], [32.0, 96.0, 192.0]],
        [[64.0, -32.0, 0.0], [96.0, 128.0, 192.0]],
        [[-32.0, -96.0, 0.0], [128.0, -64.0, 192.0]],
        [[-96.0, -128.0, 0.0], [-64.0, 32.0, 192.0]],
    ];
    let survey = Map::new(quake_maps::room(&blocks)).survey();
    let recording = survey.built.leaves.tree.recording().expect("it was recorded");
    let all: u64 = recording
        .decisions
        .iter()
        .map(|decision| u64::from(decision.cuts))
        .sum();
    let of_brushes: u64 = survey.counts.iter().map(|counts| counts.cuts).sum();
    assert!(all > 0, "faces are cut");
    assert_eq!(of_brushes, all);
}

#[test]
fn sealing_brush_leaks_as_detail() {
    let map = Map::new(quake_maps::room(&[PILLAR]));
    let saving = map.as_detail(&[2]);
    assert!(saving.opens);
    let warning = saving.warning().expect("there is one");
    assert!(warning.contains("the level would leak"), "{warning}");
    // A brush that would cause a leak is sorted last.
    let mut savings = [saving, map.as_detail(&[6])];
    Saving::sort(&mut savings);
    assert_eq!(savings.map(|saving| saving.brushes), [[6], [2]]);
    // Making a brush detail does not open a leak in a level that already leaks.
    let walls = quake_maps::walls(quake_maps::ROOM);
    let open = Map::new(quake_maps::map(walls[1..].iter().copied().chain([PILLAR])));
    assert!(!open.survey().built.is_sealed);
    assert!(!open.as_detail(&[5]).opens);
}

#[test]
fn recommended_savings_sort_first() {
    let map = Map::new(quake_maps::room(&[PILLAR]));
    let measured = map.as_detail(&[6]);
    // Creates a saving from the change in leaves, portals and PVS steps, and whether more of the space is visible.
    let saving = |number, [leaves, portals]: [u32; 2], pvs_steps, sees_more| {
        let before = MapFigures {
            leaves: 20,
            portals: 20,
            pvs_steps: 20_000,
            seen_share: 0.5,
            ..MapFigures::default()
        };
        let after = MapFigures {
            leaves,
            portals,
            pvs_steps,
            seen_share: if sees_more { 0.9 } else { 0.5 },
            ..before
        };
        Saving {
            brushes: vec![number],
            figures: [before, after],
            opens: number == 0,
            ..measured.clone()
        }
    };
    let mut savings = [
        saving(0, [1, 1], 1, false),
        saving(1, [1, 1], 1, true),
        saving(2, [8, 20], 36_724, false),
        saving(3, [20, 20], 20_000, false),
        saving(4, [18, 20], 20_000, false),
        saving(5, [8, 11], 18_796, false),
    ];
    Saving::sort(&mut savings);
    let verdicts = savings
        .each_ref()
        .map(|saving| (saving.brushes[0], saving.verdict()));
    let expected = [
        (5, Verdict::MakeDetail),
        (4, Verdict::MakeDetail),
        (3, Verdict::SavesNothing),
        (2, Verdict::SavesNothing),
        (1, Verdict::Hides),
        (0, Verdict::Leaks),
    ];
    assert_eq!(verdicts, expected);
    let advice = savings.each_ref().map(Saving::advice);
    assert_eq!(
        advice[..4],
        [
            "change to detail to save 1,204 PVS steps, 9 portals, 12 leaves",
            "change to detail to save 2 leaves",
            "keep structural because the change to detail would save nothing",
            "keep structural because the change to detail would cost 16,724 PVS steps more",
        ]
    );
}

#[test]
fn hint_pays_only_where_it_hides_something() {
    let hall = quake_maps::hall_with_side_rooms();
    let useful = Map::new(quake_maps::with_brush(&hall, &quake_maps::hall_hint()));
    // In a convex room, everything sees everything.
    let across = quake_maps::hint([[0.0, -256.0, 0.0], [8.0, 256.0, 192.0]], 0);
    let useless = Map::new(quake_maps::with_brush(&quake_maps::room(&[]), &across));
    for (map, without, number, pays) in [
        (useful, hall, 10, true),
        (useless, quake_maps::room(&[]), 6, false),
    ] {
        let survey = map.survey();
        assert_eq!(survey.hints(), [number]);
        let effects = survey.hint_effects(&map.input(), &[number], &Arc::default());
        let [effect] = &effects.expect("it builds")[..] else {
            panic!("one effect");
        };
        let figures = effect.figures.map(counted);
        assert_eq!(figures[0], counted(Map::new(without).survey().built.figures()));
        assert_eq!(figures[1], counted(survey.built.figures()));
        assert!(figures[1].leaves > figures[0].leaves, "{figures:?}");
        assert!(figures[1].portals > figures[0].portals, "{figures:?}");
        assert_eq!(effect.pays(), pays, "{effect:?}");
        let hides = figures[0].seen_share > figures[1].seen_share + 0.01;
        assert_eq!(hides, pays, "{figures:?}");
        let start = if pays {
            "keep this hint: with it"
        } else {
            "remove this hint: "
        };
        assert!(effect.advice().starts_with(start), "{}", effect.advice());
        assert!(effect.changes().starts_with("leaves +"), "{}", effect.changes());
        // A hint has no faces, so its planes are not counted as a cost of brushes.
        assert_eq!(survey.counts[number as usize], BrushCounts::default());
        let wall = survey.hint_effects(&map.input(), &[0], &Arc::default());
        assert!(matches!(wall, Err(SurveyError::Detail(_))), "{wall:?}");
    }
}

#[test]
fn measuring_reports_progress_per_brush() {
    let map = Map::new(quake_maps::room(&[
        PILLAR,
        [[-32.0, 96.0, 0.0], [0.0, 128.0, 192.0]],
    ]));
    let survey = map.survey();
    let stages = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&stages);
    let progress = Arc::new(Progress::with_check_hook(move |progress| {
        let mut stages = seen.lock().expect("no thread panics");
        let stage = progress.stage().to_string();
        if stages.last() != Some(&stage) {
            stages.push(stage);
        }
    }));
    let savings = survey.savings(&map.input(), &[vec![6], vec![7]], &progress);
    assert_eq!(savings.expect("it builds").len(), 2);
    let stages = stages.lock().expect("no thread panics").clone();
    assert_eq!(
        stages[..],
        ["Measuring: 1 of 2 brushes", "Measuring: 2 of 2 brushes"]
    );
    assert_eq!(progress.fraction(), Some(1.0));
    let rows: Vec<u32> = survey
        .rows(&[], Measure::Pvs)
        .iter()
        .map(|row| row.number)
        .collect();
    assert_eq!(rows, survey.most_expensive(Measure::Pvs));
    progress.cancel();
    let cancelled = survey.savings(&map.input(), &[vec![6]], &progress);
    assert!(
        matches!(cancelled, Err(SurveyError::Cancelled(_))),
        "{cancelled:?}"
    );
}

#[test]
fn occluding_wall_should_not_become_detail() {
    // Three rooms in a row, with narrow doors at opposite walls, so that the first and the last room are not visible
    // from each other.
    let walls = [
        [[-128.0, -256.0, 0.0], [-64.0, 192.0, 192.0]],
        [[-128.0, 208.0, 0.0], [-64.0, 256.0, 192.0]],
        [[0.0, -256.0, 0.0], [64.0, -208.0, 192.0]],
        [[0.0, -192.0, 0.0], [64.0, 256.0, 192.0]],
    ];
    let text = quake_maps::room(&walls).replace("\"-128 0 32\"", "\"-192 0 32\"");
    let saving = Map::new(text).as_detail(&[6]);
    let [before, after] = saving.figures;
    assert!(before.seen_share < 0.8 && after.seen_share > 0.99, "{saving:?}");
    let warning = saving.warning().expect("there is one");
    assert!(warning.starts_with("detail hides nothing"), "{warning}");
    assert_eq!(saving.verdict(), Verdict::Hides);
}

#[test]
fn survey_reports_cancellation_and_bad_input() {
    let map = Map::new(quake_maps::room(&[]));
    let progress = Arc::<Progress>::default();
    let survey = map.survey();
    progress.cancel();
    let cancelled = [
        BrushCostSurvey::new(&map.input(), &progress).err(),
        survey.measure_as_detail(&map.input(), &[0], &progress).err(),
    ];
    for error in cancelled {
        assert!(matches!(error, Some(SurveyError::Cancelled(_))), "{error:?}");
    }
    let broken = Map::new("{\n{\n");
    let error = BrushCostSurvey::new(&broken.input(), &Arc::default());
    assert!(matches!(error, Err(SurveyError::Level(_))), "{error:?}");
    let missing = survey.measure_as_detail(&map.input(), &[99], &Arc::default());
    assert!(matches!(missing, Err(SurveyError::Detail(_))), "{missing:?}");
}

#[test]
fn real_level_counts_stay_within_tree_totals() {
    let Some(folder) = levels::folder() else { return };
    let names = ["lqdm6_a6.map", "lq_e0m3.map", "playground.map"];
    for name in effort::sample(names, names.len()) {
        let Ok(text) = std::fs::read(folder.join(name)) else {
            println!("NO REAL LEVEL: {name}");
            continue;
        };
        levels::record_level_use(name);
        let mut map = Map::new(text);
        map.params = CompileParams::quick();
        let survey = map.survey();
        let all = survey.built.figures();
        let sum = |figure: fn(&BrushCounts) -> u64| survey.counts.iter().map(figure).sum::<u64>();
        // Each node is counted for at most one brush, and so are the portals on its plane.
        let nodes = sum(|counts| counts.nodes.into());
        let portals = sum(|counts| counts.portals.into());
        assert!(
            nodes > 0 && nodes <= survey.built.leaves.tree.node_count().into(),
            "{name}"
        );
        assert!(portals > 0 && portals <= all.portals.into(), "{name}");
        assert!(sum(|counts| counts.pvs_steps) <= all.pvs_steps, "{name}");
        for (number, brush) in survey.map.brushes.iter().enumerate() {
            let is_counted = survey.counts[number].nodes > 0;
            assert!(
                !is_counted || brush.part == BrushPart::Structural,
                "{name}: {brush:?}"
            );
        }
        let dearest = survey.candidates(Measure::Portals);
        let [first, last] = [dearest[0], dearest[dearest.len() - 1]];
        assert!(survey.counts[first as usize].portals >= survey.counts[last as usize].portals);
        let saving = survey
            .measure_as_detail(&map.input(), &[first], &Arc::default())
            .expect("it builds");
        assert_eq!(counted(saving.figures[0]), counted(all), "{name}");
        println!(
            "{name}: brush {first}: {}; {:?}",
            saving.changes(),
            saving.warning()
        );
    }
}
