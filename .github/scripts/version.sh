#!/usr/bin/env bash
# Prints the version of the workspace.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

[ $# = 0 ] || { echo 'usage: version.sh' >&2; exit 2; }

version=$(awk -F '"' '
    /^\[/ { in_section = $0 == "[workspace.package]" }
    in_section && /^version *=/ { print $2; exit }' Cargo.toml)
[ -n "$version" ] || { echo 'version.sh: Cargo.toml has no version under [workspace.package]' >&2; exit 1; }
printf '%s\n' "$version"
