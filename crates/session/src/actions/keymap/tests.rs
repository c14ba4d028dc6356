use toml::Table;

use super::*;
use crate::actions::{Action, Motion, PadStick, Turn, control_named};

fn row(effect: Effect) -> &'static Control {
    let row = controls().find(|control| control.effect == effect);
    row.unwrap_or_else(|| panic!("{effect:?} has no row"))
}

fn has_source(keymap: &Keymap, control: &Control, front: FrontEnd) -> bool {
    keymap.sources_in(control, front).next().is_some()
}

fn send(action: Action) -> &'static Control {
    row(Effect::Send(action))
}

/// Names that occur in users' settings files.
const NAMES: &str = "
    about accept-offer along-leak back-along-leak capture-mouse clear-selection copy-query-film
    copy-view copy-view-in-terminal decline-offer deeper default-text drop-planes escape
    export-build-film export-compiled export-division-film export-flow-film export-leaves
    export-node-graph export-nodes export-painter-film export-picture export-portals export-query-film
    export-solidity-film film-first-step film-last-step film-next-step film-previous-step
    film-toggle-playing first-person hide-overlays keep-planes keep-view larger-text leave
    leave-in-terminal look look-at-selection move-back move-down move-down-in-terminal move-fast
    move-forward move-left move-right move-up next-bookmark next-collision next-control next-culling
    next-map next-method next-query-mode next-step open-dialog overlay-materials paste-view play-script previous-step
    redo redo-plane redraw respawn screenshot select-back select-front select-parent
    select-under-crosshair select-under-pointer selection-back selection-forward shallower
    show-materials show-planes single-step slower smaller-text speed speed-down speed-up suspend
    toggle-build-film toggle-duel toggle-frozen-culling toggle-full-screen toggle-glossary toggle-help
    toggle-help-in-terminal toggle-hints toggle-menu toggle-menu-bar toggle-model toggle-noclip
    toggle-panel toggle-pause toggle-pixels toggle-plan toggle-planar-page toggle-query-film
    toggle-quiz toggle-recording toggle-replay toggle-tool-bar toggle-tree-dock toggle-walking tour
    turn-down turn-left turn-right turn-up undo undo-plane why
";

#[test]
fn control_ids_are_unique_and_stable() {
    let names: Vec<String> = all_controls().map(Control::id).collect();
    for (index, name) in names.iter().enumerate() {
        assert!(!names[..index].contains(name), "two controls are named {name}");
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(name.chars().all(is_plain), "{name}");
    }
    for name in NAMES.split_whitespace() {
        assert!(names.iter().any(|known| known == name), "{name}");
    }
}

#[test]
fn default_keymap_matches_the_table() {
    let keymap = Keymap::default();
    for control in controls() {
        assert_eq!(keymap.sources(control), control.sources);
        for front in FrontEnd::ALL.into_iter().filter(|&front| control.is_in(front)) {
            for source in control.sources_in(front) {
                assert_eq!(keymap.effect(front, source), Some(control.effect), "{source}");
            }
            let has_key = control.sources_of(Device::Keys).next().is_some();
            let id = control.id();
            assert!(!has_key || has_source(&keymap, control, front), "{id}");
        }
    }
    let name = |front, action| keymap.names_for(front, true).action_key(action);
    assert_eq!(name(FrontEnd::Window, Action::CopyView), "Ctrl+C");
    assert_eq!(name(FrontEnd::Terminal, Action::CopyView), "Ctrl+Y");
    assert_eq!(name(FrontEnd::Terminal, Action::ToggleDuel), "");
    assert_eq!(keymap.to_table(), Table::new());
}

#[test]
fn bind_refuses_a_taken_key_and_take_moves_it() {
    let mut keymap = Keymap::default();
    let (walk, why) = (send(Action::ToggleWalking), send(Action::Why));
    keymap.bind(walk, Source::MiddleClick).unwrap();
    let bound = keymap.sources_of(walk, Device::Keys);
    assert_eq!(bound, [Source::Char('g'), Source::MiddleClick]);
    let before = keymap.clone();
    match keymap.bind(walk, Source::Char('y')) {
        Err(Refusal::Taken(others)) => assert_eq!(others[0].id(), why.id()),
        other => panic!("{other:?}"),
    }
    assert_eq!(keymap, before);
    keymap.reassign(walk, Source::Char('y')).unwrap();
    assert!(keymap.conflicts().is_empty());
    for front in FrontEnd::ALL {
        assert_eq!(keymap.effect(front, Source::Char('y')), Some(walk.effect));
        assert_eq!(keymap.source_of_device(front, why.effect, Device::Keys), None);
    }
    assert!(!has_source(&keymap, why, FrontEnd::Terminal));
    let how = keymap.names_for(FrontEnd::Terminal, true).action_key(Action::Why);
    assert_eq!(how, "Ctrl+P > Why did I stop?");
    // Do not restore keys that other controls now use.
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
    let can_take = |source: &Source| !own.contains(source) && keymap.clone().reassign(walk, *source).is_ok();
    let button = Source::of_pads().find(can_take).unwrap();
    keymap.reassign(walk, button).unwrap();
    assert!(keymap.sources_of(walk, Device::Pad).contains(&button));
    assert!(keymap.reset(walk).is_empty());
    assert_eq!(keymap.sources_of(walk, Device::Pad), own);
}

#[test]
fn separate_fronts_may_share_a_key() {
    // Ctrl+C quits in a terminal, and copies in windows.
    let copy = send(Action::CopyView);
    let keymap = Keymap::default();
    assert!(keymap.other_users(copy, Source::WithCtrl('c')).is_empty());
    let page = send(Action::TogglePixels);
    assert!(keymap.other_users(page, Source::WithCtrl('v')).is_empty());
    assert!(!keymap.other_users(page, Source::WithCtrl('q')).is_empty());
}

#[test]
fn last_key_of_an_essential_control_stays() {
    let mut keymap = Keymap::default();
    for action in [Action::Escape, Action::TogglePanel, Action::Leave] {
        let control = send(action);
        let before = keymap.clone();
        let source = control.sources[0];
        let taken = keymap.reassign(send(Action::ToggleWalking), source);
        // Terminals have another key to quit, but windows do not.
        assert!(matches!(taken, Err(Refusal::LastWay(last)) if last.effect == control.effect));
        assert!(matches!(keymap.unbind(control, source), Err(Refusal::LastWay(_))));
        assert_eq!(keymap, before);
        keymap.bind(control, Source::Delete).unwrap();
        keymap.unbind(control, source).unwrap();
        assert_eq!(keymap.sources_of(control, Device::Keys), [Source::Delete]);
        keymap.choose(Preset::Qwerty);
    }
    // A terminal also has `?` for the help, but a window does not.
    let help = send(Action::ToggleHelp);
    assert!(keymap.unbind(help, Source::F(1)).is_err());
    let help = control_named("toggle-help-in-terminal").unwrap();
    keymap.unbind(help, Source::Char('?')).unwrap();
}

#[test]
fn unsuitable_sources_are_refused() {
    let mut keymap = Keymap::default();
    let walk = send(Action::ToggleWalking);
    for (control, source) in [
        (row(Effect::Look), Source::Char('ö')),
        (row(Effect::Speed), Source::F(13)),
        (row(Effect::Move(Motion::Forward)), Source::WithCtrl('n')),
        (row(Effect::Turn(Turn::Left)), Source::Mouse),
        (walk, Source::Wheel),
        (walk, Source::Stick(PadStick::Left, Turn::Up)),
        (walk, Source::Pad(PadButton::LeftShoulder)),
        (send(Action::Suspend), Source::Pad(PadButton::South)),
        (send(Action::Suspend), Source::BackClick),
        (send(Action::Redraw), Source::WithCtrl('i')),
        (send(Action::ToggleDuel), Source::Char('?')),
    ] {
        let refused = keymap.bind(control, source);
        let is_told = matches!(refused, Err(Refusal::NotForIt(why)) if why.len() > 10);
        assert!(is_told, "{source}");
    }
    // Windows support this button, but terminals do not.
    keymap.bind(walk, Source::BackClick).unwrap();
    keymap.unbind(walk, Source::Char('g')).unwrap();
    assert!(has_source(&keymap, walk, FrontEnd::Window) && !has_source(&keymap, walk, FrontEnd::Terminal));
}

#[test]
fn azerty_terminal_uses_printed_characters() {
    let keymap = Keymap::of(Preset::Azerty);
    let forward = Effect::Move(Motion::Forward);
    let (in_terminal, first) = (FrontEnd::Terminal, Effect::Send(Action::Overlay('1')));
    for (front, source, effect) in [
        (in_terminal, Source::Char('z'), forward),
        // Windows identify keys by position.
        (FrontEnd::Window, Source::Char('w'), forward),
        (in_terminal, Source::Char('&'), first),
        // Combinations with Ctrl use the printed character.
        (in_terminal, Source::WithCtrl('q'), Effect::Send(Action::Leave)),
    ] {
        assert_eq!(keymap.effect(front, source), Some(effect), "{source}");
    }
    let names = keymap.names_for(in_terminal, true);
    assert_eq!(names.of_motion(Motion::Forward), "Z");
    assert_eq!(keymap.parse("z"), Ok(Source::Char('w')));
}

#[test]
fn changed_presets_round_trip() {
    for preset in Preset::ALL {
        let mut keymap = Keymap::of(preset);
        keymap.invert(Axis::Speed, true);
        let (walk, why) = (send(Action::ToggleWalking), send(Action::Why));
        keymap.reassign(walk, Source::Char('m')).unwrap();
        keymap.bind(why, Source::ForwardClick).ok();
        keymap.bind(why, Source::WithCtrlShift('y')).unwrap();
        keymap.unbind(row(Effect::Look), Source::Mouse).unwrap();
        keymap.reassign(why, Source::Pad(PadButton::South)).unwrap();
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
    for (action, sources) in [
        (Action::ToggleWalking, &[Source::Char('h')][..]),
        (Action::ToggleBuildFilm, &[Source::Char('g'), Source::F(13)]),
        // U is taken by another control.
        (Action::ToggleModel, &[]),
    ] {
        let bound = keymap.sources_of(send(action), Device::Keys);
        assert_eq!(bound, sources, "{action:?}");
    }
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
    for front in FrontEnd::ALL {
        assert_eq!(keymap.effect(front, Source::Char('c')), Some(down));
    }
    assert_eq!(keymap.effect(FrontEnd::Terminal, Source::Char('x')), None);
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
            ["`keys.toggle-walking`", "\"Hyper\""],
        ),
        ("toggle-walking = 3", ["`keys.toggle-walking`", ""]),
        ("toggle-walking = ['H', 3]", ["`keys.toggle-walking`", ""]),
        ("walk-about = ['H']", ["`keys.walk-about`", ""]),
        (
            "preset = 'dvorak'",
            ["`keys.preset`", "qwerty, azerty, left-hand, one-hand"],
        ),
        ("inverted = ['look']", ["`keys.inverted`", "look-sideways"]),
        ("move-forward = ['Ctrl+W']", ["`keys.move-forward`", "Ctrl+W"]),
        ("toggle-walking = ['Esc']", ["`keys.toggle-walking`", "Close"]),
        ("escape = []", ["`keys.escape`", "Close"]),
        ("pad = 3", ["`keys.pad`", ""]),
        ("pad = {why = ['H']}", ["`keys.pad.why`", "no gamepad"]),
        ("why = ['PadSouth']", ["`keys.why`", "`keys.pad`"]),
        (
            "why = ['H']\ntoggle-walking = ['H']",
            ["`keys.why`", "`keys.toggle-walking`"],
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
            let id = control.id();
            let loses = text.contains('\n') && ["why", "toggle-walking"].contains(&id.as_str());
            assert!(is_as_shipped || loses, "{text}: {id}");
        }
        // The entry stays in the file, where the user can correct it.
        for (name, value) in &table {
            assert_eq!(keymap.to_table().get(name), Some(value), "{text}");
        }
    }
    // An invalid entry does not affect the others.
    let text = "preset = 'azerty'\nwhy = 'F13'\nslower = 'Hyper'";
    let (keymap, told) = Keymap::from_table(&text.parse().unwrap());
    assert_eq!(keymap.preset(), Preset::Azerty);
    let bound = keymap.sources_of(send(Action::Why), Device::Keys);
    assert_eq!(bound, [Source::F(13)]);
    assert!(!told.unwrap().contains("keys.why"));
}

#[test]
fn file_without_keys_table_uses_defaults() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.toml");
    let kept = || Keymap::kept(Some(&path));
    assert_eq!(kept(), (Keymap::default(), None));
    assert_eq!(Keymap::kept(None), (Keymap::default(), None));
    std::fs::write(&path, "speed = 3.0\n").unwrap();
    assert_eq!(kept(), (Keymap::default(), None));
    std::fs::write(&path, "keys = 3\n").unwrap();
    assert!(kept().1.is_some_and(|told| told.contains("`keys`")));
    std::fs::write(&path, "[keys]\npreset = 'one-hand'\n").unwrap();
    assert_eq!(kept(), (Keymap::of(Preset::OneHand), None));
}

#[test]
fn held_shoulder_selects_bound_combinations() {
    let keymap = Keymap::default();
    let at = |front, held, button| keymap.pad_source(front, held, button);
    let (left, south) = (PadHold::Left, PadButton::South);
    assert_eq!(at(FrontEnd::Window, None, south), Source::Pad(south));
    assert_eq!(
        at(FrontEnd::Window, Some(left), south),
        Source::PadWith(left, south)
    );
    let without = Source::of_pads().find(|&source| {
        matches!(source, Source::PadWith(..)) && keymap.effect(FrontEnd::SoftwareWindow, source).is_none()
    });
    let Some(Source::PadWith(hold, button)) = without else {
        panic!("the software window has none of the cards")
    };
    assert_eq!(
        at(FrontEnd::SoftwareWindow, Some(hold), button),
        Source::Pad(button)
    );
    assert_eq!(keymap.effect(FrontEnd::Terminal, Source::Pad(south)), None);
    for button in [PadButton::LeftShoulder, PadButton::RightShoulder] {
        assert_eq!(keymap.effect(FrontEnd::Window, Source::Pad(button)), None);
    }
}

#[test]
fn presets_have_all_keys_and_no_conflicts() {
    for preset in Preset::ALL {
        let conflicts = Keymap::of(preset).conflicts();
        assert!(conflicts.is_empty(), "{preset:?}: {conflicts:?}");
        let has_key = |control: &&Control| control.sources_of(Device::Keys).next().is_some();
        for control in controls().filter(has_key) {
            let keymap = Keymap::of(preset);
            let sources = keymap.sources(control);
            assert!(!sources.is_empty(), "{preset:?}: {}", control.id());
            for source in sources {
                assert_eq!(
                    control.why_not_bindable(source),
                    None,
                    "{preset:?}: {}",
                    control.id()
                );
            }
            for front in FrontEnd::ALL.into_iter().filter(|&front| control.is_in(front)) {
                let usable = keymap.sources_in(control, front).count();
                assert!(usable > 0, "{preset:?}: {} in the {}", control.id(), front.name());
            }
        }
    }
}

#[test]
fn film_keys_are_bound_separately() {
    let film = |action| {
        let mut rows = FILM_KEYS.controls.iter();
        rows.find(|row| row.effect == Effect::Send(action)).unwrap()
    };
    let next = film(Action::NextStep);
    let mut keymap = Keymap::default();
    let right = Source::Arrow(Turn::Right);
    // The key may also be bound to a command that works when no film is shown.
    keymap.bind(next, Source::Char('w')).expect("no film has it");
    keymap.unbind(next, right).expect("it has another");
    for front in FrontEnd::ALL {
        let w = Source::Char('w');
        assert_eq!(keymap.film_action(front, w), Some(Action::NextStep));
        assert_eq!(keymap.film_action(front, right), None);
        assert_eq!(keymap.effect(front, w), Some(Effect::Move(Motion::Forward)));
        assert_eq!(keymap.effect(front, right), Some(Effect::Turn(Turn::Right)));
        assert_eq!(keymap.names_for(front, true).of_film(Action::NextStep), "W");
    }
    assert!(keymap.conflicts().is_empty());
    // A key can be bound to only one film command.
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
        let refused = keymap.bind(before, cannot);
        assert!(matches!(refused, Err(Refusal::NotForIt(_))), "{cannot}");
    }
    // Presets do not change the film keys.
    for preset in Preset::ALL {
        let action = Keymap::of(preset).film_action(FrontEnd::Window, right);
        assert_eq!(action, Some(Action::NextStep));
    }
    let (read, problem) = Keymap::from_table(&keymap.to_table());
    assert_eq!((read, problem), (keymap, None));
}
