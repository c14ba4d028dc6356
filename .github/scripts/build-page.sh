#!/usr/bin/env bash
# Builds the web page into a folder for a static host. Needs rustup, or the Debian packages that docs/src/browser.md names.
#
#     build-page.sh FOLDER
#
# wasm-opt shrinks the programs. If it is not installed, npm downloads it into CARGO_TARGET_DIR.
set -euo pipefail

[ $# = 1 ] || { echo 'usage: build-page.sh FOLDER' >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

target=wasm32-unknown-unknown
if [ ! -d "$(rustc --print target-libdir --target "$target")" ] && command -v rustup >/dev/null; then
    # If rustup cannot add the target, xtask uses Debian's compiler.
    rustup target add "$target" || echo "build-page.sh: rustup could not add $target" >&2
fi

if [ -z "${WASM_OPT-}" ] && ! command -v wasm-opt >/dev/null && command -v npm >/dev/null; then
    tools=$(mkdir -p "${CARGO_TARGET_DIR:-target}/page-tools" && cd "${CARGO_TARGET_DIR:-target}/page-tools" && pwd)
    npm install --prefix "$tools" --no-audit --no-fund --no-package-lock --silent binaryen@132.0.0
    export WASM_OPT=$tools/node_modules/.bin/wasm-opt
fi
cargo run --release --locked --package xtask -- web --publish "$folder"
