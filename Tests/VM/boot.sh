#!/usr/bin/env bash
# boot.sh [--rw DIR]… [--timeout SECONDS] -- COMMAND [ARGUMENT…]
#
# Runs COMMAND as root in a virtual machine with a real ALSA sequencer. It sees the host's files; its changes to them are thrown away, but
# changes in DIR are kept. Standard output, standard error and the exit code are the command's own.
# 124: the time was up. 125: the machine ended before the command did. After these and any other failure, the end of the
# kernel's log goes to standard error.
#
# Needs root (or sudo) for packages and for the link under /lib/modules.
#
# One instruction is one nanosecond of guest time, and sleeping costs nothing, so a run gives the same figures on any machine.
set -euo pipefail
. "$(dirname "$0")/common.sh"

# Gets the tool that boots a kernel on the host's files, and puts the kernel's modules where the guest looks for them. Keeps what is there.
set_up() {
    local link=/lib/modules/$vm_version
    vm_cache=$(cd "$vm_cache" && pwd)
    # The guest has its own /var/tmp, /run, /proc, /sys and /dev.
    case "$vm_cache/" in
    /var/tmp/* | /run/*) die "the guest cannot see $vm_cache; set FADERD_VM_DIR to another place" ;;
    esac
    python_packages "$vm_cache/venv" "$vm_here/requirements.txt"
    [ -e "$link/modules.dep" ] && return 0
    as_root mkdir -p /lib/modules
    as_root ln -sfn "$(cd "$vm_modules" && pwd)" "$link"
}

usage() {
    sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
    exit 64
}

writable=() seconds=${FADERD_VM_TIMEOUT:-600}
while [ $# -gt 0 ]; do
    case $1 in
    --rw) [ $# -ge 2 ] || usage; writable+=("--rwdir=$(cd "$2" && pwd)"); shift 2 ;;
    --timeout) [ $# -ge 2 ] || usage; seconds=$2; shift 2 ;;
    --) shift; break ;;
    *) usage ;;
    esac
done
[ $# -gt 0 ] || usage
read_kernel
set_up

# The command's output goes through files in a shared directory: output to the machine's consoles can be lost when the machine ends.
new_run
printf -v words '%q ' "$@"
cat >"$vm_run/inside" <<INSIDE
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8
cd $(printf %q "$vm_checkout")
( exec $words ) >$vm_run/out 2>$vm_run/err </dev/null
echo \$? >$vm_run/code.new
mv $vm_run/code.new $vm_run/code
sync
INSIDE

PATH=$vm_cache/venv/bin:$PATH
run_machine "$seconds" vng -r "$vm_kernel" --disable-kvm --cpus 1 --memory "${FADERD_VM_MEMORY:-1G}" --verbose \
    "--qemu-opts=-icount shift=0,sleep=off" "--rwdir=$vm_run" "${writable[@]}" -- "bash $vm_run/inside"
