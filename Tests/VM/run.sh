#!/usr/bin/env bash
# run.sh [FILTER]
#
# Boots once and runs the tests of Tests/VM/test_*.py whose file name or sentence has FILTER in it, on the real ALSA sequencer.
# FADERD_BIN: the directory of faderd and faderctl (default: .build/release). FADERD_VM_TIMEOUT: seconds of real time for all of it.
# FADERD_VM_TESTS: the directory of other tests. FADERD_VM_TOOLS, FADERD_VM_FILES, FADERD_VM_MODULES: programs, files and kernel modules that they need.
# The exit code is 0 when every test passed or was skipped.
set -euo pipefail
. "$(dirname "$0")/common.sh"

[ $# -le 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 64; }
binaries=${FADERD_BIN:-$vm_checkout/.build/release}
[ -x "$binaries/faderd" ] && [ -x "$binaries/faderctl" ] || echo "run.sh: no faderd and faderctl in $binaries; tests that need them will fail" >&2
[ ! -d "$binaries" ] || binaries=$(cd "$binaries" && pwd -P)

read -ra more <<<"${FADERD_VM_MODULES-}"
read_kernel
new_run
# The machine has no disk: the kernel unpacks everything into memory, as in systemd/run.sh.
tree=$vm_run/tree
mkdir "$tree"
"$vm_here/room.sh" "$vm_run/room" "$binaries"
tar -C "$tree" -xf "$vm_run/room"
compile_tests "$tree"
install_modules "$tree" snd-seq snd-seq-midi snd-usb-audio libcomposite usb_f_midi snd-virmidi dummy_hcd snd-dummy snd-seq-dummy zram "${more[@]}"
mkdir -p "$tree"/{proc,sys,dev,run,tmp,var/tmp,root,bin,sbin,usr/local/bin}
ln -s ../usr/bin/bash "$tree/bin/bash"
ln -s bash "$tree/bin/sh"
ln -s ../usr/bin/busybox "$tree/sbin/modprobe"
cat >"$tree/init" <<INIT
#!/usr/bin/bash
export PATH=/usr/bin:/bin:/usr/local/bin HOME=/root LC_ALL=C.UTF-8
busybox mount -t proc proc /proc
busybox --install -s /usr/local/bin
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts -o mode=620 devpts /dev/pts
for place in run tmp var/tmp dev/shm; do mount -t tmpfs -o mode=1777 scratch /\$place; done
for port in 1 2 3; do stty -F /dev/ttyS\$port raw -echo; done
exec </dev/null >/dev/ttyS1 2>/dev/ttyS2
ip link set lo up
modprobe -a snd-seq snd-seq-midi snd-usb-audio libcomposite usb_f_midi snd-virmidi
modprobe dummy_hcd num=4
modprobe snd-dummy
modprobe -a zram ${more[@]}
mount -t configfs none /sys/kernel/config
bash /test/inside-room.sh $(printf %q "${1:-}")
echo \$? >/dev/ttyS3
poweroff -f
INIT
chmod +x "$tree/init"
pack_tree "$tree" >"$vm_run/initrd"
rm -rf "$tree" "$vm_run/room"
run_in_memory "${FADERD_VM_TIMEOUT:-3600}" "$vm_unpacked" "${FADERD_VM_MEMORY:-1G}" ""
