#!/usr/bin/env bash
# A browser for tests/browser, from Debian's packages where there is none yet. Never fails: without a browser
# these tests are skipped.
set -uo pipefail

for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do
    command -v "$name" >/dev/null && exit 0
done

skip() {
    echo "browser.sh: $1; tests/browser is skipped" >&2
    exit 0
}

command -v apt-get >/dev/null || skip "no browser, and no apt-get to install one"
as_root=()
if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || skip "no browser, and only root may install one"
    as_root=(sudo -n)
fi
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq || skip "the lists of packages cannot be read"
"${as_root[@]}" apt-get install -y -qq --no-install-recommends chromium >/dev/null || skip "chromium cannot be installed"
echo "browser.sh: $(command -v chromium) installed" >&2
