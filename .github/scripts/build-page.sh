#!/usr/bin/env bash
# Builds the web page into a folder for a static host. Needs rustup, or the Debian packages that docs/src/browser.md names.
#
#     build-page.sh FOLDER
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

cargo run --release --locked --package xtask -- web --publish "$folder"
