#!/usr/bin/env bash
# Checks that a release tag is `v` followed by the version of the workspace.
set -euo pipefail

[ $# = 1 ] || { echo 'usage: tag-matches-version.sh TAG' >&2; exit 2; }

version=$("$(dirname "${BASH_SOURCE[0]}")/version.sh")
if [ "$1" != "v$version" ]; then
    echo "tag-matches-version.sh: the tag is \`$1\`, but Cargo.toml has version $version, whose tag is \`v$version\`" >&2
    exit 1
fi
