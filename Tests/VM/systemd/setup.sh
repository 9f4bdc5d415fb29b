#!/usr/bin/env bash
# Builds the small Debian of the service tests: systemd, udev, D-Bus, a user whose services run without a login, and the modules that a
# controller needs. It is safe to run again: it keeps what is there. Needs root.
set -euo pipefail
. "$(dirname "$0")/../common.sh"

suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
icu=libicu76
[ "$suite" != bookworm ] || icu=libicu72
packages=systemd,systemd-sysv,libpam-systemd,dbus,dbus-user-session,udev,kmod,procps,libasound2,libyaml-0-2,$icu,alsa-utils,python3
modules=(snd-seq snd-seq-midi snd-usb-audio libcomposite usb_f_midi dummy_hcd snd-virmidi)

[ "$(id -u)" -eq 0 ] || die "the tree has files of several users: run this as root"
"$vm_here/setup.sh"
read_kernel
base=$vm_cache/systemd/base
image=$vm_cache/systemd/base.cpio
stamp="$vm_version $packages ${modules[*]}"
if [ -s "$image" ] && [ "$(cat "$vm_cache/systemd/stamp" 2>/dev/null)" = "$stamp" ]; then
    echo "ready: $image"
    exit 0
fi

rm -rf "$vm_cache/systemd"
echo "building Debian $suite in $base"
minimal_debian "$suite" "$base" "--include=$packages"

# Of the 400 MB of modules, only those that a controller needs.
install_modules "$base" "${modules[@]}"

echo faderd-test >"$base/etc/hostname"
# A user who may use the sequencer, whose services run without a login (what `loginctl enable-linger` leaves).
chroot "$base" useradd --create-home --shell /bin/bash --groups audio rider
mkdir -p "$base/var/lib/systemd/linger"
touch "$base/var/lib/systemd/linger/rider"
# Another user, who may not use the sequencer.
chroot "$base" useradd --create-home --shell /bin/bash stranger
# No test needs these, and each costs seconds of the boot.
chroot "$base" systemctl --quiet mask apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer \
    systemd-timesyncd.service systemd-networkd.service getty@tty1.service
# The machine runs from memory (see run.sh), so files that nothing reads are removed.
rm -rf "$base"/var/cache/apt "$base"/var/lib/apt/lists "$base"/usr/share/{doc,man,locale,i18n}
(cd "$base" && find . -xdev | sort | busybox cpio -o -H newc >"$image" 2>/dev/null)
rm -rf "$base"
echo "$stamp" >"$vm_cache/systemd/stamp"
echo "ready: $image"
