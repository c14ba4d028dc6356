//! Tests that the tool bar is short and that each button has an explanation.

use std::collections::HashSet;

use bspwalk_session::actions::{Control, control_of};

use super::tools::{BAR, Tool};

fn tools() -> impl Iterator<Item = &'static Tool> {
    BAR.into_iter().flatten()
}

#[test]
fn tool_bar_has_at_most_twelve_buttons() {
    assert!(tools().count() <= 12);
}

#[test]
fn tools_have_unique_icons_names_and_tips() {
    let (mut icons, mut names) = (HashSet::new(), HashSet::new());
    for tool in tools() {
        let name = tool.name.text();
        let help = control_of(tool.command).map_or_else(String::new, Control::description);
        assert!(icons.insert(tool.icon), "two tools have the icon of {name}");
        assert!(names.insert(name), "two tools have the name {name}");
        assert!(name.len() <= 9 && !help.is_empty(), "{name}: {help}");
    }
}
