# shellcheck shell=bash
# Sourced by the scripts of Tests/VM: paths, and functions that run a machine.
# FADERD_VM_DIR  the cache of kernel and boot tool (default: .build/vm of the checkout)

vm_here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
vm_checkout=$(cd "$vm_here/../.." && pwd)
vm_cache=${FADERD_VM_DIR:-$vm_checkout/.build/vm}
# The programs of kmod are in directories that are not in an ordinary user's PATH.
PATH=$PATH:/usr/sbin:/sbin
. "$vm_here/../lib/shell.sh"

# read_kernel : sets vm_version, vm_kernel (the compressed image), vm_unpacked (the kernel unpacked from it) and vm_modules (the directory
# of its modules) from the cache.
read_kernel() {
    [ -s "$vm_cache/version" ] || die "no kernel in $vm_cache; run Tests/VM/setup.sh first"
    vm_version=$(cat "$vm_cache/version")
    vm_kernel=$vm_cache/kernel/boot/vmlinuz-$vm_version
    vm_unpacked=$vm_cache/kernel/boot/vmlinux
    vm_modules=$vm_cache/kernel/lib/modules/$vm_version
    [ -s "$vm_kernel" ] && [ -s "$vm_unpacked" ] && [ -d "$vm_modules" ] ||
        die "the cache in $vm_cache is incomplete; remove it and run Tests/VM/setup.sh"
}

# new_run : makes the directory $vm_run for one machine's output. The end of the script kills the machine and removes the directory.
new_run() {
    mkdir -p "$vm_cache/runs"
    # Removes what a killed run left behind.
    find "$vm_cache/runs" -mindepth 1 -maxdepth 1 -mtime +0 -exec rm -rf {} +
    vm_run=$(mktemp -d "$vm_cache/runs/run.XXXXXX")
    vm_machine=
    trap 'end_run' EXIT
    trap 'exit 130' INT TERM HUP
    touch "$vm_run/out" "$vm_run/err" "$vm_run/kernel"
}

end_run() {
    [ -z "$vm_machine" ] || kill -KILL -- "-$vm_machine" 2>/dev/null || true
    rm -rf "$vm_run"
}

# Kills a machine that still runs two seconds after its command: one that has slept may not power off, and keeps a processor busy.
end_after_code() {
    local left=2
    while [ "$left" -gt 0 ]; do
        kill -0 "$vm_machine" 2>/dev/null || return 0
        [ ! -s "$vm_run/code" ] || left=$((left - 1))
        sleep 1
    done
    kill -KILL -- "-$vm_machine" 2>/dev/null || true
}

# run_machine SECONDS COMMAND… : runs a machine that writes $vm_run/out, err and at last code; its own output goes to $vm_run/kernel. Shows
# out and err as they grow, and exits with the code; with 124 if the time was up, 125 if the machine ended before there was a code.
run_machine() {
    local seconds=$1 ended=0 code shown=()
    shift
    # Job control gives the machine its own process group, so that end_run can kill all of it.
    set -m
    timeout --kill-after=5 "$seconds" "$@" </dev/null > >(cat >>"$vm_run/kernel") 2>&1 &
    vm_machine=$!
    set +m
    tail -n +1 -q -s 0.2 -f --pid="$vm_machine" "$vm_run/out" &
    shown+=($!)
    tail -n +1 -q -s 0.2 -f --pid="$vm_machine" "$vm_run/err" >&2 &
    shown+=($!)
    end_after_code &
    wait "$vm_machine" || ended=$?
    wait "${shown[@]}" || true
    kill -KILL -- "-$vm_machine" 2>/dev/null || true
    vm_machine=

    if [ -s "$vm_run/code" ]; then
        code=$(tr -d '\r\n' <"$vm_run/code")
    elif [ "$ended" -eq 124 ] || [ "$ended" -eq 137 ]; then
        echo "${0##*/}: stopped after $seconds s" >&2
        code=124
    else
        echo "${0##*/}: the machine ended ($ended) before the command did" >&2
        code=125
    fi
    if [ "$code" -ne 0 ]; then
        echo "--- end of the kernel's log" >&2
        # Leaves out the many lines about gadgets that are plugged and unplugged; the kernel's complaints do not start like them.
        tr -d '\r' <"$vm_run/kernel" | { grep -Ev '\] (usb|hub|dummy_hcd)' || true; } | tail -n 15 >&2
    fi
    exit "$code"
}

# install_modules ROOT MODULE… : copies these kernel modules, and those they depend on, below ROOT.
install_modules() {
    local root=$1 target=$1/lib/modules/$vm_version module file
    shift
    mkdir -p "$target"
    cp "$vm_modules"/modules.{order,builtin,builtin.modinfo} "$target/"
    for module in "$@"; do
        # No configuration file of the host may add options or aliases.
        modprobe -C /dev/null -d "$vm_cache/kernel" -S "$vm_version" --show-depends "$module"
    done | awk '$1 == "insmod" { print $2 }' | sort -u | while read -r file; do
        file=${file#*/lib/modules/"$vm_version"/}
        install -D -m 644 "$vm_modules/$file" "$target/$file"
    done
    depmod -b "$root" "$vm_version"
}

# compile_tests ROOT : compiles the tests below ROOT/test, which would take longer in the machine. It has this machine's Python; another one would
# compile them itself.
compile_tests() { /usr/bin/python3 -m compileall -q --invalidation-mode unchecked-hash -s "$1" "$1/test"; }

# pack_tree ROOT : prints ROOT as an archive that the kernel unpacks into its memory.
pack_tree() { (cd "$1" && find . | sort | busybox cpio -o -H newc -R 0:0 2>/dev/null); }

# run_in_memory SECONDS KERNEL MEMORY WORDS QEMU-OPTION… : runs a machine on $vm_run/initrd alone, as run_machine does. It has no disk, so
# its clock does not jump while it waits for a disk of the host. WORDS are added to the kernel's command line. In the machine, ttyS1, ttyS2
# and ttyS3 are out, err and code.
#
# Some features are switched off because they cost instructions and are of no use here: guards against other programs on the same processor and
# against wild writes of the kernel, memory that is cleared twice, accounts of memory and pressure that nobody reads, and random addresses, for
# which QEMU would translate each program anew. `erms` copies byte by byte (in QEMU, not in a processor); `la57` adds a step to each look-up in a
# page table; `smap` ends a block at each access to a program's memory; what `avx2` does in one instruction takes QEMU many. The kernel does not
# try its ciphers, certificates and timers at each boot, and prints only warnings: QEMU stops at each letter of a serial line.
run_in_memory() {
    local seconds=$1 kernel=$2 memory=$3 words=$4 untried=load_system_certificate_list,crypto_kdf108_init,hpet_init
    shift 4
    words="mitigations=off rodata=off lsm= init_on_alloc=0 cgroup_disable=memory psi=0 norandmaps $words"
    words="no_timer_check cryptomgr.notests=1 initcall_blacklist=$untried loglevel=5 $words"
    run_machine "$seconds" qemu-system-x86_64 -machine q35 -accel tcg -cpu max,-erms,-la57,-smap,-pku,-avx,-avx2 -icount shift=0,sleep=off \
        -smp 1 -m "$memory" -nodefaults -display none -no-reboot -kernel "$kernel" -initrd "$vm_run/initrd" \
        -append "console=ttyS0 panic=-1 $words" \
        -serial stdio -serial "file:$vm_run/out" -serial "file:$vm_run/err" -serial "file:$vm_run/code" "$@"
}
