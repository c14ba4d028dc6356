use toml::Table;

use super::*;
use crate::actions::{Action, Motion, PadStick, Turn};

fn row(effect: Effect) -> &'static Control {
    let row = controls().find(|control| control.effect == effect);
    row.unwrap_or_else(|| panic!("{effect:?} has no row"))
}

fn send(action: Action) -> &'static Control {
    row(Effect::Send(action))
}

#[test]
fn control_ids_are_unique_and_stable() {
    let names: Vec<String> = all_controls().map(Control::id).collect();
    for (index, name) in names.iter().enumerate() {
        assert!(!names[..index].contains(name), "two controls are named {name}");
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(name.chars().all(is_plain), "{name}");
    }
    for name in [
        "about",
        "accept-offer",
        "along-leak",
        "back-along-leak",
        "capture-mouse",
        "clear-selection",
        "copy-query-film",
        "copy-view",
        "copy-view-in-terminal",
        "decline-offer",
        "deeper",
        "default-text",
        "drop-planes",
        "escape",
        "export-build-film",
        "export-compiled",
        "export-division-film",
        "export-flow-film",
        "export-leaves",
        "export-node-graph",
        "export-nodes",
        "export-painter-film",
        "export-picture",
        "export-portals",
        "export-query-film",
        "export-solidity-film",
        "film-first-step",
        "film-last-step",
        "film-next-step",
        "film-previous-step",
        "film-toggle-playing",
        "first-person",
        "hide-overlays",
        "keep-planes",
        "keep-view",
        "larger-text",
        "leave",
        "leave-in-terminal",
        "look",
        "look-at-selection",
        "move-back",
        "move-down",
        "move-down-in-terminal",
        "move-fast",
        "move-forward",
        "move-left",
        "move-right",
        "move-up",
        "next-bookmark",
        "next-collision",
        "next-control",
        "next-culling",
        "next-map",
        "next-method",
        "next-step",
        "open-dialog",
        "overlay-materials",
        "paste-view",
        "play-script",
        "previous-step",
        "redo",
        "redo-plane",
        "redraw",
        "respawn",
        "screenshot",
        "select-back",
        "select-front",
        "select-parent",
        "select-under-crosshair",
        "select-under-pointer",
        "selection-back",
        "selection-forward",
        "shallower",
        "show-materials",
        "show-planes",
        "single-step",
        "slower",
        "smaller-text",
        "speed",
        "speed-down",
        "speed-up",
        "suspend",
        "toggle-build-film",
        "toggle-duel",
        "toggle-frozen-culling",
        "toggle-full-screen",
        "toggle-glossary",
        "toggle-help",
        "toggle-help-in-terminal",
        "toggle-hints",
        "toggle-menu",
        "toggle-menu-bar",
        "toggle-model",
        "toggle-noclip",
        "toggle-panel",
        "toggle-pause",
        "toggle-pixels",
        "toggle-plan",
        "toggle-planar-page",
        "toggle-query-film",
        "toggle-quiz",
        "toggle-recording",
        "toggle-replay",
        "toggle-tool-bar",
        "toggle-tree-dock",
        "toggle-walking",
        "tour",
        "turn-down",
        "turn-left",
        "turn-right",
        "turn-up",
        "undo",
        "undo-plane",
        "why",
    ] {
        assert!(
            names.iter().any(|known| known == name),
            "{name} is not in {names:?}"
        );
    }
}

#[test]
fn default_keymap_matches_the_table() {
    let keymap = Keymap::default();
    for control in controls() {
        assert_eq!(keymap.sources(control), control.sources);
        for front in Front::ALL.into_iter().filter(|&front| control.is_in(front)) {
            for source in control.sources_in(front) {
                assert_eq!(keymap.effect(front, source), Some(control.effect), "{source}");
            }
            let has_key = control.sources_of(Device::Keys).next().is_some();
            assert!(
                !(has_key && keymap.is_without_key(control, front)),
                "{}",
                control.id()
            );
        }
    }
    assert_eq!(
        keymap.names_for(Front::Window, true).of(Action::CopyView),
        "Ctrl+C"
    );
    assert_eq!(
        keymap.names_for(Front::Terminal, true).of(Action::CopyView),
        "Ctrl+Y"
    );
    assert_eq!(
        keymap.names_for(Front::Terminal, true).of(Action::ToggleDuel),
        "",
        "it has no duel"
    );
    assert_eq!(keymap.to_table(), Table::new());
}

#[test]
fn bind_refuses_a_taken_key_and_take_moves_it() {
    let mut keymap = Keymap::default();
    let (walk, why) = (send(Action::ToggleWalking), send(Action::Why));
    keymap.bind(walk, Source::MiddleClick).unwrap();
    assert_eq!(
        keymap.sources_of(walk, Device::Keys),
        [Source::Char('g'), Source::MiddleClick]
    );
    let before = keymap.clone();
    match keymap.bind(walk, Source::Char('y')) {
        Err(Refusal::Taken(others)) => assert_eq!(others[0].id(), why.id()),
        other => panic!("{other:?}"),
    }
    assert_eq!(keymap, before);
    keymap.take(walk, Source::Char('y')).unwrap();
    assert!(keymap.conflicts().is_empty());
    for front in Front::ALL {
        assert_eq!(keymap.effect(front, Source::Char('y')), Some(walk.effect));
        assert_eq!(keymap.source_of_device(front, why.effect, Device::Keys), None);
    }
    assert!(keymap.is_without_key(why, Front::Terminal));
    assert_eq!(
        keymap.names_for(Front::Terminal, true).of(Action::Why),
        "Ctrl+P > Why did I stop?"
    );
    // Keys that other controls use now are not restored.
    let others = keymap.reset(why);
    assert_eq!(others.len(), 1);
    assert!(keymap.sources_of(why, Device::Keys).is_empty() && keymap.is_changed(why));
    assert!(keymap.reset(walk).is_empty() && keymap.reset(why).is_empty());
    assert_eq!(keymap, Keymap::default());
}

#[test]
fn reset_restores_pad_buttons() {
    let mut keymap = Keymap::default();
    let walk = send(Action::ToggleWalking);
    let own = keymap.sources_of(walk, Device::Pad);
    let can_take = |source: &Source| !own.contains(source) && keymap.clone().take(walk, *source).is_ok();
    let button = Source::of_pads()
        .find(can_take)
        .expect("a button of another control");
    keymap.take(walk, button).unwrap();
    assert!(keymap.sources_of(walk, Device::Pad).contains(&button));
    assert!(keymap.reset(walk).is_empty());
    assert_eq!(keymap.sources_of(walk, Device::Pad), own);
}

#[test]
fn separate_fronts_may_share_a_key() {
    // Ctrl+C quits in a terminal, and copies in windows.
    let copy = send(Action::CopyView);
    let keymap = Keymap::default();
    assert!(keymap.others(copy, Source::WithCtrl('c')).is_empty());
    let page = send(Action::TogglePixels);
    assert!(keymap.others(page, Source::WithCtrl('v')).is_empty());
    assert!(!keymap.others(page, Source::WithCtrl('q')).is_empty());
}

#[test]
fn last_key_of_an_essential_control_stays() {
    let mut keymap = Keymap::default();
    for action in [Action::Escape, Action::TogglePanel, Action::Leave] {
        let control = send(action);
        let before = keymap.clone();
        let source = control.sources[0];
        let taken = keymap.take(send(Action::ToggleWalking), source);
        // A terminal has another key to quit, but windows have only one.
        assert!(
            matches!(taken, Err(Refusal::LastWay(last)) if last.effect == control.effect),
            "{action:?}"
        );
        assert!(
            matches!(keymap.unbind(control, source), Err(Refusal::LastWay(_))),
            "{action:?}"
        );
        assert_eq!(keymap, before);
        keymap.bind(control, Source::Delete).unwrap();
        keymap.unbind(control, source).unwrap();
        assert_eq!(keymap.sources_of(control, Device::Keys), [Source::Delete]);
        keymap.choose(Preset::Qwerty);
    }
    // A terminal also has `?` for the help, but windows do not.
    let help = send(Action::ToggleHelp);
    assert!(keymap.unbind(help, Source::F(1)).is_err());
    keymap
        .unbind(
            controls()
                .find(|control| control.id() == "toggle-help-in-terminal")
                .unwrap(),
            Source::Char('?'),
        )
        .unwrap();
}

#[test]
fn unsuitable_sources_are_refused() {
    let mut keymap = Keymap::default();
    for (control, source) in [
        (row(Effect::Look), Source::Char('ö')),
        (row(Effect::Speed), Source::F(13)),
        (row(Effect::Move(Motion::Forward)), Source::WithCtrl('n')),
        (row(Effect::Turn(Turn::Left)), Source::Mouse),
        (send(Action::ToggleWalking), Source::Wheel),
        (
            send(Action::ToggleWalking),
            Source::Stick(PadStick::Left, Turn::Up),
        ),
        (send(Action::ToggleWalking), Source::Pad(PadButton::LeftShoulder)),
        (send(Action::Suspend), Source::Pad(PadButton::South)),
        (send(Action::Suspend), Source::BackClick),
        (send(Action::Redraw), Source::WithCtrl('i')),
        (send(Action::ToggleDuel), Source::Char('?')),
    ] {
        let refused = keymap.bind(control, source);
        assert!(
            matches!(refused, Err(Refusal::NotForIt(why)) if why.len() > 10),
            "{source}"
        );
    }
    // Windows support this button, but terminals do not.
    let walk = send(Action::ToggleWalking);
    keymap.bind(walk, Source::BackClick).unwrap();
    keymap.unbind(walk, Source::Char('g')).unwrap();
    assert!(!keymap.is_without_key(walk, Front::Window) && keymap.is_without_key(walk, Front::Terminal));
}

#[test]
fn azerty_terminal_uses_printed_characters() {
    let keymap = Keymap::of(Preset::Azerty);
    let forward = Effect::Move(Motion::Forward);
    assert_eq!(keymap.effect(Front::Terminal, Source::Char('z')), Some(forward));
    assert_eq!(
        keymap.effect(Front::Window, Source::Char('w')),
        Some(forward),
        "a window has places"
    );
    assert_eq!(
        keymap.names_for(Front::Terminal, true).of_motion(Motion::Forward),
        "Z"
    );
    assert_eq!(
        keymap.effect(Front::Terminal, Source::Char('&')),
        Some(Effect::Send(Action::Overlay('1')))
    );
    // Combinations with Ctrl use the printed character.
    assert_eq!(
        keymap.effect(Front::Terminal, Source::WithCtrl('q')),
        Some(Effect::Send(Action::Leave))
    );
    assert_eq!(keymap.parse("z"), Ok(Source::Char('w')));
}

#[test]
fn changed_presets_round_trip() {
    for preset in Preset::ALL {
        let mut keymap = Keymap::of(preset);
        keymap.invert(Axis::Speed, true);
        keymap
            .take(send(Action::ToggleWalking), Source::Char('m'))
            .unwrap();
        keymap.bind(send(Action::Why), Source::ForwardClick).ok();
        keymap
            .bind(send(Action::Why), Source::WithCtrlShift('y'))
            .unwrap();
        keymap.unbind(row(Effect::Look), Source::Mouse).unwrap();
        keymap
            .take(send(Action::Why), Source::Pad(PadButton::South))
            .unwrap();
        let table = keymap.to_table();
        let text = toml::to_string_pretty(&table).unwrap();
        let (read, told) = Keymap::from_table(&text.parse().unwrap());
        assert_eq!((read, told), (keymap.clone(), None), "{text}");
        keymap.choose(Preset::Qwerty);
        assert_eq!(keymap, Keymap::default());
    }
}

#[test]
fn file_can_swap_and_take_keys() {
    let text = "toggle-walking = 'H'\ntoggle-build-film = ['G', 'F13']\nwhy = ['U']\n";
    let (keymap, told) = Keymap::from_table(&text.parse().unwrap());
    assert_eq!(told, None);
    assert!(keymap.conflicts().is_empty());
    assert_eq!(
        keymap.sources_of(send(Action::ToggleWalking), Device::Keys),
        [Source::Char('h')]
    );
    assert_eq!(
        keymap.sources_of(send(Action::ToggleBuildFilm), Device::Keys),
        [Source::Char('g'), Source::F(13)]
    );
    assert!(
        keymap
            .sources_of(send(Action::ToggleModel), Device::Keys)
            .is_empty(),
        "U is taken"
    );
}

#[test]
fn entries_of_older_files_still_load() {
    for text in ["text-size = []", "text-size = ['Ctrl + -']"] {
        let read = Keymap::from_table(&text.parse().unwrap());
        assert_eq!(read, (Keymap::default(), None));
    }
    let down = Effect::Move(Motion::Down);
    let (keymap, told) = Keymap::from_table(&"move-down = ['C']".parse().unwrap());
    assert_eq!(told, None);
    for front in Front::ALL {
        assert_eq!(keymap.effect(front, Source::Char('c')), Some(down));
    }
    assert_eq!(keymap.effect(Front::Terminal, Source::Char('x')), None);
    // Windows and terminals can have different keys.
    let mut keymap = Keymap::default();
    keymap.bind(row(down), Source::Char('c')).unwrap();
    assert_eq!(Keymap::from_table(&keymap.to_table()), (keymap, None));
}

#[test]
fn invalid_entry_is_named_and_defaults_stay() {
    for (text, names) in [
        (
            "toggle-walking = ['Hyper']",
            &["`keys.toggle-walking`", "\"Hyper\""][..],
        ),
        ("toggle-walking = 3", &["`keys.toggle-walking`"]),
        ("toggle-walking = ['H', 3]", &["`keys.toggle-walking`"]),
        ("walk-about = ['H']", &["`keys.walk-about`"]),
        (
            "preset = 'dvorak'",
            &["`keys.preset`", "qwerty, azerty, left-hand, one-hand"],
        ),
        ("inverted = ['look']", &["`keys.inverted`", "look-sideways"]),
        ("move-forward = ['Ctrl+W']", &["`keys.move-forward`", "Ctrl+W"]),
        ("toggle-walking = ['Esc']", &["`keys.toggle-walking`", "Close"]),
        ("escape = []", &["`keys.escape`", "Close"]),
        ("pad = 3", &["`keys.pad`"]),
        ("pad = {why = ['H']}", &["`keys.pad.why`", "no gamepad"]),
        ("why = ['PadSouth']", &["`keys.why`", "`keys.pad`"]),
        (
            "why = ['H']\ntoggle-walking = ['H']",
            &["`keys.why`", "`keys.toggle-walking`"],
        ),
    ] {
        let table: Table = text.parse().unwrap();
        let (keymap, told) = Keymap::from_table(&table);
        let told = told.unwrap_or_else(|| panic!("{text}: nothing is told"));
        for name in names {
            assert!(told.contains(name), "{text}: {told}");
        }
        assert!(keymap.conflicts().is_empty(), "{text}");
        for control in controls() {
            let is_as_shipped = keymap.sources(control) == control.sources;
            let loses = ["why", "toggle-walking", "toggle-build-film"].contains(&control.id().as_str());
            assert!(
                is_as_shipped || (text.contains('\n') && loses),
                "{text}: {}",
                control.id()
            );
        }
        // The entry stays in the file, where the user can correct it.
        for (name, value) in &table {
            assert_eq!(keymap.to_table().get(name), Some(value), "{text}");
        }
    }
    // One wrong entry does not invalidate the others.
    let table = "preset = 'azerty'\nwhy = 'F13'\nslower = 'Hyper'"
        .parse()
        .unwrap();
    let (keymap, told) = Keymap::from_table(&table);
    assert_eq!(keymap.preset(), Preset::Azerty);
    assert_eq!(
        keymap.sources_of(send(Action::Why), Device::Keys),
        [Source::F(13)]
    );
    assert!(!told.unwrap().contains("keys.why"));
}

#[test]
fn file_without_keys_table_uses_defaults() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.toml");
    assert_eq!(Keymap::kept(Some(&path)), (Keymap::default(), None));
    assert_eq!(Keymap::kept(None), (Keymap::default(), None));
    std::fs::write(&path, "speed = 3.0\n").unwrap();
    assert_eq!(Keymap::kept(Some(&path)), (Keymap::default(), None));
    std::fs::write(&path, "keys = 3\n").unwrap();
    assert!(
        Keymap::kept(Some(&path))
            .1
            .is_some_and(|told| told.contains("`keys`"))
    );
    std::fs::write(&path, "[keys]\npreset = 'one-hand'\n").unwrap();
    assert_eq!(Keymap::kept(Some(&path)), (Keymap::of(Preset::OneHand), None));
}

#[test]
fn held_shoulder_selects_bound_combinations() {
    let keymap = Keymap::default();
    let at = |front, held, button| keymap.pad_source(front, held, button);
    let left = Some(PadHold::Left);
    assert_eq!(
        at(Front::Window, None, PadButton::South),
        Source::Pad(PadButton::South)
    );
    assert_eq!(
        at(Front::Window, left, PadButton::South),
        Source::PadWith(PadHold::Left, PadButton::South)
    );
    let without = Source::of_pads().find(|&source| {
        matches!(source, Source::PadWith(..)) && keymap.effect(Front::SoftwareWindow, source).is_none()
    });
    let Some(Source::PadWith(hold, button)) = without else {
        panic!("the software window has none of the cards")
    };
    assert_eq!(at(Front::SoftwareWindow, Some(hold), button), Source::Pad(button));
    assert_eq!(
        keymap.effect(Front::Terminal, Source::Pad(PadButton::South)),
        None
    );
    for button in [PadButton::LeftShoulder, PadButton::RightShoulder] {
        assert_eq!(
            keymap.effect(Front::Window, Source::Pad(button)),
            None,
            "it is held for others"
        );
    }
}

#[test]
fn presets_have_no_conflicts() {
    for preset in Preset::ALL {
        let conflicts = Keymap::of(preset).conflicts();
        assert!(conflicts.is_empty(), "{}: {conflicts:?}", preset.name());
    }
}

#[test]
fn every_control_has_a_key_in_every_preset() {
    for preset in Preset::ALL {
        let has_key = |control: &&Control| control.sources_of(Device::Keys).next().is_some();
        for control in controls().filter(has_key) {
            let keymap = Keymap::of(preset);
            let sources = keymap.sources(control);
            assert!(!sources.is_empty(), "{preset:?}: {}", control.id());
            for source in sources {
                assert_eq!(control.why_not(source), None, "{preset:?}: {}", control.id());
            }
            for front in Front::ALL.into_iter().filter(|&front| control.is_in(front)) {
                let usable = keymap.sources_in(control, front).count();
                assert!(usable > 0, "{preset:?}: {} in the {}", control.id(), front.name());
            }
        }
    }
}

#[test]
fn film_keys_are_bound_separately() {
    let film = |action| {
        let row = FILM_KEYS
            .controls
            .iter()
            .find(|row| row.effect == Effect::Send(action));
        row.expect("a row")
    };
    let next = film(Action::NextStep);
    let mut keymap = Keymap::default();
    let right = Source::Arrow(Turn::Right);
    // The key may have another effect when no film is shown.
    keymap.bind(next, Source::Char('w')).expect("no film has it");
    keymap.unbind(next, right).expect("it has another");
    for front in Front::ALL {
        assert_eq!(
            keymap.film_action(front, Source::Char('w')),
            Some(Action::NextStep)
        );
        assert_eq!(keymap.film_action(front, right), None);
        assert_eq!(
            keymap.effect(front, Source::Char('w')),
            Some(Effect::Move(Motion::Forward))
        );
        assert_eq!(keymap.effect(front, right), Some(Effect::Turn(Turn::Right)));
        assert_eq!(keymap.names_for(front, true).of_film(Action::NextStep), "W");
    }
    assert!(keymap.conflicts().is_empty());
    // Among the film keys, a key has only one meaning.
    let before = film(Action::PreviousStep);
    let taken = keymap.bind(before, Source::Char('w'));
    assert!(matches!(taken, Err(Refusal::Taken(others)) if others[0].id() == "film-next-step"));
    for cannot in [
        Source::WithCtrl('n'),
        Source::Click,
        Source::Escape,
        Source::Tab,
        Source::Shift,
        Source::Pad(PadButton::North),
    ] {
        assert!(
            matches!(keymap.bind(before, cannot), Err(Refusal::NotForIt(_))),
            "{cannot}"
        );
    }
    // Presets do not change the film keys.
    for preset in Preset::ALL {
        assert_eq!(
            Keymap::of(preset).film_action(Front::Window, right),
            Some(Action::NextStep)
        );
    }
    let (read, problem) = Keymap::from_table(&keymap.to_table());
    assert_eq!((read, problem), (keymap, None));
}
