//! The programs of the page: how they are built and bound to JavaScript.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use wasm_bindgen_cli_support::Bindgen;

/// Target triple for browsers.
const TARGET: &str = "wasm32-unknown-unknown";

/// A program of the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct WasmProgram {
    /// Base name of the program's files.
    pub(super) name: &'static str,
    /// Folder within the site; empty for the site's root.
    pub(super) folder: &'static str,
    /// Name of the package.
    package: &'static str,
    /// Name of the binary in the package.
    binary: &'static str,
    /// Cargo features to enable.
    features: &'static str,
    /// Whether the program contains the engine.
    pub(super) needs_engine: bool,
    /// Whether the program is small enough to be served uncompressed, so that the page needs no script for
    /// decompression.
    pub(super) is_plain: bool,
}

/// All programs, fastest to build first.
pub(super) const PROGRAMS: [WasmProgram; 5] = [
    WasmProgram {
        name: "unpack",
        folder: "",
        package: "bspwalk_unpack",
        binary: "bspwalk_unpack",
        features: "",
        needs_engine: false,
        is_plain: false,
    },
    WasmProgram {
        name: "planar_tree",
        folder: "planar",
        package: "bspwalk_planar_page",
        binary: "bspwalk_planar_page",
        features: "",
        needs_engine: false,
        is_plain: true,
    },
    WasmProgram {
        name: "first_view",
        folder: "",
        package: "bspwalk_first_view",
        binary: "bspwalk_first_view",
        features: "walk",
        needs_engine: false,
        is_plain: false,
    },
    WasmProgram {
        name: "bspwalk_light",
        folder: "",
        package: "bspwalk",
        binary: "bspwalk",
        features: "software",
        needs_engine: false,
        is_plain: false,
    },
    WasmProgram {
        name: "bspwalk",
        folder: "",
        package: "bspwalk",
        binary: "bspwalk",
        features: "app",
        needs_engine: true,
        is_plain: false,
    },
];

impl WasmProgram {
    /// Type-checks the program.
    pub(super) fn check(self, root: &Path, target: &Path) -> Result<(), String> {
        self.run(&["check"], root, target, false)
    }

    /// Builds the program and returns its path. A quick build produces a larger and slower program.
    pub(super) fn build(self, root: &Path, target: &Path, quick: bool) -> Result<PathBuf, String> {
        let profile = if quick {
            "web-quick"
        } else if self.needs_engine {
            "web"
        } else {
            "web-light"
        };
        self.run(&["build", "--profile", profile], root, target, quick)?;
        Ok(target
            .join(TARGET)
            .join(profile)
            .join(format!("{}.wasm", self.binary)))
    }

    fn run(self, command: &[&str], root: &Path, target: &Path, incremental: bool) -> Result<(), String> {
        let mut cargo = cargo(incremental)?;
        cargo
            .current_dir(root)
            .args(command)
            .args(["--locked", "--target", TARGET])
            .args(["--package", self.package, "--bin", self.binary])
            .args(["--no-default-features", "--features", self.features])
            .env("CARGO_TARGET_DIR", target);
        let status = cargo
            .status()
            .map_err(|error| format!("cannot run cargo: {error}"))?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("cargo {} of {} failed", command[0], self.name))
        }
    }

    /// Writes the script that loads the program, and returns the program itself.
    pub(super) fn write_js_bindings(self, built: &Path, folder: &Path) -> Result<Vec<u8>, String> {
        let mut bindgen = Bindgen::new();
        let bound = bindgen
            .input_path(built)
            .web(true)
            .map(|bindgen| {
                bindgen
                    .typescript(false)
                    .remove_producers_section(true)
                    .out_name(self.name)
            })
            .and_then(|bindgen| bindgen.generate(folder))
            .map_err(|error| format!("{}: {error:#}", built.display()));
        bound?;
        // The folder must contain only the compressed program.
        let program = folder.join(format!("{}_bg.wasm", self.name));
        let content = fs::read(&program).map_err(|error| failed(&program, &error))?;
        fs::remove_file(&program).map_err(|error| failed(&program, &error))?;
        Ok(content)
    }
}

/// Returns a cargo command with a compiler that targets browsers: the current compiler if it supports the target,
/// otherwise Debian's.
fn cargo(incremental: bool) -> Result<Command, String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output();
    let folder = output
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok());
    if folder.is_some_and(|folder| Path::new(folder.trim()).is_dir()) {
        return Ok(Command::new(env!("CARGO")));
    }
    let (cargo, sources) = ("/usr/bin/cargo", "/usr/lib/rustlib/src/rust/library/std");
    if !Path::new(cargo).is_file() || !Path::new(sources).exists() {
        return Err(format!(
            "this compiler does not know the target of browsers: `rustup target add {TARGET}`; on Debian, without rustup, `apt-get \
             install rustc-web cargo-web rust-web-src lld-19`"
        ));
    }
    // Debian provides the standard library as source code, which is built together with the program.
    let mut command = Command::new(cargo);
    command
        .env("RUSTC", "/usr/bin/rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_INCREMENTAL", if incremental { "1" } else { "0" })
        .env(
            "RUSTFLAGS",
            r#"-C linker=wasm-ld-19 --cfg getrandom_backend="wasm_js""#,
        )
        .env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort")
        .env_remove("RUSTUP_TOOLCHAIN");
    Ok(command)
}

/// Formats an I/O error with the path of its file.
pub(super) fn failed(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}
