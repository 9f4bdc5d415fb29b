#!/usr/bin/env bash
# install.sh install|uninstall, with PREFIX (/usr/local) and DESTDIR from the environment.
#
# Installs what `make release` built, and builds it first if it is missing. Never touches configuration or state. The Debian package is laid
# out by it, too. ZSH_COMPLETIONS: the directory below the prefix that zsh reads, which on Debian is another for packages. FADERD_RUN: the emulator for
# programs of another processor, which write their own completions.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022
PREFIX=${PREFIX:-/usr/local}
case $PREFIX in /*) ;; *) echo "install.sh: PREFIX must be an absolute path, not $PREFIX" >&2; exit 64 ;; esac
PREFIX=${PREFIX%/}
root=${DESTDIR-}$PREFIX
# Escapes the characters that are special to sed.
replacement=$(printf '%s' "$PREFIX" | sed 's/[&#\\]/\\&/g')
programs=${FADERD_BIN:-.build/release}
zsh_completions=${ZSH_COMPLETIONS:-share/zsh/site-functions}

# file MODE SOURCE PLACE : installs a file below the prefix.
file() { install -D -m "$1" "$2" "$root/$3"; }

# text SOURCE PLACE : installs a file that names installed files, with their paths changed to this prefix.
text() {
    install -d "$(dirname "$root/$2")"
    sed -E "s#/usr/local/(bin|share)/#$replacement/\1/#g" "$1" >"$root/$2"
    chmod 0644 "$root/$2"
}

# completion PROGRAM SHELL PLACE : installs a completion script, which the program itself writes.
completion() {
    install -d "$(dirname "$root/$3")"
    ${FADERD_RUN-} "$programs/$1" --generate-completion-script "$2" >"$root/$3"
    chmod 0644 "$root/$3"
}

places_of_completions() {
    printf '%s\n' "bash share/bash-completion/completions/$1" "zsh $zsh_completions/_$1" "fish share/fish/vendor_completions.d/$1.fish"
}

install_all() {
    [ -x "$programs/faderd" ] && [ -x "$programs/faderctl" ] || scripts/build.sh release
    local program shell place page unit
    for program in faderd faderctl; do
        file 0755 "$programs/$program" "bin/$program"
        while read -r shell place; do completion "$program" "$shell" "$place"; done < <(places_of_completions "$program")
    done
    for page in man/*.[1-9]; do text "$page" "share/man/man${page##*.}/${page##*/}"; done
    for unit in {system,user}/{faderd.service,faderd-web.socket,faderd-web.service}; do text "systemd/$unit" "lib/systemd/$unit"; done
    text config/faderd.yaml share/faderd/faderd.yaml
    text systemd/sysusers.conf lib/sysusers.d/faderd.conf
    for page in network mixer limits; do text "systemd/$page.conf" "share/faderd/$page.conf"; done
    # Its name before it was for more than OSC.
    ln -sf network.conf "$root/share/faderd/osc.conf"
    file 0644 faderd.metainfo.xml share/metainfo/faderd.metainfo.xml
    for page in config/profiles/*.yaml; do file 0644 "$page" "share/faderd/profiles/${page##*/}"; done
    for page in Examples/configs/*.yaml; do file 0644 "$page" "share/faderd/examples/${page##*/}"; done
    # With all files that they refer to.
    for page in LICENSE README.md CHANGELOG.md CONTRIBUTING.md docs/*.md; do text "$page" "share/doc/faderd/$page"; done
    for page in docs/*.png docs/*.svg; do file 0644 "$page" "share/doc/faderd/$page"; done
    # Programs keep their right to be run.
    for page in Examples/{focus,rtp-midi}/*; do [ ! -f "$page" ] || file "$(stat -c 0%a "$page")" "$page" "share/doc/faderd/$page"; done
    echo "installed $(${FADERD_RUN-} "$programs/faderd" --version) below $root"
    [ -n "${DESTDIR-}" ] || next_steps
}

next_steps() {
    local sysusers=faderd.conf
    case $PREFIX in
    /usr | /usr/local) ;;
    *)
        sysusers=$PREFIX/lib/sysusers.d/faderd.conf
        cat <<NEXT
systemd does not look for units below $PREFIX, so link the one you need first:
  systemctl --user link $PREFIX/lib/systemd/user/faderd.service
  systemctl link $PREFIX/lib/systemd/system/faderd.service
NEXT
        ;;
    esac
    cat <<NEXT
For your session (the first start makes the commented example your config):
  systemctl --user daemon-reload && systemctl --user enable faderd && systemctl --user restart faderd
For the whole machine instead, also if nobody logs in:
  [ -e /etc/faderd/faderd.yaml ] || install -D -m 0644 $PREFIX/share/faderd/faderd.yaml /etc/faderd/faderd.yaml
  systemd-sysusers $sysusers && systemctl daemon-reload && systemctl enable faderd && systemctl restart faderd
After an upgrade too: a faderd that runs already is the old one until it is restarted.
NEXT
}

uninstall_all() {
    local program page place
    for program in faderd faderctl; do
        rm -f "$root/bin/$program"
        while read -r _ place; do rm -f "$root/$place"; done < <(places_of_completions "$program")
    done
    for page in man/*.[1-9]; do rm -f "$root/share/man/man${page##*.}/${page##*/}"; done
    rm -f "$root"/lib/systemd/{system,user}/{faderd.service,faderd-web.{socket,service}} "$root/lib/sysusers.d/faderd.conf" "$root/share/metainfo/faderd.metainfo.xml"
    rm -rf "$root/share/faderd" "$root/share/doc/faderd"
    echo "uninstalled from $root; configuration and state were kept"
    [ -n "${DESTDIR-}" ] || cat <<NEXT
A service that is enabled still runs. End it with the one that you have used:
  systemctl --user disable --now faderd
  systemctl disable --now faderd
NEXT
}

case ${1-} in
install) install_all ;;
uninstall) uninstall_all ;;
*)
    sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
    exit 64
    ;;
esac
