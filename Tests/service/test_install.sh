#!/usr/bin/env bash
# `make install` puts every file in its place, and `make uninstall` removes them all.
set -uo pipefail
. "$(dirname "$0")/promise.sh"
binaries=${FADERD_BIN:-$checkout/.build/release}
root=$work/root

run_make() { make --no-print-directory -C "$checkout" "$1" DESTDIR="$root" PREFIX=/opt/fader FADERD_BIN="$binaries"; }

everything_is_there() {
    local missing=0 file prefix=$root/opt/fader
    for file in bin/faderd bin/faderctl share/man/man8/faderd.8 share/man/man1/faderctl.1 share/man/man5/faderd.yaml.5 \
        lib/systemd/system/faderd.service lib/systemd/user/faderd.service lib/systemd/{system,user}/faderd-web.{socket,service} share/faderd/faderd.yaml share/faderd/network.conf share/faderd/osc.conf share/faderd/mixer.conf share/doc/faderd/LICENSE \
        share/bash-completion/completions/faderctl share/zsh/site-functions/_faderctl share/fish/vendor_completions.d/faderctl.fish; do
        [ -s "$prefix/$file" ] || { echo "missing or empty: $file"; missing=1; }
    done
    for file in "$checkout"/config/profiles/*.yaml; do
        cmp "$file" "$prefix/share/faderd/profiles/${file##*/}" || missing=1
    done
    for file in "$checkout"/Examples/configs/*.yaml; do
        cmp "$file" "$prefix/share/faderd/examples/${file##*/}" || missing=1
    done
    return "$missing"
}

units_run_the_installed() {
    local kind
    for kind in system user; do
        grep -qx 'ExecStart=/opt/fader/bin/faderd' "$root/opt/fader/lib/systemd/$kind/faderd.service" &&
            grep -qx 'ExecReload=/opt/fader/bin/faderctl reload' "$root/opt/fader/lib/systemd/$kind/faderd.service" &&
            grep -qx 'ExecStart=/opt/fader/bin/faderctl web --lan --keys' "$root/opt/fader/lib/systemd/$kind/faderd-web.service" || return 1
    done
}

# The installed daemon checks the example, with the installed profiles.
example_is_right() { "$root/opt/fader/bin/faderd" --check "$root/opt/fader/share/faderd/faderd.yaml"; }

# The installed faderctl prints the installed examples, wherever it is.
examples_are_printed() {
    [ "$("$root/opt/fader/bin/faderctl" example | wc -l)" -eq "$(ls "$checkout"/Examples/configs/*.yaml | wc -l)" ] &&
        "$root/opt/fader/bin/faderctl" example church | cmp - "$checkout/Examples/configs/church.yaml"
}

# The files below the prefix that the manual pages and the example name, and those that a document links to, must exist.
named_files_are_there() {
    local prefix=$root/opt/fader missing=0 named page link
    named=$(grep -rhoE '/opt/fader/share/[A-Za-z0-9_./-]*[A-Za-z0-9_/]' "$prefix/share/man" "$prefix/share/faderd" "$prefix/share/doc")
    grep -q share/doc/faderd/docs/text.md <<<"$named" || { echo "no page names a document: $named"; return 1; }
    while read -r page; do
        [ -e "$root$page" ] || { echo "named, but missing: $page"; missing=1; }
    done <<<"$named"
    while IFS=: read -r page link; do
        link=${link#*](} link=${link%)}
        [ -e "$(dirname "$page")/$link" ] || { echo "${page#"$prefix"/} links to a missing $link"; missing=1; }
    done < <(grep -rnoE '\]\([^):#]+\)' "$prefix/share/doc" | sed 's/:[0-9]*:/:/')
    return "$missing"
}

# The patterns in the list of files of docs/packaging.md fit everything that is installed, and each fits something.
packagers_know_all() {
    local prefix=$root/opt/fader pattern unknown missing=0
    while read -r pattern; do
        compgen -G "$prefix/$pattern" >>"$work/known" || { echo "docs/packaging.md has $pattern, which is not installed"; missing=1; }
    done < <(sed -n '/^## Files/,/^## Units/s/^| `\([^`]*\)` |.*/\1/p' "$checkout/docs/packaging.md")
    unknown=$(comm -23 <(find "$prefix" -type f | sort) <(sort -u "$work/known"))
    [ -z "$unknown" ] || { echo "installed, but not in docs/packaging.md: $unknown"; missing=1; }
    return "$missing"
}

# The spec of the RPM has everything that is installed, and nothing else.
spec_lists_all() {
    local prefix=$root/opt/fader pattern unknown missing=0
    while read -r pattern; do
        case $pattern in
        */) find "$prefix/$pattern" -type f ;;
        *) compgen -G "$prefix/$pattern" ;;
        esac >>"$work/in-spec" || { echo "packaging/fedora/faderd.spec has $pattern, which is not installed"; missing=1; }
    done < <(sed -n '/^%files$/,/^%files -n/p' "$checkout/packaging/fedora/faderd.spec" | sed -nE 's#%\{_bindir\}#bin#; s#%\{_unitdir\}#lib/systemd/system#; s#%\{_userunitdir\}#lib/systemd/user#
        s#%\{_sysusersdir\}#lib/sysusers.d#; s#%\{_mandir\}#share/man#; s#%\{_docdir\}#share/doc#; s#%\{_datadir\}#share#; s#^(%doc )?((bin|lib|share)/)#\2#p')
    unknown=$(comm -23 <(find "$prefix" -type f | sort) <(sort -u "$work/in-spec"))
    [ -z "$unknown" ] || { echo "installed, but not in packaging/fedora/faderd.spec: $unknown"; missing=1; }
    return "$missing"
}

completion_is_a_script() { bash -n "$root/opt/fader/share/bash-completion/completions/faderctl"; }

readable_for_all() {
    local wrong
    wrong=$(find "$root" -type f ! -perm -a=r; find "$root" -type d ! -perm -a=rx; find "$root" -perm /022 ! -type l)
    [ -z "$wrong" ] || { echo "$wrong"; return 1; }
}

no_swift_library() {
    local needed
    needed=$(objdump -p "$root/opt/fader/bin/faderd" "$root/opt/fader/bin/faderctl" | awk '$1 == "NEEDED" { print $2 }' | sort -u)
    echo "$needed"
    # libasound loads plugins and is linked dynamically; if it is not in the list, the list was not read.
    grep -q '^libasound' <<<"$needed" && ! grep -qE 'swift|Foundation|_Testing' <<<"$needed"
}

# A client needs no tables of locales and no YAML; loading them would be most of its start.
light_client() {
    local needed
    needed=$(objdump -p "$root/opt/fader/bin/faderctl" | awk '$1 == "NEEDED" { print $2 }')
    echo "$needed"
    grep -q '^libc\.so' <<<"$needed" && ! grep -qE 'icu|yaml|asound' <<<"$needed"
}

# Removes everything that was installed, but not a file of another program.
leaves_nothing() {
    local left
    mkdir -p "$root/opt/fader/bin" && touch "$root/opt/fader/bin/other"
    run_make uninstall || return 1
    left=$(cd "$root" && find . -type f)
    [ "$left" = ./opt/fader/bin/other ] || { echo "$left"; return 1; }
}

sentences=("make install puts every file below DESTDIR and PREFIX" "the units run what was installed" "the example configuration is right"
    "faderctl prints the examples that are installed"
    "the manual pages, the example and the documents refer to nothing that is not installed" "the completion for bash is a script" "everything is readable for all and writable for its owner alone"
    "the programs need no Swift library" "faderctl needs neither ICU nor YAML nor ALSA" "docs/packaging.md lists every installed file"
    "the spec of the RPM lists every installed file" "make uninstall leaves nothing but what is not its own")
if [ -x "$binaries/faderd" ] && [ -x "$binaries/faderctl" ]; then
    umask 077
    promise "make install ends well" run_make install
    promise "${sentences[0]}" everything_is_there
    promise "${sentences[1]}" units_run_the_installed
    promise "${sentences[2]}" example_is_right
    promise "${sentences[3]}" examples_are_printed
    promise "${sentences[4]}" named_files_are_there
    promise "${sentences[5]}" completion_is_a_script
    promise "${sentences[6]}" readable_for_all
    promise "${sentences[7]}" no_swift_library
    promise "${sentences[8]}" light_client
    promise "${sentences[9]}" packagers_know_all
    promise "${sentences[10]}" spec_lists_all
    promise "${sentences[11]}" leaves_nothing
else
    skip "no programs in $binaries; run make release" "make install ends well" "${sentences[@]}"
fi
tell
