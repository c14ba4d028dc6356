#!/usr/bin/env bash
# Packages a built program for users: .zip for Windows, .tar.gz for other systems. Prints the path of the archive.
#
#     package.sh PROGRAM TARGET NOTICES FOLDER
#
# PROGRAM is the built file, TARGET its Rust target, NOTICES the output of third-party-licenses.sh for this target, and FOLDER
# receives the archive. The program embeds its levels, shaders, fonts and messages, so the archive contains no other data.
# Needs GNU tar and zip. Two runs on the same input produce the same bytes.
set -euo pipefail

fail() { echo "package.sh: $1" >&2; exit 1; }

[ $# = 4 ] || { echo 'usage: package.sh PROGRAM TARGET NOTICES FOLDER' >&2; exit 2; }
program=$1 target=$2 notices=$3
[ -f "$program" ] || fail "the program \`$program\` does not exist"
[ -s "$notices" ] || fail "the file of licences \`$notices\` is missing or empty"
[[ $target =~ ^[a-z0-9_]+(-[a-z0-9_]+){2,3}$ ]] || fail "\`$target\` is not a Rust target such as x86_64-unknown-linux-gnu"
tar --version 2>/dev/null | grep -q GNU || fail 'GNU tar is missing'
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
version=$("$root/.github/scripts/version.sh")
mkdir -p "$4"
folder=$(cd "$4" && pwd)

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
name=bspwalk-$version-$target
mkdir "$stage/$name"
case $target in *windows*) file=bspwalk.exe ;; *) file=bspwalk ;; esac
# Artifacts of GitHub lose the permission to execute.
install -m 755 "$program" "$stage/$name/$file"
for text in README.md README.zh-CN.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE; do
    install -m 644 "$root/$text" "$stage/$name/$text"
done
install -m 644 "$root/crates/text/fonts/OFL.txt" "$stage/$name/LICENSE-OFL-Noto-Sans-CJK.txt"
install -m 644 "$root/crates/text/fonts/pictograms-licence.txt" "$stage/$name/LICENSE-MIT-emoji-icon-font.txt"
install -m 644 "$notices" "$stage/$name/THIRD-PARTY-LICENSES.txt"

cd "$stage"
time=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
find "$name" -exec touch -d "@$time" {} +
case $target in
    *windows*)
        command -v zip >/dev/null || fail 'zip is missing'
        archive=$name.zip
        find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -q -X -9 "$archive" -@
        ;;
    *)
        archive=$name.tar.gz
        tar --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -n -9 >"$archive"
        ;;
esac
mv "$archive" "$folder/"
printf '%s\n' "$folder/$archive"
