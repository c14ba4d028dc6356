#!/usr/bin/env bash
# Packages the programs of all targets, and writes SHA256SUMS.
#
#     package-all.sh PROGRAMS FOLDER
#
# PROGRAMS contains a folder per Rust target with the built program, as build-release.sh writes them.
set -euo pipefail

fail() { echo "package-all.sh: $1" >&2; exit 1; }

[ $# = 2 ] || { echo 'usage: package-all.sh PROGRAMS FOLDER' >&2; exit 2; }
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ -d "$1" ] || fail "the folder \`$1\` does not exist"
programs=$(cd "$1" && pwd)
mkdir -p "$2"
folder=$(cd "$2" && pwd)
[ -z "$(ls -A "$folder")" ] || fail "the folder \`$2\` is not empty"

notices=$(mktemp)
trap 'rm -f "$notices"' EXIT
for within in "$programs"/*/; do
    [ -d "$within" ] || fail "\`$1\` has no folder for a target"
    target=$(basename "$within")
    program=$within/bspwalk
    case $target in *windows*) program=$program.exe ;; esac
    "$scripts/third-party-licenses.sh" "$target" >"$notices"
    "$scripts/package.sh" "$program" "$target" "$notices" "$folder"
done
cd "$folder"
sha256sum -- * >SHA256SUMS.part
mv SHA256SUMS.part SHA256SUMS
cat SHA256SUMS
