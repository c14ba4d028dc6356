//! Tests that the most expensive brushes of a map are found, shown in the level, and written to a copy as detail, and
//! that the other expensive parts of a level are listed and shown.

use std::sync::Arc;

use bspwalk::app::{
    host::state::{Action, Change, PaletteCommand, ProgramState},
    level::leaf_tree::LeafTreeState,
};
use bspwalk_explain::expensive::Target;
use bspwalk_session::{
    brush_survey::{BrushSurvey, can_survey},
    program::Program,
};
use bspwalk_testing::quake_maps;
use bspwalk_trees::FaceId;

use crate::{
    app::harness::{Rig, room},
    cli::{json, run, text},
};

/// A floor-to-ceiling pillar, which is the brush with index 6.
const PILLAR: quake_maps::Corners = [[96.0, -32.0, 0.0], [128.0, 0.0, 192.0]];

fn ask(rig: &mut Rig, change: impl Fn(&mut Program<'_>) + Send + Sync + 'static) {
    rig.send(Change::new(change));
    rig.frames(1);
}

/// Surveys the brushes of the level.
fn survey(rig: &mut Rig) -> Arc<BrushSurvey> {
    let found = |rig: &Rig| {
        let brushes = &rig.resource::<ProgramState>().level.brushes;
        brushes.found(rig.current()).cloned()
    };
    ask(rig, |program| {
        program.survey_brushes();
    });
    rig.until("the brushes", |rig| found(rig).is_some());
    found(rig).expect("they were found")
}

#[test]
fn costliest_brush_is_found_shown_and_written() {
    let mut rig = Rig::selecting(&room());
    assert!(!can_survey(rig.current()), "an OBJ file has none");
    let map = rig.file("pillar.map", quake_maps::room(&[PILLAR]).as_bytes());
    rig.drop_file(&map);
    assert!(can_survey(rig.current()));
    let found = survey(&mut rig);
    assert_eq!(found.dearest, [6]);
    let faces = found.survey.faces[6].clone();

    rig.run(Action::LookAtBrush(6));
    let face = rig.selected().face.expect("a face is selected");
    assert!(faces.contains(&face));

    rig.until("the brushes in the text", |rig| {
        let built = rig.shown::<LeafTreeState>().built();
        built.is_some_and(|built| built.brushes.is_some())
    });
    rig.run(Action::CopyEditorPlace);
    rig.assert_told(&["Brush 6 of entity 0, line 51", " entity 0 brush 6 line 51"]);

    ask(&mut rig, |program| program.write_detail_copy(6));
    rig.until("the copy", |rig| {
        rig.was_told(&["pillar.detail.map", "Brush 6 is a detail brush"])
    });
    let copy = rig.folder.path().join("pillar.detail.map");
    let text = std::fs::read_to_string(copy).expect("it was written");
    assert!(text.contains("\"func_detail\""), "{text}");
    let original = std::fs::read_to_string(&map).expect("it stays");
    assert_eq!(original, quake_maps::room(&[PILLAR]), "the map is as it was");
}

#[test]
fn window_and_command_line_agree() {
    let mut rig = Rig::selecting(&room());
    // The trees depend on whether they include the door.
    let pillars = [PILLAR, [[-64.0, 96.0, 0.0], [-32.0, 128.0, 128.0]]];
    let door = quake_maps::brush([[-8.0, 64.0, 0.0], [8.0, 128.0, 192.0]]);
    let door = format!("{{\n\"classname\" \"func_door\"\n{door}}}\n");
    let map = rig.file("door.map", (quake_maps::two_rooms(&pillars) + &door).as_bytes());
    rig.drop_file(&map);
    let found = survey(&mut rig);
    let rows = found.rows();
    let faces = |moving: &str| {
        let report = json(&run(["info", "--json", "--moving", moving, text(&map)]));
        report["leaf_tree"]["leaf_faces"].clone()
    };
    assert_ne!(faces("apart"), faces("still"), "the door changes the tree");
    let report = json(&run(["brushes", "--json", text(&map)]));
    let listed = report["dearest"].as_array().expect("a list");
    assert_eq!(listed.len(), rows.len());
    for (row, listed) in rows.iter().zip(listed) {
        assert_eq!(listed["brush"], row.number);
        assert_eq!(listed["pvs_steps"], row.counts.pvs_steps);
    }
    let measured = report["measured"].as_array().expect("a list");
    let savings: Vec<_> = rows.iter().filter_map(|row| row.saving).collect();
    assert_eq!(measured.len(), savings.len());
    assert!(!savings.is_empty());
    for (saving, measured) in savings.iter().zip(measured) {
        assert_eq!(measured["brushes"], serde_json::json!(saving.brushes));
        assert_eq!(measured["changes"], saving.changes());
        assert_eq!(measured["advice"], saving.advice());
    }
}

#[test]
fn expensive_parts_are_listed_and_shown() {
    let mut rig = Rig::selecting(&room());
    rig.until_leaves();
    rig.run(Action::ListExpensive);
    let is_open = |rig: &Rig| rig.resource::<ProgramState>().palette.is_some();
    rig.until("the list", is_open);
    let leaf_in = |rig: &Rig| {
        let palette = rig
            .resource::<ProgramState>()
            .palette
            .as_ref()
            .expect("it is open");
        let leaf = palette.matching_entries().find_map(|entry| match entry.command {
            PaletteCommand::Send(Action::LookAt(Target::Leaf(leaf))) => Some(leaf),
            _ => None,
        });
        leaf.expect("leaves are listed")
    };
    let leaf = leaf_in(&rig);
    rig.resource_mut::<ProgramState>().palette = None;
    rig.run_for(Action::LookAt(Target::Leaf(leaf)), 2);
    assert_eq!(rig.selected().leaf, Some(leaf));
    assert_eq!(rig.selected().node, None);
    rig.run_for(Action::LookAt(Target::Face(FaceId(0))), 2);
    assert_eq!(rig.selected().face, Some(FaceId(0)));
    // The costs are known, so the list opens at once.
    rig.run(Action::ListExpensive);
    assert_eq!(leaf_in(&rig), leaf);
}
