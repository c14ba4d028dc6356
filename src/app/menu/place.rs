//! Position in the menus: which menu is open and which row is highlighted. Shared by keyboard and pointer, and
//! independent of the window.

use super::row::{Do, Does, Item, Menu, Row};

/// A key press that moves through the menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The row above.
    Up,
    /// The row below.
    Down,
    /// Leave the submenu, or go to the menu on the left.
    Left,
    /// Enter the submenu, or go to the menu on the right.
    Right,
    /// The first row.
    First,
    /// The last row.
    Last,
    /// Choose the highlighted row.
    Enter,
    /// Close the submenu, or else all menus.
    Close,
    /// Close all menus.
    CloseAll,
}

/// The open menu and the highlighted row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Index of the menu.
    pub menu: usize,
    /// The highlighted row.
    pub row: Option<usize>,
    /// Highlighted row of the submenu if it is open. The inner value is `None` if the pointer opened it, which
    /// highlights no row.
    pub beside: Option<Option<usize>>,
}

impl Place {
    /// Opens a menu with its first row highlighted.
    #[must_use]
    pub fn first_of(menu: usize, menus: &[Menu]) -> Self {
        Self {
            menu,
            row: menus.get(menu).and_then(|menu| next(&menu.rows, None, true)),
            beside: None,
        }
    }

    /// Opens a menu without a highlighted row, as the pointer does.
    #[must_use]
    pub const fn of(menu: usize) -> Self {
        Self {
            menu,
            row: None,
            beside: None,
        }
    }

    /// Returns the highlighted item of the open menu.
    fn item<'a>(&self, menus: &'a [Menu]) -> Option<&'a Item> {
        menus.get(self.menu)?.rows.get(self.row?)?.item()
    }

    /// Returns the item that would be chosen.
    #[must_use]
    pub fn marked<'a>(&self, menus: &'a [Menu]) -> Option<&'a Item> {
        let item = self.item(menus)?;
        match self.beside {
            Some(row) => item.menu()?.get(row?)?.item(),
            None => Some(item),
        }
    }

    /// Moves by a key. Returns the new position, or `None` if the menus close, and the action if an item was chosen.
    #[must_use]
    pub fn step(self, step: Step, menus: &[Menu]) -> (Option<Self>, Option<Do>) {
        let Some(menu) = menus.get(self.menu) else {
            return (None, None);
        };
        let beside = self.item(menus).and_then(Item::menu);
        let (rows, at) = match (beside, self.beside) {
            (Some(rows), Some(at)) => (rows, at),
            _ => (&menu.rows[..], self.row),
        };
        let is_beside = beside.is_some() && self.beside.is_some();
        let marked = |row: Option<usize>| match is_beside {
            true => Self {
                beside: Some(row),
                ..self
            },
            false => Self {
                row,
                beside: None,
                ..self
            },
        };
        let to_menu = |by: usize| Self::first_of((self.menu + by) % menus.len(), menus);
        let into = |rows: &[Row]| Self {
            beside: Some(next(rows, None, true)),
            ..self
        };
        match (step, beside) {
            (Step::Down, _) => (Some(marked(next(rows, at, true))), None),
            (Step::Up, _) => (Some(marked(next(rows, at, false))), None),
            (Step::First, _) => (Some(marked(next(rows, None, true))), None),
            (Step::Last, _) => (Some(marked(next(rows, None, false))), None),
            (Step::Left | Step::Close, Some(_)) if is_beside => (Some(Self { beside: None, ..self }), None),
            (Step::Left, _) => (Some(to_menu(menus.len() - 1)), None),
            (Step::Right | Step::Enter, Some(rows)) if !is_beside => (Some(into(rows)), None),
            (Step::Right, _) => (Some(to_menu(1)), None),
            (Step::Close | Step::CloseAll, _) => (None, None),
            (Step::Enter, _) => match self.marked(menus) {
                Some(Item {
                    does: Does::Run(action),
                    why_not: None,
                    ..
                }) => (None, Some(action.clone())),
                _ => (Some(self), None),
            },
        }
    }
}

/// Returns the next or previous item, wrapping around. Without a current row, returns the first or last item.
fn next(rows: &[Row], at: Option<usize>, forward: bool) -> Option<usize> {
    let count = rows.len();
    let is_item = |row: &usize| rows[*row].item().is_some();
    match (at, forward) {
        (None, true) => (0..count).find(is_item),
        (None, false) => (0..count).rev().find(is_item),
        (Some(at), true) => (1..=count).map(|by| (at + by) % count).find(is_item),
        (Some(at), false) => (1..=count).map(|by| (at + count - by) % count).find(is_item),
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_session::actions::Action;

    use super::*;

    fn item(action: Action) -> Row {
        Row::Item(Item::new("it", Does::Run(Do::Send(action))))
    }

    /// Two menus. The first has a separator, a disabled item and a submenu in its last row; the second has one item.
    fn menus() -> Vec<Menu> {
        let mut greyed = Item::new("greyed", Does::Run(Do::Send(Action::Leave)));
        greyed.why_not = Some("not now".into());
        let beside = vec![Row::Gap, item(Action::SelectFront), item(Action::SelectBack)];
        let rows = vec![
            item(Action::OpenDialog),
            Row::Gap,
            Row::Item(greyed),
            Row::Item(Item::new("more", Does::Menu(beside))),
        ];
        let second = vec![item(Action::Undo)];
        [("first", rows), ("second", second)]
            .map(|(title, rows)| Menu { title, rows })
            .into()
    }

    /// Returns the position after some keys, starting at the first row of the first menu, and the actions chosen.
    fn after(steps: &[Step]) -> (Option<Place>, Vec<Do>) {
        let menus = menus();
        let (mut place, mut done) = (Some(Place::first_of(0, &menus)), Vec::new());
        for &step in steps {
            let Some(at) = place else { break };
            let (next, action) = at.step(step, &menus);
            place = next;
            done.extend(action);
        }
        (place, done)
    }

    fn row(steps: &[Step]) -> (usize, Option<usize>, Option<Option<usize>>) {
        let place = after(steps).0.expect("a menu is open");
        (place.menu, place.row, place.beside)
    }

    use Step::{Close, Down, Enter, First, Last, Left, Right, Up};

    #[test]
    fn up_and_down_go_around_and_pass_over_lines() {
        assert_eq!(row(&[]), (0, Some(0), None));
        assert_eq!(row(&[Down]), (0, Some(2), None));
        assert_eq!(row(&[Down, Down, Down]), (0, Some(0), None));
        assert_eq!(row(&[Up]), (0, Some(3), None));
        assert_eq!(row(&[Up, Up, Up]), (0, Some(0), None));
        assert_eq!((row(&[Last]), row(&[Last, First])), (row(&[Up]), row(&[])));
    }

    #[test]
    fn left_and_right_change_the_menu_and_go_into_the_one_beside() {
        assert_eq!(row(&[Right]), (1, Some(0), None));
        assert_eq!(row(&[Right, Right]), (0, Some(0), None));
        assert_eq!(row(&[Left]), (1, Some(0), None));
        assert_eq!(row(&[Up, Right]), (0, Some(3), Some(Some(1))));
        assert_eq!(row(&[Up, Enter, Down]), (0, Some(3), Some(Some(2))));
        assert_eq!(row(&[Up, Right, Up]), (0, Some(3), Some(Some(2))));
        assert_eq!(row(&[Up, Right, Left]), (0, Some(3), None));
        assert_eq!(row(&[Up, Right, Close]), (0, Some(3), None));
        assert_eq!(row(&[Up, Right, Right]), (1, Some(0), None));
    }

    #[test]
    fn enter_does_what_can_be_done_and_closes() {
        assert_eq!(after(&[Enter]), (None, vec![Do::Send(Action::OpenDialog)]));
        let (place, done) = after(&[Down, Enter]);
        assert!(place.is_some() && done.is_empty(), "it cannot be chosen now");
        let chosen = after(&[Up, Right, Down, Enter]);
        assert_eq!(chosen, (None, vec![Do::Send(Action::SelectBack)]));
        assert_eq!(after(&[Close]), (None, Vec::new()));
        assert_eq!(after(&[Up, Right, Step::CloseAll]), (None, Vec::new()));
        // If the pointer opened the menu, nothing is highlighted.
        let menus = menus();
        assert_eq!(Place::of(0).step(Enter, &menus), (Some(Place::of(0)), None));
        assert_eq!(
            Place::of(0).step(Down, &menus).0,
            Some(Place::first_of(0, &menus))
        );
        assert_eq!(Place::of(7).step(Down, &menus), (None, None));
    }

    #[test]
    fn a_menu_of_nothing_has_nothing_to_mark() {
        let menus = [Menu {
            title: "empty",
            rows: vec![Row::Gap],
        }];
        let place = Place::first_of(0, &menus);
        for step in [Up, Down, First, Last, Enter, Left, Right] {
            assert_eq!(place.step(step, &menus), (Some(place), None));
        }
    }
}
