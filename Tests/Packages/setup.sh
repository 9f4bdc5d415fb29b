#!/usr/bin/env bash
# Makes the minimal Debians in which the package is tried, once, in .build/roots. Needs root.
set -euo pipefail
checkout=$(cd "$(dirname "$0")/../.." && pwd)
roots=$checkout/.build/roots
mkdir -p "$roots"
"$checkout/scripts/debian-root.sh" bookworm "$roots/bookworm" libasound2 libyaml-0-2 libicu72 python3
"$checkout/scripts/debian-root.sh" trixie "$roots/trixie" libasound2t64 libyaml-0-2 libicu76 python3
