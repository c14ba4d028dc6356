//! Who wins at what and why, in one sentence that is computed from the figures.

use bspwalk_progress::words::count;

use super::{columns::figures, measure::Measured, queries::Query, row::Row};

/// Times that differ by less than this share are equal: then fewer visits win.
const SAME_TIME: f64 = 0.05;

/// Figures that differ by less than this factor are no reason.
const ALIKE: f64 = 1.2;

/// The fewest nodes are worth a word where they are fewer than this share of the winner's.
const FEWER: f64 = 0.95;

/// Who wins at what and why; `None` where no tree took part.
///
/// The winner at a query answers it soonest; of those that are equally quick, with the fewest visits. The reason is found by the
/// tree with the fewest nodes, or, where that is the winner, by the slowest: what differs most between the two.
#[must_use]
pub fn verdict(rows: &[Row]) -> Option<String> {
    let trees: Vec<&Row> = rows.iter().filter(|row| row.has_tree()).collect();
    let winner = soonest(&trees, Query::Casts)?;
    let mut text = wins(&trees)?;
    text += &format!(
        " and a cast visits {} of {} nodes",
        figures(winner.casts.visited),
        count(winner.figures.nodes)
    );
    if let Some(why) = why(&trees, winner) {
        text += "; ";
        text += &why;
    }
    if let Some(list) = rows.iter().find(|row| !row.has_tree()) {
        match ratio(list.casts.ns, winner.casts.ns) {
            Some(ratio) if ratio >= 1.0 => {
                text += &format!("; without a tree a cast takes {} times as long", times(ratio));
            }
            Some(_) => text += "; in so small a level a cast is quicker without a tree",
            // Both are shorter than the clock can tell.
            None => {}
        }
    }
    text.push('.');
    Some(text)
}

/// The row that answers a kind of query soonest.
#[must_use]
pub fn soonest<'a>(trees: &[&'a Row], kind: Query) -> Option<&'a Row> {
    let least = trees.iter().map(|row| of(row, kind).ns).min_by(f64::total_cmp)?;
    let quick = trees
        .iter()
        .filter(|row| of(row, kind).ns <= least * (1.0 + SAME_TIME));
    quick
        .min_by(|a, b| of(a, kind).visited.total_cmp(&of(b, kind).visited))
        .copied()
}

fn of(row: &Row, kind: Query) -> &Measured {
    match kind {
        Query::Casts => &row.casts,
        Query::Contacts => &row.contacts,
        Query::Sweeps => &row.sweeps,
    }
}

/// "`sampled` answers casts and sweeps soonest, `leaf-sampled` contacts,".
fn wins(trees: &[&Row]) -> Option<String> {
    let mut winners: Vec<(&Row, Vec<&str>)> = Vec::new();
    for kind in Query::ALL {
        let winner = soonest(trees, kind)?;
        match winners.iter_mut().find(|(row, _)| row.rule == winner.rule) {
            Some((_, kinds)) => kinds.push(kind.name()),
            None => winners.push((winner, vec![kind.name()])),
        }
    }
    if trees.len() == 1 {
        return Some(format!("`{}` is the only tree,", trees[0].rule));
    }
    let said = winners.iter().enumerate().map(|(index, (row, kinds))| {
        let kinds = listed(kinds);
        if index == 0 {
            format!("`{}` answers {kinds} soonest", row.rule)
        } else {
            format!("`{}` {kinds}", row.rule)
        }
    });
    Some(said.collect::<Vec<_>>().join(", ") + ",")
}

/// What the winner's casts owe to its tree, beside one other tree.
fn why(trees: &[&Row], winner: &Row) -> Option<String> {
    let others = trees.iter().filter(|row| row.rule != winner.rule);
    let smallest = others.clone().min_by_key(|row| row.figures.nodes)?;
    let share = f64::from(smallest.figures.nodes) / f64::from(winner.figures.nodes.max(1));
    if share < FEWER {
        let has = format!("`{}` has {} of the nodes", smallest.rule, share_in_words(share));
        let Ratios { visits, tests, time } = Ratios::of(smallest, winner);
        let Some(time) = time.filter(|time| *time >= 1.0 + SAME_TIME) else {
            return Some(format!("{has}, and its casts take hardly longer"));
        };
        let more = match (visits, tests) {
            (Some(visits), Some(tests)) => format!(
                "its casts visit {} times as many and look at {} times as many faces",
                times(visits),
                times(tests)
            ),
            (Some(visits), None) => format!("its casts visit {} times as many", times(visits)),
            (None, Some(tests)) => format!("its casts look at {} times as many faces", times(tests)),
            (None, None) => format!(
                "each visit costs more: its casts take {} times as long",
                times(time)
            ),
        };
        let reason = reason(smallest, winner).filter(|_| visits.is_some());
        return Some(match reason {
            Some(reason) => format!("{has}, but {reason}: {more}"),
            None => format!("{has}, but {more}"),
        });
    }
    let slowest = others.max_by(|a, b| a.casts.ns.total_cmp(&b.casts.ns))?;
    let Ratios { visits, tests, time } = Ratios::of(slowest, winner);
    let time = time.filter(|time| *time >= 1.0 + SAME_TIME)?;
    let mut does = Vec::new();
    if let Some(visits) = visits {
        does.extend(reason(slowest, winner).map(|reason| format!("has {reason}")));
        does.push(format!("visits {} times as many nodes", times(visits)));
    }
    if let Some(tests) = tests {
        does.push(format!("looks at {} times as many faces", times(tests)));
    }
    does.push(format!("takes {} times as long", times(time)));
    let does: Vec<&str> = does.iter().map(String::as_str).collect();
    Some(format!("`{}` {}", slowest.rule, listed(&does)))
}

/// What the casts of a tree take, as multiples of what those of another do: visits and tests where they are a reason.
struct Ratios {
    visits: Option<f64>,
    tests: Option<f64>,
    time: Option<f64>,
}

/// How many times as large one figure is as another; `None` where the other is 0, of which nothing is a multiple.
fn ratio(of: f64, to: f64) -> Option<f64> {
    (to > 0.0).then(|| of / to)
}

impl Ratios {
    fn of(row: &Row, other: &Row) -> Self {
        let ratio = |of: fn(&Measured) -> f64| ratio(of(&row.casts), of(&other.casts));
        let reason = |ratio: Option<f64>| ratio.filter(|ratio| *ratio >= ALIKE);
        Self {
            visits: reason(ratio(|casts| casts.visited)),
            tests: reason(ratio(|casts| casts.tested)),
            time: ratio(|casts| casts.ns),
        }
    }
}

/// What a tree has that makes its casts visit more nodes than those of the winner: "93 levels instead of 31".
fn reason(row: &Row, winner: &Row) -> Option<String> {
    let (own, best) = (&row.figures, &winner.figures);
    let depth = ratio(own.depth.into(), best.depth.into());
    let growth = ratio(own.growth, best.growth);
    let levels = depth.map(|depth| {
        let [own, best] = [own.depth, best.depth].map(count);
        (depth, format!("{own} levels instead of {best}"))
    });
    let growth = growth.map(|growth| (growth, format!("{} times as many fragments", times(growth))));
    let most = levels
        .into_iter()
        .chain(growth)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    most.filter(|(ratio, _)| *ratio >= ALIKE).map(|(_, text)| text)
}

/// A factor with two figures, without the word.
fn times(ratio: f64) -> String {
    if ratio < 9.95 {
        format!("{ratio:.1}")
    } else {
        count(ratio.round() as u64)
    }
}

/// A share in words where it is near a simple one, else in percent.
fn share_in_words(share: f64) -> String {
    /// How near it must be.
    const NEAR: f64 = 0.06;
    let simple = [
        (0.1, "a tenth"),
        (0.2, "a fifth"),
        (0.25, "a quarter"),
        (1.0 / 3.0, "a third"),
        (0.5, "half"),
        (2.0 / 3.0, "two thirds"),
        (0.75, "three quarters"),
    ];
    let nearest = simple
        .into_iter()
        .min_by(|a, b| (a.0 - share).abs().total_cmp(&(b.0 - share).abs()));
    match nearest {
        Some((near, words)) if (near - share).abs() <= NEAR * near => words.to_owned(),
        _ if share < 0.01 => "less than 1 %".to_owned(),
        _ => format!("{:.0} %", share * 100.0),
    }
}

/// "casts, contacts and sweeps".
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duel::{Contestant, Figures};

    /// A row with so many nodes, levels, visits and nanoseconds.
    fn row(name: &str, nodes: u32, depth: u32, visited: f64, ns: f64) -> Row {
        let contestant: Contestant = name.parse().expect("it has this name");
        let figures = Figures {
            triangles: 1000,
            nodes,
            fragments: 1500,
            growth: 1.5,
            depth,
            ..Figures::default()
        };
        let measured = Measured {
            visited,
            tested: 10.0,
            ns,
            ..Measured::default()
        };
        Row::new(contestant, figures, [measured; 3])
    }

    #[test]
    fn the_smallest_tree_says_why_it_does_not_win() {
        let rows = [
            row("sampled", 9000, 31, 20.0, 300.0),
            row("fewest-cuts", 3010, 93, 42.0, 700.0),
            row("none", 0, 0, 0.0, 25_500.0),
        ];
        let said = verdict(&rows).expect("there are trees");
        assert_eq!(
            said,
            "`sampled` answers casts, contacts and sweeps soonest, and a cast visits 20.0 of 9,000 nodes; `fewest-cuts` has a \
             third of the nodes, but 93 levels instead of 31: its casts visit 2.1 times as many; without a tree a cast takes 85 \
             times as long."
        );
    }

    #[test]
    fn where_the_smallest_tree_wins_the_slowest_says_why() {
        let mut rows = [
            row("sampled", 900, 30, 20.0, 300.0),
            row("first", 9000, 300, 200.0, 3000.0),
            row("random", 9000, 36, 60.0, 900.0),
        ];
        rows[2].contacts.ns = 100.0;
        let said = verdict(&rows).expect("there are trees");
        assert_eq!(
            said,
            "`sampled` answers casts and sweeps soonest, `random` contacts, and a cast visits 20.0 of 900 nodes; `first` has 300 \
             levels instead of 30, visits 10 times as many nodes and takes 10 times as long."
        );
        // Fewer visits that each take longer are no win.
        let mut rows = [
            row("sampled", 900, 30, 20.0, 300.0),
            row("leaf-sampled", 450, 30, 10.0, 600.0),
        ];
        let ends = |rows: &[Row], end: &str| {
            let said = verdict(rows).expect("there are trees");
            assert!(said.ends_with(end), "{said}");
        };
        ends(
            &rows,
            "`leaf-sampled` has half of the nodes, but each visit costs more: its casts take 2.0 times as long.",
        );
        rows[1].casts.tested = 90.0;
        ends(
            &rows,
            "`leaf-sampled` has half of the nodes, but its casts look at 9.0 times as many faces.",
        );
        (rows[1].casts.ns, rows[1].casts.visited) = (301.0, 30.0);
        ends(
            &rows,
            "`leaf-sampled` has half of the nodes, and its casts take hardly longer.",
        );
    }

    /// Of nothing, nothing is a multiple: no visits, no faces, no time that the clock can tell.
    #[test]
    fn nothing_is_divided_by_nothing() {
        let mut rows = [
            row("sampled", 9000, 31, 20.0, 300.0),
            row("fewest-cuts", 3010, 93, 42.0, 700.0),
            row("none", 0, 0, 0.0, 25_500.0),
        ];
        for zeroed in 0..8_u32 {
            let casts = &mut rows[0].casts;
            casts.tested = if zeroed & 1 == 0 { 10.0 } else { 0.0 };
            casts.visited = if zeroed & 2 == 0 { 20.0 } else { 0.0 };
            casts.ns = if zeroed & 4 == 0 { 300.0 } else { 0.0 };
            let said = verdict(&rows).expect("there are trees");
            assert!(
                said.len() < 300 && !said.contains("NaN") && !said.contains("inf"),
                "{said}"
            );
            let digits = |word: &str| word.chars().filter(char::is_ascii_digit).count();
            assert!(said.split(' ').all(|word| digits(word) < 6), "{said}");
        }
    }

    #[test]
    fn one_alone_and_none_at_all() {
        let alone = verdict(&[row("first", 10, 3, 2.5, 40.0)]);
        assert_eq!(
            alone.as_deref(),
            Some("`first` is the only tree, and a cast visits 2.50 of 10 nodes.")
        );
        assert_eq!(verdict(&[row("none", 0, 0, 0.0, 1.0)]), None);
    }

    #[test]
    fn of_equally_quick_ones_the_one_that_visits_less_wins() {
        let rows = [
            row("first", 10, 3, 9.0, 100.0),
            row("sampled", 10, 3, 5.0, 104.0),
            row("random", 10, 3, 1.0, 106.0),
        ];
        let trees: Vec<&Row> = rows.iter().collect();
        let winner = soonest(&trees, Query::Casts).expect("there is one");
        assert_eq!(winner.rule, "sampled");
    }

    #[test]
    fn shares_in_words() {
        assert_eq!(
            [0.34, 0.5, 0.09, 0.6, 0.004].map(share_in_words),
            ["a third", "half", "9 %", "60 %", "less than 1 %"]
        );
    }
}
