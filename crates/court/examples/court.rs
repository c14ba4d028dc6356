//! Runs the trials and prints the results. `cargo court` is an alias for it.

use std::{env, path::PathBuf, process::ExitCode};

use bspwalk_court::{report, trial::Trial, trials};
use clap::Parser;

/// Runs the same scripts with several character controllers, and reports faults in their paths.
#[derive(Parser)]
#[command(name = "court")]
struct Args {
    /// Ticks per second.
    #[arg(long, value_delimiter = ',', default_values_t = [30, 60, 144], value_parser = clap::value_parser!(u32).range(1..=10_000))]
    hz: Vec<u32>,
    /// Run only trials whose names start with this; can be repeated.
    #[arg(long)]
    trial: Vec<String>,
    /// List the trials without running them.
    #[arg(long)]
    list: bool,
    /// Print the tables in the format of the book.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Print one JSON object per row.
    #[arg(long)]
    json: bool,
    /// Folder with third-party levels; trials in missing levels are skipped.
    #[arg(long)]
    levels: Option<PathBuf>,
}

fn main() -> ExitCode {
    match court(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("court: {error}");
            ExitCode::FAILURE
        }
    }
}

fn court(args: &Args) -> Result<(), String> {
    let mut all = trials::built();
    all.extend(trials::builtin()?);
    let folder = args
        .levels
        .clone()
        .or_else(|| env::var_os("BSPWALK_LEVELS").map(PathBuf::from));
    if let Some(folder) = folder {
        let (real, missing) = trials::real(&folder);
        all.extend(real);
        for line in missing {
            eprintln!("court: no trial in {line}");
        }
    } else {
        eprintln!("court: third-party levels are missing; name their folder with --levels or BSPWALK_LEVELS");
    }
    let is_wanted = |trial: &Trial| {
        args.trial.is_empty()
            || args
                .trial
                .iter()
                .any(|name| trial.name.starts_with(name.as_str()))
    };
    all.retain(is_wanted);
    if all.is_empty() {
        return Err("no trial has this name; --list shows all".to_owned());
    }
    if args.list {
        for trial in &all {
            println!("{:<28} {}", trial.name, trial.title);
        }
        return Ok(());
    }
    let rows = report::court(&all, &args.hz);
    if args.json {
        for row in &rows {
            println!(
                "{}",
                serde_json::to_string(row).map_err(|error| error.to_string())?
            );
        }
    } else if args.markdown {
        print!("{}", report::markdown(&rows));
    } else {
        print!("{}", report::text(&rows));
    }
    Ok(())
}
