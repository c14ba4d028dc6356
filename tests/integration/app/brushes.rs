//! The dearest brushes of a map: found, shown in the level, and written as detail into a copy.

use bspwalk::app::{
    brushes::{BrushRequest, LevelBrushes, has_brushes},
    shown::ShownIn,
    state::Selection,
};
use bspwalk_testing::quake_maps;

use crate::app::harness::{Rig, room};

/// A pillar from the floor to the ceiling; it is the brush 6.
const PILLAR: quake_maps::Corners = [[96.0, -32.0, 0.0], [128.0, 0.0, 192.0]];

fn ask(rig: &mut Rig, request: BrushRequest) {
    rig.app.world_mut().write_message(request);
    rig.frames(1);
}

#[test]
fn the_dearest_brush_is_found_shown_and_written() {
    let mut rig = Rig::selecting(&room());
    assert!(!has_brushes(rig.current()), "an OBJ file has none");
    let map = rig.file("pillar.map", quake_maps::room(&[PILLAR]).as_bytes());
    rig.drop_file(&map);
    assert!(has_brushes(rig.current()));
    ask(&mut rig, BrushRequest::Survey);
    rig.until("the brushes", |rig| {
        let brushes = rig.app.world().shown::<LevelBrushes>();
        brushes.found(rig.current()).is_some()
    });
    let brushes = rig.app.world().shown::<LevelBrushes>();
    let found = brushes.found(rig.current()).expect("they were found");
    assert_eq!(found.dearest, [6]);
    let faces = found.survey.faces[6].clone();

    ask(&mut rig, BrushRequest::Show(6));
    let face = rig
        .app
        .world()
        .shown::<Selection>()
        .face
        .expect("a face is selected");
    assert!(faces.contains(&face));

    ask(&mut rig, BrushRequest::Write(6));
    rig.until("the copy", |rig| {
        rig.was_told(&["pillar.detail.map", "brush 6 as detail"])
    });
    let copy = rig.folder.path().join("pillar.detail.map");
    let text = std::fs::read_to_string(copy).expect("it was written");
    assert!(text.contains("\"func_detail\""), "{text}");
    let original = std::fs::read_to_string(&map).expect("it stays");
    assert_eq!(original, quake_maps::room(&[PILLAR]), "the map is as it was");
}
