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
# The example names one profile, and `doctor` reads all that there are. The package has them all.
find "$tree/usr/local/share/faderd/profiles" -type f -not -name virtual.yaml -delete
# Only a development build needs these: a release build contains the Swift libraries.
{ ldd "$binaries/faderd" "$binaries/faderctl" 2>/dev/null || true; } | awk '$2 == "=>" && $3 !~ /^(\/usr)?\/lib/ && $3 ~ /^\// { print $3 }' | sort -u |
    while read -r library; do install -D "$library" "$tree$library"; done
(cd "$tree" && find usr/local -type f -printf '/%p\n') >"$tree/test/installed"
mkdir "$tree/test/package"
cp "$vm_here"/systemd/*.py "$tree/test/"
cp "$vm_here"/systemd/package/*.py "$tree/test/package/"
FADERD_BIN=$binaries "$vm_checkout/Tests/Packages/package.sh" >&2
# repack FILE DIRECTORY OPTION… : writes a package into a directory, compressed in another way; Tests/Packages installs both as they are. dpkg takes
# an uncompressed one in the least time. apt makes digests of it first, so the older one, which apt installs, is small: zstd costs less than they do.
repack() {
    dpkg-deb --raw-extract "$1" "$vm_run/package"
    dpkg-deb --root-owner-group "${@:3}" --build "$vm_run/package" "$2" >/dev/null
    rm -rf "$vm_run/package"
}
mkdir "$tree/test/package/older"
repack "$vm_checkout"/.build/deb/faderd_*.deb "$tree/test/package" -Znone
repack "$vm_checkout"/.build/deb/older/faderd_*.deb "$tree/test/package/older" -Zzstd -z3
install -D -m 644 -t "$tree/test/lib" "$vm_checkout"/Tests/lib/*.py
compile_tests "$tree"
# faderd starts at boot, before any controller is plugged in. The link below is what `systemctl enable` makes.
PYTHONPATH=$vm_checkout/Tests/lib:$vm_here/systemd PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c 'import service; print(service.CONFIG, end="")' \
    >"$tree/etc/faderd/faderd.yaml"
ln -s /usr/local/lib/systemd/system/faderd.service "$tree/etc/systemd/system/multi-user.target.wants/faderd.service"

# What starts at each boot, or at each of the tests' many reloads of systemd, and no test needs. systemd ignores what leads to /dev/null.
ignored=(system/{e2scrub_reap,systemd-random-seed,systemd-update-utmp,systemd-update-utmp-runlevel}.service system/dev-hugepages.mount
    system/modprobe@{dm_mod,drm,efi_pstore,fuse,loop}.service system/systemd-initctl.socket system/systemd-ask-password-{console,wall}.path
    system-generators/systemd-{cryptsetup,debug,fstab,getty,gpt-auto,hibernate-resume,integritysetup,rc-local,run,system-update,sysv,veritysetup}-generator
    user-generators/systemd-xdg-autostart-generator user-environment-generators/30-systemd-environment-d-generator)
for name in "${ignored[@]}"; do
    mkdir -p "$(dirname "$tree/etc/systemd/$name")"
    ln -s /dev/null "$tree/etc/systemd/$name"
done

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
run_in_memory "${FADERD_VM_TIMEOUT:-3600}" "$vm_kernel" 2G "rdinit=/lib/systemd/systemd random.trust_cpu=on systemd.show_status=error" \
    -rtc clock=host -global ICH9-LPC.disable_s3=0
