#!/usr/bin/env bash
# version.sh [--check] : prints the version of faderd, which stands in Sources/FaderAPI/Version.swift alone; --check finds what names another one.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/^public let faderdVersion = "\([0-9.]*\)"$/\1/p' Sources/FaderAPI/Version.swift)
[ -n "$version" ] || { echo "version.sh: Sources/FaderAPI/Version.swift names no version" >&2; exit 70; }

check() {
    local wrong=0 page newest
    for page in man/*.[1-9]; do
        grep -qxF ".Os \"faderd $version\"" "$page" || { echo "$page: the line .Os \"faderd $version\" is missing"; wrong=1; }
    done
    newest=$(sed -nE 's/^## ([0-9.]+) \([0-9]{4}-[0-9]{2}-[0-9]{2}\)$/\1/p' CHANGELOG.md | head -n 1)
    [ "$newest" = "$version" ] || { echo "CHANGELOG.md: its newest release is \"$newest\", not $version"; wrong=1; }
    ! grep -nE '\b(faderd|faderctl|[Vv]ersion)[ -][0-9]+\.[0-9]+\.[0-9]+' README.md docs/*.md man/*.[1-9] | grep -vF -e " $version" -e "-$version" || wrong=1
    ! grep -noE 'faderd_[0-9]+\.[0-9]+\.[0-9]+' README.md docs/*.md | grep -vF "_$version" || wrong=1
    grep -qxF "__version__ = \"$version\"" Clients/python/faderd/__init__.py || { echo "Clients/python/faderd/__init__.py: it is not of $version"; wrong=1; }
    grep -qxF "    \"version\": \"$version\"," docs/openapi.json || { echo "docs/openapi.json: it is not of $version"; wrong=1; }
    grep -qF "<release version=\"$version\"" faderd.metainfo.xml || { echo "faderd.metainfo.xml: it has no release $version"; wrong=1; }
    while read -r page line; do
        # Not from a pipe: sed would fail if grep has found it and reads no more.
        grep -qxF -e "$line" <<<"$(sed 's/^ *//' "packaging/$page")" || { echo "packaging/$page: the line $line is missing"; wrong=1; }
    done <<LINES
arch/PKGBUILD pkgver=$version
fedora/faderd.spec Version:        $version
nix/packages.nix version = "$version";
container/Containerfile ARG VERSION=$version
LINES
    grep -qF -e "- $version-" packaging/fedora/faderd.spec || { echo "packaging/fedora/faderd.spec: its newest entry is not of $version"; wrong=1; }
    grep -m 1 . debian/changelog | grep -qF "faderd ($version)" ||
        { echo "debian/changelog: its newest entry is not of $version"; wrong=1; }
    return "$wrong"
}

case ${1-} in
"") echo "$version" ;;
--check) check ;;
*)
    sed -n '2s/^# //p' "$0" >&2
    exit 64
    ;;
esac
