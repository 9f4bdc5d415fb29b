#!/usr/bin/env bash
# dist.sh : makes the source archive .build/dist/faderd-VERSION.tar.xz of the last commit, and the wheel and the source archive of the Python
# library. The same commit always gives the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
. Tests/lib/shell.sh
[ -e .git ] || die "the archive is made from a git checkout, and this is none"
install_packages git xz-utils python3
name=faderd-$(scripts/version.sh)
archive=.build/dist/$name.tar.xz
changed=$(git status --porcelain)
if [ -n "$changed" ]; then
    echo "dist.sh: these changes are not committed, so they are not in the archive:" >&2
    echo "$changed" >&2
fi
[ "$(git show HEAD:Sources/FaderAPI/Version.swift)" = "$(cat Sources/FaderAPI/Version.swift)" ] ||
    die "Sources/FaderAPI/Version.swift has changes that are not committed, so the archive would have another version than its name"
mkdir -p .build/dist
# Files get the time of the commit, and modes that no configuration of git changes.
git -c tar.umask=0022 archive --format=tar --prefix="$name/" HEAD | xz --threads=1 -6 >"$archive.part"
mv "$archive.part" "$archive"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git archive HEAD LICENSE Clients/python | tar -C "$work" -x
mapfile -t python < <(SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) "$work/Clients/python/archives.py" .build/dist)
sha256sum "$archive" "${python[@]}"
