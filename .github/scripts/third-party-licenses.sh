#!/usr/bin/env bash
# Prints the names, licences and licence texts of all crates that the program for a Rust target contains.
set -euo pipefail

[ $# = 1 ] || { echo 'usage: third-party-licenses.sh TARGET' >&2; exit 2; }
target=$1
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
for tool in cargo jq; do
    command -v "$tool" >/dev/null || { echo "third-party-licenses.sh: $tool is missing" >&2; exit 1; }
done
rustc --print target-list | grep -xF -- "$target" >/dev/null || {
    echo "third-party-licenses.sh: \`$target\` is not a Rust target" >&2
    exit 1
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Name and version of each crate of the program that comes from a registry.
cargo tree --locked --package bspwalk --edges normal,no-proc-macro --target "$target" --prefix none --no-dedupe --format '{p}' \
    | awk '!/\(\// { sub(/^v/, "", $2); print $1 " " $2 }' | LC_ALL=C sort -u >"$work/used"
[ -s "$work/used" ] || { echo "third-party-licenses.sh: cargo lists no crates for $target" >&2; exit 1; }

# Name, version, licence and folder of these crates.
cargo metadata --locked --format-version 1 --filter-platform "$target" \
    | jq -r '.packages[] | [.name + " " + .version, .license // "see below", (.manifest_path | rtrimstr("/Cargo.toml"))] | @tsv' \
    | LC_ALL=C sort -u | awk -F '\t' 'NR == FNR { used[$1]; next } $1 in used' "$work/used" - >"$work/crates"

printf 'bspwalk contains these libraries. The texts of their licences follow.\n\n'
cut -f 1,2 "$work/crates" | tr '\t' ',' | sed 's/,/, /'

# Hash, crate and path of each licence file.
while IFS=$'\t' read -r crate _ folder; do
    find "$folder" -maxdepth 2 -type f ! -name '*.rs' ! -name '*.toml' ! -name '*.html' \
        \( -iname 'licen[cs]e*' -o -iname 'copying*' -o -iname 'copyright*' -o -iname 'notice*' -o -iname 'unlicense*' \
        -o -iname 'ofl*' -o -iname 'ufl*' \) -exec sha256sum {} + \
        | LC_ALL=C sort -k 2 | sed -E "s/^([0-9a-f]+)  (.*)/\1\t$crate\t\2/"
done <"$work/crates" >"$work/texts"

# Each distinct text once, with a list of its crates above it.
cut -f 1 "$work/texts" | awk '!seen[$0]++' | while read -r hash; do
    printf '\n%s\n' '--------------------------------------------------------------------------------'
    awk -F '\t' -v hash="$hash" '$1 == hash { print $2 }' "$work/texts" | uniq | paste -s -d , | sed 's/,/, /g' | fold -s -w 100
    echo
    tr -d '\r' <"$(awk -F '\t' -v hash="$hash" '$1 == hash { print $3; exit }' "$work/texts")"
done
