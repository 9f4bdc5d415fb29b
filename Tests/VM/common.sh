# shellcheck shell=bash
# Sourced by the scripts of Tests/VM: where things are, and how a machine is run.
# FADERD_VM_DIR  the cache of kernel and boot tool (default: .build/vm of the checkout)

vm_here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
vm_checkout=$(cd "$vm_here/../.." && pwd)
vm_cache=${FADERD_VM_DIR:-$vm_checkout/.build/vm}
# kmod lives where an ordinary user does not look.
PATH=$PATH:/usr/sbin:/sbin
. "$vm_here/../lib/shell.sh"

# read_kernel : sets vm_version, vm_kernel (the image) and vm_modules (the directory of its modules) from the cache.
read_kernel() {
    [ -s "$vm_cache/version" ] || die "no kernel in $vm_cache; run Tests/VM/setup.sh first"
    vm_version=$(cat "$vm_cache/version")
    vm_kernel=$vm_cache/kernel/boot/vmlinuz-$vm_version
    vm_modules=$vm_cache/kernel/lib/modules/$vm_version
    [ -d "$vm_modules" ] || vm_modules=$vm_cache/kernel/usr/lib/modules/$vm_version
    [ -s "$vm_kernel" ] && [ -d "$vm_modules" ] || die "the cache in $vm_cache is incomplete; remove it and run Tests/VM/setup.sh"
}

# new_run : makes the directory $vm_run for one machine's output; it and the machine are gone when the script ends.
new_run() {
    mkdir -p "$vm_cache/runs"
    # What a killed run left behind.
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

# Ends a machine that goes on after its command: one that has slept may not power off.
end_after_code() {
    local left=20
    while [ "$left" -gt 0 ]; do
        kill -0 "$vm_machine" 2>/dev/null || return 0
        [ ! -s "$vm_run/code" ] || left=$((left - 1))
        sleep 1
    done
    kill -KILL -- "-$vm_machine" 2>/dev/null || true
}

# run_machine SECONDS COMMAND… : runs a machine that writes $vm_run/out, err, kernel and at last code. Shows the first two as they grow
# and exits with the code; with 124 when the time was up, 125 when the machine ended before there was a code.
run_machine() {
    local seconds=$1 ended=0 code shown=()
    shift
    # A process group of its own, so that nothing of it can outlive this script.
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
        # Gadgets coming and going fill pages; what a kernel complains of does not start like that.
        tr -d '\r' <"$vm_run/kernel" | { grep -Ev '\] (usb|hub|dummy_hcd)' || true; } | tail -n 15 >&2
    fi
    exit "$code"
}
