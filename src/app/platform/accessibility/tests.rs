//! Tests keyboard focus, contrast, and the names of controls.

mod contents;
mod focus;

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Id, LayerId, Rect, vec2};

use crate::app::cards::tests::{bare_bench, bench, draw, press};
use crate::app::host::prelude::*;

/// Window size, in logical pixels.
const SIZE: [f32; 2] = [1280.0, 720.0];

/// Draws a frame with the given events and returns egui's output.
fn output(app: &mut App, context: &egui::Context, events: Vec<egui::Event>) -> egui::FullOutput {
    let size = vec2(SIZE[0], SIZE[1]) / context.zoom_factor();
    let input = egui::RawInput {
        screen_rect: Some(Rect::from_min_size(egui::Pos2::ZERO, size)),
        predicted_dt: 1.0,
        events,
        ..egui::RawInput::default()
    };
    context.run_ui(input, |_| app.world_mut().run_schedule(EguiPrimaryContextPass))
}

/// Presses a key, then updates the app and draws the result.
fn tap(app: &mut App, context: &egui::Context, key: egui::Key) {
    output(app, context, press(key));
    app.update();
    output(app, context, Vec::new());
}

fn shift_tab(app: &mut App, context: &egui::Context) {
    let events = vec![egui::Event::Key {
        key: egui::Key::Tab,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::SHIFT,
    }];
    output(app, context, events);
    output(app, context, Vec::new());
}

fn focused(context: &egui::Context) -> Option<Id> {
    context.memory(egui::Memory::focused)
}

/// Returns the layer of the focused control.
fn layer(context: &egui::Context) -> Option<LayerId> {
    let id = focused(context)?;
    context.viewport(|viewport| viewport.prev_pass.widgets.get(id).map(|widget| widget.layer_id))
}

fn ui(app: &mut App) -> &mut Ui {
    &mut app.world_mut().resource_mut::<ProgramState>().into_inner().ui
}
