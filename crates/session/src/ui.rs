//! Open parts of the user interface: panels, pages, menus and the help. Commands and Escape open and close them.

use std::collections::BTreeSet;

use crate::escape::Close;

/// Open parts of the user interface, and whether the mouse is captured. A front end ignores parts that it does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ui {
    /// Whether the panel is open.
    pub panel: bool,
    /// Whether the tree dock is open.
    pub dock: bool,
    /// Index of the open page of the help, counted from 0, or `None` if the help is closed.
    pub help: Option<usize>,
    /// Number of help pages. A front end whose help does not fit on one page sets it when it draws the help.
    pub help_pages: usize,
    /// Whether the mouse is captured, which means that moving it turns the view.
    pub captured: bool,
    /// Page that covers the level, if any.
    pub page: Option<Page>,
    /// Whether the map is shown. It is either in the corner, where it turns with the view, or over the level.
    pub map: bool,
    /// Whether the tour is running.
    pub tour: bool,
    /// Index of the open menu.
    pub menu: Option<usize>,
    /// Whether the glossary is open.
    pub glossary: bool,
    /// Scale of text and cards.
    pub text_scale: TextScale,
    /// Whether the pointer is over the panel, the dock or a card, which then receives mouse buttons and wheel input.
    pub pointer_on_panel: bool,
    /// Whether opening the panel, the dock or a page released the mouse, so that closing it captures the mouse again.
    reclaims_mouse: bool,
}

/// Minimum and maximum [`TextScale`].
pub const TEXT_SCALES: [f32; 2] = [0.5, 3.0];

/// Change of the text scale per command.
const STEP: f32 = 0.1;

/// Scale of text and cards, relative to the scale that fits the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextScale(pub f32);

impl TextScale {
    /// Returns the scale from the settings, clamped to [`TEXT_SCALES`], or the default scale if none is set.
    #[must_use]
    pub fn from_setting(scale: Option<f32>) -> Self {
        let scale = scale.filter(|scale| scale.is_finite());
        scale.map_or_else(Self::default, |scale| {
            Self(scale.clamp(TEXT_SCALES[0], TEXT_SCALES[1]))
        })
    }

    /// Changes the scale by a number of steps of 0.1.
    pub fn change(&mut self, steps: f32) {
        // Round to a multiple of the step so that errors do not accumulate.
        let scale = (self.0 / STEP + steps).round() * STEP;
        self.0 = scale.clamp(TEXT_SCALES[0], TEXT_SCALES[1]);
    }
}

impl Default for TextScale {
    fn default() -> Self {
        Self(1.0)
    }
}

/// Bars over the level that are shown while the mouse is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bars {
    /// Whether to show the menu bar. A key opens it in any case.
    pub menu: bool,
    /// Whether to show the tool bar.
    pub tools: bool,
}

impl Default for Bars {
    fn default() -> Self {
        let (menu, tools) = (true, true);
        Self { menu, tools }
    }
}

/// Hints that suggest the next useful key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hints {
    /// Whether hints are shown.
    pub on: bool,
    /// Names of the hints that were dismissed or whose keys were used.
    pub done: BTreeSet<String>,
}

impl Default for Hints {
    fn default() -> Self {
        let (on, done) = (true, BTreeSet::new());
        Self { on, done }
    }
}

impl Hints {
    /// Disables hints, or enables them and starts them from the beginning.
    pub fn toggle(&mut self) {
        self.on ^= true;
        if self.on {
            self.done.clear();
        }
    }
}

/// A page that covers the level. At most one page is open at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// Planar tree of a polygon that you draw.
    PlanarTree,
    /// Duel between build rules.
    Duel,
    /// Map with −Z pointing up.
    Map,
}

/// Part of the user interface that needs the mouse pointer while it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The panel.
    Panel,
    /// The tree dock.
    Dock,
    /// A page. The map cycles through minimap, page and closed.
    Page(Page),
}

impl Ui {
    /// Opens or closes a part. Opening a part releases the mouse, and closing the last open one captures the mouse
    /// again, unless the user has pressed Escape.
    pub fn toggle(&mut self, part: Part) {
        let was_open = self.needs_pointer();
        if self.switch(part) {
            self.reclaims_mouse = self.captured || (was_open && self.reclaims_mouse);
            self.captured = false;
        } else if !self.needs_pointer() {
            self.captured |= self.reclaims_mouse;
        }
    }

    /// Opens or closes a part. Returns whether the mouse pointer is now needed.
    fn switch(&mut self, part: Part) -> bool {
        let page = match part {
            Part::Page(Page::Map) if !self.map || self.page == Some(Page::Map) => {
                self.map = !self.map;
                self.page = self.page.filter(|page| *page != Page::Map);
                return false;
            }
            Part::Page(page) => page,
            Part::Panel => {
                self.panel = !self.panel;
                return self.panel;
            }
            Part::Dock => {
                self.dock = !self.dock;
                return self.dock;
            }
        };
        self.page = (self.page != Some(page)).then_some(page);
        self.page.is_some()
    }

    /// Returns whether an open part needs the mouse pointer.
    fn needs_pointer(&self) -> bool {
        self.panel || self.dock || self.page.is_some()
    }

    /// Keeps the mouse free after the open parts are closed.
    pub fn keep_mouse_free(&mut self) {
        self.reclaims_mouse = false;
    }

    /// Opens the help, shows its next page, or closes it after the last one.
    pub fn toggle_help(&mut self) {
        let next = self.help.map_or(0, |page| page + 1);
        self.help = (self.help.is_none() || next < self.help_pages).then_some(next);
    }

    /// Opens the first menu, or closes the open one. Opening a menu releases the mouse.
    pub fn toggle_menu(&mut self) {
        self.menu = self.menu.is_none().then_some(0);
        self.captured = false;
    }

    /// Returns the parts that Escape closes, each with whether it is open.
    pub(crate) fn closable_items(&self) -> [(Close, bool); 5] {
        [
            (Close::Menu, self.menu.is_some()),
            (Close::Help, self.help.is_some()),
            (Close::Page, self.page.is_some()),
            (Close::Glossary, self.glossary),
            (Close::Mouse, self.captured),
        ]
    }

    /// Closes a part. Does nothing for other items.
    pub(crate) fn close(&mut self, item: Close) {
        match item {
            Close::Menu => self.menu = None,
            Close::Help => self.help = None,
            Close::Page => self.page = None,
            Close::Glossary => self.glossary = false,
            Close::Mouse => self.captured = false,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_the_last_part_captures_the_mouse_again() {
        let mut ui = Ui {
            captured: true,
            ..Ui::default()
        };
        ui.toggle(Part::Panel);
        assert!(ui.panel && !ui.captured);
        ui.toggle(Part::Dock);
        ui.toggle(Part::Panel);
        assert!(!ui.captured, "the dock still needs the pointer");
        ui.toggle(Part::Dock);
        assert!(ui.captured);
        ui.toggle(Part::Page(Page::Duel));
        ui.keep_mouse_free();
        ui.toggle(Part::Page(Page::Duel));
        assert!(ui.page.is_none() && !ui.captured);
    }

    #[test]
    fn map_cycles_through_its_sizes() {
        let mut ui = Ui::default();
        let states = [0; 3].map(|_| {
            ui.toggle(Part::Page(Page::Map));
            (ui.map, ui.page)
        });
        assert_eq!(states, [(true, None), (true, Some(Page::Map)), (false, None)]);
        // Another page replaces the map, but the minimap stays.
        ui.toggle(Part::Page(Page::Map));
        ui.toggle(Part::Page(Page::Map));
        ui.toggle(Part::Page(Page::PlanarTree));
        assert_eq!((ui.map, ui.page), (true, Some(Page::PlanarTree)));
    }

    #[test]
    fn help_closes_after_its_last_page() {
        for (pages, shown) in [
            (0, [Some(0), None, Some(0)]),
            (1, [Some(0), None, Some(0)]),
            (2, [Some(0), Some(1), None]),
        ] {
            let mut ui = Ui {
                help_pages: pages,
                ..Ui::default()
            };
            let help = [0; 3].map(|_| {
                ui.toggle_help();
                ui.help
            });
            assert_eq!(help, shown);
        }
    }
}
