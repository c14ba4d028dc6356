//! Section Body: movement mode, collision method, sizes and speeds.

use bevy_egui::egui::{ComboBox, Ui};
use bspwalk_explain::glossary::Term;
use bspwalk_session::body::{RADII, SPEEDS};
use bspwalk_text::text;
use bspwalk_trees::collision::mover::CollisionMethod;
use glam::DVec3;

use super::{Controls, PanelData, PanelMessages};
use crate::app::host::state::{Act, Action};
use crate::app::kit::widgets::{self, Tip, control, slider};

pub(super) fn contents(
    ui: &mut Ui,
    data: &PanelData<'_, '_>,
    controls: &mut Controls<'_, '_>,
    messages: &mut PanelMessages<'_>,
) {
    let mut player = controls.player.walker.body.clone();
    widgets::rows(ui, "body", |ui| {
        let key = data.keys.of(Action::ToggleWalking);
        widgets::name(
            ui,
            text!("panel-movement"),
            Tip::with(Term::Movement, text!("panel-key-changes", key)),
        );
        ui.horizontal(|ui| {
            for (walking, title) in [(true, text!("panel-walk")), (false, text!("panel-fly"))] {
                if ui.selectable_label(player.walking == walking, title).clicked()
                    && player.walking != walking
                {
                    messages.commands.write(Act(Action::ToggleWalking));
                }
            }
            let mut noclip = player.noclip;
            let hint = text!("panel-key-switches", key = data.keys.of(Action::ToggleNoclip));
            if widgets::switch(
                ui,
                &mut noclip,
                text!("panel-noclip"),
                Tip::with(Term::Noclip, hint),
            ) {
                messages.commands.write(Act(Action::ToggleNoclip));
            }
        });
        ui.end_row();
        widgets::name(ui, text!("panel-method"), Term::CollisionMethod);
        let combo = ComboBox::from_id_salt("method")
            .selected_text(player.method.name())
            .show_ui(ui, |ui| {
                for method in CollisionMethod::ALL {
                    method_choice(ui, data, &mut player.method, method);
                }
            });
        widgets::define(combo.response, Term::CollisionMethod);
        ui.end_row();
    });
    let (name, description) = (player.method.name(), player.method.description());
    widgets::note(ui, text!("panel-method-is", name, description));
    widgets::rows(ui, "sizes and speeds", |ui| {
        let radius = slider(&mut player.radius, RADII, " m", 2).logarithmic(true);
        control(ui, text!("panel-radius"), Term::Radius, radius);
        let speed = slider(&mut player.speed, SPEEDS, " m/s", 1).logarithmic(true);
        control(ui, text!("panel-speed"), Term::Speed, speed);
        let params = &mut player.params;
        let height = slider(&mut params.height, [0.5, 4.0], " m", 2);
        control(ui, text!("panel-height"), Term::Height, height);
        let eye = slider(&mut params.eye_height, [0.3, 3.9], " m", 2);
        control(ui, text!("panel-eye"), Term::EyeHeight, eye);
        let step = slider(&mut params.step_height, [0.0, 1.0], " m", 2);
        control(ui, text!("panel-step"), Term::StepHeight, step);
        let slope = slider(&mut params.max_slope, [0.0, 80.0], "°", 2);
        control(ui, text!("panel-slope"), Term::Slope, slope);
        let jump = slider(&mut params.jump_height, [0.0, 5.0], " m", 2);
        control(ui, text!("panel-jump"), Term::Jump, jump);
        let gravity = slider(&mut params.gravity, [0.0, 30.0], " m/s²", 2);
        control(ui, text!("panel-gravity"), Term::Gravity, gravity);
    });
    ui.horizontal(|ui| {
        let hint = text!("panel-goes-there", key = data.keys.of(Action::Respawn));
        let button = ui.button(text!("panel-to-spawn"));
        if widgets::define(button, Tip::with(Term::Spawn, hint)).clicked() {
            messages.commands.write(Act(Action::Respawn));
        }
        let origin = data
            .current
            .as_ref()
            .map_or(DVec3::ZERO, |current| current.level.origin);
        let [x, y, z] = (player.position.as_dvec3() + origin).to_array();
        widgets::note(
            ui,
            text!(
                "panel-eye-at",
                x = format_args!("{x:.2}"),
                y = format_args!("{y:.2}"),
                z = format_args!("{z:.2}")
            ),
        );
    });
    if controls.player.walker.body != player {
        controls.player.walker.body = player;
    }
}

/// Draws a collision method, which is enabled once the tree it needs is built.
pub(super) fn method_choice(
    ui: &mut Ui,
    data: &PanelData<'_, '_>,
    chosen: &mut CollisionMethod,
    method: CollisionMethod,
) {
    let current = data.current.as_ref();
    let has_planes = current.is_some_and(|current| data.leaf_tree.trees(current).planes.is_some());
    let reason = data.leaf_tree.failure().unwrap_or(text!("panel-still-built"));
    let has_hulls = current.is_some_and(|current| current.level.hulls().is_some());
    let (is_there, needs) = if method.needs_hulls() {
        (has_hulls, text!("panel-needs-hulls").to_owned())
    } else {
        (
            has_planes || !method.needs_leaves(),
            text!("panel-needs-leaf-tree", reason),
        )
    };
    ui.add_enabled_ui(is_there, |ui| {
        ui.selectable_value(chosen, method, method.name())
            .on_hover_text(method.description())
            .on_disabled_hover_text(needs);
    });
}
