// The smallest libasound program that does what the benchmark asks of a fader server: CC 7 comes in at one port, and the same value goes
// out as CC 20 to every reader of the other port. A pitch bend, which is a fader move of a Mackie Control, goes out there unchanged, and
// also back where it came from, because a fader that gets no answer runs back. Blocking read, no range, no state, nothing else.
#include <alsa/asoundlib.h>

int main(void) {
    snd_seq_t *seq;
    if (snd_seq_open(&seq, "default", SND_SEQ_OPEN_DUPLEX, 0) < 0) return 69;
    snd_seq_set_client_name(seq, "baseline");
    snd_seq_set_client_pool_input(seq, 2000);
    snd_seq_set_client_pool_output(seq, 2000);
    const unsigned type = SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION;
    const unsigned both = SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ | SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE;
    int in = snd_seq_create_simple_port(seq, "in", both, type);
    int out = snd_seq_create_simple_port(seq, "out", SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ, type);
    if (in < 0 || out < 0) return 70;
    for (;;) {
        snd_seq_event_t *event;
        int got = snd_seq_event_input(seq, &event);
        if (got == -ENOSPC) continue;
        if (got < 0) return 74;
        int is_bend = event->type == SND_SEQ_EVENT_PITCHBEND;
        if (!is_bend && (event->type != SND_SEQ_EVENT_CONTROLLER || event->data.control.param != 7)) continue;
        snd_seq_event_t answer;
        snd_seq_ev_clear(&answer);
        snd_seq_ev_set_source(&answer, out);
        snd_seq_ev_set_subs(&answer);
        snd_seq_ev_set_direct(&answer);
        if (is_bend) {
            snd_seq_ev_set_pitchbend(&answer, event->data.control.channel, event->data.control.value);
            if (snd_seq_event_output(seq, &answer) < 0) return 74;
            snd_seq_ev_set_source(&answer, in);
            if (snd_seq_event_output(seq, &answer) < 0 || snd_seq_drain_output(seq) < 0) return 74;
            continue;
        }
        snd_seq_ev_set_controller(&answer, event->data.control.channel, 20, event->data.control.value);
        if (snd_seq_event_output_direct(seq, &answer) < 0) return 74;
    }
}
