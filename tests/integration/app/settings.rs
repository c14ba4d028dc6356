//! Tests for settings that are kept after the window closes.

use bevy::{
    prelude::*,
    window::{PrimaryWindow, WindowResolution},
};
use bspwalk::app::{
    host::state::{Action, Overlays, ProgramState},
    input::settings::{FIELDS_OF_VIEW, KeepsWindow, Settings, SettingsPath, WindowPlace},
};
use bspwalk::cli::WindowArgs;
use bspwalk_collision::mover::{CollisionMethod, MoverParams};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::node_storing::Measure;

use crate::app::harness::{Rig, room, settings_file, temp_folder};

fn rig(folder: tempfile::TempDir) -> Rig {
    Rig::started(folder, WindowArgs::default())
}

/// Creates a rig that starts with the given settings file.
fn rig_with(text: &str) -> Rig {
    let folder = temp_folder();
    std::fs::write(settings_file(folder.path()), text).expect("the file can be written");
    rig(folder)
}

#[test]
fn settings_round_trip() {
    let mut first = rig(temp_folder());
    let mut settings = first.resource_mut::<Settings>();
    settings.field_of_view = 101.0;
    (settings.reduced_motion, settings.head_bob) = (true, true);
    (settings.dock_measure, settings.dock_height) = (Measure::Cost, 301.0);
    settings.brightness = 2.5;
    first
        .resource_mut::<ProgramState>()
        .overlays
        .set(OverlayKind::Wireframe, true);
    first.resource_mut::<ProgramState>().ui.dock = true;
    first.resource_mut::<ProgramState>().ui.text_scale.0 = 1.7;
    first.player().speed = 7.5;
    first.player().radius = 0.45;
    first.frames(15);
    let written = std::fs::read_to_string(settings_file(first.folder.path())).expect("they were written");
    assert!(written.contains("101"), "{written}");
    let mut second = rig(first.folder);
    let settings = second.resource::<Settings>().clone();
    assert_eq!(settings.field_of_view, 101.0);
    assert!(
        second
            .resource::<ProgramState>()
            .overlays
            .is_on(OverlayKind::Wireframe)
    );
    assert_eq!(settings.brightness, 2.5);
    assert!(settings.reduced_motion && settings.easing().reduced);
    assert!(settings.head_bob && !settings.bobs(), "the head is still");
    assert!(
        second.resource::<ProgramState>().ui.dock,
        "the dock is open again"
    );
    assert_eq!(
        second.resource::<ProgramState>().ui.text_scale.0,
        1.7,
        "the size of text"
    );
    assert_eq!(
        (settings.dock_measure, settings.dock_height),
        (Measure::Cost, 301.0)
    );
    assert_eq!((second.player().speed, second.player().radius), (7.5, 0.45));
    assert_eq!(settings.recent.len(), 1, "the level that was opened");
}

#[test]
fn settings_are_written_on_exit() {
    let mut rig = rig(temp_folder());
    rig.frames(15);
    rig.resource_mut::<Settings>().field_of_view = 77.0;
    rig.send(AppExit::Success);
    rig.frames(1);
    let written = std::fs::read_to_string(settings_file(rig.folder.path())).expect("they were written");
    assert!(written.contains("77"), "{written}");
}

/// Settings are written in the last schedule of a frame, where Bevy reports that a window was closed by its title bar
/// button.
#[test]
fn closing_the_window_saves_the_last_change() {
    for in_tour in [false, true] {
        let mut first = Rig::saving(temp_folder(), &room(), 100, |app| {
            app.add_plugins(WindowPlugin::default());
        });
        first.frames(15);
        if in_tour {
            first.command(Action::Tour);
            first.until("the tour", |rig| rig.resource::<ProgramState>().ui.tour);
        }
        first.resource_mut::<ProgramState>().ui.text_scale.0 = 1.7;
        let world = first.app.world_mut();
        let mut windows = world.query_filtered::<Entity, With<Window>>();
        let windows: Vec<Entity> = windows.iter(world).collect();
        for window in windows {
            world.despawn(window);
        }
        first.frames(1);
        assert!(!first.resource::<Messages<AppExit>>().is_empty());
        let second = rig(first.folder);
        let kept = second.resource::<ProgramState>().ui.text_scale.0;
        assert_eq!(kept, 1.7, "in the tour: {in_tour}");
        assert_eq!(
            second.resource::<ProgramState>().overlays,
            Overlays::default(),
            "what the tour shows is not kept"
        );
    }
}

#[test]
fn text_size_is_kept_during_the_tour() {
    let mut first = rig(temp_folder());
    first.frames(15);
    first.command(Action::Tour);
    first.until("the tour", |rig| rig.resource::<ProgramState>().ui.tour);
    first.resource_mut::<ProgramState>().ui.text_scale.0 = 1.3;
    first.frames(15);
    assert!(first.resource::<ProgramState>().ui.tour);
    // The program ends without any notification.
    let second = rig(first.folder);
    assert_eq!(second.resource::<ProgramState>().ui.text_scale.0, 1.3);
}

#[test]
fn broken_file_is_moved_aside() {
    let rig = rig_with("speed = [not a number");
    rig.assert_told(&["settings.toml", "defaults"]);
    let defaults = Settings::default();
    assert_eq!(rig.resource::<Settings>().field_of_view, defaults.field_of_view);
    let aside = rig.folder.path().join("settings.toml.broken");
    assert_eq!(
        std::fs::read_to_string(aside).ok().as_deref(),
        Some("speed = [not a number")
    );
}

#[test]
fn out_of_range_numbers_are_clamped() {
    let text = "speed = nan\nradius = -3.0\n[settings]\nfield_of_view = 1e9\nsensitivity = inf\n";
    let mut rig = rig_with(text);
    let settings = rig.resource::<Settings>().clone();
    assert_eq!(settings.field_of_view, FIELDS_OF_VIEW[1]);
    assert_eq!(settings.sensitivity, Settings::default().sensitivity);
    assert!(rig.player().speed.is_finite() && rig.player().radius > 0.0);
    for (kept, expected) in [("1e9", 3.0), ("-4.0", 0.5), ("nan", 1.0)] {
        let rig = rig_with(&format!("text_zoom = {kept}\n"));
        assert_eq!(rig.resource::<ProgramState>().ui.text_scale.0, expected, "{kept}");
    }
}

/// Creates a rig with the given collision method on the command line.
fn asked(folder: tempfile::TempDir, method: Option<CollisionMethod>) -> Rig {
    let said = WindowArgs {
        collision: method,
        ..WindowArgs::default()
    };
    Rig::started(folder, said)
}

#[test]
fn command_line_method_holds_for_one_run() {
    let mut first = asked(temp_folder(), Some(CollisionMethod::Push));
    assert_eq!(first.player().method, CollisionMethod::Push);
    // Change another setting, so that the settings are written.
    first.player().speed = 6.0;
    first.frames(15);
    let mut second = asked(first.folder, None);
    assert_eq!(
        (second.player().speed, second.player().method),
        (6.0, CollisionMethod::default())
    );

    let mut third = asked(second.folder, Some(CollisionMethod::Push));
    third.player().method = CollisionMethod::Ati;
    third.frames(15);
    let mut fourth = asked(third.folder, None);
    assert_eq!(fourth.player().method, CollisionMethod::Ati);
    assert!(
        fourth.was_told(&[
            "Collision method `ati`",
            "ATI sample's flawed push-out",
            "Body in the panel"
        ]),
        "a faulty method that was left on is told: {:?}",
        fourth.notices()
    );
    assert!(!asked(fourth.folder, Some(CollisionMethod::Sweep)).was_told(&["Collision method"]));
}

#[test]
fn body_and_window_settings_are_restored() {
    let mut first = rig(temp_folder());
    first.player().params.height = 1.5;
    first.player().params.eye_height = 1.4;
    first.player().params.gravity = 1.62;
    first.player().radius = 0.25;
    let window = Window {
        resolution: WindowResolution::new(1000, 640),
        position: WindowPosition::At(IVec2::new(40, 30)),
        ..Window::default()
    };
    let world = first.app.world_mut();
    world.insert_resource(KeepsWindow);
    let window = world.spawn((window, PrimaryWindow)).id();
    first.frames(15);
    // Neither full screen nor closing the window changes the saved position and size.
    let mut changed = first
        .app
        .world_mut()
        .get_mut::<Window>(window)
        .expect("the window");
    changed.mode = bevy::window::WindowMode::BorderlessFullscreen(MonitorSelection::Current);
    changed.resolution.set(1920.0, 1080.0);
    first.frames(15);
    first.app.world_mut().despawn(window);
    first.send(AppExit::Success);
    first.frames(2);
    let path = SettingsPath(Some(settings_file(first.folder.path())));
    let place = WindowPlace {
        size: [1000, 640],
        position: Some([40, 30]),
    };
    assert_eq!(path.window(), Some(place));

    let mut second = rig(first.folder);
    let wanted = MoverParams {
        height: 1.5,
        eye_height: 1.4,
        gravity: 1.62,
        radius: 0.25,
        fly_radius: 0.25,
        ..MoverParams::default()
    };
    assert_eq!(second.player().wanted_params(), wanted);
    assert_eq!(*second.player().mover.params(), wanted, "the body has them");
    // If the size comes from the command line, the position and size are not saved.
    let other = Window {
        resolution: WindowResolution::new(500, 400),
        ..Window::default()
    };
    second.app.world_mut().spawn((other, PrimaryWindow));
    second.player().speed = 5.0;
    second.frames(15);
    assert_eq!(path.window(), Some(place));
}

#[test]
fn invalid_values_are_named_and_others_used() {
    let text =
        "way = 'teleport'\nnewer = 1\n[settings]\nfield_of_view = 77.0\n[body]\nheight = 1.5\nshoes = 2\n";
    let mut rig = rig_with(text);
    rig.assert_told(&["`way`", "`body.shoes`", "settings.toml.broken"]);
    assert_eq!(rig.resource::<Settings>().field_of_view, 77.0);
    assert_eq!(
        (rig.player().params.height, rig.player().method),
        (1.5, CollisionMethod::default())
    );
    let aside = rig.folder.path().join("settings.toml.broken");
    assert_eq!(std::fs::read_to_string(aside).ok().as_deref(), Some(text));
}
