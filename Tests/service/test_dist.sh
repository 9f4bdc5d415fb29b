#!/usr/bin/env bash
# `make dist` makes the same archive every time, and everything but a full build works in what it contains, without git's data.
set -uo pipefail
. "$(dirname "$0")/promise.sh"
version=$("$checkout/scripts/version.sh")
name=faderd-$version
archive=.build/dist/$name.tar.xz
wheel=.build/dist/$name-py3-none-any.whl
sdist=.build/dist/$name.tar.gz
unpacked=$work/unpacked/$name

# A commit of this tree as it is, so that what is tested is not only what has been committed.
copy() {
    git -C "$checkout" ls-files --cached --others --exclude-standard -z >"$work/files" &&
        mkdir "$work/first" && (cd "$checkout" && xargs -0 -a "$work/files" sh -c 'for file; do [ ! -e "$file" ] || cp --parents -p "$file" "$0"; done' "$work/first") &&
        commit "$work/first"
}

commit() {
    git -C "$1" -c init.defaultBranch=main init -q && git -C "$1" add -A &&
        git -C "$1" -c user.name=test -c user.email=test@example.com commit -q -m "a release"
}

dist() { make --no-print-directory -C "$1" dist; }

same_bytes() {
    git clone -q "$work/first" "$work/second" && dist "$work/first" &&
        (umask 077 && TZ=Asia/Tokyo LC_ALL=C.UTF-8 dist "$work/second") && cmp "$work/first/$archive" "$work/second/$archive" &&
        cmp "$work/first/$wheel" "$work/second/$wheel" && cmp "$work/first/$sdist" "$work/second/$sdist"
}

contains_all() {
    mkdir "$work/unpacked" && tar -C "$work/unpacked" -xf "$work/first/$archive" && [ "$(ls "$work/unpacked")" = "$name" ] &&
        diff -r --exclude=.git --exclude=.build "$work/first" "$unpacked"
}

tells_of_changes() {
    local said
    echo change >>"$work/second/README.md"
    cp "$work/second/$archive" "$work/before" && said=$(dist "$work/second" 2>&1) || { echo "$said"; return 1; }
    grep -q 'README.md' <<<"$said" && grep -q 'not in the archive' <<<"$said" && cmp "$work/before" "$work/second/$archive"
}

refuses_another_version() {
    sed -i 's/"[0-9.]*"/"9.9.9"/' "$work/second/Sources/FaderAPI/Version.swift"
    ! dist "$work/second" >"$work/said" 2>&1 && grep -q "another version than its name" "$work/said"
}

# Of the version that `refuses_another_version` has written.
finds_old_versions() {
    local page
    ! "$work/second/scripts/version.sh" --check >"$work/said" 2>&1 || return 1
    for page in man/faderd.8 man/faderctl.1 man/faderd.yaml.5 CHANGELOG.md docs/PERFORMANCE.md Clients/python/faderd/__init__.py packaging/arch/PKGBUILD packaging/fedora/faderd.spec packaging/nix/packages.nix packaging/container/Containerfile; do
        grep -q "^$page:" "$work/said" || { echo "$page is not named:"; cat "$work/said"; return 1; }
    done
}

# There is no repository here, whatever git looks for.
outside() { env GIT_DIR="$work/nowhere" "$@"; }

says_what_is_missing() {
    ! outside make -C "$unpacked" dist >"$work/said" 2>&1 && grep -q "made from a git checkout" "$work/said"
}

scripts_need_no_git() {
    [ "$(outside "$unpacked/scripts/version.sh")" = "$version" ] && outside "$unpacked/scripts/version.sh" --check &&
        outside make -C "$unpacked" help >"$work/said" && grep -q "^make run" "$work/said" &&
        outside "$unpacked/scripts/setup.sh" build
}

# lint_of RULE : a single rule, on a copy of the archive.
lint_of() { outside "$work/lint/scripts/lint.sh" --only "$1"; }

# A rule passes on the archive as it is, and finds what is put there.
lint_finds_files() {
    local rule="nothing left to do in a comment"
    cp -r "$unpacked" "$work/lint" && lint_of "$rule" && printf '// TO%s: later\n' DO >>"$work/lint/Sources/FaderAPI/Version.swift" &&
        ! lint_of "$rule" && lint_of "no Swift file over 400 lines"
}

package_is_described() { (cd "$unpacked" && outside swift package --disable-sandbox dump-package >"$work/package") && grep -q '"faderctl"' "$work/package"; }

sentences=("two checkouts of one commit give the same bytes" "the archive contains every file" "changes that are not committed are told, and left out"
    "an archive with another version than its name is refused" "whatever still names another version is found" "without a checkout it says that it needs one"
    "the scripts of the archive need no git" "lint reads the files of an archive" "Swift reads the package of an archive")
if [ -e "$checkout/.git" ]; then
    promise "a commit of this tree can be made" copy
    promise "${sentences[0]}" same_bytes
    promise "${sentences[1]}" contains_all
    promise "${sentences[2]}" tells_of_changes
    promise "${sentences[3]}" refuses_another_version
    promise "${sentences[4]}" finds_old_versions
    promise "${sentences[5]}" says_what_is_missing
    promise "${sentences[6]}" scripts_need_no_git
    promise "${sentences[7]}" lint_finds_files
    promise "${sentences[8]}" package_is_described
else
    skip "this is no git checkout" "${sentences[@]}"
fi
tell
