//! Formats the measurements as a table.

use std::{env, fmt::Write, fs, path::Path, time::SystemTime};

use crate::{BATCH, HALF_BOX, MEASURES, RADIUS, SWEEP, levels::SharedLevel};

/// Returns the median time of a measurement, in nanoseconds per iteration, if criterion recorded it after `since`.
fn median(output: &Path, level: &str, measure: &str, side: &str, since: SystemTime) -> Option<f64> {
    // Derive the file name from the group name in the same way as criterion.
    let group = format!("{level}/{measure}").replace('/', "_");
    let file = output.join(group).join(side).join("new").join("estimates.json");
    if fs::metadata(&file).ok()?.modified().ok()? < since {
        return None;
    }
    let estimates: serde_json::Value = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
    estimates["median"]["point_estimate"].as_f64()
}

/// Returns the compared libraries that are included in this build.
fn present<'a>(others: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    let all = others.iter().copied();
    all.filter(|&other| other != "embree" || cfg!(feature = "embree"))
}

/// Returns the name of the processor, followed by a comma. The result is empty if the system does not say it.
fn processor() -> String {
    let all = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = all.lines().find(|line| line.starts_with("model name"));
    let name = line.and_then(|line| line.split_once(':'));
    name.map_or_else(String::new, |(_, name)| format!("{}, ", name.trim()))
}

/// Returns the measurements as a table.
pub(crate) fn table(output: &Path, levels: &[SharedLevel], since: SystemTime) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let machine = processor();
    let mut text = format!(
        "Medians of one run on one of {cores} cores ({machine}{}, {}). The build by the default rule is in milliseconds; queries are in \
         microseconds each. Spheres of {RADIUS} m and boxes of {} m are near surfaces; sweeps of {SWEEP} m start where the sphere \
         is free. Factors say how many times as fast bspwalk is, compared with parry3d 0.27 (with SIMD), obvhs 0.4 (`CwBvh`, slow \
         preset){} and bspwalk with planes only. Factors below 1 are in italics.\n\n",
        env::consts::ARCH,
        env::consts::OS,
        2.0 * HALF_BOX,
        if cfg!(feature = "embree") {
            ", Embree 3 (robust, high build quality)"
        } else {
            ""
        },
    );
    let heads: Vec<String> = MEASURES
        .iter()
        .map(|(_, head, others)| {
            let others: Vec<&str> = present(others)
                .map(|other| other.strip_prefix("parry3d ").unwrap_or(other))
                .collect();
            format!("{head}; {}", others.join(", "))
        })
        .collect();
    let _ = writeln!(text, "| level | triangles | {} |", heads.join(" | "));
    let _ = writeln!(text, "|---|---:|{}", "---:|".repeat(MEASURES.len()));
    for level in levels {
        let _ = write!(text, "| {} | {} |", level.name, level.triangles.len());
        for (measure, _, others) in MEASURES {
            let unit = if measure == "build" {
                1.0e6
            } else {
                1.0e3 * BATCH as f64
            };
            let of = |side| median(output, &level.name, measure, side, since).map(|time| time / unit);
            let Some(ours) = of("bspwalk") else {
                text.push_str(" – |");
                continue;
            };
            let ratios: Vec<String> = present(others)
                .map(|other| match of(other).map(|theirs| theirs / ours) {
                    Some(ratio @ ..1.0) => format!("*{ratio:.2}×*"),
                    Some(ratio) => format!("{ratio:.1}×"),
                    None => "–".to_owned(),
                })
                .collect();
            let _ = write!(text, " {}; {} |", figures(ours), ratios.join(", "));
        }
        text.push('\n');
    }
    text
}

/// Formats a number with about three significant digits.
fn figures(value: f64) -> String {
    match value {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}
