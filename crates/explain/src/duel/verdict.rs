//! Summarises the results in one sentence: which rule is fastest for each kind of query, and why.

use bspwalk_text::{message, text, words::count};

use super::{
    columns::format_three_digits, contestant::Contestant, measure::Measured, queries::Query, row::Row,
};
use crate::other_trees::SpatialTreeKind;

/// Relative difference below which two times count as equal. In that case, the rule with fewer visits wins.
const SAME_TIME: f64 = 0.05;

/// Ratio below which two numbers are too similar to serve as an explanation.
const ALIKE: f64 = 1.2;

/// The lowest node count is mentioned only if it is below this fraction of the winner's node count.
const FEWER: f64 = 0.95;

/// Explains which rule is fastest for each kind of query, and why. Returns `None` if no contestant has a tree.
///
/// The fastest rule wins; if several are equally fast, the one with the fewest visits. To explain the result, the
/// winner is compared with the tree that has the fewest nodes or, if that is the winner itself, with the slowest tree.
/// The explanation is the largest difference between the two.
#[must_use]
pub fn verdict(rows: &[Row]) -> Option<String> {
    let trees: Vec<&Row> = rows.iter().filter(|row| row.has_tree()).collect();
    let winner = fastest_row(&trees, Query::Casts)?;
    let mut parts = vec![text!(
        "duel-verdict-wins",
        wins = wins(&trees)?,
        visits = format_three_digits(winner.casts.visited),
        nodes = count(winner.figures.nodes)
    )];
    parts.extend(why(&trees, winner));
    if let Some(list) = rows.iter().find(|row| !row.has_tree()) {
        match ratio(list.casts.ns, winner.casts.ns) {
            Some(ratio) if ratio >= 1.0 => {
                parts.push(text!("duel-verdict-no-tree", times = times(ratio)));
            }
            Some(_) => parts.push(text!("duel-verdict-small").to_owned()),
            // Both times are too short to be measured by the clock.
            None => {}
        }
    }
    Some(text!("duel-verdict", parts = parts.join(text!("text-semicolon"))))
}

/// Returns the name of a row for use within a sentence: a rule in backticks, or "the k-d tree".
fn named(row: &Row) -> String {
    match row.contestant {
        Contestant::Other(SpatialTreeKind::KdTree) => text!("duel-the-kd").to_owned(),
        Contestant::Other(SpatialTreeKind::Octree) => text!("duel-the-octree").to_owned(),
        Contestant::Other(SpatialTreeKind::Bvh) => text!("duel-the-bvh").to_owned(),
        _ => format!("`{}`", row.rule),
    }
}

/// Returns the name of a row for the start of the verdict: a rule in backticks, or "the k-d tree".
fn named_first(row: &Row) -> String {
    match row.contestant {
        Contestant::Other(SpatialTreeKind::KdTree) => text!("duel-the-kd-first").to_owned(),
        Contestant::Other(SpatialTreeKind::Octree) => text!("duel-the-octree-first").to_owned(),
        Contestant::Other(SpatialTreeKind::Bvh) => text!("duel-the-bvh-first").to_owned(),
        _ => named(row),
    }
}

/// Returns the row that is fastest for a kind of query.
#[must_use]
pub fn fastest_row<'a>(trees: &[&'a Row], kind: Query) -> Option<&'a Row> {
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

/// Returns a clause such as "`sampled` answers casts and sweeps fastest, `leaf-sampled` answers contacts fastest".
fn wins(trees: &[&Row]) -> Option<String> {
    let mut winners: Vec<(&Row, Vec<&str>)> = Vec::new();
    for kind in Query::ALL {
        let winner = fastest_row(trees, kind)?;
        match winners.iter_mut().find(|(row, _)| row.rule == winner.rule) {
            Some((_, kinds)) => kinds.push(kind.name()),
            None => winners.push((winner, vec![kind.name()])),
        }
    }
    if trees.len() == 1 {
        return Some(text!("duel-wins-alone", rule = named_first(trees[0])));
    }
    let said = winners.iter().enumerate().map(|(index, (row, kinds))| {
        let kinds = listed(kinds);
        if index == 0 {
            text!("duel-wins-first", rule = named_first(row), kinds)
        } else {
            text!("duel-wins-others", rule = named(row), kinds)
        }
    });
    Some(said.collect::<Vec<_>>().join(text!("text-comma")))
}

/// Explains why the winner's casts are fast, by comparing it with another tree.
fn why(trees: &[&Row], winner: &Row) -> Option<String> {
    let others = trees.iter().filter(|row| row.rule != winner.rule);
    let smallest = others.clone().min_by_key(|row| row.figures.nodes)?;
    let share = f64::from(smallest.figures.nodes) / f64::from(winner.figures.nodes.max(1));
    if share < FEWER {
        let has = text!(
            "duel-smallest",
            rule = named(smallest),
            share = share_in_words(share)
        );
        let Ratios { visits, tests, time } = Ratios::of(smallest, winner);
        let Some(time) = time.filter(|time| *time >= 1.0 + SAME_TIME) else {
            return Some(text!("duel-smallest-alike", has));
        };
        let more = match (visits, tests) {
            (Some(visits), Some(tests)) => {
                text!("duel-more-both", visits = times(visits), faces = times(tests))
            }
            (Some(visits), None) => text!("duel-more-visits", visits = times(visits)),
            (None, Some(tests)) => text!("duel-more-faces", faces = times(tests)),
            (None, None) => text!("duel-more-time", time = times(time)),
        };
        let reason = reason(smallest, winner).filter(|_| visits.is_some());
        return Some(match reason {
            Some(reason) => text!("duel-smallest-but-reason", has, reason, more),
            None => text!("duel-smallest-but", has, more),
        });
    }
    let slowest = others.max_by(|a, b| a.casts.ns.total_cmp(&b.casts.ns))?;
    let Ratios { visits, tests, time } = Ratios::of(slowest, winner);
    let time = time.filter(|time| *time >= 1.0 + SAME_TIME)?;
    let mut does = Vec::new();
    if let Some(visits) = visits {
        does.extend(reason(slowest, winner).map(|reason| text!("duel-slowest-has", reason)));
        does.push(text!("duel-slowest-visits", visits = times(visits)));
    }
    if let Some(tests) = tests {
        does.push(text!("duel-slowest-faces", faces = times(tests)));
    }
    does.push(text!("duel-slowest-time", time = times(time)));
    let does = match does.as_slice() {
        [first @ .., last] if !first.is_empty() => {
            let first = first.join(text!("text-comma"));
            text!("duel-slowest-and", first, last)
        }
        one => one.concat(),
    };
    Some(text!("duel-slowest", rule = named(slowest), does))
}

/// Cost of a tree's casts relative to another tree's casts. Visits and tests are set only if they explain the
/// difference.
struct Ratios {
    visits: Option<f64>,
    tests: Option<f64>,
    time: Option<f64>,
}

/// Returns the ratio of two numbers, or `None` if the second is 0.
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

/// Explains why a tree's casts visit more nodes than the winner's casts, as in "93 levels instead of 31".
fn reason(row: &Row, winner: &Row) -> Option<String> {
    let (own, best) = (&row.figures, &winner.figures);
    let depth = ratio(own.depth.into(), best.depth.into());
    let growth = ratio(own.growth, best.growth);
    let levels = depth.map(|depth| {
        let [own, best] = [own.depth, best.depth].map(count);
        (depth, text!("duel-reason-levels", own, best))
    });
    let growth = growth.map(|growth| {
        let times = times(growth);
        let text = if matches!(row.contestant, Contestant::Other(_)) {
            text!("duel-reason-references", times)
        } else {
            text!("duel-reason-fragments", times)
        };
        (growth, text)
    });
    let most = levels
        .into_iter()
        .chain(growth)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    most.filter(|(ratio, _)| *ratio >= ALIKE).map(|(_, text)| text)
}

/// Formats a factor with two digits and without a unit.
fn times(ratio: f64) -> String {
    if ratio < 9.95 {
        format!("{ratio:.1}")
    } else {
        count(ratio.round() as u64)
    }
}

/// Formats a fraction in words if it is close to a simple fraction, and otherwise as a percentage.
fn share_in_words(share: f64) -> String {
    /// Maximum relative difference from a simple fraction.
    const NEAR: f64 = 0.06;
    let simple = [
        (0.1, message!("duel-share-tenth")),
        (0.2, message!("duel-share-fifth")),
        (0.25, message!("duel-share-quarter")),
        (1.0 / 3.0, message!("duel-share-third")),
        (0.5, message!("duel-share-half")),
        (2.0 / 3.0, message!("duel-share-two-thirds")),
        (0.75, message!("duel-share-three-quarters")),
    ];
    let nearest = simple
        .into_iter()
        .min_by(|a, b| (a.0 - share).abs().total_cmp(&(b.0 - share).abs()));
    match nearest {
        Some((near, words)) if (near - share).abs() <= NEAR * near => words.text().to_owned(),
        _ if share < 0.01 => text!("duel-share-little").to_owned(),
        _ => text!(
            "duel-share-percent",
            percent = format_args!("{:.0}", share * 100.0)
        ),
    }
}

/// Formats a list: "casts, contacts and sweeps".
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => {
            let first = first.join(text!("text-list"));
            text!("text-and", first, last)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duel::Figures;

    /// Returns a row with this node count, depth, visit count and time in nanoseconds.
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

    fn rows() -> [Row; 3] {
        [
            row("sampled", 9000, 31, 20.0, 300.0),
            row("fewest-cuts", 3010, 93, 42.0, 700.0),
            row("none", 0, 0, 0.0, 25_500.0),
        ]
    }

    #[test]
    fn smallest_tree_is_explained_if_it_loses() {
        let said = verdict(&rows()).expect("there are trees");
        assert_eq!(
            said,
            "In this level, `sampled` answers casts, contacts and sweeps fastest, and a cast visits 20.0 of 9,000 nodes; \
             `fewest-cuts` has a third as many nodes, but it has 93 levels instead of 31, so its casts visit 2.1 times as many \
             nodes; without a tree, a cast takes 85 times as long."
        );
    }

    #[test]
    fn slowest_tree_is_explained_if_smallest_wins() {
        let mut rows = [
            row("sampled", 900, 30, 20.0, 300.0),
            row("first", 9000, 300, 200.0, 3000.0),
            row("random", 9000, 36, 60.0, 900.0),
        ];
        rows[2].contacts.ns = 100.0;
        let said = verdict(&rows).expect("there are trees");
        assert_eq!(
            said,
            "In this level, `sampled` answers casts and sweeps fastest, `random` answers contacts fastest, and a cast visits 20.0 \
             of 900 nodes; the slowest tree is `first`: it has 300 levels instead of 30, it visits 10 times as many nodes and it \
             takes 10 times as long."
        );
        // A rule with fewer visits does not win if each visit takes longer.
        let mut rows = [
            row("sampled", 900, 30, 20.0, 300.0),
            row("leaf-sampled", 450, 30, 10.0, 600.0),
        ];
        for (tested, ns, visited, end) in [
            (
                10.0,
                600.0,
                10.0,
                "but each visit costs more, so its casts take 2.0 times as long.",
            ),
            (
                90.0,
                600.0,
                10.0,
                "but its casts look at 9.0 times as many faces.",
            ),
            (90.0, 301.0, 30.0, "and its casts are almost as fast."),
        ] {
            let casts = &mut rows[1].casts;
            (casts.tested, casts.ns, casts.visited) = (tested, ns, visited);
            let said = verdict(&rows).expect("there are trees");
            let end = format!("`leaf-sampled` has half as many nodes, {end}");
            assert!(said.ends_with(&end), "{said}");
        }
    }

    /// Checks that nothing is divided by zero when there are no visits, no tested faces, or times too short to measure.
    #[test]
    fn verdict_never_divides_by_zero() {
        let mut rows = rows();
        for zeroed in 0..8_u32 {
            let casts = &mut rows[0].casts;
            casts.tested = if zeroed & 1 == 0 { 10.0 } else { 0.0 };
            casts.visited = if zeroed & 2 == 0 { 20.0 } else { 0.0 };
            casts.ns = if zeroed & 4 == 0 { 300.0 } else { 0.0 };
            let said = verdict(&rows).expect("there are trees");
            assert!(said.len() < 300, "{said}");
            assert!(!said.contains("NaN") && !said.contains("inf"), "{said}");
            let digits = |word: &str| word.chars().filter(char::is_ascii_digit).count();
            assert!(said.split(' ').all(|word| digits(word) < 6), "{said}");
        }
    }

    #[test]
    fn other_trees_are_named_in_words() {
        let mut rows = [
            row("kd", 900, 20, 20.0, 300.0),
            row("octree", 2700, 12, 60.0, 900.0),
            row("bvh", 1000, 20, 30.0, 500.0),
        ];
        rows[1].figures.growth = 4.5;
        let said = verdict(&rows).expect("there are trees");
        assert_eq!(
            said,
            "In this level, the k-d tree answers casts, contacts and sweeps fastest, and a cast visits 20.0 of 900 nodes; the \
             slowest tree is the octree: it has 3.0 times as many references, it visits 3.0 times as many nodes and it takes 3.0 \
             times as long."
        );
    }

    #[test]
    fn verdict_of_one_tree_and_of_none() {
        let alone = verdict(&[row("first", 10, 3, 2.5, 40.0)]);
        assert_eq!(
            alone.as_deref(),
            Some("In this level, `first` is the only tree measured, and a cast visits 2.50 of 10 nodes.")
        );
        assert_eq!(verdict(&[row("none", 0, 0, 0.0, 1.0)]), None);
    }

    #[test]
    fn ties_in_time_go_to_fewer_visits() {
        let rows = [
            row("first", 10, 3, 9.0, 100.0),
            row("sampled", 10, 3, 5.0, 104.0),
            row("random", 10, 3, 1.0, 106.0),
        ];
        let trees: Vec<&Row> = rows.iter().collect();
        let winner = fastest_row(&trees, Query::Casts).expect("there is one");
        assert_eq!(winner.rule, "sampled");
    }

    #[test]
    fn fractions_have_words() {
        assert_eq!(
            [0.34, 0.5, 0.09, 0.6, 0.004].map(share_in_words),
            [
                "a third as many",
                "half as many",
                "9 % as many",
                "60 % as many",
                "less than 1 % as many"
            ]
        );
    }
}
