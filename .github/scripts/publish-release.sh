#!/usr/bin/env bash
# Creates the GitHub release of a tag, with the notes of the changelog and all files of a folder.
#
#     publish-release.sh TAG FOLDER
#
# Needs the GitHub CLI, and GH_TOKEN with permission to write to the repository. A version with a hyphen, such as 1.0.0-rc.1, becomes
# a pre-release.
set -euo pipefail

fail() { echo "publish-release.sh: $1" >&2; exit 1; }

[ $# = 2 ] || { echo 'usage: publish-release.sh TAG FOLDER' >&2; exit 2; }
tag=$1 folder=$2
scripts=$(dirname "${BASH_SOURCE[0]}")
"$scripts/tag-matches-version.sh" "$tag"
[ -s "$folder/SHA256SUMS" ] || fail "the folder \`$folder\` has no SHA256SUMS: run package-all.sh first"
(cd "$folder" && sha256sum --check --quiet SHA256SUMS) || fail "files in \`$folder\` differ from SHA256SUMS"
command -v gh >/dev/null || fail 'the GitHub CLI is missing: https://cli.github.com'

notes=$(mktemp)
trap 'rm -f "$notes"' EXIT
"$scripts/release-notes.sh" "${tag#v}" >"$notes"
create=(gh release create "$tag" --verify-tag --title "bspwalk ${tag#v}" --notes-file "$notes")
case $tag in *-*) create+=(--prerelease) ;; esac
"${create[@]}" "$folder"/*
