#!/usr/bin/env bash
# inside.sh TAR ARGUMENT: starts the benchmarks in the guest. It unpacks TAR into the guest's memory and continues there (chroot), with
# inside-room.sh.
set -euo pipefail
ip link set lo up
modprobe -a snd-seq snd-seq-midi snd-usb-audio libcomposite usb_f_midi snd-virmidi
modprobe dummy_hcd num=4
modprobe snd-dummy

room=/run/room
mkdir -p $room
mount -t tmpfs -o size=75%,mode=755 room $room
tar -C $room -xf "$1"
mkdir -p $room/{proc,sys,dev,run,tmp,var/tmp,root,bin,usr/local/bin}
ln -s ../usr/bin/bash $room/bin/bash
ln -s bash $room/bin/sh
for tree in proc sys dev; do
    mount --rbind /$tree $room/$tree
done
mountpoint -q $room/sys/kernel/config || mount -t configfs none $room/sys/kernel/config
for scratch in run tmp var/tmp; do
    mount -t tmpfs -o mode=1777 scratch $room/$scratch
done
exec chroot $room /usr/bin/bash /test/inside-room.sh "$2"
