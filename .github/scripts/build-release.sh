#!/usr/bin/env bash
# Builds the program as users run it, and tests that it starts.
#
#     build-release.sh                     # for this machine
#     build-release.sh TARGET FOLDER       # for a Rust target; the program is copied to FOLDER/TARGET
#
# CARGO_TARGET_DIR is respected. This script also runs in the bash of Git for Windows and in the bash 3.2 of macOS.
set -euo pipefail

[ $# = 0 ] || [ $# = 2 ] || { echo 'usage: build-release.sh [TARGET FOLDER]' >&2; exit 2; }
target=${1-}
command -v cargo >/dev/null || { echo 'build-release.sh: cargo is missing: install Rust from https://rustup.rs' >&2; exit 1; }
host=$(rustc -vV | sed -n 's/^host: //p')
built=${CARGO_TARGET_DIR:-target}
build=(cargo build --release --locked --package bspwalk --bin bspwalk)
if [ -n "$target" ]; then
    rustc --print target-list | grep -xF -- "$target" >/dev/null || {
        echo "build-release.sh: \`$target\` is not a Rust target" >&2
        exit 1
    }
    [ -d "$(rustc --print target-libdir --target "$target")" ] || rustup target add "$target"
    mkdir -p "$2/$target"
    folder=$(cd "$2/$target" && pwd)
    build+=(--target "$target")
    built=$built/$target
fi
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# Links the C runtime of Windows statically, so that users need no Visual C++ package.
export CARGO_TARGET_X86_64_PC_WINDOWS_MSVC_RUSTFLAGS='-C target-feature=+crt-static'
"${build[@]}"

program=$built/release/bspwalk
case ${target:-$host} in *windows*) program=$program.exe ;; esac
program=$(cd "$(dirname "$program")" && pwd)/${program##*/}

if [ -z "$target" ] || [ "$target" = "$host" ]; then
    # An empty folder shows that the program needs no file at run time.
    empty=$(mktemp -d)
    trap 'rm -rf "$empty"' EXIT
    (cd "$empty" && "$program" --version && "$program" info three_rooms)
fi
if [ -n "$target" ]; then
    cp "$program" "$folder/"
    echo "built $folder/${program##*/}"
else
    echo "built $program"
fi
