//! Pointer input for the handles of a hand-placed plane.

use bevy::{prelude::*, window::PrimaryWindow};
use bevy_egui::input::EguiWantsInput;
use bspwalk_session::plane_by_hand::{DragInput, Dragged};

use crate::app::level::what_if::{PlaneByHand, PlaneHandles, WhatIf};
use crate::app::{host::prelude::*, kit::layout::Screen};

/// Moves and turns the hand-placed plane by its handles. Rebuilds the subtree when a handle is released.
pub(super) fn drag(
    buttons: Res<ButtonInput<MouseButton>>,
    egui: Option<Res<EguiWantsInput>>,
    (aim, player, current): (Res<Aim>, Shown<Player>, Shown<OpenedLevel>),
    (program, screen): (Res<ProgramState>, Option<Res<Screen>>),
    windows: Query<&Window, With<PrimaryWindow>>,
    (mut by_hand, mut handles): (ResMut<PlaneByHand>, ResMut<PlaneHandles>),
    mut what_if: MessageWriter<WhatIf>,
) {
    let ui = program.ui;
    if by_hand.is_open
        && let Some(node) = program.level.selected.node
    {
        // The tree built with this plane is a new tree, so restart editing.
        by_hand.bypass_change_detection().edit(&current, node);
    }
    let over_card = egui.is_some_and(|egui| egui.wants_any_pointer_input()) || ui.pointer_on_panel;
    let screen = screen.as_deref();
    let input = DragInput {
        opened: &current,
        view: &program.view,
        eye: player.position.y,
        aim: [aim.from, aim.direction],
        size: windows
            .iter()
            .next()
            .map_or(Vec2::new(1280.0, 720.0), Window::size),
        middle: screen.map_or(Vec2::ZERO, |screen| screen.free_share()[0]),
        uncovered: screen.map_or([Vec2::NEG_ONE, Vec2::ONE], Screen::uncovered_share),
        is_down: buttons.pressed(MouseButton::Left),
        is_pressed: buttons.just_pressed(MouseButton::Left),
        is_free: !over_card && ui.help.is_none() && !ui.captured,
    };
    let (mut new, mut plane) = (handles.clone(), by_hand.clone());
    match new.drag(&mut plane, &input) {
        Some(Dragged::Released(node, plane)) => _ = what_if.write(WhatIf::Take(node, plane)),
        Some(Dragged::Grabbed) if program.level.trial.status().is_some() => {
            what_if.write(WhatIf::Cancel);
        }
        Some(Dragged::Grabbed) | None => {}
    }
    by_hand.set_if_neq(plane);
    handles.set_if_neq(new);
}
