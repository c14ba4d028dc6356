#!/usr/bin/env bash
# Prints the section of the changelog for one version, as Markdown for a GitHub release.
#
#     release-notes.sh 1.2.0
#
# GitHub shows every line end in a release as a line break, so each paragraph and list item becomes one line.
set -euo pipefail

[ $# = 1 ] || [ $# = 2 ] || { echo 'usage: release-notes.sh VERSION [CHANGELOG]' >&2; exit 2; }
version=$1
changelog=${2-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/CHANGELOG.md}
[ -f "$changelog" ] || { echo "release-notes.sh: $changelog does not exist" >&2; exit 1; }

notes=$(awk -v heading="## [$version]" '
    function flush() {
        if (block != "") print block
        block = ""
    }
    { sub(/\r$/, "") }
    # The section ends at the next version, or at the link definitions at the end of the file.
    in_section && !in_code && (/^## / || /^\[[^]]+\]: /) { exit }
    !in_section { in_section = index($0, heading) == 1; next }
    /^ *```/ { flush(); in_code = !in_code; print; next }
    in_code { print; next }
    /^[ \t]*$/ { flush(); print ""; next }
    /^#/ { flush(); print; next }
    /^ *([-*+]|[0-9]+\.) / || /^ *[|>]/ { flush(); block = $0; next }
    { sub(/^ +/, block == "" ? "&" : " "); block = block (block == "" || /^ / ? "" : " ") $0 }
    END { flush() }' "$changelog" | sed '/./,$!d')

if [ -z "$notes" ]; then
    echo "release-notes.sh: $changelog has no text under the heading \`## [$version]\`" >&2
    exit 1
fi
printf '%s\n' "$notes"
