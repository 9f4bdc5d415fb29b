#!/usr/bin/env bash
# run.sh [FILTER]
#
# Boots the small Debian of setup.sh under its own systemd, with the programs and units of the checkout installed as `make install` does,
# and runs the tests of Tests/VM/systemd/test_*.py whose file name or sentence has FILTER in it; then those of package/, which install the package.
# FADERD_BIN: the directory of faderd and faderctl (default: .build/release). FADERD_VM_TIMEOUT: seconds of real time for all of it.
#
# The machine has no disk: the kernel unpacks everything into memory, so its clock does not jump while it waits for a disk of the host.
set -euo pipefail
. "$(dirname "$0")/../common.sh"

[ $# -le 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 64; }
binaries=${FADERD_BIN:-$vm_checkout/.build/release}
read_kernel
base=$vm_cache/systemd/base.cpio
[ -s "$base" ] || die "no Debian in $vm_cache/systemd; run Tests/VM/systemd/setup.sh first"

[ -x "$binaries/faderd" ] && [ -x "$binaries/faderctl" ] || die "no faderd and faderctl in $binaries; build them or set FADERD_BIN"

new_run
tree=$vm_run/tree
install -d "$tree"/test "$tree"/etc/systemd/system/multi-user.target.wants "$tree"/etc/faderd
DESTDIR=$tree PREFIX=/usr/local FADERD_BIN=$(cd "$binaries" && pwd) "$vm_checkout/scripts/install.sh" install >/dev/null
# Only a development build needs these: a release build contains the Swift libraries.
{ ldd "$binaries/faderd" "$binaries/faderctl" 2>/dev/null || true; } | awk '$2 == "=>" && $3 !~ /^(\/usr)?\/lib/ && $3 ~ /^\// { print $3 }' | sort -u |
    while read -r library; do install -D "$library" "$tree$library"; done
(cd "$tree" && find usr/local -type f -printf '/%p\n') >"$tree/test/installed"
mkdir "$tree/test/package"
cp "$vm_here"/systemd/*.py "$tree/test/"
cp "$vm_here"/systemd/package/*.py "$tree/test/package/"
FADERD_BIN=$binaries "$vm_checkout/Tests/Packages/package.sh" >&2
cp -r "$vm_checkout"/.build/deb/older "$tree/test/package/"
# The package as it is, but not compressed: most of what an installation costs in this machine is the decompression. Tests/Packages installs it as it is.
dpkg-deb --raw-extract "$vm_checkout"/.build/deb/faderd_*.deb "$vm_run/package"
dpkg-deb --root-owner-group -Znone --build "$vm_run/package" "$tree/test/package/" >/dev/null
rm -rf "$vm_run/package"
install -D -m 644 -t "$tree/test/lib" "$vm_checkout"/Tests/lib/*.py
# faderd starts at boot, before any controller is plugged in. The link below is what `systemctl enable` makes.
PYTHONPATH=$vm_checkout/Tests/lib:$vm_here/systemd PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c 'import service; print(service.CONFIG, end="")' \
    >"$tree/etc/faderd/faderd.yaml"
ln -s /usr/local/lib/systemd/system/faderd.service "$tree/etc/systemd/system/multi-user.target.wants/faderd.service"

cat >"$tree/etc/systemd/system/faderd-test.service" <<UNIT
[Unit]
Description=Tests of the service
[Service]
ExecStart=/bin/bash /test/inside
Environment=PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8
Environment=PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=/test/lib:/test FADERD_BIN=/usr/local/bin
TTYVHangup=no
UNIT
ln -s /etc/systemd/system/faderd-test.service "$tree/etc/systemd/system/multi-user.target.wants/faderd-test.service"
cat >"$tree/test/inside" <<INSIDE
for port in 1 2 3; do stty -F /dev/ttyS\$port raw -echo; done
exec >/dev/ttyS1 2>/dev/ttyS2
# Only the modules that simulate controllers: sequencer and USB audio must be loaded automatically, as on any machine.
modprobe -a libcomposite usb_f_midi
modprobe dummy_hcd num=4
systemctl is-system-running --wait >/run/started
cd /test && python3 lib/testing.py --filter $(printf %q "${1:-}") test_*.py package/test_*.py
echo \$? >/dev/ttyS3
sync
systemctl poweroff --force --force 2>/dev/null
INSIDE

pack_tree "$tree" >"$vm_run/overlay.cpio"
# The kernel takes several archives in a row, each on a 4-byte boundary; cpio pads its archives to that.
cat "$base" "$vm_run/overlay.cpio" >"$vm_run/initrd"
rm -rf "$tree" "$vm_run/overlay.cpio"
# The machine can sleep (S3); only a clock that keeps running meanwhile can wake it up.
# It uses the packed kernel: an unpacked one that QEMU has started does not wake up.
run_in_memory "${FADERD_VM_TIMEOUT:-3600}" "$vm_kernel" 2G "rdinit=/lib/systemd/systemd random.trust_cpu=on systemd.getty_auto=no systemd.mask=e2scrub_reap.service" \
    -rtc clock=host -global ICH9-LPC.disable_s3=0
