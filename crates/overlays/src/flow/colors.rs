//! Meanings of the portal flow's colours, as long captions for the legend on a card and as short captions for pictures
//! without a legend.

use bspwalk_trees::solid_leaf::pvs::{FlowOutcome, FlowStep, PvsFlow};

use super::{
    moment::{Moment, moment_content, other_portals_tried},
    words,
};
use crate::prelude::*;

/// Returns the colour of visible portal parts and of the edges of the view.
pub(super) fn view(palette: Palette) -> Rgb {
    palette.reached().lighter(0.35)
}

/// Returns the colour of the next portal after a chain, which depends on the outcome of the search.
pub(super) fn of_outcome(outcome: &FlowOutcome, palette: Palette) -> Rgb {
    match outcome {
        FlowOutcome::Followed { .. }
        | FlowOutcome::Seen { .. }
        | FlowOutcome::Begun { .. }
        | FlowOutcome::Known => palette.reached(),
        FlowOutcome::CutShort { .. } => palette.missed(),
        FlowOutcome::Closed(_) => palette.contact(),
        FlowOutcome::RuledOut { .. } => palette.hidden(),
    }
}

struct Meant {
    color: Rgb,
    /// Width of the line drawn in this colour; `None` for an area.
    line: Option<f32>,
    /// Short caption in capital letters.
    short: &'static str,
    long: &'static str,
}

fn area(color: Rgb, short: &'static str, long: &'static str) -> Meant {
    Meant {
        color,
        line: None,
        short,
        long,
    }
}

fn line(color: Rgb, width: f32, short: &'static str, long: &'static str) -> Meant {
    Meant {
        line: Some(width),
        ..area(color, short, long)
    }
}

fn of_portal(outcome: &FlowOutcome, palette: Palette) -> Meant {
    let (short, long) = match outcome {
        FlowOutcome::CutShort { .. } => (text!("plate-flow-counts-as-seen"), text!("flow-counts-as-seen")),
        FlowOutcome::Closed(_) => (text!("plate-flow-clipped"), text!("flow-clipped")),
        FlowOutcome::RuledOut { .. } => (text!("plate-flow-not-tried"), text!("flow-not-tried")),
        _ => (text!("plate-flow-seen"), text!("flow-seen")),
    };
    area(of_outcome(outcome, palette), short, long)
}

fn source(palette: Palette) -> Meant {
    line(
        palette.eye(),
        2.0,
        text!("plate-flow-source"),
        text!("flow-source"),
    )
}

/// Returns the meaning of each colour drawn in a step. Each colour occurs once.
fn of_step(flow: &PvsFlow, of: (u32, &FlowStep), palette: Palette) -> Vec<Meant> {
    let (_, step) = of;
    let [chain, hidden] = [palette.selected(), palette.hidden()];
    let mut meant = vec![
        source(palette),
        line(chain, 2.4, text!("plate-flow-chain"), text!("flow-chain")),
        area(view(palette), text!("plate-flow-through"), text!("flow-through")),
    ];
    let mut add = |new: Meant| {
        if meant.iter().all(|known| known.short != new.short) {
            meant.push(new);
        }
    };
    if step.next.is_some() {
        add(of_portal(&step.outcome, palette));
    }
    if let FlowOutcome::Closed(_) = step.outcome {
        add(area(
            palette.cut(),
            text!("plate-flow-plane"),
            text!("flow-plane"),
        ));
    }
    for (_, tried) in other_portals_tried(flow, of) {
        add(match tried {
            Some(outcome) => of_portal(outcome, palette),
            None => line(hidden, 2.0, text!("plate-flow-not-yet"), text!("flow-not-yet")),
        });
    }
    meant
}

/// Returns the meanings of the colours at the end of the animation, which shows the leaves that were reached.
fn of_end(palette: Palette) -> [Meant; 3] {
    let [seen, ruled_out] = [palette.reached(), palette.contact()];
    [
        source(palette),
        line(
            seen,
            2.0,
            text!("plate-flow-may-be-seen"),
            text!("flow-may-be-seen"),
        ),
        line(
            ruled_out,
            2.0,
            text!("plate-flow-ruled-out"),
            text!("flow-ruled-out"),
        ),
    ]
}

/// Builds the legend of a moment of the animation.
pub fn legend(flow: &PvsFlow, moment: u32, palette: Palette) -> Legend {
    let row = |meant: Meant| match meant.line {
        Some(width) => Row::line(meant.color, width, meant.long),
        None => Row::area(meant.color, meant.long),
    };
    match moment_content(flow, moment) {
        Moment::Costs => {
            let [least, most] = [0.0, 1.0].map(|share| palette.measure(share));
            vec![
                Row::note(words::describe_costs(flow)),
                Row::area(most, text!("flow-most-steps")),
                Row::area(least, text!("flow-few-steps")),
                Row::note(words::of_leaf(flow)),
            ]
        }
        Moment::Step(number, step) => {
            let rows = of_step(flow, (number, step), palette).into_iter().map(row);
            let note = Row::note(words::step(flow, number, step));
            [note].into_iter().chain(rows).collect()
        }
        Moment::End => {
            let note = Row::note(words::end(flow));
            [note].into_iter().chain(of_end(palette).map(row)).collect()
        }
    }
}

/// Returns short captions in capital letters for pictures without a legend: a title, then one for each colour.
pub fn scale(flow: &PvsFlow, moment: u32, palette: Palette) -> Vec<(String, Rgb)> {
    let titled = |title: String, meant: Vec<Meant>| {
        let rest = meant
            .into_iter()
            .map(|meant| (meant.short.to_owned(), meant.color));
        [(title, ink::GROUND)].into_iter().chain(rest).collect()
    };
    match moment_content(flow, moment) {
        Moment::Costs => {
            let meant = vec![
                area(palette.measure(0.0), text!("plate-flow-few"), ""),
                area(palette.measure(1.0), text!("plate-flow-most"), ""),
            ];
            titled(text!("plate-flow-costs").to_owned(), meant)
        }
        Moment::Step(number, step) => {
            let title = text!("plate-flow-step", number, all = flow.steps.len());
            titled(title, of_step(flow, (number, step), palette))
        }
        Moment::End => titled(text!("plate-flow-result").to_owned(), of_end(palette).into()),
    }
}
