#!/usr/bin/env bash
# shellcheck disable=SC2016  # `bash -c` receives its script in single quotes on purpose.
# Tests the scripts for releases on a made-up program and changelog, in seconds and without a build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

[ $# = 0 ] || { echo 'usage: test-scripts.sh' >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fail() { echo "FAILED: $1" >&2; failed=1; }
# succeeds COMMAND…, fails_with STATUS COMMAND…
succeeds() { "$@" >"$work/output" 2>&1 || { fail "$*"; cat "$work/output" >&2; }; }
fails_with() {
    local expected=$1 status=0
    shift
    "$@" >"$work/output" 2>"$work/error" || status=$?
    [ "$status" = "$expected" ] || fail "$* exited with $status, not $expected"
    [ "$(wc -l <"$work/error")" = 1 ] || fail "$* printed $(wc -l <"$work/error") lines of error, not 1"
}
# prints EXPECTED COMMAND…
prints() {
    local expected=$1 printed
    shift
    printed=$("$@") || fail "$*"
    [ "$printed" = "$expected" ] || { fail "$*"; diff <(printf '%s\n' "$expected") <(printf '%s\n' "$printed") >&2 || true; }
}

version=$(./version.sh)
succeeds ./tag-matches-version.sh "v$version"
for tag in "$version" "v$version.1" v999.0.0 main ''; do
    fails_with 1 ./tag-matches-version.sh "$tag"
done

cat >"$work/CHANGELOG.md" <<'END'
# Changelog

## [Unreleased]

## [1.10.0] - 2026-02-01

Read this
first.

### Added
- A feature that
  needs two lines.
- Another one:

  ```sh
  one
  two
  ```

## [1.1.0] - 2026-01-01
- Old.

[1.1.0]: https://example.org
END
prints $'Read this first.\n\n### Added\n- A feature that needs two lines.\n- Another one:\n\n  ```sh\n  one\n  two\n  ```' \
    ./release-notes.sh 1.10.0 "$work/CHANGELOG.md"
prints '- Old.' ./release-notes.sh 1.1.0 "$work/CHANGELOG.md"
for missing in Unreleased 1.1 1 '' 1.1.00; do
    fails_with 1 ./release-notes.sh "$missing" "$work/CHANGELOG.md"
done
fails_with 1 ./release-notes.sh 1.1.0 "$work/none.md"

printf 'a program' >"$work/program"
printf 'licences' >"$work/notices"
linux=x86_64-unknown-linux-gnu windows=x86_64-pc-windows-msvc
for target in "$linux" "$windows"; do
    succeeds ./package.sh "$work/program" "$target" "$work/notices" "$work/first"
    touch "$work/program"
    succeeds ./package.sh "$work/program" "$target" "$work/notices" "$work/second"
done
diff -r "$work/first" "$work/second" || fail 'package.sh: two runs differ'
contents() {
    printf '%s\n' "$1"/{CHANGELOG.md,LICENSE-APACHE,LICENSE-MIT,LICENSE-MIT-emoji-icon-font.txt,LICENSE-OFL-Noto-Sans-CJK.txt} \
        "$1"/{README.md,README.zh-CN.md,THIRD-PARTY-LICENSES.txt,"$2"}
}
name=bspwalk-$version-$linux
prints "$(contents "$name" bspwalk)" bash -c 'tar -tzf "$0" | grep -v "/$"' "$work/first/$name.tar.gz"
prints 'a program' tar -xzOf "$work/first/$name.tar.gz" "$name/bspwalk"
prints '-rwxr-xr-x' bash -c 'tar -tvzf "$0" "$1" | cut -c 1-10' "$work/first/$name.tar.gz" "$name/bspwalk"
name=bspwalk-$version-$windows
prints "$(contents "$name" bspwalk.exe)" python3 -c 'import sys, zipfile
print("\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))' "$work/first/$name.zip"
fails_with 1 ./package.sh "$work/none" "$linux" "$work/notices" "$work/third"
fails_with 1 ./package.sh "$work/program" "$linux" "$work/none" "$work/third"
fails_with 1 ./package.sh "$work/program" ../linux "$work/notices" "$work/third"

# A stand-in for the GitHub CLI prints its arguments.
mkdir "$work/bin"
printf '#!/bin/sh\nprintf "%%s\\n" "$@"\n' >"$work/bin/gh"
chmod +x "$work/bin/gh"
fails_with 1 env PATH="$work/bin:$PATH" ./publish-release.sh "v$version" "$work/first"
(cd "$work/first" && sha256sum -- * >"$work/sums" && mv "$work/sums" SHA256SUMS)
fails_with 1 env PATH="$work/bin:$PATH" ./publish-release.sh v999.0.0 "$work/first"
if ./release-notes.sh "$version" >"$work/notes" 2>/dev/null; then
    succeeds env PATH="$work/bin:$PATH" ./publish-release.sh "v$version" "$work/first"
    grep -qxF "$work/first/SHA256SUMS" "$work/output" || fail 'publish-release.sh: SHA256SUMS is not attached'
else
    fails_with 1 env PATH="$work/bin:$PATH" ./publish-release.sh "v$version" "$work/first"
fi

# A wrong number of arguments is one line of usage.
for script in *.sh; do
    fails_with 2 "./$script" 1 2 3 4 5
done

[ "$failed" = 0 ] && echo 'the scripts for releases work'
exit "$failed"
