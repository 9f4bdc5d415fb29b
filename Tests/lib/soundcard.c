// A sound card for alsa-lib, whose mixer is a file: `ctl.NAME {type stand_in, folder "PATH"}`.
//
// PATH/levels has "LEFT RIGHT SWITCH ITEM", each with three digits; whoever writes there turns the card's knobs. What a program sets through alsa-lib goes there,
// too, and as a line "NAME VALUE…" into PATH/writes.
//
// If there is PATH/crowd, the card has CROWD further controls with long names, and with each turn of a knob all of them go, and new ones come.

#include <alsa/asoundlib.h>
#include <alsa/control_external.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

enum { VOLUME, SWITCH, SOURCE, COUNT };

static const char *const names[COUNT] = {"Master Playback Volume", "Master Playback Switch", "Input Source"};
static const char *const items[] = {"Mic", "Line"};
enum { HIGHEST = 87, CROWD = 300 };
// The volume goes from -65.25 dB in steps of 0.75 dB, as that of many cards.
static const unsigned int decibels[] = {SND_CTL_TLVT_DB_SCALE, 2 * sizeof(unsigned int), (unsigned int)-6525, 75};

struct card {
    snd_ctl_ext_t ext;
    int levels, writes;
    unsigned int changed;
    // The crowd has this number in its names. Of its next one, `come` have come, and `gone` of the present one have gone.
    unsigned int crowd, turn, gone, come;
};

static void name_of_crowd(snd_ctl_elem_id_t *id, unsigned int turn, unsigned int place) {
    char name[44];
    snprintf(name, sizeof name, "Crowd %u %u xxxxxxxxxxxx Playback Volume", turn, place);
    snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_MIXER);
    snd_ctl_elem_id_set_name(id, name);
}

static int load(struct card *card, long values[4]) {
    char text[17] = "";
    if (pread(card->levels, text, 16, 0) != 16) return -EIO;
    return sscanf(text, "%ld %ld %ld %ld", &values[0], &values[1], &values[2], &values[3]) == 4 ? 0 : -EIO;
}

static int store(struct card *card, unsigned long key, const long values[4]) {
    char text[64];
    snprintf(text, sizeof text, "%03ld %03ld %03ld %03ld\n", values[0], values[1], values[2], values[3]);
    if (pwrite(card->levels, text, 16, 0) != 16) return -EIO;
    int length = key == VOLUME ? snprintf(text, sizeof text, "%s %ld %ld\n", names[key], values[0], values[1])
                               : snprintf(text, sizeof text, "%s %ld\n", names[key], values[key + 1]);
    return write(card->writes, text, (size_t)length) == length ? 1 : -EIO;
}

static int elem_count(snd_ctl_ext_t *ext) {
    return COUNT + (int)((struct card *)ext->private_data)->crowd;
}

static int elem_list(snd_ctl_ext_t *ext, unsigned int offset, snd_ctl_elem_id_t *id) {
    struct card *card = ext->private_data;
    if (offset >= COUNT) {
        name_of_crowd(id, card->turn, offset - COUNT);
        return 0;
    }
    snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_MIXER);
    snd_ctl_elem_id_set_name(id, names[offset]);
    return 0;
}

static snd_ctl_ext_key_t find_elem(snd_ctl_ext_t *ext, const snd_ctl_elem_id_t *id) {
    (void)ext;
    for (unsigned int key = 0; key < COUNT; key++)
        if (strcmp(snd_ctl_elem_id_get_name(id), names[key]) == 0) return key;
    unsigned int turn, place;
    if (sscanf(snd_ctl_elem_id_get_name(id), "Crowd %u %u", &turn, &place) == 2) return COUNT + place;
    return SND_CTL_EXT_KEY_NOT_FOUND;
}

static int get_attribute(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, int *type, unsigned int *access, unsigned int *count) {
    (void)ext;
    static const int types[COUNT] = {SND_CTL_ELEM_TYPE_INTEGER, SND_CTL_ELEM_TYPE_BOOLEAN, SND_CTL_ELEM_TYPE_ENUMERATED};
    *type = types[key >= COUNT ? VOLUME : key];
    *access = SND_CTL_EXT_ACCESS_READWRITE | (key == VOLUME ? SND_CTL_EXT_ACCESS_TLV_READ : 0);
    *count = key == VOLUME ? 2 : 1;
    return 0;
}

static int get_integer_info(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *lowest, long *highest, long *step) {
    (void)ext;
    *lowest = 0;
    *highest = key == VOLUME ? HIGHEST : 1;
    *step = 1;
    return 0;
}

static int get_enumerated_info(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, unsigned int *count) {
    (void)ext, (void)key;
    *count = sizeof items / sizeof *items;
    return 0;
}

static int get_enumerated_name(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, unsigned int item, char *name, size_t size) {
    (void)ext, (void)key;
    if (item >= sizeof items / sizeof *items) return -EINVAL;
    snprintf(name, size, "%s", items[item]);
    return 0;
}

static int read_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value) {
    long values[4];
    if (key >= COUNT) {
        value[0] = 0;
        return 0;
    }
    int code = load(ext->private_data, values);
    if (code < 0) return code;
    value[0] = values[key == VOLUME ? 0 : key + 1];
    if (key == VOLUME) value[1] = values[1];
    return 0;
}

static int read_enumerated(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, unsigned int *item) {
    long value;
    int code = read_integer(ext, key, &value);
    *item = (unsigned int)value;
    return code;
}

static int write_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value) {
    long values[4];
    if (key >= COUNT) return -EPERM;
    int code = load(ext->private_data, values);
    if (code < 0) return code;
    values[key == VOLUME ? 0 : key + 1] = value[0];
    if (key == VOLUME) values[1] = value[1];
    return store(ext->private_data, key, values);
}

static int write_enumerated(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, unsigned int *item) {
    long value = *item;
    return write_integer(ext, key, &value);
}

static int read_event(snd_ctl_ext_t *ext, snd_ctl_elem_id_t *id, unsigned int *mask) {
    struct card *card = ext->private_data;
    char buffer[4096] __attribute__((aligned(8)));
    while (read(ext->poll_fd, buffer, sizeof buffer) > 0) {
        card->changed = (1 << COUNT) - 1;
        if (card->gone == card->crowd && card->come == card->crowd) card->gone = card->come = 0;
    }
    if (card->gone < card->crowd) {
        name_of_crowd(id, card->turn, card->gone++);
        *mask = SND_CTL_EVENT_MASK_REMOVE;
        return 1;
    }
    if (card->come < card->crowd) {
        if (card->come == 0) card->turn++;
        name_of_crowd(id, card->turn, card->come++);
        *mask = SND_CTL_EVENT_MASK_ADD;
        return 1;
    }
    for (unsigned int key = 0; key < COUNT; key++) {
        if (!(card->changed & 1U << key)) continue;
        card->changed &= ~(1U << key);
        elem_list(ext, key, id);
        *mask = SND_CTL_EVENT_MASK_VALUE;
        return 1;
    }
    return -EAGAIN;
}

static void subscribe_events(snd_ctl_ext_t *ext, int subscribe) { (void)ext, (void)subscribe; }

static void close_card(snd_ctl_ext_t *ext) {
    struct card *card = ext->private_data;
    close(ext->poll_fd);
    close(card->levels);
    close(card->writes);
    free(card);
}

static const snd_ctl_ext_callback_t callback = {
    .close = close_card, .elem_count = elem_count, .elem_list = elem_list, .find_elem = find_elem, .get_attribute = get_attribute,
    .get_integer_info = get_integer_info, .get_enumerated_info = get_enumerated_info, .get_enumerated_name = get_enumerated_name,
    .read_integer = read_integer, .read_enumerated = read_enumerated, .write_integer = write_integer, .write_enumerated = write_enumerated,
    .subscribe_events = subscribe_events, .read_event = read_event};

SND_CTL_PLUGIN_DEFINE_FUNC(stand_in) {
    (void)root;
    const char *folder = NULL, *called = NULL;
    snd_config_iterator_t place, next;
    snd_config_for_each(place, next, conf) {
        snd_config_t *entry = snd_config_iterator_entry(place);
        const char *key;
        if (snd_config_get_id(entry, &key) < 0) continue;
        if (strcmp(key, "folder") == 0) snd_config_get_string(entry, &folder);
        if (strcmp(key, "card") == 0) snd_config_get_string(entry, &called);
    }
    if (!folder) return -EINVAL;
    if (!called || strcmp(called, "PCH") != 0) return -ENODEV;
    struct card *card = calloc(1, sizeof *card);
    if (!card) return -ENOMEM;
    char path[512];
    snprintf(path, sizeof path, "%s/writes", folder);
    card->writes = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    snprintf(path, sizeof path, "%s/crowd", folder);
    if (access(path, F_OK) == 0) card->crowd = card->gone = card->come = CROWD;
    snprintf(path, sizeof path, "%s/levels", folder);
    card->levels = open(path, O_RDWR | O_CLOEXEC);
    card->ext.poll_fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (card->writes < 0 || card->levels < 0 || inotify_add_watch(card->ext.poll_fd, path, IN_MODIFY) < 0) return -errno;
    card->ext.version = SND_CTL_EXT_VERSION;
    card->ext.callback = &callback;
    card->ext.private_data = card;
    card->ext.tlv.p = decibels;
    strcpy(card->ext.id, "PCH");
    strcpy(card->ext.driver, "stand_in");
    strcpy(card->ext.name, "stand-in");
    strcpy(card->ext.longname, "a stand-in for a sound card");
    strcpy(card->ext.mixername, "stand-in");
    int code = snd_ctl_ext_create(&card->ext, name, mode);
    if (code < 0) return code;
    *handlep = card->ext.handle;
    return 0;
}

SND_CTL_PLUGIN_SYMBOL(stand_in);
