"""What a sound card tells takes no more memory than its limit says, however much of it comes: docs/limits.md."""

import native
from floods import HAND, MOST, Hand, grown, numbers
from sound import bound, target
from soundcard import Card
from testing import check, test, wait_until


@test("the controls of a card go and come anew without end, with long names: the memory stays, and motors follow", limit=120, alone=True)
def crowd():
    card, count = Card(40, 1, 1), numbers()
    card.crowd()
    faderd = native.Daemon(
        "version: 1\nparameters:\n  card: {type: decibel, max: 0, target: {alsa: {card: PCH, control: Master}}}\n"
        "  nix: {type: decibel, max: 0, target: {alsa: {card: PCH, control: Nix}}}\n" + HAND)
    card.place(faderd.directory)
    faderd.start()
    bound(faderd, "card")
    note = target(faderd, "nix")["note"]
    check("Crowd" in note and len(note) < 8_000, lambda: f"the refusal: {len(note)} characters: {note[:300]}")
    turns = [0]

    def turn():
        turns[0] += 1
        card.turn(next(count) % 80, 1, 1)
    used = grown(faderd, turn, hand=Hand(faderd))
    print(f"     {turns[0]} turns, {used} KiB more")
    check(used < MOST, f"{used} KiB more")
    card.turn(67, 1, 1)
    wait_until(lambda: faderd.text("card") == "-15.0 dB", lambda: f"the last level: {faderd.text('card')}, {target(faderd, 'card')}")
